"""Second opinions: on a saved solution, and on a game."""

from __future__ import annotations

from pathlib import Path

from perfectplay.cli import show, words
from perfectplay.cli.progress import Ticker
from perfectplay.conformance import CHECKS, playthrough
from perfectplay.solution import verification
from perfectplay.solution.storage.container import whole_file


def verify(file: Path, game: str | None, *, as_json: bool) -> None:
    """A second opinion on a saved solution."""
    solution = words.open_solution(file, game)
    with Ticker() as ticker, words.user_code(solution.game):
        found = verification.verify(solution, ticker)
    if as_json:
        show.emit(
            {
                **show.heading(solution),
                "verified": True,
                "positions": found.positions,
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
    """How many positions were checked: all of them, or some."""
    return f"{'all ' if found.every else ''}{found.positions:,}{'' if found.every else ' random'}"


def check(name: str, record: Path | None, *, as_json: bool) -> None:
    """The promises a game keeps."""
    game = words.find_game(name, [])
    kept = []
    for each in CHECKS:
        promise = each.__name__.replace("_", " ")
        with Ticker(promise), words.user_code(game):
            each(game)
        kept.append(promise)
    if record is not None:
        with whole_file(record) as temporary:
            temporary.write_text(playthrough(game), encoding="utf-8")
    if as_json:
        show.emit({"game": game.name, "kept": kept, "record": record})
        return
    show.say(f"{game.name} keeps its promises:")
    show.facts((promise, "yes") for promise in kept)
    if record is not None:
        show.say(f"one whole game is written to {record}")
