"""The best chance of every score, for people and for programs."""

from __future__ import annotations

from pathlib import Path

from perfectplay.analysis.targets import by_score
from perfectplay.cli import show
from perfectplay.cli.progress import Ticker
from perfectplay.solution.answers import ChancesByTarget
from perfectplay.solution.solution import Solution

SHARES = (0.99, 0.95, 0.9, 0.75, 0.5, 0.25, 0.1, 0.05, 0.01, 0.001, 0.0001)
"""The rows to show: the most points that can be reached with at least these chances."""


def show_chances(solution: Solution, saved: Path | None, *, as_json: bool) -> None:
    """The best chances, next to those of play for the expected score."""
    with Ticker("playing for the expected score"):
        plain = by_score(solution)
    chances = solution.answer(ChancesByTarget).chances
    if as_json:
        show.emit(
            {
                **show.heading(solution),
                "value": solution.value,
                "exact": None,
                "positions": solution.positions,
                "seconds": solution.seconds,
                "saved": saved,
                "chances": chances,
                "by_score": plain,
            }
        )
        return
    most = len(chances) - 1
    show.print_line(f"{show.game_line(solution.game)}: P(score >= x) for every x up to {most:,}")
    rows = []
    shown_points = [
        max(each for each, chance in enumerate(chances) if chance >= share) for share in SHARES
    ]
    for points in sorted(set(shown_points)):
        best, score = chances[points], plain[points]
        rows.append([f"{points:,}", shown(best), shown(score), shown(best - score)])
    head = ["x", "best chance", "for the score", "gained"]
    show.table(head, rows, right=head)
    gains = [best - score for best, score in zip(chances, plain, strict=True)]
    where = max(range(len(gains)), key=gains.__getitem__)
    show.facts(
        [
            ("gained most", f"{shown(gains[where])} at x = {where:,}"),
            ("positions", f"{solution.positions:,} {solution.where_counted}"),
            ("time", f"{solution.seconds:.2f} s"),
            ("saved in", str(saved or "")),
        ]
    )


def shown(chance: float) -> str:
    """A chance in percent, with digits where it is small.

    >>> shown(0.5418), shown(0.00012345)
    ('54.18 %', '0.0123 %')
    """
    return f"{100 * chance:.{2 if chance >= 0.001 else 4}f} %"
