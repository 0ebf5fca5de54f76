"""Answer questions inside a turn on a scorecard, whatever the values between turns stand for."""

from __future__ import annotations

import dataclasses
from collections.abc import Hashable, Mapping
from typing import Any, ClassVar

from perfectplay.engines.scorecard.anchors import Anchors
from perfectplay.engines.scorecard.answers.turn_values import TurnValues
from perfectplay.engines.scorecard.lattice import Lattice
from perfectplay.engines.scorecard.positions import anchor_of, require_position
from perfectplay.errors import PositionError
from perfectplay.model.loaded import throws
from perfectplay.model.nodes import Inline, Label, Number
from perfectplay.model.scorecard import DiceAndBoxes, Duel, DuelRolled, Rolled, Turn
from perfectplay.model.scorecard.game import keep_words, keeps
from perfectplay.solution.options import Option, Outcome, ranked
from perfectplay.solution.solution import Solution

Between = Turn | Duel
TURNS_BYTES = 32 << 20
"""The most memory for turns that are cached after being asked about."""


@dataclasses.dataclass(repr=False)
class CardSolution(Solution):
    """A game on scorecards, solved by an engine that stores only the values between turns.

    Everything inside a turn is computed on demand. A subclass says what the positions between turns
    are worth to the player to move.
    """

    where_counted: ClassVar[str] = "between turns"

    game: DiceAndBoxes
    anchors: Anchors
    lattice: Lattice

    @property
    def turns_kept(self) -> int:
        """How many turns are cached: at least one."""
        numbers = 2 * self.game.card.rerolls * self.lattice.size + self.lattice.rolls
        return max(1, TURNS_BYTES // (8 * numbers))

    # Implemented by subclasses

    def value_between(self, before: Any, score: Number | None) -> float:
        """The value of a position between turns to the player to move."""
        raise NotImplementedError

    def values_in(self, before: Any, score: Number | None) -> TurnValues:
        """The values inside a turn to the player to move."""
        raise NotImplementedError

    def ties(self, value: Number, best: Number) -> bool:
        """Whether two values are equally good."""
        raise NotImplementedError

    def value_to_mover(self, value: float, mover: int) -> float:
        """The mover's value as seen by the first player, which is how values are reported."""
        return value if mover == 0 else 1 - value

    def costing(self, cost: float) -> float:
        """How a difference between values is reported."""
        return cost

    # Questions about one position

    def options(self, position: Hashable, score: Number | None = None) -> list[Option]:
        place = self.moment(position)
        if isinstance(position, Inline) or isinstance(place, (Turn, Duel)):
            reason = "the game is over" if self.kind(position) == "final" else "chance decides"
            raise PositionError(
                f"there is no choice to make at {self.game.text(position)}: {reason}"
            )
        turn = self.values_in(place.before, score)
        if place.rerolls:
            values: Mapping[Label, float] = {
                keep_words(keep, self.game.card.dice): value
                for keep, value in turn.keeps(place.roll, place.rerolls).items()
            }
        else:
            values = turn.boxes(place.roll)
        mover = place.before.mover
        return [
            dataclasses.replace(
                option,
                value=self.value_to_mover(float(option.value), mover),
                cost=self.costing(float(option.cost)),
            )
            for option in ranked(values, self.ties)
        ]

    def outcomes(self, position: Hashable, score: Number | None = None) -> list[Outcome]:
        if self.kind(position) != "chance":
            raise PositionError(f"{self.game.text(position)} is not a chance")
        card = self.game.card
        place = self.moment(position)
        before: Between = place if isinstance(place, (Turn, Duel)) else place.before
        kept: tuple[int, ...] = ()
        left = card.rerolls
        if isinstance(place, (Rolled, DuelRolled)):
            kept, left = self.kept(position, place), place.rerolls - 1
        values = self.values_in(before, score)
        chance = throws(card.dice - len(kept), card.weights)
        found = []
        for new, likely in zip(chance.thens, chance.odds.floats(), strict=True):
            roll = tuple(sorted(kept + new))
            value = self.value_to_mover(values.roll(roll, left), before.mover)
            found.append(Outcome(before.rolled(roll, left), likely, 0, value))
        return found

    def value_at(self, position: Hashable, score: Number | None = None) -> float:
        place = self.moment(position)
        if isinstance(place, (Turn, Duel)):
            return self.value_to_mover(self.value_between(place, score), place.mover)
        turn = self.values_in(place.before, score)
        value = turn.roll(place.roll, place.rerolls)
        if isinstance(position, Inline):
            value = turn.keeps(place.roll, place.rerolls)[self.kept(position, place)]
        return self.value_to_mover(value, place.before.mover)

    def kind(self, position: Hashable) -> str:
        place = self.moment(position)
        if isinstance(place, (Turn, Duel)):
            return "final" if place.over else "chance"
        return "chance" if isinstance(position, Inline) else "choice"

    def read(self, text: str) -> Hashable:
        place, *path = text.split(" > ")
        position = self.game.read(place)
        named: Hashable = Inline(position, tuple(path)) if path else position
        self.moment(named)
        return named

    # Positions

    def moment(self, position: Hashable) -> Any:
        """A position on a card, or the one a node belongs to; refused if it cannot occur."""
        named = isinstance(position, Inline)
        place = require_position(
            self.game, self.anchors, position.position if isinstance(position, Inline) else position
        )
        if named:
            if not isinstance(place, (Rolled, DuelRolled)):
                raise PositionError(f"nothing is chosen at {self.game.text(place)}")
            self.kept(position, place)
        return place

    def anchor(self, turn: Turn) -> int:
        """The anchor of a turn."""
        return anchor_of(self.game, self.anchors, turn)

    def kept(self, position: Hashable, place: Rolled | DuelRolled) -> tuple[int, ...]:
        """The dice kept by a chance node that follows a roll."""
        assert isinstance(position, Inline)
        dice = self.game.card.dice
        for keep in keeps(place.roll)[1:] if place.rerolls else []:
            if position.path == (keep_words(keep, dice),):
                return keep
        raise PositionError(
            f"there is no '{' > '.join(map(str, position.path))}' at {self.game.text(place)}"
        )
