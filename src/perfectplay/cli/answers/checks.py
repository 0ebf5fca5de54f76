"""Second opinions on a saved solution and on a game."""

from __future__ import annotations

from pathlib import Path

from perfectplay import engines
from perfectplay.cli import show, words
from perfectplay.cli.progress import Ticker
from perfectplay.conformance import CHECKS, doubts, playthrough
from perfectplay.request import Compute, Request
from perfectplay.solution import verification
from perfectplay.solution.storage.container import whole_file
from perfectplay.user_code import user_errors


def verify(file: Path, game: str | None, *, as_json: bool) -> None:
    """A second opinion on a saved solution."""
    solution = words.open_solution(file, game)
    with Ticker() as ticker, user_errors(solution.game):
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
    show.print_line(f"{file}: {show.game_line(solution.game)}")
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
    """How many positions were checked, out of how many."""
    return f"all {found.of:,}" if found.every else f"{found.positions:,} of {found.of:,}"


def check(name: str, given: list[str], record: Path | None, *, as_json: bool) -> None:
    """The promises that a game keeps."""
    game = words.find_game(name, given)
    kept: dict[str, str | None] = {}
    for each in CHECKS:
        promise = each.__name__.replace("_", " ")
        with Ticker(promise), user_errors(game):
            kept[promise] = each(game)
    with Ticker("looking for rules that have no effect"), user_errors(game):
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
    show.print_line(f"{game.name} keeps its promises{as_far}:")
    show.facts(
        (promise, f"not known: {reason}" if reason else "yes") for promise, reason in kept.items()
    )
    for doubt in doubted:
        show.print_line(f"Look again: {doubt}.")
    if record is not None:
        show.print_line(f"one whole game is written to {record}")


def speed(name: str, given: list[str], *, as_json: bool) -> None:
    """How fast the rules of a game run, and how they were compiled."""
    game = words.find_game(name, given)
    with Ticker() as ticker, user_errors(game):
        request = Request(game.objective(), compute=Compute(progress=ticker))
        found = engines.find("compiled").speed(game, request)
    if as_json:
        show.emit({**show.named(game), "compiled": found.compiled, **found._asdict()})
        return
    show.print_line(
        f"{show.game_line(game)}: {'rules compiled' if found.compiled else found.refusal}"
    )
    facts = [("plain rules", f"{found.plainly * 1e6:,.1f} microseconds a position")]
    if found.compiled:
        each = found.exploring / found.positions * 1e6
        count = f"{'' if found.every else 'the first '}{found.positions:,} positions"
        most = f"{found.exploring:.2f} s for {count}"
        facts += [
            ("compiling", f"{found.compiling:.2f} s"),
            ("exploring", f"{most}, {each:,.1f} microseconds each"),
            ("by plain rules", f"{found.by_python:,} positions" if found.by_python else ""),
            ("keys", f"{found.bits} bits"),
            ("computed in place", ", ".join(found.in_place)),
            ("what rises", found.order),
        ]
    show.facts(facts)
