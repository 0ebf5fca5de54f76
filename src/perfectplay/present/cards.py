"""What to do on a scorecard: alone, and against an opponent."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Self

from perfectplay.analysis.aims import aims
from perfectplay.errors import PositionError
from perfectplay.model.game import Game
from perfectplay.model.nodes import Inline, Number
from perfectplay.model.scorecard import Duel, Placement, Rolled, Scorecard, Turn
from perfectplay.model.scorecard.card import REPEAT
from perfectplay.model.scorecard.game import COUNTS, keep_words, keeps
from perfectplay.model.scorecard.record import write_dice
from perfectplay.model.scorecard.scoring import Roll
from perfectplay.model.table import TablePosition
from perfectplay.objectives import Win
from perfectplay.play.line import LineOfPlay
from perfectplay.present.advice import Advice, Ranked
from perfectplay.solution.options import Aim
from perfectplay.solution.solution import Solution

if TYPE_CHECKING:
    from perfectplay.analysis.bonuses import BonusChances
    from perfectplay.solution.answers import Prospects

Filled = Mapping[str, int | None]
"""The filled boxes, with their points if known."""


def card_of(game: Game[Any]) -> Scorecard:
    """The scorecard of a game, if it is played on one."""
    if game.card is None:
        raise PositionError(f"{game.name} is not played on a scorecard")
    return game.card


def rerolls_left(card: Scorecard, rerolls: int) -> str:
    """The number of rerolls left, on a card that has any.

    >>> from perfectplay.games.yazy import Yazy
    >>> rerolls_left(Yazy().card, 1)
    ', one reroll left'
    """
    return f", {COUNTS[rerolls]} reroll{'' if rerolls == 1 else 's'} left" if card.rerolls else ""


class Reason(NamedTuple):
    """What speaks for an option: where the turn may end, or points now and later."""

    option: Ranked
    aims: Sequence[Aim] = ()
    points: int | None = None
    later: Number | None = None


class BonusProgress(NamedTuple):
    """How far along a bonus is, and its chance before the dice are rolled."""

    name: str
    total: int
    at: int
    points: int
    chance: float | None


class TableAfter(NamedTuple):
    """The table after an option: what to ask next."""

    dice: str
    rerolls: int | None
    card: dict[str, int | None]


@dataclasses.dataclass(frozen=True)
class CardAdvice(Advice):
    """What to do on your own card, with what each option aims at and leaves.

    >>> from perfectplay import solve
    >>> from perfectplay.games.yazy import Yazy
    >>> from perfectplay.model.table import Table
    >>> yazy = solve(Yazy())
    >>> advice = CardAdvice.at(yazy, yazy.game.position_from_table(Table(dice="66633", rerolls=0)))
    >>> best = advice.options[0]
    >>> best.label, advice.placements[best.label].points, advice.after(best, {}).card
    ('full-house', 25, {'full-house': 25})
    """

    bonuses: BonusChances | None = None
    """The chances of the bonuses, if known."""
    prospects: Prospects | None = None
    """How the turn may end after every keep, if all of these were computed together."""

    @classmethod
    def at(
        cls,
        solution: Solution,
        seen: TablePosition,
        bonuses: BonusChances | None = None,
        prospects: Prospects | None = None,
    ) -> Self:
        """The advice for a card; if the running score matters, it has to be known."""
        if solution.tracked and seen.score is None:
            raise PositionError(
                f"for {solution.meaning} the score so far matters: write the points of every "
                "filled box"
            )
        advice = cls.of(solution, seen)
        return dataclasses.replace(advice, bonuses=bonuses, prospects=prospects)

    @property
    def card(self) -> Scorecard:
        """The scorecard."""
        return card_of(self.solution.game)

    @property
    def moment(self) -> Literal["roll", "keep", "place", "over"]:
        """The current decision."""
        if isinstance(self.position, Turn):
            return "roll" if self.position.open else "over"
        return "keep" if self.position.rerolls else "place"

    @functools.cached_property
    def placements(self) -> dict[str, Placement]:
        """The boxes the dice can go into, once rolling is over."""
        if self.moment != "place":
            return {}
        return self.card.placements(self.position.turn, self.position.roll)

    @functools.cached_property
    def keeps(self) -> dict[str, Roll]:
        """The dice that each option keeps."""
        dice = self.card.dice
        return {keep_words(keep, dice): keep for keep in keeps(self.position.roll)}

    @property
    def asked(self) -> Number | None:
        """The score in the form in which the solution expects it."""
        return self.seen.score if self.solution.tracked else None

    def aims(self, option: Ranked) -> Sequence[Aim]:
        """How the turn may end after a keep."""
        if self.prospects is not None:
            return self.prospects.aims(self.keeps[str(option.label)], self.position.rerolls)
        return aims(self.solution, self.position, option.label, self.asked)

    def reason(self, option: Ranked) -> Reason:
        """What speaks for an option."""
        if not self.placements:
            return Reason(option, self.aims(option))
        return Reason(option, points=self.points(option), later=self.later(option))

    def points(self, option: Ranked) -> int:
        """The points the dice score in a box now."""
        placed = self.placements[str(option.label)]
        return placed.points + placed.extra

    def later(self, option: Ranked) -> Number | None:
        """The points still to come after filling a box, if points are what counts."""
        if not self.placements or not self.solution.objective.linear:
            return None
        return option.value - self.points(option)

    def after(self, option: Ranked, filled: Filled) -> TableAfter:
        """The table after taking an option, given the filled boxes."""
        label, card = str(option.label), dict(filled)
        if not self.placements:
            keep = self.keeps[label]
            left = 0 if keep == self.position.roll else self.position.rerolls - 1
            return TableAfter(write_dice(self.card, keep) if keep else "", left, card)
        placed = self.placements[label]
        card[label] = placed.points
        if placed.extra:
            card[REPEAT] = (card.get(REPEAT) or 0) + placed.extra
        for bonus in self.card.bonuses:
            if card.get(bonus.name) is not None and label in bonus.boxes:
                card[bonus.name] = (card[bonus.name] or 0) + placed.points
        return TableAfter("", None, card)

    def standings(self) -> list[BonusProgress]:
        """How far along each bonus is."""
        turn = self.position.turn
        chances = self.bonuses.at(turn, self.asked) if self.bonuses else [None] * len(turn.totals)
        return [
            BonusProgress(each.name, total, each.at, each.points, chance)
            for each, total, chance in zip(self.card.bonuses, turn.totals, chances, strict=True)
        ]

    def bonus_chances(self, option: Ranked) -> dict[str, float] | None:
        """The chance of each bonus after an option, if known."""
        if self.bonuses is None:
            return None
        label = str(option.label)
        if self.placements:
            score = None if self.asked is None else self.asked + self.points(option)
            chances = self.bonuses.at(self.placements[label].turn, score)
        elif self.prospects is not None:
            chances = self.prospects.bonuses(self.keeps[label], self.position.rerolls)
        else:
            chances = self.bonuses.at(self.place_after(label), self.asked)
        return dict(zip((bonus.name for bonus in self.card.bonuses), chances, strict=True))

    def place_after(self, label: str) -> Hashable:
        """The position after a keep: a chance node, or the same dice if all are kept."""
        position: Rolled = self.position
        if self.keeps[label] == position.roll:
            return position._replace(rerolls=0)
        return Inline(position, (label,))


@dataclasses.dataclass(frozen=True)
class DuelAdvice(Advice):
    """What to do to win at a table for two: values are the mover's chances.

    >>> from perfectplay.games.yazy import Yazy
    >>> from perfectplay.model.table import Table
    >>> from perfectplay import solve_end_game
    >>> yazy = Yazy(players=2)
    >>> names = [name for name in yazy.card.names if name not in ("ones", "sixes")]
    >>> filled = " ".join(f"{name}=0" for name in names)
    >>> table = Table(card=filled, other=f"{filled} sixes=18", dice="11166", rerolls=0)
    >>> seen = yazy.position_from_table(table)
    >>> end = solve_end_game(yazy, seen.position.before, seen.score)
    >>> advice = DuelAdvice.at(end, seen)
    >>> advice.lead, [option.label for option in advice.options if option.best]
    (-18, ['ones'])
    """

    @classmethod
    def at(cls, solution: Solution, seen: TablePosition) -> Self:
        """The advice of a solution for two players with these cards."""
        return cls.of(solution, seen, seen.position.before.mover)

    @property
    def before(self) -> Duel:
        """The position before the roll."""
        duel: Duel = self.position.before
        return duel

    @property
    def lead(self) -> int:
        """How far the mover leads."""
        lead = self.seen.score or 0
        return -lead if self.before.mover else lead

    @property
    def tie(self) -> float:
        """What a tie counts."""
        objective = self.solution.objective
        assert isinstance(objective, Win)
        return float(objective.for_player(self.before.mover, objective.tie))

    def for_points(self, alone: Solution) -> Ranked:
        """What to do when playing alone, by a solution for one player, with its cost here."""
        rolled = self.position.turn.rolled(self.position.roll, self.position.rerolls)
        return self.option(alone.best(rolled, self.seen.own if alone.tracked else None))

    def spoken(self, option: Ranked) -> str:
        """An option, for use in a sentence."""
        return option.words if self.position.rerolls else f"fill {option.words}"


def filled_boxes(line: LineOfPlay) -> dict[str, int]:
    """The points in each filled box, in the order they were filled, and for repeats.

    >>> from perfectplay import solve
    >>> from perfectplay.games.slots import Slots
    >>> line = LineOfPlay.begin(solve(Slots())).happen(0.99).choose("x3")
    >>> filled_boxes(line)
    {'x3': 18}
    """
    card = card_of(line.game)
    found: dict[str, int] = {}
    for step in line.steps:
        place = step.before.name
        if step.player is not None and isinstance(place, Rolled) and not place.rerolls:
            placed = card.placements(place.turn, place.roll)[str(step.taken)]
            found[str(step.taken)] = placed.points
            if placed.extra:
                found[REPEAT] = found.get(REPEAT, 0) + placed.extra
    return found
