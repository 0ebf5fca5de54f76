"""The result of solving a game, and what can be asked of it."""

from __future__ import annotations

import dataclasses
import math
import sys
from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from perfectplay.engines.ties import equally_good
from perfectplay.errors import PositionError, explain_missing_extra
from perfectplay.model.game import Game
from perfectplay.model.nodes import Chance, Choice, Final, Label, Node, Number
from perfectplay.model.walk import Transition, edges, node_at
from perfectplay.objectives import Objective
from perfectplay.request import Request
from perfectplay.solution.answers import (
    Declared,
    Need,
    WholePolicy,
    refusal,
    request_for,
    sentence,
)
from perfectplay.solution.distribution import Distribution
from perfectplay.solution.options import Option, Outcome, ranked
from perfectplay.solution.simulation import Simulation
from perfectplay.strategies.strategy import Decision

if TYPE_CHECKING:
    from os import PathLike

    import polars as pl
    from matplotlib.figure import Figure


KINDS = {Final: "final", Choice: "choice", Chance: "chance"}
Answer = TypeVar("Answer")


@dataclasses.dataclass
class Solution:
    """A solved game: its value, the best option everywhere, and the odds.

    Positions are given as the game knows them. If the objective needs the running score, the
    methods about a position take it as `score`; it may be left out if only one is possible. An
    engine's solution provides the values of positions; the rest follows from the rules, or from the
    engine if it is faster. Questions that only some games can answer have a type each: see
    `answer`.

    >>> from perfectplay import solve
    >>> from perfectplay.games.slots import Slots
    >>> slots = solve(Slots(), exact=True)
    >>> slots.value
    Fraction(13817, 46656)
    >>> slots.best(slots.read("open=x3,bin roll=5"), score=30)
    'x3'
    """

    game: Game[Any]
    request: Request
    seconds: float = dataclasses.field(default=0.0, kw_only=True)

    engine: ClassVar[str]
    """The name of the engine it came from."""

    def __repr__(self) -> str:
        return f"<Solution of {self.game!r} for {self.objective}: {self.value}>"

    @property
    def objective(self) -> Objective:
        """The objective it was solved for."""
        return self.request.objective

    @property
    def value(self) -> Number:
        """The value of the game, from player 0's side: a float, or a Fraction if it is exact."""
        raise NotImplementedError

    @property
    def lower(self) -> Number | None:
        """A proved lower bound of the value, rounding included; None if nothing was proved.

        >>> from perfectplay import solve
        >>> from perfectplay.games.pig import Pig
        >>> pig = solve(Pig(target=20))
        >>> pig.lower <= pig.value <= pig.upper, pig.upper - pig.lower < 1e-12
        (True, True)
        """
        return self.value if self.exact else None

    @property
    def upper(self) -> Number | None:
        """A proved upper bound of the value, rounding included; None if nothing was proved."""
        return self.value if self.exact else None

    @property
    def certainty_equivalent(self) -> float | None:
        """The guaranteed score that is worth as much as the game; None if it says nothing new."""
        return self.objective.certainty_equivalent(self.value)

    @property
    def meaning(self) -> str:
        """What the value means, in words."""
        return self.game.meaning(self.objective)

    @property
    def exact(self) -> bool:
        """Whether the numbers are exact fractions."""
        return False

    @property
    def digits(self) -> int:
        """How many decimals of a value are worth showing; -2 stands for whole hundreds."""
        return 12

    @property
    def tracked(self) -> bool:
        """Whether the objective needs the running score, so that methods must be given it."""
        return False

    @property
    def positions(self) -> int:
        """How many positions were solved; each running score counts where it is tracked."""
        raise NotImplementedError

    where_counted: ClassVar[str] = ""
    """Where the counted positions are, if not everywhere."""

    @property
    def cyclic(self) -> bool:
        """Whether play can return to a position, so that there is no order to solve it in."""
        return False

    @property
    def is_quick_to_draw(self) -> bool:
        """Whether its first figure is quick to draw, so that a notebook may show it."""
        return True

    def _repr_html_(self) -> str:
        from perfectplay.solution.notebook import shown_solution

        return shown_solution(self)

    # Questions

    declared: ClassVar[dict[Need, Declared]] = {}
    """The questions that solutions of this kind answer, each with the method that does."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        own = {
            getattr(Solution, name): Declared(name, None)
            for name in ("visits", "distribution", "simulate", "table")
            if name in vars(cls)
        }
        made = (getattr(method, "answers", None) for method in vars(cls).values())
        cls.declared = cls.declared | own | dict(filter(None, made))

    @property
    def answers(self) -> dict[Need, str]:
        """The answers that this solution has but not all solutions do, each with a description.

        >>> from perfectplay import AtLeast, solve
        >>> from perfectplay.games.yazy import Yazy
        >>> for question, sentence in solve(Yazy(), AtLeast(200)).answers.items():
        ...     print(f"{question.__name__}: {sentence}")
        simulate: what simulated games come to, with dice from a generator with this seed
        FinalScores: all final scores that there can be, the least first
        >>> Solution.distribution in solve(Yazy()).answers
        True
        """
        return {
            question: sentence(question)
            for question, (_, where) in self.declared.items()
            if where is None or where(self)
        }

    def answer(self, kind: type[Answer]) -> Answer:
        """An answer that only some solutions have, by its type: see `answers`.

        >>> from perfectplay import solve
        >>> from perfectplay.games.coins import Coins
        >>> from perfectplay.solution.decisions import Decisions
        >>> solve(Coins(coins=2, target=2)).answer(Decisions)[0]
        WeightedDecision(position=Purse(coins=2, points=0), score=None, best=(1,), second=2,
                         cost=0.125, visits=1.0)
        """
        if kind not in self.answers:
            raise refusal(self, kind)
        found: Answer = getattr(self, self.declared[kind].method)()
        return found

    def remedy(self, question: Need) -> str:
        """What to do if a question has no answer here.

        >>> from perfectplay import solve
        >>> from perfectplay.games.coins import Coins
        >>> from perfectplay.solution.answers import WholePolicy
        >>> from perfectplay.solution.rating_board import RatingBoard
        >>> solve(Coins()).remedy(WholePolicy)
        'ask for its table(), which has every decision'
        >>> solve(Coins()).remedy(RatingBoard)
        '`answers` lists what this solution can answer'
        """
        from perfectplay import engines

        if question is WholePolicy and Solution.table in self.answers:
            return "ask for its table(), which has every decision"
        for opinion in engines.opinions(self.game, request_for(self, question)):
            if opinion.refusal is None and opinion.engine.name != self.engine:
                return f"solve it with the engine '{opinion.engine.name}'"
        if question is WholePolicy:  # it is for games without a table
            return self.remedy(Solution.table)
        if isinstance(question, type):
            return "`answers` lists what this solution can answer"
        return "simulate it" if Solution.simulate in self.answers else "take a smaller game"

    # Questions about one position

    def best(self, position: Hashable, score: Number | None = None) -> Label:
        """The best option at a choice; among equally good ones, the first in the game's order."""
        return self.options(position, score)[0].label

    def options(self, position: Hashable, score: Number | None = None) -> list[Option]:
        """The options at a choice, best first, each with its value and its cost.

        >>> from perfectplay import solve
        >>> from perfectplay.games.coins import Coins, Purse
        >>> for option in solve(Coins(coins=2, target=2)).options(Purse(2, 0)):
        ...     print(option)
        Option(label=1, value=0.5, cost=0.0, best=True)
        Option(label=2, value=0.375, cost=0.125, best=False)
        """
        node = self.rules_at(position)
        if not isinstance(node, Choice):
            reason = "the game is over" if isinstance(node, Final) else "chance decides"
            raise PositionError(
                f"there is no choice to make at {self.game.text(position)}: {reason}"
            )
        value = {edge.step: self.value_of(edge, score) for edge in edges(position, node)}
        return ranked(value, self.ties, least=node.player == 1)

    def outcomes(self, position: Hashable, score: Number | None = None) -> list[Outcome]:
        """The outcomes at a chance, in the game's order."""
        node = self.rules_at(position)
        if not isinstance(node, Chance):
            raise PositionError(f"{self.game.text(position)} is not a chance")
        shares: Sequence[Number] = node.odds.fractions() if self.exact else node.odds.floats()
        merged: dict[Any, Outcome] = {}
        for edge, share in zip(edges(position, node), shares, strict=True):
            key = edge.place, edge.points
            known = merged[key].probability if key in merged else 0
            merged[key] = Outcome(
                edge.place, known + share, edge.points, self.value_of(edge, score)
            )
        return list(merged.values())

    def value_at(self, position: Hashable, score: Number | None = None) -> Number:
        """The value of a position: of what is still to come, or of the whole if tracked."""
        raise NotImplementedError

    def covers(self, position: Hashable, score: Number | None = None) -> bool:
        """Whether a position can occur with a running score, starting from what was solved.

        >>> from perfectplay import solve
        >>> from perfectplay.games.coins import Coins, Purse
        >>> coins = solve(Coins(coins=2, target=2))
        >>> coins.covers(Purse(1, 1)), coins.covers(Purse(3, 0))
        (True, False)
        """
        try:
            self.value_at(position, score)
        except PositionError:
            return False
        return True

    def kind(self, position: Hashable) -> str:
        """The kind of node at a position: a 'choice', a 'chance' or a 'final'."""
        return KINDS[type(self.rules_at(position))]

    def rules_at(self, position: Hashable) -> Node:
        """The node at a possible position, or a node written in place below one."""
        return node_at(self.game, self.require(position))

    def require(self, position: Hashable) -> Hashable:
        """The position itself, or the one a node belongs to, if it can occur."""
        return position

    def value_of(self, edge: Transition, score: Number | None) -> Number:
        """The value of an option or an outcome, including the points it gains at once."""
        if self.tracked and score is not None:
            return self.value_at(edge.place, score + edge.points)
        return edge.points + self.value_at(edge.place, score)

    def rounding(
        self,
        position: Hashable,  # noqa: ARG002  # for who knows
        score: Number | None = None,  # noqa: ARG002  # for who knows
    ) -> Number:
        """How far rounding may affect the value of a position, if known."""
        return 0

    def ties(self, value: Number, best: Number) -> bool:
        """Whether two values are equally good: equal if exact, else equal up to rounding."""
        if self.exact:
            return value == best
        return equally_good(float(value), float(best), 0.0)

    def play(self, decision: Decision) -> Label:
        """The solution as a strategy: its best option."""
        return self.best(decision.position, decision.score if self.tracked else None)

    def read(self, text: str) -> Hashable:
        """The position that a text describes, if it can occur.

        >>> from perfectplay import solve
        >>> from perfectplay.games.coins import Coins
        >>> solve(Coins()).read("coins=3 points=2")
        Purse(coins=3, points=2)
        """
        place, *path = text.split(" > ")
        position = self.game.read(place)
        for step in path:
            here = edges(position, self.rules_at(position))
            found = next((edge for edge in here if str(edge.step) == step), None)
            if found is None or found.node is None:
                raise PositionError(f"there is no '{step}' at {self.game.text(position)}")
            position = found.place
        return position

    # The whole of play

    def visits(self) -> dict[Hashable, Number]:
        """How often each position arises in play.

        The keys are positions, or (position, score) pairs if the score is tracked.

        >>> from perfectplay import solve
        >>> from perfectplay.games.coins import Coins, Purse
        >>> solve(Coins(coins=1, target=1)).visits()[Purse(0, 0)]
        0.5
        """
        raise refusal(self, Solution.visits)

    def length(self) -> Number:
        """How many positions a game passes through on average, the final one not counted.

        It is infinite if play may go on for ever.

        >>> from perfectplay import solve
        >>> from perfectplay.games.coins import Coins
        >>> solve(Coins(coins=1, target=2), exact=True).length()
        Fraction(3, 2)
        """
        total: Number = 0
        for place, often in self.visits().items():
            position = place[0] if self.tracked and isinstance(place, tuple) else place
            if self.kind(position) != "final":
                total += often
        return total

    @property
    def never_ends(self) -> Number:
        """How likely play goes on for ever."""
        return 0

    def distribution(self) -> Distribution:
        """The exact distribution of the final score under this solution's play.

        If points are scored on a cycle there are infinitely many scores; `truncated_mass` is the
        total probability of those that are left out.

        >>> from perfectplay import solve
        >>> from perfectplay.games.greed import Greed
        >>> solve(Greed(max=2, sides=2)).distribution()
        Distribution({-1: 0.125, 0: 0.75, 1: 0.125})
        """
        raise refusal(self, Solution.distribution)

    def deviation(self) -> float:
        """The standard deviation of the final score under this solution's play.

        >>> from perfectplay import solve
        >>> from perfectplay.games.greed import Greed
        >>> solve(Greed(max=2, sides=2)).deviation()
        0.5
        """
        return self.distribution().deviation

    def simulate(self, games: int = 100_000, seed: int = 0) -> Simulation:  # noqa: ARG002  # for who tells
        """What simulated games come to, with dice from a generator with this seed."""
        raise refusal(self, Solution.simulate)

    def table(self, *, every: bool = False) -> pl.DataFrame:  # noqa: ARG002  # for who tells
        """A data frame with one row for each decision, or for every position."""
        raise refusal(self, Solution.table)

    def figure(
        self,
        kind: str | None = None,
        *,
        at: Hashable | None = None,
        score: Number | None = None,
        beside: Mapping[str, Mapping[Number, Number] | Sequence[Number]] | None = None,
        dark: bool = False,
    ) -> Figure:
        """A figure of a kind; by default the first that this solution has.

        The kinds are `scores`, `at-least`, `policy`, `chart`, `last`, `decisions`, `boxes`, `turn`
        and `graph`, where they fit the game. `at` is a position, for `turn` and for races; `beside`
        are other strategies for `at-least`: by name, P(score >= x) for each x.

        >>> from perfectplay import solve
        >>> from perfectplay.games.coins import Coins
        >>> solve(Coins(coins=2, target=2)).figure("graph").get_suptitle()
        'The whole game, and how best to play it'
        """
        with explain_missing_extra():
            from perfectplay.figures.kinds import FigureRequest, draw

        return draw(FigureRequest(self, at, score, beside or {}, dark), kind)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the solution to a file, atomically; `load` reads it back."""
        from perfectplay.solution.storage.files import save

        save(self, path)


def decimals_within(gap: float) -> int:
    """How many decimals are known of a number whose bounds are this far apart.

    >>> decimals_within(4.6e-11), decimals_within(0.2), decimals_within(30.0)
    (10, 1, -2)
    """
    if not gap:
        return sys.float_info.dig
    known = -math.ceil(math.log10(gap))
    return max(1, known) if gap < 1 else known
