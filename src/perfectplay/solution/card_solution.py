"""What can be asked inside a turn on a scorecard, whatever the values between turns are."""

from __future__ import annotations

import dataclasses
from collections.abc import Hashable, Mapping
from typing import Any

from perfectplay.engines.scorecard.anchors import ABSENT, Anchors
from perfectplay.engines.scorecard.lattice import Lattice
from perfectplay.engines.scorecard.turn import TurnValues
from perfectplay.errors import PerfectPlayError, PositionError
from perfectplay.model.nodes import Inline, Label, Number
from perfectplay.model.scorecard import DiceAndBoxes, Duel, DuelRolled, Rolled, Turn
from perfectplay.model.scorecard.game import keep_words, keeps, rolls
from perfectplay.solution.options import Option, Outcome, ranked
from perfectplay.solution.solution import Solution

Between = Turn | Duel
Place = Turn | Duel | Rolled | DuelRolled
TURNS_KEPT = 4096


@dataclasses.dataclass(repr=False)
class CardSolution(Solution):
    """A game on scorecards, solved by an engine that keeps values between turns alone.

    What there is inside a turn is worked out when someone asks for it. A subclass tells what the
    positions between turns are worth to the player who is to move.
    """

    game: DiceAndBoxes
    anchors: Anchors
    lattice: Lattice

    # For a subclass to answer

    def value_between(self, before: Any, score: Number | None) -> float:
        """What a position between turns is worth to who is to move."""
        raise NotImplementedError

    def values_in(self, before: Any, score: Number | None) -> TurnValues:
        """What there is inside a turn, worth to who is to move."""
        raise NotImplementedError

    def ties(self, value: Number, best: Number) -> bool:
        """Whether two values are equally good."""
        raise NotImplementedError

    def seen(self, value: float, mover: int) -> float:
        """A value for who is to move, as it is told: from the side of the first player."""
        return value if mover == 0 else 1 - value

    # Asking about one position

    def options(self, position: Hashable, score: Number | None = None) -> list[Option]:
        place = self.moment(position)
        if isinstance(position, Inline) or isinstance(place, (Turn, Duel)):
            reason = "the game is over" if self.kind(position) == "final" else "chance decides"
            raise PositionError(
                f"there is nothing to choose at {self.game.text(position)}: {reason}"
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
            dataclasses.replace(option, value=self.seen(float(option.value), mover))
            for option in ranked(values, self.ties)
        ]

    def outcomes(self, position: Hashable, score: Number | None = None) -> list[Outcome]:
        if self.kind(position) != "chance":
            raise PositionError(f"{self.game.text(position)} is not left to chance")
        card = self.game.card
        place = self.moment(position)
        before: Between = place if isinstance(place, (Turn, Duel)) else place.before
        kept: tuple[int, ...] = ()
        left = card.rerolls
        if isinstance(place, (Rolled, DuelRolled)):
            kept, left = self.kept(position, place), place.rerolls - 1
        values = self.values_in(before, score)
        chance = rolls(card.dice - len(kept), card.sides)
        found = []
        for new, likely in zip(chance.thens, chance.odds.floats(), strict=True):
            roll = tuple(sorted(kept + new))
            value = self.seen(values.roll(roll, left), before.mover)
            found.append(Outcome(before.rolled(roll, left), likely, 0, value))
        return found

    def value_at(self, position: Hashable, score: Number | None = None) -> float:
        place = self.moment(position)
        if isinstance(place, (Turn, Duel)):
            return self.seen(self.value_between(place, score), place.mover)
        turn = self.values_in(place.before, score)
        value = turn.roll(place.roll, place.rerolls)
        if isinstance(position, Inline):
            value = turn.keeps(place.roll, place.rerolls)[self.kept(position, place)]
        return self.seen(value, place.before.mover)

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

    def when(self, label: Label, by: list[str] | None = None) -> Any:
        raise PerfectPlayError(
            f"{self.game.name} has too many decisions to tell when to take "
            f"{' by '.join([str(label), *(by or [])])}; `table --decisions --out FILE` writes all"
        )

    # Positions

    def moment(self, position: Hashable) -> Any:
        """The position that one is, or lies behind; refused if it cannot occur."""
        place = position.position if isinstance(position, Inline) else position
        kinds = (Turn, Rolled) if self.game.players == 1 else (Duel, DuelRolled)
        if not isinstance(place, kinds) or not is_whole(place):
            raise PositionError(f"{position!r} is not a position of {self.game.name}")
        self.require(place)
        if isinstance(position, Inline):
            if not isinstance(place, (Rolled, DuelRolled)):
                raise PositionError(f"nothing is chosen at {self.game.text(place)}")
            self.kept(position, place)
        return place

    def require(self, place: Place) -> None:
        """Refuse a position that cannot occur."""
        before = place if isinstance(place, (Turn, Duel)) else place.before
        turns = before.turns if isinstance(before, Duel) else (before,)
        sound = all(map(self.is_sound, turns))
        if isinstance(before, Duel):
            sound = sound and 0 <= len(before.turn.open) - len(before.other.open) <= 1
        if sound and isinstance(place, (Rolled, DuelRolled)):
            card = self.game.card
            sound = place.roll in self.lattice.number and len(place.roll) == card.dice
            sound = sound and 0 <= place.rerolls <= card.rerolls and not before.over
        if not sound:
            raise PositionError(
                f"the position {self.game.text(place)} cannot occur in {self.game!r}"
            )
        for turn in turns:
            self.anchor(turn)

    def is_sound(self, turn: Turn) -> bool:
        """Whether a turn has boxes of the card, in order, and totals that its bonuses can have."""
        card = self.game.card
        if any(name not in card.names for name in turn.open):
            return False
        if len(turn.totals) != len(card.bonuses):
            return False
        if [name for name in card.names if name in turn.open] != [*turn.open]:
            return False
        pairs = zip(turn.totals, card.bonuses, strict=True)
        return all(0 <= total <= bonus.at for total, bonus in pairs)

    def anchor(self, turn: Turn) -> int:
        """The number of a turn."""
        anchor = self.anchors.anchor(turn)
        if anchor == ABSENT:
            raise PositionError(
                f"the position {self.game.text(turn)} cannot occur in {self.game!r}; its totals or "
                "its repeat bonus do not go with the boxes that are filled"
            )
        return anchor

    def kept(self, position: Hashable, place: Rolled | DuelRolled) -> tuple[int, ...]:
        """The dice that a chance behind a roll keeps."""
        assert isinstance(position, Inline)
        dice = self.game.card.dice
        for keep in keeps(place.roll)[1:] if place.rerolls else []:
            if position.path == (keep_words(keep, dice),):
                return keep
        raise PositionError(
            f"there is no '{' > '.join(map(str, position.path))}' at {self.game.text(place)}"
        )


def is_whole(place: Place) -> bool:
    """Whether the fields of a position are of the right kinds."""
    kinds = {"open": str, "first": str, "second": str, "totals": int, "roll": int}
    for name, value in zip(place._fields, place, strict=True):
        field = name if name in kinds else name.split("_")[-1]
        if field in kinds:
            right = isinstance(value, tuple) and all(type(each) is kinds[field] for each in value)
        else:
            right = type(value) is (bool if field == "repeat" else int)
        if not right:
            return False
    return True
