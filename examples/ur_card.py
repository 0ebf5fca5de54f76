"""How good are seven lines at the Royal Game of Ur? Exactly, against the best answer to them.

Of the moves that there are, keep those that the first line likes, if any; of these, those that the
second likes; and so on. `python examples/ur_card.py 1 2` tells what that loses with one piece and
with two, as a mean of going first and second.
"""

import sys
from collections.abc import Callable

from perfectplay import evaluate, solve
from perfectplay.games.royal_ur import NO_MOVE, RoyalUr, UrRoll
from perfectplay.strategies.strategy import Decision

SHARED = range(5, 13)
CENTRE = 8
REACH = range(1, 5)
"""How far a piece goes in a turn."""


class Move:
    """A move of the piece on some square, by Finkel's rules."""

    def __init__(self, game: RoyalUr, position: UrRoll, square: int) -> None:
        self.square, self.to = square, square + position.roll
        self.enters = square == 0
        self.captures = self.to < game.off and game.crossing[self.to] in position.theirs
        self.comes_to_rosette = self.to in game.rosettes
        self.is_safe = (
            self.to not in SHARED
            or self.comes_to_rosette
            or not any(self.to - square in REACH for square in position.theirs)
        )


LINES: list[tuple[str, Callable[[Move], bool]]] = [
    ("capture", lambda move: move.captures),
    ("come to a rosette", lambda move: move.comes_to_rosette),
    ("enter", lambda move: move.enters),
    ("come to the rosette in the middle", lambda move: move.to == CENTRE),
    ("come to where nobody captures you next", lambda move: move.is_safe),
    ("stay on the rosette in the middle", lambda move: move.square != CENTRE),
]
LAST = "move the piece in front"


def by_the_card(game: RoyalUr, decision: Decision) -> int | str:
    """Take the move that the card says."""
    position = decision.position
    assert isinstance(position, UrRoll)
    if NO_MOVE in decision.options:
        return NO_MOVE
    moves = [Move(game, position, int(str(square))) for square in decision.options]
    for _, likes in LINES:
        moves = [move for move in moves if likes(move)] or moves
    return max(move.square for move in moves)


def loss(game: RoyalUr) -> tuple[float, float]:
    """What the card loses by going first, and by going second."""

    def card(decision: Decision) -> int | str:
        return by_the_card(game, decision)

    best = float(solve(game).value)
    first = best - float(evaluate(game, card, None).value)
    return first, float(evaluate(game, None, card).value) - best


if __name__ == "__main__":
    for number, (line, _) in enumerate(LINES, 1):
        print(f"{number}. {line}")
    print(f"{len(LINES) + 1}. {LAST}")
    for pieces in map(int, sys.argv[1:] or ["1"]):
        first, second = loss(RoyalUr(pieces=pieces))
        print(
            f"pieces={pieces} first {first:.6f} second {second:.6f} mean {(first + second) / 2:.6f}"
        )
