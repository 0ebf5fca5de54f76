"""Messages about tables: the pieces, what may follow, and how to continue."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, Field

from perfectplay.web.messages import Incoming


class PieceFacts(BaseModel):
    """What all pieces have in common: a name, an owner, and the field of the position they show."""

    name: str
    player: int | None
    field: str


class DicePiece(PieceFacts):
    """Dice and what they show, 0 for a die still to be rolled."""

    kind: Literal["dice"]
    faces: list[int]
    state: Literal["rolled", "kept", "aside"]
    sides: int


class CoinsPiece(PieceFacts):
    """Coins: heads or tails, or nothing for a coin still to be flipped."""

    kind: Literal["coins"]
    faces: list[str]


class CardsPiece(PieceFacts):
    """Cards; which of them are held, and how many lie face down."""

    kind: Literal["cards"]
    cards: list[str]
    held: list[int]
    hidden: int


class TilesPiece(PieceFacts):
    """A row of tiles, and which of them are open."""

    kind: Literal["tiles"]
    tiles: list[int]
    open: list[int]


class CounterPiece(PieceFacts):
    """A number that matters, and its maximum."""

    kind: Literal["counter"]
    value: int | float | str
    of: int | float | None


class BoardSquare(BaseModel):
    """A square of a board."""

    column: int
    row: int
    title: str
    star: bool


class BoardToken(BaseModel):
    """A player's tokens on a square."""

    square: int
    player: int
    number: int
    passing: bool


class BoardPiece(PieceFacts):
    """A board with tokens on it."""

    kind: Literal["board"]
    squares: list[BoardSquare]
    tokens: list[BoardToken]


class SheetRow(BaseModel):
    """A row of a scorecard."""

    title: str
    points: int | None
    kind: Literal["box", "sum", "bonus"]
    of: int | None
    open: bool


class SheetPiece(PieceFacts):
    """A scorecard."""

    kind: Literal["sheet"]
    rows: list[SheetRow]


AnyPiece: TypeAlias = (
    DicePiece | CoinsPiece | CardsPiece | TilesPiece | CounterPiece | BoardPiece | SheetPiece
)


class ChartFacts(BaseModel):
    """A chart to learn from: its subject, what it says, and its picture."""

    heading: str
    title: str
    svg: str


class MarkFacts(BaseModel):
    """What an option is about: places of a piece, or the whole piece."""

    piece: str
    places: list[int]
    player: int | None


class PositionQuestion(Incoming):
    """A position of any game, as text, by default the start. Missing fields are filled in."""

    at: Annotated[str, Field(max_length=2_000)] | None = None
    score: Annotated[str, Field(max_length=40)] | None = None


class CardQuestion(PositionQuestion):
    """A position at which someone plays by a card of rules."""

    lines: list[Annotated[str, Field(max_length=1_000)]] = Field(min_length=1, max_length=200)


class EdgeFacts(BaseModel):
    """An option or an outcome: its value and where it leads."""

    label: str
    words: str
    """An option as players say it; for an outcome, what has happened."""
    leads: str
    """The position it leads to, in words."""
    kind: Literal["choice", "chance", "final"]
    value: float
    at: str
    """The position it leads to, for the next request."""
    score: str
    points: float
    cost: float | None
    best: bool
    probability: float | None
    marks: list[MarkFacts]
    """For an option: what it is about."""
    brings: list[AnyPiece]
    """For an outcome: the pieces that come up."""
    bust: bool
    passes: bool
    """Whether it ends the mover's turn."""


class PositionFacts(BaseModel):
    """A position: the pieces on the table, its value, what can follow."""

    at: str
    assumed: list[str]
    """What was filled in, as words of the position."""
    words: str
    kind: Literal["choice", "chance", "final"]
    player: int | None
    value: float
    score: str
    pieces: list[AnyPiece]
    fields: dict[str, str]
    """The fields of the position, for editing."""
    edges: list[EdgeFacts]
    left_out: int
    """The number of outcomes that are not listed."""
