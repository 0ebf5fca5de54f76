"""How play changes with the number of opponents, for people and for programs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from perfectplay.analysis.field import InField, by_rivals
from perfectplay.cli import show
from perfectplay.cli.answers.drawing import require_figure
from perfectplay.cli.progress import Ticker
from perfectplay.cli.words import find_game, read_memory
from perfectplay.objectives import read_count, read_number
from perfectplay.objectives.field import Field
from perfectplay.request import Compute
from perfectplay.user_code import user_errors


def show_fields(
    name: str,
    words: list[str],
    others: str,
    prizes: str,
    out: Path | None,
    *,
    memory: str,
    as_json: bool,
) -> None:
    """Play in fields of different sizes, as a table and as a figure."""
    require_figure(out)
    game = find_game(name, words)
    table = tuple(read_number(prize, f"--prizes {prizes}") for prize in prizes.split(","))
    sizes = [read_count(count, f"--others {others}") for count in others.split(",")]
    for size in sizes:
        Field(size, table)
    limit = read_memory(memory)
    with Ticker() as ticker, user_errors(game):
        compute = Compute(memory_limit=limit, progress=ticker)
        found = list(by_rivals(game, sizes, table, compute=compute))
    if out is not None:
        from perfectplay.figures.fields import draw_fields
        from perfectplay.figures.files import write

        write(draw_fields(found, show.game_line(game)), out)
    if as_json:
        show.emit({**show.named(game), "prizes": table, "fields": [facts(each) for each in found]})
        return
    show.print_line(f"{show.game_line(game)}: to finish first among others who play the same way")
    bonuses = list(found[0].bonuses)
    head = ["others", "wins", "mean", "deviation", *bonuses, "for points", "could gain"]
    show.table(head, [row(each) for each in found], right=head)
    if out is not None:
        show.print_line(f"drawn in {out}")


def row(found: InField) -> list[str]:
    """A field for people."""
    return [
        f"{found.rivals:,}",
        f"{found.value:.6f}",
        f"{float(found.scores.mean):.2f}",
        f"{found.scores.deviation:.2f}",
        *(show.percent(rate) for rate in found.bonuses.values()),
        f"{found.by_score:.6f}",
        f"{max(found.gain, 0):.0e}",
    ]


def facts(found: InField) -> dict[str, Any]:
    """A field for programs."""
    return {
        "others": found.rivals,
        "value": found.value,
        "gain": found.gain,
        "mean": float(found.scores.mean),
        "deviation": found.scores.deviation,
        "by_score": found.by_score,
        "bonuses": dict(found.bonuses),
        "scores": {str(score): float(chance) for score, chance in found.scores.items()},
    }
