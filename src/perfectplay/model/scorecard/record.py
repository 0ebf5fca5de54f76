"""A game on a scorecard, as players note it down: one line per turn.

>>> from perfectplay.games.yahtzee import Yahtzee
>>> text = '''
... # anything after # is a comment
... game yahtzee joker=forced                      # as one would type it; may be left out
... 13356 keep 33 33146 keep 33 33325 threes
... 66633 keep 666 66612 keep 666 66664 sixes=24   # points may be told; they are checked
... 22222 yahtzee                                  # no keep: the first roll will do
... 11246 keep - 23345 keep 2345 23455 small-straight
... '''
>>> record = Record.read(Yahtzee(), text)
>>> [turn.points for turn in record.turns], record.score
([9, 24, 50, 30], 113)

A turn is a roll; then, for each reroll, `keep`, the dice kept, and what all dice show next; and
finally the box. `keep -` rerolls all dice; keeping all dice ends the rolling, just like naming the
box at once. The dice may come in any order. Dice with more than nine sides are written `10,3,3`.
The name of a box may contain spaces, as in `full house = 25`. The game may be unfinished.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from perfectplay.errors import PositionError
from perfectplay.model.game import Game
from perfectplay.model.naming import meant, several
from perfectplay.model.scorecard.card import Scorecard
from perfectplay.model.scorecard.game import DiceAndBoxes, Placement, keep_words
from perfectplay.model.scorecard.positions import Rolled, Turn
from perfectplay.model.scorecard.scoring import Roll
from perfectplay.model.scorecard.spelling import dice_words, hint, shortened, spelled
from perfectplay.model.text import NOTHING

GAME = "game"
KEEP = "keep"
DIGITS = 9
"""The most sides for which a face is written as one digit."""


@dataclasses.dataclass(frozen=True)
class PlayedTurn:
    """A turn as it was played: the rolls, what was kept of each, and the box for the last one.

    Stopping before all `rerolls` are used up means keeping all dice of the last roll.
    """

    turn: Turn
    rerolls: int
    rolls: tuple[Roll, ...]
    keeps: tuple[Roll, ...]
    box: str
    placed: Placement

    @property
    def points(self) -> int:
        """What the turn scored, including the bonus for a repeat."""
        return self.placed.points + self.placed.extra

    @property
    def decisions(self) -> list[tuple[Rolled, str]]:
        """The decisions of the turn: each position, with the option taken."""
        places = [
            self.turn.rolled(roll, self.rerolls - thrown) for thrown, roll in enumerate(self.rolls)
        ]
        if places[-1].rerolls:
            places.append(places[-1]._replace(rerolls=0))
        labels = [keep_words(keep, len(self.rolls[0])) for keep in self.keeps]
        return list(zip(places, [*labels, self.box], strict=True))


@dataclasses.dataclass(frozen=True)
class Record:
    """A game as it was played, turn by turn."""

    game: DiceAndBoxes
    turns: tuple[PlayedTurn, ...]

    @classmethod
    def read(cls, game: Game[Any], text: str) -> Record:
        """Read what players noted down; errors name the line.

        >>> from perfectplay.games.yahtzee import Yahtzee
        >>> Record.read(Yahtzee(), "13355 keep 55 33146 chance")
        Traceback (most recent call last):
        perfectplay.errors.PositionError: line 1: 33146 does not contain the kept 5 5
        """
        if not isinstance(game, DiceAndBoxes):
            raise PositionError(
                f"{game.name} is not played on a scorecard; only such a game can be reviewed"
            )
        turn = game.start()
        if not isinstance(turn, Turn):
            raise PositionError("games are reviewed one card at a time, with players=1")
        turns: list[PlayedTurn] = []
        for number, words in lines_of_turns(text):
            with errors_with_line(number):
                turns.append(read_turn(game, turn, words))
            turn = turns[-1].placed.turn
        if not turns:
            raise PositionError(
                "there are no turns; write one per line: ROLL BOX, or ROLL keep DICE ROLL BOX"
            )
        return cls(game, tuple(turns))

    @property
    def last(self) -> Turn:
        """The position after the last turn."""
        return self.turns[-1].placed.turn

    @property
    def over(self) -> bool:
        """Whether the game was played to the end."""
        return not self.last.open

    @property
    def score(self) -> int:
        """The points so far; after the end of the game, including the bonuses."""
        bonuses = self.game.bonus_points(self.last.totals) if self.over else 0
        return sum(turn.points for turn in self.turns) + bonuses


def game_words(text: str) -> list[str]:
    r"""The words that name the game, if the first line has them: its name and its parameters.

    >>> game_words("# at home\ngame yahtzee joker=free\n22222 yahtzee")
    ['yahtzee', 'joker=free']
    >>> game_words("22222 yahtzee")
    []
    """
    for number, words in lines(text)[:1]:
        if words == [GAME]:
            raise PositionError(f"line {number}: which game? write it like: game yahtzee")
        if words[0] == GAME:
            return words[1:]
    return []


def lines(text: str) -> list[tuple[int, list[str]]]:
    """The lines that are not empty, as words, each with its number; comments are dropped."""
    numbered = enumerate(text.split("\n"), start=1)
    spoken = ((number, line.partition("#")[0].split()) for number, line in numbered)
    return [(number, words) for number, words in spoken if words]


def lines_of_turns(text: str) -> list[tuple[int, list[str]]]:
    """The lines after the one that names the game, if there is one."""
    return lines(text)[1 if game_words(text) else 0 :]


@contextmanager
def errors_with_line(number: int) -> Iterator[None]:
    """Put the number of the line in front of any error raised while reading it."""
    try:
        yield
    except PositionError as error:
        raise PositionError(f"line {number}: {error}") from None


def read_turn(game: DiceAndBoxes, turn: Turn, words: Sequence[str]) -> PlayedTurn:
    """Read one turn."""
    card = game.card
    if not turn.open:
        raise PositionError(f"the game is over: all {len(card.boxes)} boxes are filled")
    if words[0] == GAME:
        raise PositionError("the game is named once, in the first line")
    rolls, keeps, rest = read_rolls(card, joined(card, words))
    if not rest:
        raise PositionError(f"the box is missing; open are: {', '.join(turn.open)}")
    whole = " ".join(rest)
    if meant(whole.partition("=")[0], card.names):  # a name made of several words
        rest = [whole]
    box, placed = read_box(game, turn, rolls[-1], rest[0])
    if len(rest) > 1:
        raise PositionError(
            f"{box} ends the turn, but {spelled(rest[1])} follows; each turn has its own line"
        )
    stopped_early = len(keeps) < min(len(rolls), card.rerolls)
    if stopped_early:
        keeps.append(rolls[-1])
    return PlayedTurn(turn, card.rerolls, tuple(rolls), tuple(keeps), box, placed)


def joined(card: Scorecard, words: Sequence[str]) -> list[str]:
    """The words of a turn, with dice written apart joined together.

    >>> from perfectplay.games.yahtzee import Yahtzee
    >>> joined(Yahtzee().card, "1 3 3 5 6 keep 3 3 3 3 1 4 6 threes".split())
    ['13356', 'keep', '33', '33146', 'threes']
    """
    if card.sides > DIGITS:
        return list(words)
    found: list[str] = []
    for apart, run in itertools.groupby(words, lambda word: len(word) == 1 and word.isdigit()):
        if not apart:
            found += run
            continue
        dice = "".join(run)
        kept = max(0, len(dice) - card.dice) if found and found[-1].lower() == KEEP else 0
        found += filter(None, (dice[:kept], dice[kept:]))
    return found


def read_rolls(
    card: Scorecard, words: Sequence[str]
) -> tuple[list[Roll], list[Roll], Sequence[str]]:
    """The rolls of a turn, the keeps between them, and the words that follow."""
    rolls, keeps = [read_roll(card, words[0])], list[Roll]()
    rest = words[1:]
    while len(rest) > 1 and rest[0].lower() == KEEP:
        if len(keeps) == card.rerolls:
            raise PositionError(f"one keep is too many; {card.name} has {rerolls(card)} a turn")
        keeps.append(read_keep(card, rolls[-1], rest[1]))
        if keeps[-1] == rolls[-1]:
            return rolls, keeps, rest[2:]
        if len(rest) == 2:
            raise PositionError(f"the roll after {KEEP} {rest[1]} is missing")
        rolls.append(read_roll(card, rest[2], keeps[-1]))
        rest = rest[3:]
    return rolls, keeps, rest


def rerolls(card: Scorecard) -> str:
    """How many rerolls a turn has, in words."""
    return f"{card.rerolls or 'no'} reroll{'' if card.rerolls == 1 else 's'}"


def read_roll(card: Scorecard, word: str, kept: Roll = ()) -> Roll:
    """What all dice show, including those that were kept."""
    roll = read_faces(card, word)
    if len(roll) != card.dice:
        raise PositionError(
            f"{shortened(word)} shows {dice_words(len(roll))}; "
            f"{card.name} is played with {dice_words(card.dice)}"
        )
    if Counter(kept) - Counter(roll):
        raise PositionError(f"{word} does not contain the kept {spaced(kept)}")
    return roll


def read_keep(card: Scorecard, roll: Roll, word: str) -> Roll:
    """The dice kept from a roll."""
    keep = () if word == NOTHING else read_faces(card, word)
    if Counter(keep) - Counter(roll):
        raise PositionError(f"{shortened(spaced(keep))} cannot be kept from {spaced(roll)}")
    return keep


def read_faces(card: Scorecard, word: str) -> Roll:
    """The faces of some dice, in ascending order."""
    if not is_dice(card, word):
        example = write_dice(card, card.rolls[-1])
        raise PositionError(
            f"{spelled(word)} is not a set of dice; they have {card.sides} sides and are "
            f"written like {example}"
        )
    return tuple(sorted(map(int, parts_of(card, word))))


def is_dice(card: Scorecard, word: str) -> bool:
    """Whether a word consists of faces of the dice."""
    faces = {str(face) for face in range(1, card.sides + 1)}
    return word != "" and faces.issuperset(parts_of(card, word))


def parts_of(card: Scorecard, word: str) -> Sequence[str]:
    """A word for some dice, split into faces."""
    return word.split(",") if "," in word or card.sides > DIGITS else word


def write_dice(card: Scorecard, dice: Roll) -> str:
    """Dice as a record writes them.

    >>> from perfectplay.games.yahtzee import Yahtzee
    >>> write_dice(Yahtzee().card, (3, 3, 6, 6, 6)), write_dice(Yahtzee().card, ())
    ('33666', '-')
    """
    return ("," if card.sides > DIGITS else "").join(map(str, dice)) or NOTHING


def spaced(dice: Roll) -> str:
    """Dice as they appear in a sentence."""
    return " ".join(map(str, dice))


def read_box(game: DiceAndBoxes, turn: Turn, roll: Roll, word: str) -> tuple[str, Placement]:
    """The box that a roll went to, and what it scored there."""
    typed, equals, number = (part.strip() for part in word.partition("="))
    placements = game.placements(turn, roll)
    names = meant(typed, placements) or meant(typed, game.card.names)
    if len(names) > 1:
        raise PositionError(several(typed, names))
    name = names[0] if names else typed
    if name not in placements:
        raise PositionError(refusal(game.card, turn, roll, name, list(placements)))
    placed = placements[name]
    if equals and number != str(placed.points):
        beside = f", with {placed.extra} for the repeat beside it" if placed.extra else ""
        raise PositionError(
            f"{spaced(roll)} scores {placed.points} in {name}{beside}, not {spelled(number)}"
        )
    return name, placed


def refusal(card: Scorecard, turn: Turn, roll: Roll, name: str, allowed: list[str]) -> str:
    """Why a roll cannot go into a box of this name."""
    if name in turn.open:
        rule = "boxes are filled in order" if card.in_order else "it is a joker"
        return f"{spaced(roll)} cannot go to {name}: {rule}, which leaves {', '.join(allowed)}"
    if name in card.names:
        return f"{name} is filled already; open are: {', '.join(turn.open)}"
    if name == KEEP:
        return (
            "keep stands where the box should be: its dice are missing, or all dice were kept "
            "before"
        )
    if is_dice(card, name):
        return (
            f"{shortened(name)} stands where the box should be; dice are rolled again only after "
            "keep with some of them"
        )
    return f"{card.name} has no box {spelled(name)}; {hint(name, [KEEP, *card.names])}"
