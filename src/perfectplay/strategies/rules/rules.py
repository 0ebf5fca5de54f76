"""A strategy as a list of lines: the first that applies decides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from perfectplay.errors import ModelError, StrategyError
from perfectplay.model.game import Game
from perfectplay.model.nodes import Label
from perfectplay.solution.decision_columns import DecisionColumns
from perfectplay.strategies.rules import expressions, scoring
from perfectplay.strategies.strategy import Decision

MOST_LINES, MOST_LETTERS = 500, 1_000
"""The most lines on a card, and the most letters in each."""


class RuleLine(Protocol):
    """A line of a card."""

    @property
    def text(self) -> str:
        """The line as text."""

    @property
    def always(self) -> bool:
        """Whether it applies everywhere."""

    def answer(self, decision: Decision) -> Label | None:
        """The option it takes; None if it does not apply."""


class Applied(NamedTuple):
    """The decision of a list: the number of the line, counted from one, and its option."""

    line: int
    option: Label


class Rules:
    """A strategy you can remember: lines, of which the first that applies decides.

    >>> from perfectplay import evaluate
    >>> from perfectplay.games.pig import Pig
    >>> pig = Pig(target=20)
    >>> hold = Rules(pig, ["turn >= 8: hold", "roll"], "hold at 8")
    >>> round(evaluate(pig, hold, hold).value, 6)
    0.609039
    """

    def __init__(
        self, game: Game[Any], lines: Sequence[str], name: str = "", *, where: str = ""
    ) -> None:
        self.game = game
        self.name = name or f"{game.name} in {len(lines)} line{'s' * (len(lines) != 1)}"
        read = expressions.read_line if game.card is None else scoring.read_line
        self.lines: tuple[RuleLine, ...] = ()
        if not 1 <= len(lines) <= MOST_LINES:
            raise ModelError(f"{where}{len(lines)} lines are given; a card has 1 to {MOST_LINES}")
        for number, text in enumerate(lines, start=1):
            if len(text) > MOST_LETTERS:
                reason = f"it has {len(text):,} letters; a line has {MOST_LETTERS:,} at most"
                raise LineError(number, reason)
            try:
                self.lines += (read(" ".join(text.split()), game),)
            except ModelError as error:
                raise LineError(number, str(error)) from None
        if not any(line.always for line in self.lines):
            ending = "score the most" if game.card is not None else "an option alone"
            raise LineError(len(lines), f"no line is for all other cases; end with {ending}")

    def __repr__(self) -> str:
        return f"<Rules '{self.name}' for {self.game!r}: {len(self.lines)} lines>"

    def __str__(self) -> str:
        return "\n".join(self.texts)

    @property
    def texts(self) -> list[str]:
        """The lines as text."""
        return [line.text for line in self.lines]

    def __call__(self, decision: Decision) -> Label:
        """The option of the first line that applies."""
        return self.applied(decision).option

    def applied(self, decision: Decision) -> Applied:
        """Which line decides, and what."""
        for number, line in enumerate(self.lines, start=1):
            option = line.answer(decision)
            if option is not None:
                return Applied(number, option)
        raise StrategyError(
            f"no line of '{self.name}' applies at {self.game.text(decision.position)}"
        )

    @property
    def asks(self) -> frozenset[str] | None:
        """What the lines ask about a decision, by name; None if they must be asked one by one."""
        asked: frozenset[str] = frozenset()
        for line in self.lines:
            more: frozenset[str] | None = getattr(line, "asks", None)
            if more is None:
                return None
            asked |= more
        return asked

    def choose(self, columns: DecisionColumns) -> tuple[Any, Any]:
        """The options taken at many decisions, as indices, and the lines that take them.

        Both are -1 where no line applies.
        """
        import numpy as np

        chosen, by = np.full((2, len(columns.rows)), -1)
        left = np.arange(len(columns.rows))
        for number, line in enumerate(self.lines):
            if not len(left):
                break
            took = line.choose(columns.at(left))  # type: ignore[attr-defined]  # a line that `asks`
            applies = took >= 0
            chosen[left[applies]], by[left[applies]] = took[applies], number
            left = left[~applies]
        return chosen, by

    def _repr_svg_(self) -> str:
        from perfectplay.strategies.rules.card import svg

        return svg(self)


class LineError(ModelError):
    """A line cannot be understood; has its number, counted from one."""

    def __init__(self, line: int, complaint: str) -> None:
        super().__init__(f"line {line}: {complaint}")
        self.line = line
        self.complaint = complaint
