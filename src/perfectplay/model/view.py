"""What lies on the table at a position, described with a few pieces that anyone can draw.

A game describes it in `view`; terminal, web page, notebooks and pictures all draw the same pieces:

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

Every piece has a name, unique among the pieces of the same player or of nobody; `player` says whose
it is. If it shows a field of the position, `field` names that field, so that a user can change it
with a tap. An option refers to pieces by `Mark`: a whole piece, or some of its places. `Game.event`
says what chance brought where two views do not show it.
"""

from __future__ import annotations

import dataclasses
from collections import Counter as Multiset
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

from perfectplay.model.nodes import Number


class Dice(NamedTuple):
    """Dice and what they show; 0 for a die that is still to be rolled."""

    name: str
    faces: tuple[int, ...]
    state: Literal["rolled", "kept", "aside"] = "rolled"
    sides: int = 6
    player: int | None = None
    field: str = ""


class CoinPieces(NamedTuple):
    """Coins: `heads` or `tails`, or nothing for a coin that is still to be flipped."""

    name: str
    faces: tuple[str, ...]
    player: int | None = None
    field: str = ""


class Cards(NamedTuple):
    """Cards such as `Ah`, `T` or `Jk`; which of them are held, and how many lie face down."""

    name: str
    cards: tuple[str, ...]
    held: tuple[int, ...] = ()
    hidden: int = 0
    player: int | None = None
    field: str = ""


class Tiles(NamedTuple):
    """A row of numbered tiles, and which of them are open."""

    name: str
    tiles: tuple[int, ...]
    open: tuple[int, ...]
    player: int | None = None
    field: str = ""


class Counter(NamedTuple):
    """A number that matters: a score, the points of a turn, the cube; `of` is its maximum."""

    name: str
    value: Number | str
    of: Number | None = None
    player: int | None = None
    field: str = ""


class Square(NamedTuple):
    """A square of a board: its column and row, counted from the top left."""

    column: int
    row: int
    title: str = ""
    star: bool = False


class Token(NamedTuple):
    """Tokens on a square, given by its index; `passing` if they are there for this turn only."""

    square: int
    player: int = 0
    number: int = 1
    passing: bool = False


class Board(NamedTuple):
    """A board: a track, columns, or squares anywhere, with the tokens that stand on them."""

    name: str
    squares: tuple[Square, ...]
    tokens: tuple[Token, ...]
    player: int | None = None
    field: str = ""


class Row(NamedTuple):
    """A row of a scorecard: a box with its points if filled, a sum, or a bonus."""

    title: str
    points: int | None = None
    kind: Literal["box", "sum", "bonus"] = "box"
    of: int | None = None
    """The points that a bonus needs."""
    open: bool = False
    """Whether it is a box that is still open."""


class ScoreSheet(NamedTuple):
    """A scorecard as filled in so far."""

    name: str
    rows: tuple[Row, ...]
    player: int | None = None
    field: str = ""


Piece: TypeAlias = Dice | CoinPieces | Cards | Tiles | Counter | Board | ScoreSheet


class Mark(NamedTuple):
    """What an option is about: some places of a piece, counted from 0, or the whole piece.

    On a board, two squares mean a move from the first to the second.
    """

    piece: str
    places: tuple[int, ...] = ()
    player: int | None = None
    """Whose piece it is."""


@dataclasses.dataclass(frozen=True)
class View:
    """The pieces on the table, in drawing order, and which of them each option refers to."""

    pieces: tuple[Piece, ...]
    options: Mapping[Any, tuple[Mark, ...]] = dataclasses.field(default_factory=dict)

    def _repr_svg_(self) -> str:
        from perfectplay.model.view_picture import picture_of

        return picture_of(self)

    def faults(self, fields: tuple[str, ...] = ()) -> list[str]:
        """What is wrong with the view: duplicate names, or places that do not exist.

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
    """How many places of a piece an option can refer to."""
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
    """What is new on the table between two views: dice and coins thrown, cards dealt.

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
    """The places of these dice, taking the first of equal ones.

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
    """Squares in a row, numbered from 0 as the tokens refer to them.

    >>> [square.title for square in track("points", 2, ()).squares]
    ['1', '2']
    """
    names = titles or tuple(str(number) for number in range(1, length + 1))
    return Board(name, tuple(Square(place, 0, each) for place, each in enumerate(names)), tokens)
