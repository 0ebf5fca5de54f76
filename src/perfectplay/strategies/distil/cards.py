"""Distil a scorecard of any size: grow the list by the line that gains most, and follow each."""

from __future__ import annotations

from typing import Any

from perfectplay.engines import Progress
from perfectplay.errors import ModelError
from perfectplay.model.scorecard import Scorecard
from perfectplay.solution.solution import Solution
from perfectplay.strategies.distil.distilled import Distilled, Point
from perfectplay.strategies.distil.phrases import Move, moves, places
from perfectplay.strategies.rules import Rules
from perfectplay.strategies.rules.scoring import CardLine, read_line

GAMES = 60
"""So many games show the turns that lines are tried on."""
AT_ONCE = 4
"""Lines that are taken from one look at these games, once there are some."""
LEAST_GAIN = 1e-4


class Grower:
    """A list of lines for a scorecard that grows."""

    def __init__(self, solution: Solution, seed: int, progress: Progress | None) -> None:
        card = solution.game.card
        assert card is not None
        self.solution, self.seed, self.progress = solution, seed, progress
        self.card: Scorecard = card
        self.drill = solution.drill()
        self.moves = list(moves(card))
        self.places = list(places(card))
        self.read: dict[str, CardLine] = {}
        self.arrays = [self.drill.move(self.line(move.line())) for move in self.moves]
        self.curve: dict[int, Point] = {}

    def line(self, text: str) -> CardLine:
        """A line, read once."""
        if text not in self.read:
            self.read[text] = read_line(text, self.solution.game)
        return self.read[text]

    def follow(self, texts: list[str]) -> Any:
        """Play by some lines, followed exactly, and noted if it is the best of its length."""
        play = self.drill.follow([self.line(text) for text in texts])
        value = float(play.values[-1])
        best = self.curve.get(len(texts))
        if best is None or value > best.value:
            loss = float(self.solution.value) - value
            self.curve[len(texts)] = Point(Rules(self.solution.game, texts), value, loss)
            if self.progress:
                self.progress(f"{len(texts)} lines lose {loss:.3f}", len(texts))
        return play

    def grow(self, lines: int) -> bool:
        """Grow the list to some lines; whether it was stopped on the way."""
        try:
            texts = [self.ending()]
            play = self.follow(texts)
            look = 0
            while len(texts) < lines:
                look += 1
                grown = self.grown(texts, play, min(self.at_once(texts), lines - len(texts)), look)
                if grown is None:
                    break
                texts, play = self.thinned(*grown)
        except KeyboardInterrupt:
            return True
        return False

    def at_once(self, texts: list[str]) -> int:
        """How many lines are taken from one look."""
        return 1 if len(texts) < 2 * AT_ONCE else AT_ONCE

    def ending(self) -> str:
        """The line for all other cases: each box has its price, what it is worth while open."""
        worth = self.solution.box_worth()
        middle = len(self.card.names) // 2
        prices = {name: round(points[middle]) for name, points in worth.items()}
        told = ", ".join(f"{name} {price}" for name, price in prices.items())
        return f"score the most over {told}"

    def grown(
        self, texts: list[str], play: Any, more: int, look: int
    ) -> tuple[list[str], Any] | None:
        """The list with some more lines, each of which has proved itself."""
        seen = self.drill.seen(play, GAMES, self.seed + look)
        gained = False
        for _ in range(more):
            found = self.best_line(play, seen, len(texts))
            if found is None:
                break
            move, where, before = found
            text = self.moves[move].line(where)
            longer = [*texts[:before], text, *texts[before:]]
            followed = self.follow(longer)
            holds = self.drill.holds(seen, self.line(Move(where, "reroll all").line()))
            self.drill.accept(play, seen, self.arrays[move], holds, before)
            if followed.values[-1] > play.values[-1]:
                texts, play, gained = longer, followed, True
            else:
                seen.line[seen.line > before] -= 1
        return (texts, play) if gained else None

    def best_line(
        self, play: Any, seen: Any, lines: int
    ) -> tuple[int, tuple[str, ...], int] | None:
        """The move, the place and the line to put it before that promise most."""
        import numpy as np

        everywhere = [self.line(Move(where, "reroll all").line()) for where in self.places]
        held = np.array([self.drill.holds(seen, line) for line in everywhere], np.float32)
        most, found = LEAST_GAIN, None
        for number, arrays in enumerate(self.arrays):
            gains = self.drill.gains(play, seen, arrays, lines)
            before = np.cumsum(gains[:, ::-1], axis=1)[:, ::-1].astype(np.float32)
            sums = held @ before
            place, line = divmod(int(np.argmax(sums)), lines)
            if sums[place, line] > most and self.sound(number, place):
                most, found = float(sums[place, line]), (number, self.places[place], line)
        return found

    def sound(self, move: int, place: int) -> bool:
        """Whether a move and a place go together in a line."""
        try:
            self.line(self.moves[move].line(self.places[place]))
        except ModelError:
            return False
        return True

    def thinned(self, texts: list[str], play: Any) -> tuple[list[str], Any]:
        """The list without a line that is not worth its place, if there is one."""
        seen = self.drill.seen(play, GAMES, self.seed)
        for line in sorted(
            range(len(texts) - 1), key=lambda line: seen.likely[seen.line == line].sum()
        )[:1]:
            shorter = texts[:line] + texts[line + 1 :]
            followed = self.follow(shorter)
            if followed.values[-1] >= play.values[-1] - LEAST_GAIN:
                return shorter, followed
        return texts, play


def distil_card(solution: Solution, lines: int, seed: int, progress: Progress | None) -> Distilled:
    """The best lists of up to so many lines that were found for a scorecard."""
    grower = Grower(solution, seed, progress)
    stopped = grower.grow(lines)
    return Distilled(solution, [grower.curve[count] for count in sorted(grower.curve)], stopped)
