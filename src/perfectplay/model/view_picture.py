"""A view as an SVG picture, for notebooks, reports and documents; it needs no library.

>>> from perfectplay.model.view import Counter, Dice, View
>>> picture = picture_of(View((Dice("dice", (6, 6, 0)), Counter("points", 12))))
>>> picture.startswith("<svg"), picture.count("<circle"), "points" in picture
(True, 12, True)
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from perfectplay.model.view import (
    Board,
    Cards,
    CoinPieces,
    Counter,
    Dice,
    Mark,
    Piece,
    ScoreSheet,
    Tiles,
    View,
)

SIZE, GAP, TALL, LINE, EDGE = 40, 6, 56, 18, 12
"""The size of a die, gaps, the height of a card, the height of a line of text, and the margin."""
LETTER = 7.2
"""The approximate width of a letter."""
ROW = 15
"""The most places in a row."""
PIPS = {
    1: ((2, 2),),
    2: ((1, 1), (3, 3)),
    3: ((1, 1), (2, 2), (3, 3)),
    4: ((1, 1), (1, 3), (3, 1), (3, 3)),
    5: ((1, 1), (1, 3), (2, 2), (3, 1), (3, 3)),
    6: ((1, 1), (1, 2), (1, 3), (3, 1), (3, 2), (3, 3)),
}
SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
TOKENS = ("#0072b2", "#d55e00")


class Shades(NamedTuple):
    """The colours of a picture."""

    page: str
    ink: str
    muted: str
    piece: str
    edge: str
    best: str
    red: str


LIGHT = Shades("#ffffff", "#1f2328", "#57606a", "#ffffff", "#8c95a0", "#00695c", "#b3261e")
DARK = Shades("#1b1f25", "#e6e8eb", "#a5adb8", "#262b33", "#7a8491", "#4db6a4", "#ff8a80")


class Drawn(NamedTuple):
    """Part of a picture, drawn from its own top left, and its size."""

    text: str
    width: float
    height: float


def picture_of(
    view: View,
    marks: Sequence[Mark] = (),
    names: Sequence[str] = ("first player", "second player"),
    *,
    dark: bool = False,
) -> str:
    """All pieces of a view, each player's under their name; marked ones are highlighted."""
    shades, parts = DARK if dark else LIGHT, list[Drawn]()
    owners = [player for player in (0, 1) if any(piece.player == player for piece in view.pieces)]
    for player in [*owners, None]:
        pieces = [piece for piece in view.pieces if piece.player == player]
        if player is not None and len(owners) > 1:
            parts.append(seat(names[player], player, shades))
        counters = [piece for piece in pieces if isinstance(piece, Counter)]
        if counters:
            parts.append(side_by_side([counter(each, marks, shades) for each in counters]))
        for piece in pieces:
            if not isinstance(piece, Counter):
                parts.append(text(piece.name, 0, shades.muted, 13))
                parts.append(drawn(piece, chosen(piece, marks), shades))
    return framed(parts, "; ".join(piece.name for piece in view.pieces), shades)


def framed(parts: Sequence[Drawn], title: str, shades: Shades) -> str:
    """Parts stacked into a whole picture."""
    width, down, placed = 0.0, float(EDGE), []
    for part in parts:
        placed.append(f'<g transform="translate({EDGE} {down:g})">{part.text}</g>')
        width, down = max(width, part.width), down + part.height + GAP
    wide, high = width + 2 * EDGE, down + EDGE - GAP
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {high:g}" '
        f'width="{wide:g}" height="{high:g}" role="img" aria-label="{escape(title)}" '
        'font-family="system-ui, sans-serif">'
        f'<rect width="{wide:g}" height="{high:g}" rx="10" fill="{shades.page}"/>'
        f"{''.join(placed)}</svg>"
    )


def chosen(piece: Piece, marks: Sequence[Mark]) -> set[int] | None:
    """Which places of a piece are marked; None means all."""
    found = [mark for mark in marks if (mark.piece, mark.player) == (piece.name, piece.player)]
    if any(not mark.places for mark in found):
        return None
    return {place for mark in found for place in mark.places}


def drawn(piece: Piece, best: set[int] | None, shades: Shades) -> Drawn:
    """Any piece except a counter."""
    match piece:
        case Dice():
            small = piece.state != "rolled"
            faces = [die(face, small, shades) for face in piece.faces]
            return in_rows(faces, best, SIZE, SIZE, shades)
        case CoinPieces():
            return in_rows([coin(face) for face in piece.faces], best, SIZE, SIZE, shades)
        case Cards():
            cards = [card(each, shades) for each in piece.cards]
            return in_rows([*cards, *[back()] * piece.hidden], best, SIZE, TALL, shades)
        case Tiles():
            tiles = [tile(each, each in piece.open, shades) for each in piece.tiles]
            return in_rows(tiles, best, SIZE, SIZE, shades)
        case Board():
            return squares(piece, best, shades)
        case ScoreSheet():
            return sheet(piece, best, shades)
        case Counter():
            return counter(piece, (), shades)


def in_rows(
    places: Sequence[str], best: set[int] | None, wide: int, high: int, shades: Shades
) -> Drawn:
    """Places side by side, in as many rows as needed."""
    found = []
    for number, each in enumerate(places):
        x, y = number % ROW * (wide + GAP), number // ROW * (high + 2 * GAP)
        line = ""
        if best is None or number in best:
            line = (
                f'<rect x="4" y="{high + 3}" width="{wide - 8}" height="4" rx="2" '
                f'fill="{shades.best}"/>'
            )
        found.append(f'<g transform="translate({x} {y})">{each}{line}</g>')
    rows = -(-len(places) // ROW)
    return Drawn("".join(found), min(len(places), ROW) * (wide + GAP), rows * (high + 2 * GAP))


def die(face: int, kept: bool, shades: Shades) -> str:
    """A die: pips up to six, a number beyond that."""
    edge = shades.best if kept else shades.edge
    box = (
        f'<rect x="1" y="1" width="{SIZE - 2}" height="{SIZE - 2}" rx="8" fill="{shades.piece}" '
        f'stroke="{edge}" stroke-width="1.5"/>'
    )
    if face not in PIPS:
        return box + (words(str(face), SIZE / 2, 27, shades.ink, 20) if face else "")
    return box + "".join(
        f'<circle cx="{across * 10}" cy="{down * 10}" r="3.6" fill="{shades.ink}"/>'
        for across, down in PIPS[face]
    )


def coin(face: str) -> str:
    """A coin, with the letter of its side."""
    half = SIZE / 2
    rim = f'<circle cx="{half}" cy="{half}" r="{half - 1}" fill="#f2d479" stroke="#8a6d00"/>'
    return rim + words(face[:1].upper(), half, 27, "#4a3a00", 18)


def card(name: str, shades: Shades) -> str:
    """A card: its rank over its suit."""
    joker = name == "Jk"
    suit = "" if joker else SUITS.get(name[1:], "")
    rank = "★" if joker else "10" if name[:1] == "T" else name[:1]
    ink = shades.red if suit in ("♦", "♥") else shades.ink
    return (
        f'<rect x="1" y="1" width="{SIZE - 2}" height="{TALL - 2}" rx="6" fill="{shades.piece}" '
        f'stroke="{shades.edge}"/>'
        + words(rank, SIZE / 2, 26 if suit else 36, ink, 20)
        + (words(suit, SIZE / 2, 48, ink, 20) if suit else "")
    )


def back() -> str:
    """A card face down."""
    return (
        f'<rect x="1" y="1" width="{SIZE - 2}" height="{TALL - 2}" rx="6" fill="#2f7dbd" '
        f'stroke="#ffffff"/><rect x="6" y="6" width="{SIZE - 12}" height="{TALL - 12}" rx="3" '
        'fill="none" stroke="#ffffff"/>'
    )


def tile(number: int, is_open: bool, shades: Shades) -> str:
    """A tile, dashed once it is shut."""
    dashes = "" if is_open else ' stroke-dasharray="4 3" opacity="0.55"'
    box = (
        f'<rect x="1" y="1" width="{SIZE - 2}" height="{SIZE - 2}" rx="5" fill="{shades.piece}" '
        f'stroke="{shades.edge}"{dashes}/>'
    )
    return box + words(str(number), SIZE / 2, 27, shades.ink if is_open else shades.muted, 18)


def squares(board: Board, best: set[int] | None, shades: Shades) -> Drawn:
    """A board, square by square, with its tokens."""
    found = []
    for number, square in enumerate(board.squares):
        tokens = [token for token in board.tokens if token.square == number]
        marked = best is None or number in best
        edge, thick = (shades.best, 2.5) if marked else (shades.edge, 0.8)
        box = (
            f'<rect x="2" y="2" width="{SIZE - 4}" height="{SIZE - 4}" rx="6" '
            f'fill="{shades.piece}" stroke="{edge}" stroke-width="{thick}"/>'
        )
        inside = [box]
        if square.star and not tokens:
            inside.append(words("★", SIZE / 2, 28, shades.muted, 20))
        if square.title:
            low, size = (SIZE - 4, 9) if tokens or square.star else (25, 13)
            inside.append(words(square.title, SIZE / 2, low, shades.muted, size))
        for place, token in enumerate(tokens):
            x = SIZE / 2 + 14 * (place - (len(tokens) - 1) / 2)
            inside.append(token_at(x, token.player, token.number, token.passing, shades))
        at = f"translate({square.column * SIZE} {square.row * SIZE})"
        found.append(f'<g transform="{at}">{"".join(inside)}</g>')
    columns = 1 + max(square.column for square in board.squares)
    rows = 1 + max(square.row for square in board.squares)
    return Drawn("".join(found), columns * SIZE, rows * SIZE)


def token_at(x: float, player: int, number: int, passing: bool, shades: Shades) -> str:
    """A player's tokens on a square, drawn as one with their number; a ring if only passing."""
    colour, y = TOKENS[player], SIZE / 2 - 3
    fill = "none" if passing else colour
    dashes = ' stroke-dasharray="3 2"' if passing else ""
    ring = (
        f'<circle cx="{x:g}" cy="{y:g}" r="11" fill="{fill}" stroke="{colour}" '
        f'stroke-width="2.5"{dashes}/>'
    )
    ink = shades.ink if passing else "#ffffff"
    return ring + (words(str(number), x, y + 5, ink, 13) if number > 1 else "")


def sheet(piece: ScoreSheet, best: set[int] | None, shades: Shades) -> Drawn:
    """A scorecard, one line for each row."""
    width = max(LETTER * (len(row.title) + 12) for row in piece.rows)
    found = []
    for number, row in enumerate(piece.rows):
        down = number * (LINE + 4)
        marked = best is None or number in best
        if marked:
            found.append(
                f'<rect x="-4" y="{down}" width="{width + 8:g}" height="{LINE + 2}" rx="4" '
                f'fill="none" stroke="{shades.best}" stroke-width="2"/>'
            )
        points = "·" if row.points is None else str(row.points)
        of = f" / {row.of}" if row.of else ""
        weight = "normal" if row.kind == "box" else "bold"
        found.append(
            f'<text y="{down + 15}" font-size="13" font-weight="{weight}" '
            f'fill="{shades.ink}">{escape(row.title)}</text>'
            f'<text x="{width:g}" y="{down + 15}" font-size="13" font-weight="{weight}" '
            f'text-anchor="end" fill="{shades.ink}">{points}{of}</text>'
        )
    return Drawn("".join(found), width, len(piece.rows) * (LINE + 4))


def counter(piece: Counter, marks: Sequence[Mark], shades: Shades) -> Drawn:
    """A number under its name, and a bar if it has a maximum."""
    end = f" of {piece.of:g}" if piece.of else ""
    value = f"{piece.value:,}" if isinstance(piece.value, int) else str(piece.value)
    width = max(LETTER * len(piece.name), 11 * len(value) + LETTER * len(end)) + 2 * GAP
    best = chosen(piece, marks) is None
    line = f'<rect y="44" width="{width:g}" height="3" fill="{shades.best}"/>' if best else ""
    told = (
        f'<text y="38" font-size="20" font-weight="bold" fill="{shades.ink}">{escape(value)}'
        f'<tspan font-size="13" font-weight="normal" fill="{shades.muted}">{end}</tspan></text>'
    )
    name = f'<text y="13" font-size="13" fill="{shades.muted}">{escape(piece.name)}</text>'
    return Drawn(name + told + line, width, 48)


def seat(name: str, player: int, shades: Shades) -> Drawn:
    """Whose pieces follow."""
    dot = f'<circle cx="6" cy="10" r="6" fill="{TOKENS[player]}"/>'
    told = text(name, 18, shades.ink, 14)
    return Drawn(dot + told.text, told.width + 18, told.height + 2)


def side_by_side(parts: Sequence[Drawn]) -> Drawn:
    """Parts in a row."""
    across, found = 0.0, []
    for part in parts:
        found.append(f'<g transform="translate({across:g} 0)">{part.text}</g>')
        across += part.width + 2 * EDGE
    return Drawn("".join(found), across, max(part.height for part in parts))


def text(told: str, x: float, ink: str, size: int) -> Drawn:
    """A line of text."""
    line = f'<text x="{x:g}" y="14" font-size="{size}" fill="{ink}">{escape(told)}</text>'
    return Drawn(line, LETTER * len(told), LINE)


def words(told: str, x: float, y: float, ink: str, size: int) -> str:
    """A few letters centred on a point."""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="middle" '
        f'fill="{ink}">{escape(told)}</text>'
    )
