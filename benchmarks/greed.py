"""Race the engine for two scores against sums over distributions: `python -m benchmarks.greed`.

The other method is that of the paper on Greed, written plainly in Numba: the distributions of all
numbers of dice are made first, and every number of dice up to the paper's cutoff is rated by a sum
over its totals. Both are compiled before they are timed, and run on one core. The ratings of the
first move must agree to ten digits.
"""

from __future__ import annotations

import os
import platform
import resource
import sys
import time
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

import numba
import numpy as np
from benchmarks.record import note

from perfectplay.engines.race.ratings import Ratings

DIGITS = 1e-10
ROUNDS = 3
BOTH = ((50, 6), (100, 6), (200, 6), (300, 6), (400, 6))
OURS = ((1000, 6), (2000, 6), (1000, 2), (1000, 20))


@numba.njit(cache=True)  # type: ignore[untyped-decorator,unused-ignore]  # by the version of Numba
def by_distributions(limit: int, sides: int) -> float:
    """The rating of going first, by a sum over each distribution."""
    most = 2 * limit // (sides + 1) + 1
    likely = np.zeros((most + 1, limit + 1))
    likely[0, 0] = 1.0
    for dice in range(1, most + 1):
        for total in range(limit + 1):
            for face in range(1, min(sides, total) + 1):
                likely[dice, total] += likely[dice - 1, total - face] / sides
    last = np.zeros((limit + 1, limit + 1))
    normal = np.zeros((limit + 1, limit + 1))
    for mine in range(limit + 1):
        for theirs in range(limit + 1):
            best = 1.0 if mine > theirs else 0.5 if mine == theirs else 0.0
            for dice in range(1, 2 * (limit - mine) // (sides + 1) + 2):
                rating = 0.0
                for total in range(dice, min(dice * sides, limit - mine) + 1):
                    if mine + total > theirs:
                        rating += likely[dice, total]
                    elif mine + total == theirs:
                        rating += 0.5 * likely[dice, total]
                best = max(best, rating)
            last[mine, theirs] = best
    for both in range(2 * limit, -1, -1):
        for mine in range(max(0, both - limit), min(limit, both) + 1):
            theirs = both - mine
            best = 1.0 - last[theirs, mine]
            for dice in range(1, 2 * (limit - mine) // (sides + 1) + 2):
                rating = 0.0
                for total in range(dice, min(dice * sides, limit - mine) + 1):
                    rating += likely[dice, total] * (1.0 - normal[theirs, mine + total])
                best = max(best, rating)
            normal[mine, theirs] = best
    return float(normal[0, 0])


def a_die_at_a_time(limit: int, sides: int) -> float:
    """The same by the engine."""
    ratings = Ratings.of(limit, sides, limit, Fraction(1, 2), exact=False)
    return float(ratings.best(0, 0, last=False, player=0)[0])


def best_time(run: Any, *arguments: int) -> tuple[float, float]:
    """What a run gives, and the best of some times, which are noted."""
    times = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        value = run(*arguments)
        times.append(time.perf_counter() - began)
    note(f"greed {arguments}, {run.__name__}", times)
    return value, min(times)


def main() -> None:
    """Run all races."""
    for run in (by_distributions, a_die_at_a_time):
        run(10, 3)
    cores = f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"
    print(f"Measured on {datetime.now(tz=UTC):%Y-%m-%d} on {cores}; seconds, on one of them.\n")
    print("| max, sides | a die at a time | by distributions | ratio | rating of going first |")
    print("| --- | ---: | ---: | ---: | --- |")
    for limit, sides in BOTH:
        value, ours = best_time(a_die_at_a_time, limit, sides)
        other, theirs = best_time(by_distributions, limit, sides)
        if abs(value - other) > DIGITS:
            sys.exit(f"({limit}, {sides}): {value} and {other} differ")
        print(
            f"| {limit}, {sides} | {ours:.4f} | {theirs:.4f} | {theirs / ours:.0f} | {value:.12f} |"
        )
    for limit, sides in OURS:
        value, ours = best_time(a_die_at_a_time, limit, sides)
        print(f"| {limit}, {sides} | {ours:.4f} | | | {value:.12f} |", flush=True)
    began = time.perf_counter()
    Ratings.of(100, 6, 100, Fraction(1, 2), exact=True)
    print(f"\n(100, 6) in exact fractions: {time.perf_counter() - began:.2f} s.")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"Peak memory of the whole run: {peak:.0f} MiB.")


if __name__ == "__main__":
    main()
