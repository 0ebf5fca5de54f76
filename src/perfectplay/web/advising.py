"""What to do with the dice on the table: the library's answers, put together for a page."""

from __future__ import annotations

import time
from collections.abc import Hashable
from math import inf
from typing import Any, Literal

from perfectplay.analysis.aims import aims
from perfectplay.analysis.bonuses import BonusChances
from perfectplay.analysis.prospects import Prospects
from perfectplay.engines.scorecard.solution import ScorecardSolution
from perfectplay.errors import PerfectPlayError, PositionError
from perfectplay.model.nodes import Inline, Number
from perfectplay.model.scorecard import DiceAndBoxes, Placement, Rolled, Turn
from perfectplay.model.scorecard.card import REPEAT
from perfectplay.model.scorecard.game import keep_words, keeps
from perfectplay.model.scorecard.record import write_dice
from perfectplay.model.scorecard.scoring import Roll
from perfectplay.model.scorecard.sheet import Sheet, read_dice
from perfectplay.present.words import in_words
from perfectplay.solution.options import Option
from perfectplay.solution.solution import Solution
from perfectplay.web.messages import Card, TableQuestion
from perfectplay.web.shelf import Entry

DIGITS = 6


def advise(entry: Entry, question: TableQuestion, seconds: float = inf) -> dict[str, Any]:
    """The ranked keeps or boxes, as `messages.Advice` has it, explained within some seconds."""
    until = time.monotonic() + seconds
    solution = entry.solution
    game = card_game(solution)
    sheet, place = at_the_table(game, question)
    score = sheet.score
    if solution.tracked and score is None:
        raise PositionError(
            f"for {solution.meaning} the score so far matters: give the points of every filled box"
        )
    told = score if solution.tracked else None
    bonus = entry.odds.bonus if entry.odds else None  # one answer for all: odds may come meanwhile
    options: list[dict[str, Any]] = []
    if isinstance(place, Rolled):
        teller = OptionTeller(entry, bonus, question, place, told, until)
        ranked = solution.options(place, told)
        options = [teller.tell(option, rank) for rank, option in enumerate(ranked)]
    base = 0 if solution.tracked else score or 0
    return {
        "position": game.text(place),
        "moment": moment_of(place),
        "open": list(place.open),
        "score": score,
        "value": rounded(solution.value_at(place, told) + base),
        "bonuses": bonus_standings(bonus, game, sheet.turn, told),
        "options": options,
    }


def card_game(solution: Solution) -> DiceAndBoxes:
    """The game, if it is played on a scorecard."""
    if not isinstance(solution.game, DiceAndBoxes):
        raise PerfectPlayError(f"{solution.game.name} is not played on a scorecard")
    return solution.game


def at_the_table(game: DiceAndBoxes, question: TableQuestion) -> tuple[Sheet, Turn | Rolled]:
    """The position that a table shows."""
    sheet = Sheet.read(game.card, card_words(question.card))
    if question.dice is None:
        if question.rerolls is not None:
            raise PositionError("rerolls go with dice")
        return sheet, sheet.turn
    roll = read_dice(game.card, question.dice)
    most = game.card.rerolls
    left = most if question.rerolls is None else question.rerolls
    if left > most:
        raise PositionError(f"{left} rerolls cannot be left; {game.name} has 0 to {most}")
    if not sheet.turn.open:
        raise PositionError("all boxes of the card are filled: the game is over")
    return sheet, sheet.turn.rolled(roll, left)


def card_words(card: Card) -> str:
    """The boxes that are filled, as players write them."""
    return " ".join(name if held is None else f"{name}={held}" for name, held in card.items())


def moment_of(place: Turn | Rolled) -> Literal["roll", "keep", "place", "over"]:
    """What is to be done next."""
    if isinstance(place, Turn):
        return "roll" if place.open else "over"
    return "keep" if place.rerolls else "place"


def bonus_standings(
    bonus: BonusChances | None, game: DiceAndBoxes, turn: Turn, score: Number | None
) -> list[dict[str, Any]]:
    """How far each bonus is, and how likely before the dice are rolled."""
    chances = bonus.at(turn, score) if bonus else [None] * len(turn.totals)
    return [
        {
            "name": each.name,
            "total": total,
            "at": each.at,
            "points": each.points,
            "chance": None if chance is None else rounded(chance),
        }
        for each, total, chance in zip(game.card.bonuses, turn.totals, chances, strict=True)
    ]


class OptionTeller:
    """Tells the options of one position."""

    def __init__(
        self,
        entry: Entry,
        bonus_chances: BonusChances | None,
        question: TableQuestion,
        place: Rolled,
        score: Number | None,
        until: float,
    ) -> None:
        self.entry, self.question, self.place, self.score = entry, question, place, score
        self.bonus_chances, self.until = bonus_chances, until
        self.game = card_game(entry.solution)
        self.placements = {} if place.rerolls else self.game.placements(place.turn, place.roll)
        dice = self.game.card.dice
        self.kept = {keep_words(keep, dice): keep for keep in keeps(place.roll)}

    def tell(self, option: Option, rank: int) -> dict[str, Any]:
        """One option, as `messages.OptionFacts` has it."""
        label = str(option.label)
        placed = self.placements.get(label)
        base = 0 if self.entry.solution.tracked else self.sheet_score
        told: dict[str, Any] = {
            "label": label,
            "words": in_words(self.place, option),
            "value": rounded(option.value + base),
            "cost": rounded(option.cost),
            "best": option.best,
            "points": placed.points if placed else None,
            "extra": placed.extra if placed else None,
            "then": self.table_after(label, placed),
            "bonus": self.bonus(label, placed),
            "aims": None,
        }
        if placed is None and rank < self.question.explain and time.monotonic() < self.until:
            told["aims"] = [
                {
                    "box": aim.box,
                    "made": rounded(aim.made),
                    "filled": rounded(aim.filled),
                    "points": rounded(aim.points),
                }
                for aim in self.aims(label)
            ]
        return told

    @property
    def sheet_score(self) -> int:
        """The points so far, as far as they are known."""
        held = [points for name, points in self.question.card.items() if self.counts(name)]
        return sum(points for points in held if points is not None)

    def counts(self, name: str) -> bool:
        """Whether a word of the card tells points, and not what counts towards a bonus."""
        return name in self.game.card.names or name == REPEAT

    def table_after(self, label: str, placed: Placement | None) -> dict[str, Any]:
        """The table after an option was taken."""
        game, place, card = self.game, self.place, dict(self.question.card)
        if placed is None:
            keep = self.kept[label]
            stop = keep == place.roll
            return {
                "dice": write_dice(game.card, keep) if keep else "",
                "rerolls": 0 if stop else place.rerolls - 1,
                "card": card,
            }
        card[label] = placed.points
        if placed.extra:
            card[REPEAT] = (card.get(REPEAT) or 0) + placed.extra
        for bonus in game.card.bonuses:
            if card.get(bonus.name) is not None and label in bonus.boxes:
                card[bonus.name] = (card[bonus.name] or 0) + placed.points
        return {"dice": "", "rerolls": None, "card": card}

    def bonus(self, label: str, placed: Placement | None) -> dict[str, float] | None:
        """The chance of each bonus after an option."""
        likely = self.bonus_chances
        if likely is None:
            return None
        names = [bonus.name for bonus in self.game.card.bonuses]
        if placed is not None:
            score = None if self.score is None else self.score + placed.points + placed.extra
            chances = likely.at(placed.turn, score)
        elif isinstance(self.entry.solution, ScorecardSolution):
            chances = self.prospects.bonuses(self.kept[label], self.place.rerolls)
        else:
            chances = likely.at(self.place_after(label), self.score)
        return {name: rounded(chance) for name, chance in zip(names, chances, strict=True)}

    @property
    def prospects(self) -> Prospects:
        """The prospects of the turn."""
        return self.entry.prospects(self.place.turn, bonuses=self.bonus_chances is not None)

    def place_after(self, label: str) -> Hashable:
        """The position after a keep: a chance, or the same dice when all are kept."""
        if self.kept[label] == self.place.roll:
            return self.place._replace(rerolls=0)
        return Inline(self.place, (label,))

    def aims(self, label: str) -> list[Any]:
        """What a keep aims at."""
        if isinstance(self.entry.solution, ScorecardSolution):
            return self.prospects.aims(self.kept[label], self.place.rerolls)
        return aims(self.entry.solution, self.place, label, self.score)


def rounded(number: Number) -> float:
    """A number with as many digits as a page can use."""
    return round(float(number), DIGITS)


def dice_after(game: DiceAndBoxes, kept: str, throw: Any) -> str:
    """What all dice show when those that are not kept are rolled; `throw(sides)` rolls one."""
    from perfectplay.model.scorecard.sheet import read_faces

    keep: Roll = read_faces(game.card, kept) if kept.strip() else ()
    if len(keep) > game.card.dice:
        raise PositionError(
            f"'{kept}' shows {len(keep)} dice; {game.name} is played with {game.card.dice}"
        )
    new = tuple(throw(game.card.sides) for _ in range(game.card.dice - len(keep)))
    return write_dice(game.card, tuple(sorted(keep + new)))
