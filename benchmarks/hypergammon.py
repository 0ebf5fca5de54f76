"""The whole of Hypergammon by hand, without and with the cube: `python -m benchmarks.hypergammon`.

A side is three checkers in order, a position the sides of the mover and of the other. Positions are
solved in layers, by how many checkers are off, and a layer is swept from few pips to many, so that
only hits lead to what is not known yet. Without a cube, plays are chosen and then followed for some
sweeps, until no choice changes a value any more. With it, each sweep brings bounds closer.
"""

from __future__ import annotations

import itertools
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numba
import numpy as np

CHECKERS, QUARTERS, ROOM, LAST = 3, 4, 256, 6
SLACK = 1e-14
"""More than rounding does to the bounds of a turn."""
TIE = 1e-13
FOLLOWED = 12
"""So many sweeps follow the plays that were chosen."""
CHUNK = 1 << 16
OUTPUTS = 5
"""Wins, gammons and backgammons won, gammons and backgammons lost, as gnubg counts them."""
CUBES = ("mine", "centred", "centred, Jacoby", "the other's")
"""Where the cube may be; by the rule of Jacoby, a gammon counts only after a double."""
OWN, CENTRED, JACOBY, OTHERS = range(4)
HEADER, RECORD, TOP = 40, 28, 0xFFFFFF
Tell: TypeAlias = Callable[[str], None] | None


class Board(NamedTuple):
    """All sides of a board, each a row of three, with their numbers; rolls with their weights.

    If there are fewer than three checkers, the `missing` ones are off from the beginning.
    """

    home: int
    bar: int
    missing: int
    sides: Any
    number: Any
    rolls: Any
    weights: Any


class Layer(NamedTuple):
    """Some positions in order, how many plays each roll has, and where all of these lead."""

    places: Any
    counts: Any
    leaves: Any


def board_of(checkers: int = CHECKERS, home: int = 6) -> Board:
    """The board of a variant. Its sides are in the order of gnubg."""
    bar, missing = QUARTERS * home + 1, CHECKERS - checkers
    each = itertools.combinations_with_replacement(range(bar + 1), checkers)
    sides = np.array([(0,) * missing + side for side in each])
    number = np.zeros((bar + 1,) * CHECKERS, np.int64)
    number[tuple(sides.T)] = np.arange(len(sides))
    rolls = np.array([(a, b) for a in range(1, home + 1) for b in range(1, a + 1)])
    weights = (1.0 + (rolls[:, 0] > rolls[:, 1])) / home**2
    return Board(home, bar, missing, sides, number, rolls, weights)


@numba.njit(cache=True)  # type: ignore[untyped-decorator,unused-ignore]  # by the version of Numba
def ordered(play: Any, first: int) -> None:
    """Put the three checkers of a side in order."""
    for a, b in ((first, first + 1), (first + 1, first + 2), (first, first + 1)):
        if play[a] > play[b]:
            play[a], play[b] = play[b], play[a]


@numba.njit(cache=True)  # type: ignore[untyped-decorator,unused-ignore]  # by the version of Numba
def moved(
    plays: Any, many: int, further: Any, end: int, die: int, anew: bool, home: int, bar: int
) -> int:
    """Add to `further` what one more die makes of some plays; where these end then.

    A play is the mover's checkers, the other's, and the point that was moved from last.
    """
    for at in range(many):
        play = plays[at]
        far = play[CHECKERS - 1]
        for place in range(CHECKERS):
            source = play[place]
            if source == 0 or (source > play[LAST] and not anew) or (far == bar != source):
                continue
            if place + 1 < CHECKERS and play[place + 1] == source:
                continue
            to, there, hit = source - die, 0, -1
            if to > 0:
                for other in range(CHECKERS, LAST):
                    if play[other] == bar - to:
                        there, hit = there + 1, other
                if there > 1:
                    continue
            elif far > home or (to < 0 and source < far):
                continue
            further[end] = play
            further[end, place], further[end, LAST] = max(to, 0), source
            if hit >= 0:
                further[end, hit] = bar
            ordered(further[end], 0)
            ordered(further[end], CHECKERS)
            end += 1
    return end


@numba.njit(cache=True)  # type: ignore[untyped-decorator,unused-ignore]  # by the version of Numba
def plays_of(
    none: Any, one: Any, two: Any, both: Any, high: int, low: int, home: int, bar: int
) -> tuple[Any, int]:
    """All plays of a roll, some of them more than once; `none` is the position."""
    many = moved(none, 1, one, 0, high, True, home, bar)
    if high == low:
        for _ in range(3):
            more = moved(one, many, two, 0, high, False, home, bar)
            if more == 0:
                break
            one, two, many = two, one, more
        return one, many
    end = moved(one, many, both, 0, low, True, home, bar)
    lows = moved(none, 1, two, 0, low, True, home, bar)
    end = moved(two, lows, both, end, high, True, home, bar)
    if end:
        return both, end
    return (one, many) if many else (two, lows)


@numba.njit(cache=True)  # type: ignore[untyped-decorator,unused-ignore]  # by the version of Numba
def find_leaves(
    places: Any, sides: Any, number: Any, rolls: Any, home: int, bar: int, counts: Any, leaves: Any
) -> int:
    """Note for each roll at some positions how many plays there are and where they lead."""
    count, end = len(sides), 0
    none = np.zeros((1, LAST + 1), np.int64)
    one, two = np.zeros((ROOM, LAST + 1), np.int64), np.zeros((ROOM, LAST + 1), np.int64)
    three = np.zeros((ROOM, LAST + 1), np.int64)
    for at in range(len(places)):
        none[0, :CHECKERS] = sides[places[at] // count]
        none[0, CHECKERS:LAST] = sides[places[at] % count]
        for roll in range(len(rolls)):
            high, low = rolls[roll]
            plays, many = plays_of(none, one, two, three, high, low, home, bar)
            begin = end
            for k in range(max(many, 1)):
                play = plays[k] if many else none[0]
                mine = number[play[0], play[1], play[2]]
                leaf = number[play[3], play[4], play[5]] * count + mine
                known = False
                for before in range(begin, end):
                    known = known or leaves[before] == leaf
                if not known:
                    leaves[end] = leaf
                    end += 1
            counts[at, roll] = end - begin
    return end


def layers_of(board: Board) -> Iterator[list[Layer]]:
    """The positions in which play goes on, in layers, each in parts; the last layer comes first."""
    count, sides = len(board.sides), board.sides
    off = (sides == 0).sum(axis=1)
    pips = sides.sum(axis=1)
    points = np.zeros((count, board.bar), bool)
    for column in sides.T:
        points[np.arange(count), column % board.bar] = True
    points[:, 0] = False
    mirrored = np.concatenate([points[:, :1], points[:, :0:-1]], axis=1)
    going = np.flatnonzero(off < CHECKERS)
    for total in range(2 * CHECKERS - 2, 2 * board.missing - 1, -1):
        found = [np.zeros(0, np.int64)]
        for mine in going:
            theirs = going[off[going] == total - off[mine]]
            apart = ~(points[mine] & mirrored[theirs]).any(axis=1)
            found.append(mine * count + theirs[apart])
        places = np.concatenate(found)
        places = places[np.argsort(pips[places // count] + pips[places % count], kind="stable")]
        yield [part_of(board, places[a : a + CHUNK]) for a in range(0, len(places), CHUNK)]


def part_of(board: Board, places: Any) -> Layer:
    """Some positions with where all their plays lead."""
    counts = np.zeros((len(places), len(board.rolls)), np.uint8)
    leaves = np.zeros(len(places) * len(board.rolls) * 16 + ROOM, np.int32)
    end = find_leaves(
        places, board.sides, board.number, board.rolls, board.home, board.bar, counts, leaves
    )
    return Layer(places, counts, leaves[:end].copy())


def ends_of(board: Board) -> Any:
    """What positions are worth to the mover in which the other, or the mover, has just won."""
    count = len(board.sides)
    off = (board.sides == 0).sum(axis=1)
    back = board.sides[:, -1] > (QUARTERS - 1) * board.home
    points = np.where(off > board.missing, 1, np.where(back, 3, 2))
    ends = np.zeros((count, count))
    ends[:, off == CHECKERS] = -points[:, None]
    ends[off == CHECKERS] = points
    return ends.ravel()


@numba.njit(cache=True)  # type: ignore[untyped-decorator,unused-ignore]  # by the version of Numba
def choose(places: Any, counts: Any, leaves: Any, weights: Any, values: Any, chosen: Any) -> float:
    """Choose the best play of each roll, find the values that this makes, and the largest step."""
    at, step = 0, 0.0
    for i in range(len(places)):
        mean = 0.0
        for roll in range(len(weights)):
            best = -4.0
            for _ in range(counts[i, roll]):
                if -values[leaves[at]] > best + TIE:
                    best, chosen[i, roll] = -values[leaves[at]], leaves[at]
                at += 1
            mean += weights[roll] * best
        step = max(step, abs(mean - values[places[i]]))
        values[places[i]] = mean
    return step


@numba.njit(cache=True)  # type: ignore[untyped-decorator,unused-ignore]  # by the version of Numba
def follow(places: Any, chosen: Any, weights: Any, values: Any) -> float:
    """Find what positions are worth by the plays that were chosen; the largest step."""
    step = 0.0
    for i in range(len(places)):
        mean = 0.0
        for roll in range(len(weights)):
            mean -= weights[roll] * values[chosen[i, roll]]
        step = max(step, abs(mean - values[places[i]]))
        values[places[i]] = mean
    return step


@numba.njit(cache=True)  # type: ignore[untyped-decorator,unused-ignore]  # by the version of Numba
def doubled(none: float, other: float) -> float:
    """What a position is worth to one who may double: without a double, or with it."""
    return max(none, min(2.0 * other, 1.0))


@numba.njit(cache=True)  # type: ignore[untyped-decorator,unused-ignore]  # by the version of Numba
def sweep_cubes(
    places: Any, counts: Any, leaves: Any, weights: Any, lows: Any, highs: Any, slack: float
) -> tuple[float, float]:
    """Bring bounds closer, for each place where the cube may be; the widest gap and largest step.

    A double makes all worth twice as much. Values are those of a turn that begins without one.
    """
    at, width, step = 0, 0.0, 0.0
    low, high = np.zeros(4), np.zeros(4)
    best, most = np.zeros(4), np.zeros(4)
    for i in range(len(places)):
        low[:] = 0.0
        high[:] = 0.0
        for roll in range(len(weights)):
            best[:] = -4.0
            most[:] = -4.0
            for _ in range(counts[i, roll]):
                below, above = lows[leaves[at]], highs[leaves[at]]
                at += 1
                best[OWN] = max(best[OWN], -above[OTHERS])
                most[OWN] = max(most[OWN], -below[OTHERS])
                for cube, after in ((CENTRED, CENTRED), (JACOBY, JACOBY), (OTHERS, OWN)):
                    best[cube] = max(best[cube], -doubled(above[after], above[OTHERS]))
                    most[cube] = max(most[cube], -doubled(below[after], below[OTHERS]))
            for cube in range(4):
                low[cube] += weights[roll] * best[cube]
                high[cube] += weights[roll] * most[cube]
        place = places[i]
        for cube in range(4):
            new = max(lows[place, cube], low[cube] - slack)
            step = max(step, new - lows[place, cube])
            lows[place, cube] = new
            new = min(highs[place, cube], high[cube] + slack)
            step = max(step, highs[place, cube] - new)
            highs[place, cube] = new
            width = max(width, new - lows[place, cube])
    return width, step


@numba.njit(cache=True)  # type: ignore[untyped-decorator,unused-ignore]  # by the version of Numba
def follow_outputs(places: Any, chosen: Any, weights: Any, outputs: Any) -> float:
    """Follow the best plays: how likely each end is; the largest step."""
    step = 0.0
    new = np.zeros(OUTPUTS)
    for i in range(len(places)):
        new[:] = 0.0
        for roll in range(len(weights)):
            then = outputs[chosen[i, roll]]
            new[0] += weights[roll] * (1.0 - then[0])
            new[1] += weights[roll] * then[3]
            new[2] += weights[roll] * then[4]
            new[3] += weights[roll] * then[1]
            new[4] += weights[roll] * then[2]
        here = outputs[places[i]]
        for k in range(OUTPUTS):
            step = max(step, abs(new[k] - here[k]))
            here[k] = new[k]
    return step


class Solved(NamedTuple):
    """By position: the value without a cube, how the game ends then, and bounds with a cube."""

    board: Board
    values: Any
    outputs: Any
    lows: Any
    highs: Any

    def start(self) -> int:
        """The place of the position that play begins at, before any roll."""
        checkers = [0] * self.board.missing
        checkers += range(self.board.bar - CHECKERS + self.board.missing, self.board.bar)
        side = int(self.board.number[tuple(checkers)])
        return side * len(self.board.sides) + side

    def opening(self) -> dict[str, Any]:
        """What it is worth to have won the opening roll, which is no double."""
        board, place = self.board, np.array([self.start()])
        part = part_of(board, place)
        mixed = board.rolls[:, 0] > board.rolls[:, 1]
        weights = np.where(mixed, 1.0 / mixed.sum(), 0.0)
        values, outputs = self.values.copy(), self.outputs.copy()
        chosen = np.zeros((1, len(board.rolls)), np.int32)
        choose(*part, weights, values, chosen)
        follow_outputs(place, chosen, weights, outputs)
        found = {"without a cube": values[place], "outputs": outputs[place[0]]}
        if self.lows is not None:
            lows, highs = self.lows.copy(), self.highs.copy()
            lows[place], highs[place] = -8.0, 8.0
            sweep_cubes(*part, weights, lows, highs, SLACK)
            for cube in (CENTRED, JACOBY):
                found[CUBES[cube]] = np.array([lows[place[0], cube], highs[place[0], cube]])
        return found


def solve(board: Board, width: float = 1e-11, *, cube: bool = True, tell: Tell = None) -> Solved:
    """Solve a variant, layer by layer."""
    values = ends_of(board)
    over = values != 0.0
    wins = [values > 0, values > 1, values > 2, values < -1, values < -2]
    outputs = np.stack(wins, axis=1).astype(float)
    lows = highs = None
    if cube:
        lows = np.repeat(np.where(over, values, -3.0)[:, None], len(CUBES), axis=1)
        highs = np.repeat(np.where(over, values, 3.0)[:, None], len(CUBES), axis=1)
        lows[over, JACOBY] = highs[over, JACOBY] = np.sign(values[over])
    for layer in layers_of(board):
        chosen = without_cube(layer, board.weights, values, tell)
        step = 1.0
        while step > width:
            step = max(
                follow_outputs(part.places, best, board.weights, outputs)
                for part, best in zip(layer, chosen, strict=True)
            )
        if cube:
            with_cube(layer, board.weights, lows, highs, width, tell)
    return Solved(board, values, outputs, lows, highs)


def without_cube(layer: Sequence[Layer], weights: Any, values: Any, tell: Tell) -> list[Any]:
    """Find the values of a layer; the plays that are best."""
    chosen = [np.zeros(part.counts.shape, np.int32) for part in layer]
    pairs = list(zip(layer, chosen, strict=True))
    while True:
        step = max(choose(*part, weights, values, best) for part, best in pairs)
        said(tell, layer, f"without a cube, step {step:.1e}")
        if step < SLACK:
            return chosen
        for _ in range(FOLLOWED):
            if max(follow(part.places, best, weights, values) for part, best in pairs) < SLACK:
                break


def with_cube(
    layer: Sequence[Layer], weights: Any, lows: Any, highs: Any, width: float, tell: Tell
) -> None:
    """Sweep a layer until its bounds are close enough, or do not move any more."""
    gap = step = 1.0
    while gap > width and step > SLACK:
        seen = [sweep_cubes(*part, weights, lows, highs, SLACK) for part in layer]
        gap, step = (max(numbers) for numbers in zip(*seen, strict=True))
        said(tell, layer, f"with a cube, bounds {gap:.1e} apart")


def said(tell: Tell, layer: Sequence[Layer], what: str) -> None:
    """Tell how far a layer is."""
    if tell is not None:
        tell(f"{sum(len(part.places) for part in layer)} positions {what}")


def write_gnubg(solved: Solved, path: Path) -> None:
    """Write the file in which gnubg looks up Hypergammon: `hyper3.bd` for three checkers.

    Behind a header of 40 bytes stand 28 for each position, by the number of the mover's side and
    then the other's: five chances and, by where the cube is, four values from -3 to 3, each in 24
    bits with the lowest byte first.
    """
    checkers = CHECKERS - solved.board.missing
    values = (solved.lows + solved.highs) / 2
    with path.open("wb") as file:
        file.write(f"gnubg-H{checkers}".encode().ljust(HEADER - 1, b"x") + b"\n")
        for first in range(0, len(values), CHUNK):
            part = slice(first, first + CHUNK)
            shares = np.concatenate([solved.outputs[part], values[part] / 6 + 0.5], axis=1)
            whole = (np.clip(shares, 0.0, 1.0) * TOP).astype("<u4")
            record = np.zeros((len(whole), RECORD), np.uint8)
            record[:, : RECORD - 1] = (
                whole.view(np.uint8).reshape(-1, 9, 4)[:, :, :3].reshape(-1, RECORD - 1)
            )
            file.write(record.tobytes())


def main(words: Sequence[str]) -> None:
    """Solve the whole game, tell what is known of the opening, and write the file of gnubg."""
    began = time.process_time()
    cube = "--cubeless" not in words

    def tell(line: str) -> None:
        sys.stderr.write(f"{time.process_time() - began:8.1f} s  {line}\n")

    solved = solve(board_of(), cube=cube, tell=tell)
    for what, found in solved.opening().items():
        sys.stdout.write(f"{what}: {' '.join(f'{number:.16f}' for number in found)}\n")
    for word in words:
        if word.endswith(".bd"):
            write_gnubg(solved, Path(word))


if __name__ == "__main__":
    main(sys.argv[1:])
