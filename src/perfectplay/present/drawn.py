"""Draw a view as text, for the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from perfectplay.model.view import (
    Board,
    Cards,
    CoinPieces,
    Counter,
    Dice,
    Piece,
    ScoreSheet,
    Tiles,
    View,
)

SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
PLAYERS = ("●", "○")
"""The first player's token, and the second player's."""
CELL = 4


def lines_of(view: View, names: Sequence[str] = PLAYERS) -> list[str]:
    """The pieces of a view as lines: counters share one, other pieces have their own.

    A player's piece is preceded by their name or token.

    >>> from perfectplay.games.pig import Pig
    >>> pig = Pig()
    >>> lines_of(pig.view(pig.read("mine=40 theirs=70 turn=21 player=0")))
    ['● score 40 of 100   ○ score 70 of 100   this turn 21', 'die  [ ]']
    """
    counters = [piece for piece in view.pieces if isinstance(piece, Counter)]
    shown = ["   ".join(counted(piece, names) for piece in counters)] if counters else []
    for piece in view.pieces:
        if not isinstance(piece, Counter):
            first, *rest = drawn(piece)
            lead = f"{owner(piece, names)}{piece.name}  "
            shown += [f"{lead}{first}", *(" " * len(lead) + line for line in rest)]
    return [line.rstrip() for line in shown]


def owner(piece: Piece, names: Sequence[str]) -> str:
    """Whose a piece is."""
    return "" if piece.player is None else f"{names[piece.player]} "


def counted(piece: Counter, names: Sequence[str] = PLAYERS) -> str:
    """A counter with its name and maximum."""
    end = "" if not piece.of else f" of {piece.of}"
    return f"{owner(piece, names)}{piece.name} {piece.value}{end}"


def drawn(piece: Piece) -> list[str]:
    """A piece as lines, without its name.

    >>> drawn(Cards("hand", ("Ah", "T"), hidden=1)), drawn(Tiles("tiles", (1, 2, 3), (1, 3)))
    (['A♥ 10 ▒▒'], ['[1]  ·  [3]'])
    """
    match piece:
        case Dice() | CoinPieces():
            return [" ".join(f"[{face or ' '}]" for face in piece.faces)]
        case Cards():
            return [" ".join([*map(card, piece.cards), *["▒▒"] * piece.hidden])]
        case Tiles():
            shown = (f"[{each}]" if each in piece.open else " · " for each in piece.tiles)
            return [" ".join(shown)]
        case Board():
            return squares(piece)
        case ScoreSheet():
            return [", ".join(row.title for row in piece.rows if row.open) or "all boxes filled"]
        case Counter():
            return [counted(piece)]


def card(name: str) -> str:
    """A card, as printed.

    >>> card("Th"), card("A"), card("Jk")
    ('10♥', 'A', 'Jk')
    """
    rank, suit = name[:1], name[1:]
    if suit and suit not in SUITS:
        return name
    return f"{'10' if rank == 'T' else rank}{SUITS.get(suit, '')}"


def squares(board: Board) -> list[str]:
    """A board, row by row: tokens with their numbers, stars, and the titles of empty squares.

    >>> from perfectplay.model.view import Token, track
    >>> squares(track("points", 3, (Token(1, 0, 2),)))
    ['1   2●  3']
    """
    cells = {}
    for place, square in enumerate(board.squares):
        shown = "".join(
            f"{token.number if token.number > 1 else ''}"
            f"{'◌' if token.passing else PLAYERS[token.player]}"
            for token in board.tokens
            if token.square == place
        )
        cells[square.row, square.column] = shown or ("*" if square.star else square.title or ".")
    columns = range(1 + max(column for _, column in cells))
    return [
        "".join(cells.get((row, column), "").ljust(CELL) for column in columns).rstrip()
        for row in range(1 + max(row for row, _ in cells))
    ]
