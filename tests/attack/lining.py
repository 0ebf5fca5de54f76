"""Read lines of cards, and play by them in both ways, within bounds of memory and of work."""

from __future__ import annotations

import math
import random
import resource
from collections.abc import Callable
from pathlib import Path
from typing import Any

from perfectplay import Bonus, Box, Rules, Scorecard, evaluate
from perfectplay.errors import PerfectPlayError
from perfectplay.games.coins import Coins
from perfectplay.games.pig import Pig
from perfectplay.model.game import Game
from perfectplay.model.scorecard import faces
from perfectplay.model.scorecard.scoring import OfAKind
from tests.attack.outside import answer_lines
from tests.attack.telling import told

MORE_MEMORY = 1 << 30
"""Bytes, beyond what the process has once it is ready; a line of a card needs next to nothing."""
SECONDS = 30
"""Of the processor's time, for each line; it takes a small fraction of one."""
CARD = Scorecard(
    "tiny",
    dice=2,
    sides=3,
    boxes=[*faces(3), Box("pair", OfAKind(2, 9))],
    bonuses=[Bonus("upper", ["ones", "twos", "threes"], at=7, points=5)],
)
GAMES: list[tuple[Game[Any], str, list[str]]] = [
    (Pig(target=8), "hold", ["roll"]),
    (Coins(coins=3, target=5), "2", ["1"]),
    (CARD, "keep them", ["reroll all", "score the most"]),
]
FIELDS = {
    "pig": ("turn", "mine", "theirs", "target", "player"),
    "coins": ("coins", "points", "target", "score"),
}
NAMES = ("turn", "mine", "theirs", "player", "score", "target", "coins", "points", "gain", "nan")
NUMBERS = (
    *("0", "1", "2", "3", "5", "7", "0.5", "-1", "1e-300", "5e-324", "1e15", "1e16", "1e308"),
    *("1e999", "9007199254740991", "9007199254740992", "9" * 30, "0x" + "f" * 200, "3j", "1_0"),
    *("True", "False", "None", "...", "300000000", "3000000000"),
)
TEXTS = ("'y'", "''", "'hold'", "b'y'", "'%3000000000d'", "f'{turn:9}'", "'a\\0'", "'\\d'", "'é'")
BINARY = (
    *("+", "-", "*", "/", "//", "%", "<", "<=", ">", ">=", "==", "!=", " in ", " not in "),
    *(" and ", " or ", " is ", "**", "<<", ">>", "&", "|", "^", "@", ":=", " if 1 else ", ","),
)
UNARY = ("-", "+", "not ", "~", "*", "- " * 200, "not " * 200, "await ", "lambda: ")
AROUND = (
    *("({})", "(({},),)", "[{}]", "{{{}}}", "({},)", "gain({})", "abs({})", "{}.real", "{}[0]"),
    *("{}(1)", "gain('{}')", "[a for a in {}]", "(1 < {} < 2)", "({} in (1, 2, {}))", "-{}"),
)
PHRASES = (
    *("a pair", "a pair of an open face", "two 3s", "a 2", "a 99999999999", "six in a row"),
    *("1 in ones", "9 in pair", "0 in ones or 0 in twos or 0 in threes", "999999999999 in ones"),
    *("ones open", "ones filled", "one open", "upper behind", "upper 2 behind", "upper 2 ahead"),
    *("upper 9999999999999 behind", "upper lost", "2 or fewer boxes left", "1 reroll left"),
    *("9999999999 or more boxes left", "score >= 3", "score < 99999999999999999999", "two pairs"),
    *("a pair of 1 to 3000000000", "one alike of open 1s to 3s", "a pair for ones", "", "or"),
)
ACTIONS = (
    *("keep them", "keep 2s to 3s", "keep 1 to 3000000000", "keep all", "reroll all", "score it"),
    *("score ones", "score first of ones, pair", "score the most", "score the most of ones, ones"),
    "score first of " + "ones, " * 100 + "ones",
    "score the most with upper double over ones 2, twos -3, threes 4, pair 99999",
    "score the most over ones 999999999999",
)


def formula(generator: random.Random, names: tuple[str, ...], depth: int, *, mild: bool) -> str:
    """Something in the manner of Python; if it is mild, most of it is in the language of lines."""
    if depth == 0 or generator.random() < 0.15:
        kinds = [names, NUMBERS[:7]] if mild else [names, NAMES, NUMBERS, TEXTS]
        return generator.choice(generator.choice(kinds))
    parts = [formula(generator, names, depth - 1, mild=mild) for _ in range(2)]
    match generator.randrange(8):
        case 0:
            return generator.choice(UNARY[:3] if mild else UNARY) + parts[0]
        case 1:
            return generator.choice(AROUND[:1] if mild else AROUND).replace("{}", parts[0])
    sign = generator.choice(BINARY[:12] if mild else BINARY)
    return f"({parts[0]}{sign}{parts[1]})"


def some_line(generator: random.Random, game: Game[Any], option: str) -> str:
    """A line for a game."""
    if game.card is None:
        names, mild = FIELDS[game.name], generator.random() < 0.6
        condition = formula(generator, names, generator.randint(1, 5), mild=mild)
        if generator.random() < 0.3:
            option = formula(generator, names, 2, mild=mild)
        return f"{condition}: {option}"
    phrases = generator.choices(PHRASES, k=generator.choice([1, 1, 2, 2, 3, 30]))
    joint = generator.choice([", ", ", ", " or "])
    return f"{joint.join(phrases)}: {generator.choice(ACTIONS)}"


def outcome(play: Callable[[], Any]) -> tuple[float, str]:
    """What play comes to: a value, or one line that says why there is none."""
    try:
        return float(play().value), ""
    except PerfectPlayError as error:
        return math.nan, told(error)


def attempt(seed: str) -> str:
    """Read a line and play by it, with what a name stands for as a value and as a column."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    spent = math.ceil(used.ru_utime + used.ru_stime)
    resource.setrlimit(resource.RLIMIT_CPU, (spent + SECONDS, resource.RLIM_INFINITY))
    generator = random.Random(int(seed))
    game, option, ending = generator.choice(GAMES)
    line = some_line(generator, game, option)
    try:
        rules = Rules(game, [line, *ending])
    except PerfectPlayError as error:
        told(error)
        return "refused"
    by_columns = outcome(lambda: evaluate(game, *[rules] * game.players))
    by_value = outcome(lambda: evaluate(game, *[rules.__call__] * game.players))
    both = line, by_columns, by_value
    assert bool(by_columns[1]) == bool(by_value[1]), both
    if by_columns[1]:
        return "without an answer"
    assert math.isclose(by_columns[0], by_value[0], abs_tol=1e-12), both
    return "played"


def main() -> None:
    """Be ready, limit what may be had, and answer."""
    for game, _, ending in GAMES:
        evaluate(game, *[Rules(game, ending)] * game.players)
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    limit = pages * resource.getpagesize() + MORE_MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (limit, resource.RLIM_INFINITY))
    answer_lines(attempt)


if __name__ == "__main__":
    main()
