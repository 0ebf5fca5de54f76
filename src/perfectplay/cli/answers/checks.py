"""Second opinions: on a saved solution, and on a game."""

from __future__ import annotations

from pathlib import Path

from perfectplay.cli import show, words
from perfectplay.cli.progress import Ticker
from perfectplay.conformance import CHECKS, doubts, playthrough
from perfectplay.engines.graph.tracing import speed as rules
from perfectplay.own_code import user_code
from perfectplay.solution import verification
from perfectplay.solution.storage.container import whole_file

SHORT = 36


def verify(file: Path, game: str | None, *, as_json: bool) -> None:
    """A second opinion on a saved solution."""
    solution = words.open_solution(file, game)
    with Ticker() as ticker, user_code(solution.game):
        found = verification.verify(solution, ticker)
    if as_json:
        show.emit(
            {
                **show.heading(solution),
                "verified": True,
                "positions": found.positions,
                "of": found.of,
                "largest_error": found.largest_error,
                "value": float(solution.value),
                "exact": show.exact_text(solution.value),
            }
        )
        return
    show.say(f"{file}: {show.game_line(solution.game)}")
    show.facts(
        [
            (
                solution.meaning,
                show.number(solution.value) + show.fraction(solution.value),
            ),
            ("verified", f"the optimality equations hold at {which(found)} positions"),
            ("largest error", f"{found.largest_error:.1e}" if found.largest_error else "0"),
        ]
    )


def which(found: verification.Verification) -> str:
    """How many positions were checked, of how many."""
    return f"all {found.of:,}" if found.every else f"{found.positions:,} of {found.of:,}"


def check(name: str, given: list[str], record: Path | None, *, as_json: bool) -> None:
    """The promises a game keeps."""
    game = words.find_game(name, given)
    kept: dict[str, str | None] = {}
    for each in CHECKS:
        promise = each.__name__.replace("_", " ")
        with Ticker(promise), user_code(game):
            kept[promise] = each(game)
    with Ticker("looking for rules that do nothing"), user_code(game):
        doubted = doubts(game)
    if record is not None:
        with whole_file(record) as temporary:
            temporary.write_text(playthrough(game), encoding="utf-8")
    if as_json:
        show.emit(
            {
                "game": game.name,
                "kept": [promise for promise, reason in kept.items() if reason is None],
                "unknown": {promise: reason for promise, reason in kept.items() if reason},
                "doubts": doubted,
                "record": record,
            }
        )
        return
    as_far = ", as far as it was checked" if any(kept.values()) else ""
    show.say(f"{game.name} keeps its promises{as_far}:")
    show.facts(
        (promise, f"not known: {reason}" if reason else "yes") for promise, reason in kept.items()
    )
    for doubt in doubted:
        show.say(f"Look again: {doubt}.")
    if record is not None:
        show.say(f"one whole game is written to {record}")


def speed(name: str, given: list[str], *, as_json: bool) -> None:
    """How fast the rules of a game are, and which lines make them slow."""
    game = words.find_game(name, given)
    with Ticker() as ticker, user_code(game):
        found = rules.speed(game, progress=ticker)
    rate = found.positions / found.seconds
    if as_json:
        show.emit(
            {
                **show.named(game),
                "explored": found.explored,
                "traced": found.traced,
                "positions": found.positions,
                "seconds": found.seconds,
                "positions_a_second": rate,
                "sample": found.sample,
                "ways": found.ways,
                "templates": found.templates,
                "lines": [line._asdict() for line in found.lines],
            }
        )
        return
    show.say(f"{show.game_line(game)}: {found.explored}")
    about = "" if found.traced else f"; about {found.templates:,} templates in all"
    ways = f"{found.sample:,} positions go {found.ways:,} ways through the rules{about}"
    show.facts(
        [
            ("time", f"{found.seconds:.2f} s, {float(f'{rate:.2g}'):,.0f} positions a second"),
            ("sample", ways if found.sample else ""),
        ]
    )
    rows = [
        (f"{line.ways:,}", f"{line.times:,}", line.asks, where(line), in_short(line.code))
        for line in found.lines
        if line.ways
    ]
    if rows:
        show.table(["ways", "times", "asks", "line", ""], rows, right=["ways", "times"])


def where(line: rules.Line) -> str:
    """A line's place; some ways part before it begins, at truths in the position."""
    return f"{Path(line.file).name}:{line.number}" if line.file else "the position"


def in_short(code: str) -> str:
    """A line of code, or its beginning.

    >>> in_short("return Choice({n: self.flip(position, n) for n in range(1, coins + 1)})")
    'return Choice({n: self.flip(posit...'
    """
    return code if len(code) <= SHORT else f"{code[: SHORT - 3]}..."
