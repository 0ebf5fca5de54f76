"""Distil a scorecard of any size: grow the list by what gains most, and follow each exactly.

What a line would gain is looked up on turns that the list itself comes to. A line may also be given
a further case: `four alike or two pairs: keep them` is one line. At last, lines that are worth
little are exchanged for others, and the prices of the last line are tuned.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any, NamedTuple

from perfectplay.engines import Progress
from perfectplay.errors import ModelError
from perfectplay.model.scorecard import Scorecard
from perfectplay.solution.solution import Solution
from perfectplay.strategies.distil.distilled import Distilled, Point
from perfectplay.strategies.distil.phrases import Move, moves, places
from perfectplay.strategies.rules import Rules
from perfectplay.strategies.rules.scoring import CardLine, points_in, read_line

GAMES = 60
"""So many games show the turns that lines are tried on."""
AT_ONCE = 4
"""Lines that are taken from one look at these games, once there are some."""
CASES = 4
"""So many cases a line may have, joined by `or`."""
FREE = 0.4
"""A case of a line that is there is taken if it gains that share of what a new line would."""
STEPS = (8, 4, 2, 1)
"""By how much prices are changed."""
LEAST_GAIN = 1e-4


class Listed(NamedTuple):
    """A line of a list: what dice show, in some cases; where that is; and what to do."""

    cases: tuple[str, ...]
    where: tuple[str, ...]
    action: str

    @property
    def text(self) -> str:
        """The line as it is written."""
        shown = (" or ".join(self.cases),) if self.cases else ()
        conditions = ", ".join([*shown, *self.where])
        return f"{conditions}: {self.action}" if conditions else self.action


class Found(NamedTuple):
    """Something to add: a line before another one, or a case of that one."""

    gain: float
    move: int
    where: tuple[str, ...]
    before: int
    joins: int | None = None
    """The line that it is a further case of."""


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
        self.place_of = {where: number for number, where in enumerate(self.places)}
        self.read: dict[str, CardLine] = {}
        self.arrays = [self.drill.move(self.line(move.line())) for move in self.moves]
        self.curve: dict[int, Point] = {}
        self.looks = 0

    def line(self, text: str) -> CardLine:
        """A line, read once."""
        if text not in self.read:
            self.read[text] = read_line(text, self.solution.game)
        return self.read[text]

    def follow(self, made: list[Listed]) -> Any:
        """Play by some lines, followed exactly, and noted if it is the best of its length."""
        texts = [each.text for each in made]
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
        """Grow the list to some lines, then exchange them; whether it was stopped on the way."""
        try:
            made = [self.ending()]
            play = self.follow(made)
            while True:
                made, play = self.tuned(made, play)
                grown = self.grown(made, play, lines)
                if grown is None:
                    break
                made, play = grown
            self.exchange(made, play, lines)
        except KeyboardInterrupt:
            return True
        return False

    def ending(self) -> Listed:
        """The line for all other cases: each box has its price, what it is worth while open."""
        worth = self.solution.box_worth()
        middle = len(self.card.names) // 2
        return priced({name: round(points[middle]) for name, points in worth.items()})

    def look(self, play: Any) -> Any:
        """The decisions of some games that were not seen before."""
        self.looks += 1
        return self.drill.seen(play, GAMES, self.seed + self.looks)

    def grown(
        self, made: list[Listed], play: Any, lines: int, most: int = AT_ONCE
    ) -> tuple[list[Listed], Any] | None:
        """The list with some more lines and cases, each of which has proved itself."""
        seen, began = self.look(play), made
        failed: set[Found] = set()
        while len(failed) < AT_ONCE:
            found = self.best(made, play, seen, failed, full=len(made) >= lines)
            if found is None:
                break
            longer = self.added(made, found)
            followed = self.follow(longer)
            if followed.values[-1] <= play.values[-1]:
                failed.add(found._replace(gain=0))
                continue
            holds = self.drill.holds(seen, self.line(Move(found.where, "reroll all").line()))
            self.drill.accept(play, seen, self.arrays[found.move], holds, found.before)
            if found.joins is not None:
                seen.line[seen.line > found.joins] -= 1
            made, play, most = longer, followed, most - 1
            if most <= 0 or len(made) < 2 * AT_ONCE:
                break
        return None if made is began else (made, play)

    def added(self, made: list[Listed], found: Found) -> list[Listed]:
        """The list with what was found."""
        move = self.moves[found.move]
        if found.joins is None:
            new = Listed(move.shown[:1], (*move.shown[1:], *found.where), move.action)
            return [*made[: found.before], new, *made[found.before :]]
        old = made[found.joins]
        first = found.before == found.joins
        cases = (move.shown[0], *old.cases) if first else (*old.cases, move.shown[0])
        return [*made[: found.joins], old._replace(cases=cases), *made[found.joins + 1 :]]

    def best(
        self, made: list[Listed], play: Any, seen: Any, failed: set[Found], *, full: bool
    ) -> Found | None:
        """The line or the case that promises most; only a case if there is no room for lines."""
        import numpy as np

        held = self.held(seen)
        line = case = Found(LEAST_GAIN, -1, (), 0)
        for number, arrays in enumerate(self.arrays):
            gains = self.drill.gains(play, seen, arrays, len(made))
            before = np.cumsum(gains[:, ::-1], axis=1)[:, ::-1].astype(np.float32)
            sums = held @ before
            place, at = divmod(int(np.argmax(sums)), len(made))
            new = Found(float(sums[place, at]), number, self.places[place], at)
            if not full and new.gain > line.gain and self.sound(number, place):
                line = line if new._replace(gain=0) in failed else new
            for joined in self.joining(made, number, sums):
                if joined.gain > case.gain and joined._replace(gain=0) not in failed:
                    case = joined
        if case.move >= 0 and (line.move < 0 or case.gain >= FREE * line.gain):
            return case
        return line if line.move >= 0 else None

    def joining(self, made: list[Listed], number: int, sums: Any) -> Iterator[Found]:
        """The lines that a move could be a further case of."""
        move = self.moves[number]
        if not move.shown or move.action not in ("keep them", "score it"):
            return
        for at, old in enumerate(made[:-1]):
            when, where = old.where[: len(move.shown) - 1], old.where[len(move.shown) - 1 :]
            fits = old.action == move.action and when == move.shown[1:] and where in self.place_of
            if fits and len(old.cases) < CASES and move.shown[0] not in old.cases:
                for before in (at, at + 1):
                    yield Found(
                        float(sums[self.place_of[where], before]), number, where, before, at
                    )

    def held(self, seen: Any) -> Any:
        """By place and turn that was seen, whether the place holds there."""
        import numpy as np

        lines = [self.line(Move(where, "reroll all").line()) for where in self.places]
        return np.array([self.drill.holds(seen, line) for line in lines], np.float32)

    def sound(self, move: int, place: int) -> bool:
        """Whether a move and a place go together in a line."""
        try:
            self.line(self.moves[move].line(self.places[place]))
        except ModelError:
            return False
        return True

    def exchange(self, made: list[Listed], play: Any, lines: int) -> None:
        """Leave out a line for a better one, as long as that gains; the least used first."""
        seen = self.look(play)
        used = [float(seen.likely[seen.line == at].sum()) for at in range(len(made) - 1)]
        order = sorted(range(len(made) - 1), key=used.__getitem__)
        for at in order:
            shorter = [*made[:at], *made[at + 1 :]]
            grown = self.grown(shorter, self.follow(shorter), lines, AT_ONCE)
            if grown is not None and grown[1].values[-1] > play.values[-1] + LEAST_GAIN:
                self.exchange(*self.tuned(*grown), lines)
                return

    def tuned(self, made: list[Listed], play: Any) -> tuple[list[Listed], Any]:
        """The list with better prices in its last line."""
        import numpy as np

        seen = self.look(play)
        rolls = len(self.card.rolls)
        rows = np.argwhere(seen.line[:, :rolls] == len(made) - 1)
        if not len(rows):
            return made, play
        turn, roll = rows.T
        worth, weight = seen.boxes[turn, roll], seen.likely[turn, roll]
        points = self.points[seen.joker[turn, roll].astype(int), roll]
        offered = worth > -1e17
        prices = np.array(list(prices_in(made[-1]).values()), float)

        def gained(tried: Any) -> float:
            """What the last line is worth by some prices."""
            box = np.where(offered, points - tried, -np.inf).argmax(axis=1)
            return float(weight @ worth[np.arange(len(box)), box])

        best, changed = gained(prices), False
        for step in STEPS:
            for box in range(len(prices)):
                for change in (step, -step):
                    tried = prices.copy()
                    tried[box] += change
                    if (value := gained(tried)) > best + LEAST_GAIN:
                        best, prices, changed = value, tried, True
        if not changed:
            return made, play
        names = self.card.names
        better = priced(dict(zip(names, prices.astype(int).tolist(), strict=True)))
        other = [*made[:-1], better]
        followed = self.follow(other)
        return (other, followed) if followed.values[-1] > play.values[-1] else (made, play)

    @functools.cached_property
    def points(self) -> Any:
        """Plainly and as a joker, by roll and box: the points."""
        import numpy as np

        rolls = [self.drill.solution.lattice.keeps[each] for each in range(len(self.card.rolls))]
        return np.array(
            [
                [[points_in(self.card, name, roll, joker) for name in self.card.names]
                 for roll in rolls]
                for joker in (False, True)
            ],
            float,
        )  # fmt: skip


def priced(prices: dict[str, int]) -> Listed:
    """The line that scores the most over prices."""
    told = ", ".join(f"{name} {price}" for name, price in prices.items())
    return Listed((), (), f"score the most over {told}")


def prices_in(line: Listed) -> dict[str, int]:
    """The prices of such a line."""
    told = line.action.removeprefix("score the most over ").split(", ")
    return {name: int(price) for name, price in (each.split() for each in told)}


def distil_card(solution: Solution, lines: int, seed: int, progress: Progress | None) -> Distilled:
    """The best lists of up to so many lines that were found for a scorecard."""
    grower = Grower(solution, seed, progress)
    stopped = grower.grow(lines)
    return Distilled(solution, [grower.curve[count] for count in sorted(grower.curve)], stopped)
