"""Damage or forge a saved solution, open it and ask it everything: `python -m ... FOLDER`.

A line with a seed is answered with what came of it. What is damaged must be refused. What is forged
has a right checksum: it must be refused, or be found out by `verify`, or be right; and whatever it
is asked before, it must answer or tell why not.
"""

from __future__ import annotations

import dataclasses
import math
import os
import random
import sys
from array import array
from pathlib import Path
from typing import Any

from perfectplay import (
    AtLeast,
    Compute,
    EveryTarget,
    PerfectPlayError,
    Score,
    Solution,
    Win,
    load,
    solve,
)
from perfectplay.errors import FileError
from perfectplay.games.coins import Coins
from perfectplay.games.greed import Greed
from perfectplay.games.piglet import Piglet
from perfectplay.model.scorecard import Bonus, Box, OfAKind, Repeat, Scorecard, Total, faces
from perfectplay.solution.storage.container import write_file
from perfectplay.solution.verification import verify
from tests.attack.outside import answer_lines
from tests.attack.telling import told
from tests.by_engine import solve_race
from tests.forging import contents

CARD = Scorecard(
    "card",
    dice=2,
    sides=3,
    rerolls=1,
    boxes=[*faces(2), Box("pair", OfAKind(2, 9)), Box("any", Total())],
    bonuses=[Bonus("upper", ["ones", "twos"], at=3, points=4)],
    repeat=Repeat("pair", 5, "free"),
)
DUEL = Scorecard("duel", dice=1, sides=4, rerolls=1, boxes=[*faces(2)], players=2)
ALONE = dataclasses.replace(DUEL, players=1)
SOLVED = {
    "plain": lambda: solve(Coins(coins=3, target=4)),
    "exact": lambda: solve(Coins(coins=3, target=4), exact=True),
    "tracked": lambda: solve(ALONE, AtLeast(3), compute=Compute(engine="graph")),
    "cycles": lambda: solve(Piglet(target=3)),
    "exact cycles": lambda: solve(Piglet(target=2), exact=True),
    "card": lambda: solve(CARD, Score(), compute=Compute(engine="scorecard")),
    "two cards": lambda: solve(DUEL, Score(), compute=Compute(engine="scorecard")),
    "target": lambda: solve(CARD, AtLeast(9), compute=Compute(engine="score-difference")),
    "targets": lambda: solve(ALONE, EveryTarget(), compute=Compute(engine="score-difference")),
    "duel": lambda: solve(DUEL, Win(), compute=Compute(engine="score-difference")),
    "race": lambda: solve_race(Greed(max=9, sides=3)),
    "exact race": lambda: solve_race(Greed(max=6, sides=3), exact=True),
}
NUMBERS = [0, 1, -1, 2, 3, 7, 127, -128, 255, 1 << 15, (1 << 31) - 1, -(1 << 31), (1 << 63) - 1]
FLOATS = [0.0, -0.0, 0.5, 1.0, -1.0, 1.5, math.nan, math.inf, -math.inf, 1e308, 1e-320, 1e6]
WORDS = [
    *(
        "",
        "0",
        "1",
        "-1",
        "1/3",
        "1/0",
        "nan",
        "[]",
        "{}",
        "[[]]",
        "null",
        "true",
        '"x"',
        "9" * 5000,
    ),
    *(
        "score",
        "win",
        "at-least:9",
        "at-least:all",
        "exponential:0.1",
        "graph",
        "score-difference",
        "race",
    ),
    *("scorecard", "x" * 300, "\x1b[31m", "é", "[" * 2000, '{"players": 2}', '{"0": "1/3"}'),
]


def damaged(content: bytes, generator: random.Random) -> bytes:
    """Other bytes than were written."""
    place, end = sorted(generator.choices(range(len(content) + 1), k=2))
    match generator.randrange(5):
        case 0:
            spoilt = bytearray(content)
            for each in generator.choices(range(len(content)), k=generator.randint(1, 5)):
                spoilt[each] ^= 1 << generator.randrange(8)
            return bytes(spoilt)
        case 1:
            return content[:place]
        case 2:
            return content[:place] + generator.randbytes(end - place) + content[end:]
        case 3:
            return content[:place] + content[end:]
        case _:
            return content + content[place:end] + b"\0"


def forge(path: Path, others: list[Path], generator: random.Random) -> None:
    """Write the file anew, with a right checksum but with other contents."""
    words, tensors = contents(path)
    for _ in range(generator.choice([1, 1, 1, 2, 4])):
        if generator.random() < 0.3:
            name = generator.choice([*words])
            words[name] = other_word(words[name], generator)
            if generator.random() < 0.1:
                del words[name]
        else:
            name = generator.choice([*tensors])
            tensors[name] = other_numbers(tensors[name], [*tensors.values()], generator)
            if generator.random() < 0.1:
                del tensors[name]
        if not words or not tensors:
            return
    if generator.random() < 0.05:
        tensors = contents(generator.choice(others))[1]
    write_file(path, words, tensors)


def other_word(word: str, generator: random.Random) -> str:
    """Another text in a header: anything, or nearly the same."""
    if generator.random() < 0.5:
        return generator.choice(WORDS)
    place = generator.randrange(len(word) + 1)
    return word[:place] + generator.choice(["", *'019-/,[]{}":ae']) + word[place + 1 :]


def other_numbers(column: Any, columns: list[Any], generator: random.Random) -> Any:
    """Another column: a few numbers changed, or moved, or more of them, or of another kind."""
    changed, count = array(column.typecode, column), len(column)
    match generator.randrange(6 if count else 1):
        case 0:
            return array(
                generator.choice("bBiqd"), generator.choices([0, 1], k=generator.randrange(9))
            )
        case 1:
            return changed[: generator.randrange(count)]
        case 2:
            return changed + changed[: generator.randint(1, count)]
        case 3:
            one, other = generator.choices(range(count), k=2)
            changed[one], changed[other] = changed[other], changed[one]
            return changed
        case 4 if generator.random() < 0.2:
            return generator.choice(columns)
        case _:
            for place in generator.choices(range(count), k=generator.choice([1, 1, 2, 5])):
                changed[place] = other_number(column.typecode, changed[place], generator)
            return changed


def other_number(kind: str, number: Any, generator: random.Random) -> Any:
    """Another number that a column can hold: a neighbour, or a nasty one."""
    if kind in "df":
        near = [number * (1 + 1e-6), number + 1e-3, -number, number / 2]
        return generator.choice(FLOATS + near)
    bits = 8 * array(kind).itemsize
    low, high = (0, (1 << bits) - 1) if kind.isupper() else (-(1 << bits - 1), (1 << bits - 1) - 1)
    other = generator.choice([number - 1, number + 1, generator.choice(NUMBERS)])
    return max(low, min(other, high))


def ask_everything(solution: Solution) -> None:
    """Ask all that a solution may offer; it answers, or tells why not."""
    start = solution.game.start()
    questions = [
        lambda: (solution.value, solution.lower, solution.upper, solution.positions),
        lambda: repr(solution),
        lambda: solution.options(start),
        lambda: solution.best(start),
        lambda: solution.outcomes(start),
        solution.distribution,
        solution.visits,
        solution.table,
        lambda: solution.table(every=True),
        lambda: solution.simulate(20, seed=1),
    ]
    for ask in questions:
        try:
            ask()
        except PerfectPlayError as error:
            told(error)


def main() -> None:
    """Answer seeds."""
    os.fsync = lambda _: None  # the disk is not what is attacked
    folder = Path(sys.argv[1])
    saved, values = {}, {}
    for name, solved in SOLVED.items():
        solution = solved()
        solution.save(folder / f"{name}.safetensors")
        saved[name] = (folder / f"{name}.safetensors").read_bytes()
        values[name] = solution.value

    def attempt(seed: str) -> str:
        generator = random.Random(int(seed))
        name = generator.choice([*SOLVED])
        path = folder / "attacked.safetensors"
        path.unlink(missing_ok=True)  # what is mapped must not be made shorter
        path.write_bytes(saved[name])
        forged = generator.random() < 0.8
        if forged:
            forge(path, [folder / f"{each}.safetensors" for each in SOLVED], generator)
        else:
            path.write_bytes(damaged(saved[name], generator))
        try:
            solution = load(path)
        except FileError as error:
            told(error)
            return "forged and refused" if forged else "damaged and refused"
        assert forged or path.read_bytes() == saved[name]
        ask_everything(solution)
        try:
            checked = verify(solution)
        except PerfectPlayError as error:
            told(error)
            return "forged and found out"
        assert checked.every
        truth = solve(solution.game, solution.objective).value
        assert math.isclose(solution.value, truth, rel_tol=1e-5, abs_tol=1e-5), name
        return "forged and right"

    answer_lines(attempt)


if __name__ == "__main__":
    main()
