"""A scorecard as a game: before a roll, after a roll, and once rolling is over."""

from __future__ import annotations

import dataclasses
import functools
import itertools
from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from perfectplay.model.game import Extent, Game
from perfectplay.model.loaded import DIE_DOC, Weights, throws
from perfectplay.model.nodes import Chance, Choice, Final, Gain, Label, Node
from perfectplay.model.parameters import parameter
from perfectplay.model.scorecard.extent import extent_of
from perfectplay.model.scorecard.positions import Duel, DuelRolled, Rolled, Turn
from perfectplay.model.scorecard.scoring import Roll
from perfectplay.model.table import Table, TablePosition
from perfectplay.model.text import read
from perfectplay.model.view import View
from perfectplay.objectives import Objective, Win

if TYPE_CHECKING:
    from perfectplay.model.scorecard.card import Scorecard


class Placement(NamedTuple):
    """A roll put into a box: the points it scores, the bonus for a repeat, and what follows."""

    points: int
    extra: int
    turn: Turn


class DiceAndBoxes(Game[Turn | Rolled | Duel | DuelRolled]):
    """A game played on a scorecard, which a subclass provides.

    Roll the dice; keep some and reroll the others, as often as the card allows; then put the roll
    into an open box. The game ends when all boxes are filled. Two players have a card each and take
    turns; the second player's points count against the first.
    """

    family: ClassVar[str] = "scorecard"

    players: int = parameter(  # type: ignore[misc]  # of other games this is fixed
        default=1, low=1, high=2, doc="one, or two who take turns", quiet=True, kw_only=True
    )

    die: str = parameter(default="", doc=DIE_DOC, quiet=True, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.die:
            _ = self.card

    @property
    def scorecard(self) -> Scorecard:
        """The scorecard to play on."""
        raise NotImplementedError

    @functools.cached_property
    def card(self) -> Scorecard:
        """The scorecard, declared once, with the die to play it with."""
        card = self.scorecard
        return card if card.die == self.die else dataclasses.replace(card, die=self.die)

    def start(self) -> Turn | Duel:
        turn = Turn(self.card.names, (0,) * len(self.card.bonuses))
        return turn if self.players == 1 else Duel.of(turn, turn)

    def objective(self) -> Objective:
        return super().objective() if self.players == 1 else Win()

    def extent(self) -> Extent:
        return extent_of(self.card, self.players)

    def check_rules(self) -> None:
        """Score every roll by every rule."""
        self.card.ask_all_rules()

    @property
    def fingerprint(self) -> str:
        return self.card.fingerprint

    def position_from_table(self, table: Table) -> TablePosition:
        """The position given by the filled boxes, the dice and the rerolls left."""
        if any(each is not None for each in (table.opponent, table.cards, table.up)):
            return super().position_from_table(table)
        from perfectplay.model.scorecard.table import look_at_cards

        return look_at_cards(self, table)

    def begins_turn(self, position: Turn | Rolled | Duel | DuelRolled) -> bool:
        return isinstance(position, (Turn, Duel))

    def at(self, position: Turn | Rolled | Duel | DuelRolled) -> Node:
        if isinstance(position, (Turn, Duel)):
            if position.over:
                return Final(self.bonuses_at_the_end(position))
            rerolls = self.card.rerolls
            return throws(self.card.dice, self.card.weights).then(
                lambda roll: position.rolled(roll, rerolls)
            )
        before = position.before
        if position.rerolls:
            return Choice(
                {
                    words: self.keep(position, keep)
                    for words, keep in self.kept_at(position.roll).items()
                },
                player=before.mover,
            )
        sign = -1 if before.mover else 1
        return Choice(
            {
                name: Gain(sign * (placed.points + placed.extra), before.moved(placed.turn))
                for name, placed in self.placements(before.turn, position.roll).items()
            },
            player=before.mover,
        )

    def kept_at(self, roll: Roll) -> dict[str, Roll]:
        """What can be kept from a roll, by its label."""
        return {keep_words(keep, self.card.dice): keep for keep in keeps(roll)}

    def view(self, position: Turn | Rolled | Duel | DuelRolled) -> View:
        from perfectplay.model.scorecard.view import view_of

        return view_of(self, position)

    def keep(self, position: Rolled | DuelRolled, keep: Roll) -> Rolled | DuelRolled | Chance:
        """Keep some dice and reroll the others; keeping all of them ends the rolling."""
        if keep == position.roll:
            return position._replace(rerolls=0)
        before, left = position.before, position.rerolls - 1
        return rerolled(keep, self.card.dice, self.card.weights).then(
            lambda roll: before.rolled(roll, left)
        )

    def placements(self, turn: Turn, roll: Roll) -> dict[str, Placement]:
        """The boxes a roll can go into, and what it scores there."""
        card, repeat = self.card, self.card.repeat
        open_boxes = turn.open[:1] if card.in_order else turn.open
        points = card.points
        extra = 0
        if repeat is not None and repeat.box not in turn.open and roll in card.repeats:
            extra = repeat.points if turn.repeat else 0
            own = card.face_boxes.get(roll[0]) if len(set(roll)) == 1 else None
            if repeat.joker != "none" and own not in open_boxes:
                points = card.joker_points
            if repeat.joker == "forced":
                others = [name for name in open_boxes if name not in card.face_boxes.values()]
                open_boxes = (own,) if own in open_boxes else tuple(others) or open_boxes
        return {
            name: Placement(points[name][roll], extra, self.fill(turn, name, points[name][roll]))
            for name in open_boxes
        }

    def fill(self, turn: Turn, name: str, points: int) -> Turn:
        """The turn after filling a box with some points."""
        repeat = self.card.repeat
        return Turn(
            tuple(other for other in turn.open if other != name),
            tuple(
                min(total + points, bonus.at) if name in bonus.boxes else total
                for total, bonus in zip(turn.totals, self.card.bonuses, strict=True)
            ),
            turn.repeat
            or (repeat is not None and name == repeat.box and points > 0 and repeat.points > 0),
        )

    def bonuses_at_the_end(self, position: Turn | Duel) -> int:
        """The section bonuses at the end; the second player's count against the first."""
        if isinstance(position, Turn):
            return self.bonus_points(position.totals)
        first, second = (self.bonus_points(turn.totals) for turn in position.turns)
        return first - second

    def bonus_points(self, totals: Iterable[int]) -> int:
        """The section bonuses that these totals earn."""
        pairs = zip(totals, self.card.bonuses, strict=True)
        return sum(bonus.points for total, bonus in pairs if total >= bonus.at)

    def text(self, position: Hashable) -> str:
        """A position by its fields, leaving out those that say nothing."""
        text = super().text(position)
        return " ".join(word for word in text.split(" ") if word not in UNSAID)

    def describe(self, position: Hashable) -> str:
        """The dice and the rerolls left; before the roll, the number of open boxes."""
        match position:
            case Rolled(roll=roll, rerolls=rerolls) | DuelRolled(roll=roll, rerolls=rerolls):
                left = f", {rerolls} reroll{'' if rerolls == 1 else 's'} left" if rerolls else ""
                return f"{' '.join(map(str, roll))}{left}"
            case Turn(still_open):
                boxes = len(still_open)
                return f"{boxes} box{'' if boxes == 1 else 'es'} open" if boxes else "card is full"
            case Duel(first, second):
                return f"{len(first)} and {len(second)} boxes open"
            case _:
                return super().describe(position)

    def describe_option(self, position: Hashable, option: Label) -> str:
        """A box, or what is kept and how many dice are rerolled.

        >>> from perfectplay.games.yazy import Yazy
        >>> Yazy().describe_option(Rolled(("sixes",), (3, 3, 6, 6, 6), rerolls=1), "keep 6 6 6")
        'keep 6 6 6, reroll two'
        """
        words, dice = str(option), self.card.dice
        if not isinstance(position, (Rolled, DuelRolled)) or not position.rerolls:
            return words
        if words == keep_words((), dice):
            return words
        if words == keep_words(position.roll, dice):
            return f"keep { ({1: 'it', 2: 'both'}.get(dice, f'all {COUNTS[dice]}')) }, stop"
        kept = words.count(" ")  # one space for each die
        return f"{words}, reroll {COUNTS[dice - kept]}"

    def row_of(self, position: Hashable) -> dict[str, Any]:
        """A position's fields, but only those this card needs; a single die as a number."""
        row = super().row_of(position)
        unneeded = {
            "rerolls": not self.card.rerolls,
            "totals": not self.card.bonuses,
            "repeat": self.card.repeat is None or not self.card.repeat.points,
        }
        if self.card.dice == 1 and "roll" in row:
            row["roll"] = int(row["roll"])
        return {name: value for name, value in row.items() if not unneeded.get(name.split("_")[-1])}

    def read(self, text: str) -> Hashable:
        position = read(text, [Turn, Rolled] if self.players == 1 else [Duel, DuelRolled])
        assert isinstance(position, (Turn, Rolled, Duel, DuelRolled))
        if isinstance(position, (Rolled, DuelRolled)):
            position = position._replace(roll=tuple(sorted(position.roll)))
        none = (0,) * len(self.card.bonuses)
        if isinstance(position, (Turn, Rolled)):
            return position._replace(
                open=self.in_card_order(position.open), totals=position.totals or none
            )
        return position._replace(
            first=self.in_card_order(position.first),
            second=self.in_card_order(position.second),
            first_totals=position.first_totals or none,
            second_totals=position.second_totals or none,
        )

    def in_card_order(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """Boxes in card order; an error if one is unknown or named twice."""
        still_open = tuple(name for name in self.card.names if name in names)
        return still_open if sorted(still_open) == sorted(names) else names


COUNTS = ("no", "one", "two", "three", "four", "five", "six")
UNSAID = (
    *("totals=-", "first_totals=-", "second_totals=-"),
    *("repeat=no", "first_repeat=no", "second_repeat=no"),
    "rerolls=0",
)
"""Words that may be left out of a position."""


@functools.lru_cache(1 << 15)
def rerolled(keep: Roll, dice: int, weights: Weights) -> Chance:
    """What all dice show after rerolling those that were not kept."""
    return throws(dice - len(keep), weights).then(lambda new: tuple(sorted(keep + new)))


def keeps(roll: Roll) -> list[Roll]:
    """The dice that can be kept: all, then one fewer, and so on down to none.

    >>> keeps((3, 6, 6))
    [(3, 6, 6), (3, 6), (6, 6), (3,), (6,), ()]
    """
    sizes = range(len(roll), -1, -1)
    return [keep for size in sizes for keep in sorted(set(itertools.combinations(roll, size)))]


def keep_words(keep: Roll, dice: int) -> str:
    """The label for keeping some dice.

    >>> keep_words((6, 6, 6), 5), keep_words((), 5), keep_words((1, 2), 2)
    ('keep 6 6 6', 'reroll all', 'keep all')
    """
    if not keep:
        return "reroll all"
    return "keep all" if len(keep) == dice else f"keep {' '.join(map(str, keep))}"
