"""Games with engines of their own beside compiled rules and scripts by hand.

`python -m benchmarks.own_engines`. Each solve runs in a process of its own, from its start to the
value; compiled rules are those of the same game, stopped after `PATIENCE` seconds; a script by hand
is plain Python, as a player who programs would write it for this one game. CPU seconds; values must
agree. Name games to run only those.
"""

from __future__ import annotations

import functools
import json
import math
import operator
import os
import platform
import resource
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any

DIGITS = 1e-9
Steps = tuple[int, ...]
Place = tuple[Steps, frozenset[int]]
"""Steps made, those of the turn among them, and the columns that were climbed in it."""


def ours(name: str, engine: str | None = None) -> Callable[[], float]:
    """A game solved by perfectplay: by its own engine, or by another."""
    from perfectplay import Compute, Game, solve
    from perfectplay.games.bear_off import BearOff
    from perfectplay.games.blackjack import Blackjack
    from perfectplay.games.cant_stop import CantStop
    from perfectplay.games.farkle import Farkle
    from perfectplay.games.greed import Greed
    from perfectplay.games.hog import Hog
    from perfectplay.games.pig import Pig
    from perfectplay.games.video_poker import VideoPoker
    from perfectplay.games.yazy import Yazy

    games: dict[str, Game[Any]] = {
        "bear-off, 15 checkers": BearOff(checkers=15),
        "bear-off, 6 against 6": BearOff(players=2, checkers=6),
        "bear-off, 6 against 6, cube": BearOff(players=2, checkers=6, cube=True),
        "farkle, one turn": Farkle(rules="simple"),
        "farkle alone to 10,000": Farkle(rules="simple", target=10_000),
        "farkle for two to 1,000": Farkle(rules="simple", target=1000, players=2),
        "farkle for two to 10,000": Farkle(rules="simple", target=10_000, players=2),
        "zilch for two to 10,000": Farkle(rules="zilch", target=10_000, players=2),
        "can't stop (3, 1)": CantStop(sides=3, shortest=1),
        "can't stop (3, 2)": CantStop(sides=3, shortest=2),
        "can't stop (3, 1) for two": CantStop(sides=3, shortest=1, players=2),
        "can't stop (4, 1)": CantStop(sides=4, shortest=1),
        "blackjack, 1 deck, no splits": Blackjack(decks=1, hands=1),
        "blackjack, 6 decks, no splits": Blackjack(decks=6, hands=1),
        "blackjack, 6 decks": Blackjack(decks=6),
        "Pig 100": Pig(),
        "Hog 100": Hog(),
        "Greed (50, 6)": Greed(max=50, sides=6),
        "video poker": VideoPoker(),
        "Yazy": Yazy(),
    }
    return lambda: float(solve(games[name], compute=Compute(engine=engine)).value)


@cache
def boards_after(board: tuple[int, ...], dice: tuple[int, ...]) -> frozenset[tuple[int, ...]]:
    """The boards that some dice lead to, in this order; a board is its counts by point."""
    if not dice or not any(board):
        return frozenset([board])
    die = dice[0]
    found: set[tuple[int, ...]] = set()
    highest = max(point for point in range(6) if board[point])
    for point in range(6):
        if board[point] and (point + 1 >= die or point == highest):
            after = list(board)
            after[point] -= 1
            if point + 1 > die:
                after[point - die] += 1
            found |= boards_after(tuple(after), dice[1:])
    return frozenset(found)


@cache
def plays(board: tuple[int, ...]) -> list[tuple[int, frozenset[tuple[int, ...]]]]:
    """The rolls with their weights, and where each may lead."""
    found = []
    for first, second in combinations_with_replacement(range(1, 7), 2):
        if first == second:
            found.append((1, boards_after(board, (first,) * 4)))
        else:
            ways = boards_after(board, (first, second)) | boards_after(board, (second, first))
            found.append((2, ways))
    return found


def boards(checkers: int) -> list[tuple[int, ...]]:
    """All boards, fewest pips first."""
    counts = (each for each in product(range(checkers + 1), repeat=6) if sum(each) <= checkers)
    return sorted(counts, key=lambda each: sum((point + 1) * n for point, n in enumerate(each)))


def bear_off_alone(checkers: int) -> float:
    """Minus the fewest expected rolls."""
    rolls: dict[tuple[int, ...], float] = {(0,) * 6: 0.0}
    for board in boards(checkers)[1:]:
        rolls[board] = 1 + sum(w * min(rolls[b] for b in after) for w, after in plays(board)) / 36
    return -rolls[0, 0, 0, 0, 0, checkers]


def bear_off_race(checkers: int) -> float:
    """The chance of who rolls first: pairs in the order of their pips together."""
    every = boards(checkers)
    pips = {b: sum((point + 1) * n for point, n in enumerate(b)) for b in every}
    wins: dict[tuple[tuple[int, ...], tuple[int, ...]], float] = {}
    pairs = sorted(product(every[1:], repeat=2), key=lambda pair: pips[pair[0]] + pips[pair[1]])
    for mine, theirs in pairs:
        total = 0.0
        for weight, after in plays(mine):
            total += weight * max(1 - wins[theirs, b] if any(b) else 1.0 for b in after)
        wins[mine, theirs] = total / 36
    full = (0, 0, 0, 0, 0, checkers)
    return wins[full, full]


@cache
def offers(dice: int) -> list[tuple[float, list[tuple[int, int]]]]:
    """By the simple rules, what throws offer: points and dice left, and how likely they are."""
    throws: Counter[frozenset[tuple[int, int]]] = Counter()
    for roll in product(range(1, 7), repeat=dice):
        ways = {(0, 0)}
        for face in set(roll):
            count = roll.count(face)
            alone = {1: 100, 5: 50}.get(face, 0)
            threes = 1000 if face == 1 else 100 * face
            taken = {
                (n // 3 * threes + n % 3 * alone, n)
                for n in range(count + 1)
                if alone or n % 3 == 0
            }
            ways = {(a + c, b + d) for a, b in ways for c, d in taken}
        throws[frozenset((points, dice - used or 6) for points, used in ways if used)] += 1
    return [(ways / 6**dice, sorted(found)) for found, ways in throws.items()]


def best_turn(lost: float, bank: Callable[[int], float], enough: int, end: float | None) -> float:
    """What a turn is worth: lost, banked, or ended with enough points."""
    worth: dict[tuple[int, int], float] = {}
    for turn in range(enough - 50, -50, -50):
        for dice in range(1, 7):
            total = 0.0
            for chance, found in offers(dice):
                best = -1e9 if found else lost
                for points, left in found:
                    after = turn + points
                    ended = after if end is None else end
                    best = max(best, ended if after >= enough else worth[after, left])
                total += chance * best
            worth[turn, dice] = max(total, bank(turn)) if turn else total
    return worth[0, 6]


def farkle_turn() -> float:
    """The points of a turn."""
    return best_turn(0.0, float, 20_000, None)


def farkle_alone(target: int) -> float:
    """Minus the fewest expected turns, from the highest scores down."""
    turns: dict[int, float] = {}
    for mine in range(target - 50, -50, -50):
        value = -1.0
        while True:
            bank = functools.partial(lambda mine, n: turns[mine + n], mine)
            found = -1 + best_turn(value, bank, target - mine, 0.0)
            if abs(found - value) < 1e-13:
                break
            value = found
        turns[mine] = value
    return turns[0]


def farkle_for_two(target: int) -> float:
    """The chance of who moves, by pairs of scores, each pair until nothing changes."""
    wins: dict[tuple[int, int], float] = {}

    def turn(mine: int, theirs: int) -> float:
        lost = 1 - wins[theirs, mine]
        return best_turn(lost, lambda n: 1 - wins[theirs, mine + n], target - mine, 1.0)

    for both in range(2 * target - 100, -50, -50):
        for mine in range(max(0, both - target + 50), both // 2 + 1, 50):
            theirs = both - mine
            wins[mine, theirs] = wins[theirs, mine] = 0.5
            while True:
                wins[mine, theirs] = turn(mine, theirs)
                before = wins[theirs, mine]
                wins[theirs, mine] = turn(theirs, mine)
                if abs(before - wins[theirs, mine]) < 1e-14:
                    break
    return wins[0, 0]


def cant_stop(sides: int, shortest: int) -> float:
    """Minus the fewest expected turns: for each board, turns until nothing changes."""
    tops = [shortest + 2 * (min(n, 2 * sides + 2 - n) - 2) for n in range(2, 2 * sides + 1)]
    rolls: Counter[frozenset[tuple[int, int]]] = Counter()
    for a, b, c, d in product(range(sides), repeat=4):
        ways = ((a + b, c + d), (a + c, b + d), (a + d, b + c))
        rolls[frozenset((min(way), max(way)) for way in ways)] += 1

    def moves(board: Steps, ran: frozenset[int], way: tuple[int, int]) -> Iterator[Place]:
        """Both sums if that can be, else either."""
        singles = []
        for count in (way, way[:1], way[1:]):
            now, on = list(board), set(ran)
            for column in count:
                now[column] += 1
                on.add(column)
            if len(on) <= 3 and all(now[column] <= tops[column] for column in count):
                singles.append((tuple(now), frozenset(on)))
                if len(count) == 2:
                    break
        return iter(singles)

    @cache
    def options(board: Steps, ran: frozenset[int]) -> list[tuple[int, list[Place]]]:
        return [
            (weight, [place for way in roll for place in moves(board, ran, way)])
            for roll, weight in rolls.items()
        ]

    def turn(board: Steps, ran: frozenset[int], lost: float, known: dict[Place, float]) -> float:
        if sum(map(operator.eq, board, tops)) >= 3:
            return 0.0
        if (board, ran) not in known:
            total = 0.0
            for weight, places in options(board, ran):
                found = [turn(*place, lost, known) for place in places]
                total += weight * (max(found) if found else lost)
            total /= sides**4
            known[board, ran] = max(total, turns(board)) if ran else total
        return known[board, ran]

    @cache
    def turns(board: Steps) -> float:
        value = -1.0
        while True:
            found = turn(board, frozenset(), value, {}) - 1
            if abs(found - value) < 1e-13:
                return found
            value = found

    return turns((0,) * len(tops))


def blackjack(decks: int) -> float:
    """Every hand against every up card, cards as they go, without splits; ranks from the ace up."""
    shoe = [4 * decks] * 9 + [16 * decks]
    value = 0.0
    for up in range(10):
        chance = shoe[up] / sum(shoe)
        shoe[up] -= 1
        value += chance * blackjack_against(up, shoe)
        shoe[up] += 1
    return value


def high_total(low: int, aces: bool) -> int:
    """A total with an ace as eleven where that fits."""
    return low + 10 if aces and low <= 11 else low


def dealt_out(shoe: list[int], low: int, aces: bool, odds: float, ends: list[float]) -> None:
    """Let the dealer draw to the end; adds up how likely each total is, and 22 for any beyond."""
    total = high_total(low, aces)
    if total >= 17:
        ends[min(total, 22)] += odds
        return
    cards = sum(shoe)
    for rank in range(10):
        if shoe[rank]:
            more = odds * shoe[rank] / cards
            shoe[rank] -= 1
            dealt_out(shoe, low + rank + 1, aces or rank == 0, more, ends)
            shoe[rank] += 1


def blackjack_against(up: int, shoe: list[int]) -> float:
    """The best play against an up card, which is out of the shoe."""
    partner = {0: 9, 9: 0}.get(up)
    standing: dict[tuple[int, ...], float] = {}
    best: dict[tuple[int, ...], float] = {}

    def stand(left: tuple[int, ...], total: int) -> float:
        if left not in standing:
            ends, rest = [0.0] * 23, list(left)
            holes = sum(rest) - (0 if partner is None else rest[partner])
            for hole in range(10):
                if hole != partner and rest[hole]:
                    odds = rest[hole] / holes
                    rest[hole] -= 1
                    dealt_out(rest, up + hole + 2, 0 in (up, hole), odds, ends)
                    rest[hole] += 1
            standing[left] = ends[22] + sum(ends[:total]) - sum(ends[total + 1 : 22])
        return standing[left]

    def draws(left: tuple[int, ...]) -> list[tuple[int, float, tuple[int, ...]]]:
        cards = sum(left)
        weights = [
            count * (1 if partner is None else cards - 1 - left[partner] + (rank == partner))
            for rank, count in enumerate(left)
        ]
        whole = sum(weights)
        return [
            (rank, weight / whole, (*left[:rank], left[rank] - 1, *left[rank + 1 :]))
            for rank, weight in enumerate(weights)
            if weight
        ]

    def play(left: tuple[int, ...], low: int, aces: bool) -> float:
        if low > 21:
            return -1.0
        if left not in best:
            total = high_total(low, aces)
            hit = -1.0 if total == 21 else draw(left, low, aces)
            best[left] = max(stand(left, total), hit)
        return best[left]

    def draw(left: tuple[int, ...], low: int, aces: bool) -> float:
        return sum(
            odds * play(then, low + rank + 1, aces or rank == 0) for rank, odds, then in draws(left)
        )

    def double(left: tuple[int, ...], low: int, aces: bool) -> float:
        won = 0.0
        for rank, odds, then in draws(left):
            total = high_total(low + rank + 1, aces or rank == 0)
            won += odds * (-1.0 if total > 21 else stand(then, total))
        return 2 * won

    value, cards = 0.0, sum(shoe)
    for first in range(10):
        for second in range(10):
            left = list(shoe)
            chance = left[first] / cards
            left[first] -= 1
            chance *= left[second] / (cards - 1)
            left[second] -= 1
            natural = 0.0 if partner is None else left[partner] / (cards - 2)
            if {first, second} == {0, 9}:
                value += chance * 1.5 * (1 - natural)
                continue
            hand = tuple(left), first + second + 2, 0 in (first, second)
            value += chance * ((1 - natural) * max(play(*hand), double(*hand)) - natural)
    return value


BY_HAND: dict[str, Callable[[], float] | None] = {
    "bear-off, 15 checkers": lambda: bear_off_alone(15),
    "bear-off, 6 against 6": lambda: bear_off_race(6),
    "bear-off, 6 against 6, cube": None,
    "farkle, one turn": farkle_turn,
    "farkle alone to 10,000": lambda: farkle_alone(10_000),
    "farkle for two to 1,000": lambda: farkle_for_two(1000),
    "farkle for two to 10,000": None,
    "zilch for two to 10,000": None,
    "can't stop (3, 1)": lambda: cant_stop(3, 1),
    "can't stop (3, 2)": lambda: cant_stop(3, 2),
    "can't stop (3, 1) for two": None,
    "can't stop (4, 1)": None,
    "blackjack, 1 deck, no splits": lambda: blackjack(1),
    "blackjack, 6 decks, no splits": lambda: blackjack(6),
    "blackjack, 6 decks": None,
    "Pig 100": None,
    "Hog 100": None,
    "Greed (50, 6)": None,
    "video poker": None,
    "Yazy": None,
}
PATIENCE = 120
WAYS = ("ours", "compiled", "by hand")


def measured(way: str, name: str) -> dict[str, float] | str | None:
    """A solve in a process of its own: its value, its CPU seconds and its memory; or why not."""
    if way == "by hand" and BY_HAND[name] is None:
        return None
    command = [sys.executable, "-m", "benchmarks.own_engines", way, name]
    kept = {name: each for name, each in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    ran = subprocess.run(command, env=kept, check=False, capture_output=True)  # noqa: S603  # ourselves
    if ran.returncode and way == "ours":
        raise SystemExit(ran.stderr.decode())
    if ran.returncode:
        slow = ran.returncode == -signal.SIGXCPU
        return f"over {PATIENCE}" if slow else ran.stderr.decode().splitlines()[-1].split(": ")[-1]
    found: dict[str, float] = json.loads(ran.stdout)
    return found


def solve_one(way: str, name: str) -> None:
    """Solve a game here, and tell what it took."""
    if way != "ours":
        resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE, PATIENCE + 1))
    by_hand = BY_HAND[name]
    own = ours(name, "compiled" if way == "compiled" else None)
    value = by_hand() if way == "by hand" and by_hand else own()
    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds, peak = used.ru_utime + used.ru_stime, used.ru_maxrss / 1024
    print(json.dumps({"value": value, "seconds": seconds, "peak": peak}))


def cell(found: dict[str, float] | str | None) -> str:
    """CPU seconds and MiB, or why there are none."""
    if not isinstance(found, dict):
        return found or ""
    return f"{found['seconds']:.2f}, {found['peak']:.0f}"


def main() -> None:
    """Race the games that are named, or all."""
    if sys.argv[1:2] in [[way] for way in WAYS]:
        solve_one(sys.argv[1], sys.argv[2])
        return
    cores = f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"
    print(f"Measured on {datetime.now(tz=UTC):%Y-%m-%d} on {cores}; CPU seconds, MiB.\n")
    print("| game | value | own engine | compiled rules | by hand |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for name in [each for each in BY_HAND if not sys.argv[1:] or each in sys.argv[1:]]:
        found = [measured(way, name) for way in WAYS]
        values = [each["value"] for each in found if isinstance(each, dict)]
        if not all(math.isclose(values[0], each, rel_tol=DIGITS) for each in values):
            raise SystemExit(f"{name}: {values}")
        print(f"| {name} | {values[0]:.12f} | {' | '.join(map(cell, found))} |", flush=True)


if __name__ == "__main__":
    main()
