"""What lies on the table at a position, told with a small set of pieces that anyone can draw.

A game says it in `view`; the terminal, the page, notebooks and pictures all draw the same words:

>>> from typing import NamedTuple
>>> from perfectplay import Chance, Choice, Final, Game
>>> class Cup(NamedTuple):
...     points: int = 0
...     roll: tuple[int, ...] = ()
>>> class HighDie(Game[Cup]):
...     '''Roll a die; keep it, or roll once more.'''
...     def start(self):
...         return Cup()
...     def at(self, cup):
...         if not cup.roll:
...             return Chance.weighted([(Cup(0, (face,)), 1) for face in range(1, 7)])
...         again = Chance.weighted([(Final(face), 1) for face in range(1, 7)])
...         return Choice({"keep": Final(*cup.roll), "again": again})
...     def view(self, cup):
...         return View(
...             (Dice("die", cup.roll or (0,), field="roll"), Counter("points", cup.points)),
...             {"again": (Mark("die"),)},
...         )
>>> HighDie().view(Cup(0, (4,))).pieces[0]
Dice(name='die', faces=(4,), state='rolled', sides=6, player=None, field='roll')

Every piece has a name, of its own among the pieces that belong to the same player, or to nobody;
`player` says to whom it belongs. Where it shows a field of the position, `field` names that, so
that a reader can change it by a tap. An option refers to pieces by `Mark`: to all of one, or to
some of its places. What chance brings is told by `Game.event`, where two views do not tell it.
"""

from __future__ import annotations

import dataclasses
from collections import Counter as Multiset
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

from perfectplay.model.nodes import Number


class Dice(NamedTuple):
    """Some dice: what they show, 0 for one that is still to be rolled."""

    name: str
    faces: tuple[int, ...]
    state: Literal["rolled", "kept", "aside"] = "rolled"
    sides: int = 6
    player: int | None = None
    field: str = ""


class CoinPieces(NamedTuple):
    """Some coins: `heads` or `tails`, or nothing for one that is still to be flipped."""

    name: str
    faces: tuple[str, ...]
    player: int | None = None
    field: str = ""


class Cards(NamedTuple):
    """Some cards, such as `Ah`, `T` or `Jk`; those that are held, and how many lie face down."""

    name: str
    cards: tuple[str, ...]
    held: tuple[int, ...] = ()
    hidden: int = 0
    player: int | None = None
    field: str = ""


class Tiles(NamedTuple):
    """A row of numbered tiles, and those among them that are open."""

    name: str
    tiles: tuple[int, ...]
    open: tuple[int, ...]
    player: int | None = None
    field: str = ""


class Counter(NamedTuple):
    """A number that matters: a score, the points of a turn, the cube; `of` is where it ends."""

    name: str
    value: Number | str
    of: Number | None = None
    player: int | None = None
    field: str = ""


class Square(NamedTuple):
    """A square of a board: where it is, column by column and row by row, from the top left."""

    column: int
    row: int
    title: str = ""
    star: bool = False


class Token(NamedTuple):
    """Tokens on a square, by its number in the board; `passing`, if only for this turn."""

    square: int
    player: int = 0
    number: int = 1
    passing: bool = False


class Board(NamedTuple):
    """A board: a track, columns, or squares in any places, with the tokens that stand there."""

    name: str
    squares: tuple[Square, ...]
    tokens: tuple[Token, ...]
    player: int | None = None
    field: str = ""


class Row(NamedTuple):
    """A row of a scorecard: a box with its points, if it is filled; or a sum or a bonus."""

    title: str
    points: int | None = None
    kind: Literal["box", "sum", "bonus"] = "box"
    of: int | None = None
    """The points that a bonus needs."""
    open: bool = False
    """Whether it is a box that is still to be filled."""


class ScoreSheet(NamedTuple):
    """A scorecard as it is filled so far."""

    name: str
    rows: tuple[Row, ...]
    player: int | None = None
    field: str = ""


Piece: TypeAlias = Dice | CoinPieces | Cards | Tiles | Counter | Board | ScoreSheet


class Mark(NamedTuple):
    """What an option is about: some places of a piece, counted from 0, or all of it.

    On a board, two squares are a move from the first to the second.
    """

    piece: str
    places: tuple[int, ...] = ()
    player: int | None = None
    """To whom the piece belongs."""


@dataclasses.dataclass(frozen=True)
class View:
    """The pieces on the table, in drawing order, and which of them each option refers to."""

    pieces: tuple[Piece, ...]
    options: Mapping[Any, tuple[Mark, ...]] = dataclasses.field(default_factory=dict)

    def _repr_svg_(self) -> str:
        from perfectplay.model.view_picture import picture_of

        return picture_of(self)

    def faults(self, fields: tuple[str, ...] = ()) -> list[str]:
        """What is wrong with it: names that two pieces have, places that there are not.

        >>> View((Dice("dice", (3, 3)),), {"keep": (Mark("dice", (2,)),)}).faults()
        ["the option keep is about place 2 of 'dice', which has 2 places"]
        """
        sizes: dict[tuple[str, int | None], int] = {}
        found = []
        for piece in self.pieces:
            if (piece.name, piece.player) in sizes:
                found.append(f"two pieces are called '{piece.name}'")
            if piece.field and piece.field not in fields:
                found.append(f"'{piece.name}' shows '{piece.field}', which is no field here")
            sizes[piece.name, piece.player] = places_of(piece)
        for option, marks in self.options.items():
            for mark in marks:
                size = sizes.get((mark.piece, mark.player))
                if size is None:
                    found.append(f"the option {option} is about '{mark.piece}', which is no piece")
                    continue
                found += [
                    f"the option {option} is about place {place} of '{mark.piece}', "
                    f"which has {size} places"
                    for place in mark.places
                    if place not in range(size)
                ]
        return found


class Event(NamedTuple):
    """What chance brought: the pieces that came up, and whether they lose the turn or the game."""

    pieces: tuple[Piece, ...] = ()
    bust: bool = False


def places_of(piece: Piece) -> int:
    """How many places a piece has that an option can be about."""
    match piece:
        case Dice() | CoinPieces():
            return len(piece.faces)
        case Cards():
            return len(piece.cards)
        case Tiles():
            return len(piece.tiles)
        case Board():
            return len(piece.squares)
        case ScoreSheet():
            return len(piece.rows)
        case _:
            return 1


def brought(before: View, after: View) -> tuple[Piece, ...]:
    """What came onto the table between two views: dice and coins that fell, cards that were dealt.

    >>> brought(View((Cards("hand", ("Ah",)),)), View((Cards("hand", ("2c", "Ah")),)))
    (Cards(name='hand', cards=('2c',), held=(), hidden=0, player=None, field=''),)
    """
    old: dict[Any, Any] = {(piece.name, piece.player): piece for piece in before.pieces}
    found: list[Piece] = []
    for piece in after.pieces:
        known = old.get((piece.name, piece.player))
        if isinstance(piece, Dice | CoinPieces) and any(piece.faces):
            if piece != known and getattr(piece, "state", "rolled") == "rolled":
                found.append(piece)
        elif isinstance(piece, Cards):
            had = known.cards if isinstance(known, Cards) else ()
            if new := tuple((Multiset(piece.cards) - Multiset(had)).elements()):
                found.append(piece._replace(cards=new, held=(), hidden=0))
    return tuple(found)


def places_in(dice: tuple[int, ...], chosen: tuple[int, ...]) -> tuple[int, ...]:
    """Where some of the dice lie, the first of those that are alike.

    >>> places_in((1, 3, 3, 5), (3, 5))
    (1, 3)
    """
    left, found = list(enumerate(dice)), []
    for face in chosen:
        place = next(each for each in left if each[1] == face)
        left.remove(place)
        found.append(place[0])
    return tuple(found)


def track(name: str, length: int, tokens: tuple[Token, ...], titles: tuple[str, ...] = ()) -> Board:
    """Squares in a row, numbered from 0 as the tokens name them.

    >>> [square.title for square in track("points", 2, ()).squares]
    ['1', '2']
    """
    names = titles or tuple(str(number) for number in range(1, length + 1))
    return Board(name, tuple(Square(place, 0, each) for place, each in enumerate(names)), tokens)
