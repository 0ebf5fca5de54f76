"""The whole of a solution: its table, the distribution of its scores, simulated games."""

from __future__ import annotations

import math
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from perfectplay.cli import show
from perfectplay.cli.progress import Bar, Ticker
from perfectplay.cli.question import Question
from perfectplay.errors import PerfectPlayError
from perfectplay.model.nodes import Number
from perfectplay.model.text import NOTHING, write_value
from perfectplay.solution.answers import WhenToTake, WholePolicy
from perfectplay.solution.distribution import Distribution
from perfectplay.solution.solution import Solution
from perfectplay.solution.storage.container import quiet_file, whole_file

if TYPE_CHECKING:
    import polars as pl

PERCENTILES = (1, 5, 25, 50, 75, 95, 99)
MOST_SCORES = 60
MOST_CLASSES = 40
WIDTHS = [digit * 10**power for power in range(9) for digit in (1, 2, 5)]
TAIL = 0.001
"""Tails with less than this probability are summarised in one line."""
ROUNDING = 1e-9
SAYS_NOTHING = ({""}, {NOTHING}, {write_value(False)})
"""Cells that say nothing; a column of these is dropped if the table would be too wide."""


def table(question: Question, rows: int, out: Path | None, *, every: bool, as_json: bool) -> None:
    """Every decision, or every position."""
    solution = question.solution(Solution.table, every_target=True)
    with Ticker("making the table"):
        frame = solution.table(every=every)
    show_frame(solution, frame, rows, out, as_json=as_json)


def option_conditions(
    question: Question,
    option: str,
    by: str | None,
    rows: int,
    out: Path | None,
    *,
    as_json: bool,
) -> None:
    """When to take an option and when to keep it."""
    solution = question.solution(WhenToTake)
    with Ticker("making the table"):
        frame = solution.answer(WhenToTake).table(option, by.split(",") if by else [])
    show_frame(solution, frame, rows, out, as_json=as_json)


def all_decisions(question: Question, rows: int, out: Path | None, *, as_json: bool) -> None:
    """Every decision; for a large game, written to a file as they are computed."""
    solution = question.solution(Solution.table)
    if WholePolicy not in solution.answers:
        show_frame(solution, solution.table(), rows, out, as_json=as_json)
        return
    policy = solution.answer(WholePolicy)
    if out is None:
        raise PerfectPlayError(
            f"{solution.game.name} has {policy.count:,} decisions; write them with "
            "--decisions --out FILE.parquet"
        )
    with Bar("writing decisions", policy.count) as bar:
        policy.write(out, bar.advance)
    report_rows(solution, policy.count, out, as_json=as_json)


def show_frame(
    solution: Solution, frame: pl.DataFrame, rows: int, out: Path | None, *, as_json: bool
) -> None:
    """A data frame: some rows for people, all of them for programs and files."""
    if out is not None:
        write_frame(frame, out)
        report_rows(solution, frame.height, out, as_json=as_json)
        return
    if as_json:
        show.emit({**show.heading(solution), "rows": rows_of(frame)})
        return
    shown = frame.head(rows)
    if solution.game.players == 1:
        shown = shown.drop("player", strict=False)
    cells = {name: [cell(value) for value in shown[name].to_list()] for name in shown.columns}
    idle = {name: texts[0] for name, texts in cells.items() if {*texts} in SAYS_NOTHING}
    numeric = [name for name, kind in shown.schema.items() if kind.is_numeric()]
    shown_cells = {name: texts for name, texts in cells.items() if name not in idle}
    show.table([*shown_cells], zip(*shown_cells.values(), strict=True), right=numeric)
    if alike := ", ".join(f"{name} {text}" for name, text in idle.items() if text):
        show.print_line(f"In all of these: {alike}")
    if frame.height > rows:
        show.print_line(
            f"{frame.height - rows:,} more rows; --rows N shows more, --out FILE writes all"
        )


def report_rows(solution: Solution, count: int, out: Path, *, as_json: bool) -> None:
    """Report how many rows a file has."""
    if as_json:
        show.emit({**show.heading(solution), "out": out, "count": count})
    else:
        show.print_line(f"{count:,} rows written to {out}")


def cell(value: Any) -> str:
    """A cell of a table for people."""
    if value is None:
        return ""
    if isinstance(value, list):
        return " ".join(map(str, value))
    if isinstance(value, bool):
        return write_value(value)
    if isinstance(value, str):
        return value.replace(",", ", ")
    if value == math.inf:
        return "for ever"
    return f"{value:.5f}" if isinstance(value, float) else str(value)


def write_frame(frame: pl.DataFrame, out: Path) -> None:
    """Write a data frame to a file, atomically."""
    import polars as pl

    lists = [name for name, kind in frame.schema.items() if isinstance(kind, pl.List)]
    texts = pl.col(lists).cast(pl.List(pl.String)).list.join(" ")
    require_suffix(out)
    with whole_file(out) as temporary, quiet_file(temporary) as file:
        if out.suffix == ".parquet":
            frame.write_parquet(file)
        else:
            frame.with_columns(texts).write_csv(file)


def rows_of(frame: pl.DataFrame) -> list[dict[str, Any]]:
    """The rows of a data frame for programs; JSON has no number for infinitely often."""
    return [
        {name: None if value == math.inf else value for name, value in row.items()}
        for row in frame.to_dicts()
    ]


def require_suffix(out: Path) -> None:
    """Refuse a file that is neither .csv nor .parquet."""
    if out.suffix not in (".csv", ".parquet"):
        raise PerfectPlayError(f"{out} must end in .csv or .parquet")


def distribution(question: Question, *, as_json: bool) -> None:
    """The probability of each final score."""
    solution = question.solution(Solution.distribution)
    with Ticker("working out how likely each score is"):
        found = solution.distribution()
        length = length_with_cycles(solution)
    if as_json:
        show.emit(
            {
                **show.heading(solution),
                "mean": float(found.mean),
                "deviation": found.deviation,
                "truncated_mass": float(found.truncated_mass),
                "length": length,
                "percentiles": {
                    rank: show.points(found.quantile(rank / 100)) for rank in PERCENTILES
                },
                "scores": [
                    {
                        "score": show.points(score),
                        "probability": float(mass),
                        "exact": show.exact_text(mass),
                        "at_least": float(found.at_least(score)),
                    }
                    for score, mass in found.items()
                ],
            }
        )
        return
    show.print_line(f"{show.game_line(solution.game)}, played for {solution.meaning}")
    spread = "  ".join(
        f"{rank}\u00a0%:\u00a0{show.number(found.quantile(rank / 100), 3)}" for rank in PERCENTILES
    )
    show.facts(
        [
            ("mean", show.number(found.mean) + show.fraction(found.mean)),
            ("standard deviation", show.number(found.deviation)),
            ("percentiles", spread if len(found) > len(PERCENTILES) else ""),
            ("expected length", "" if length is None else f"{show.number(length, 6)} positions"),
        ]
    )
    show_scores(found)
    if found.truncated_mass:
        show.print_line(
            "Longer games are left out; together they have a chance of "
            f"{float(found.truncated_mass):.0e}."
        )


def session(question: Question, games: int, coins: int, *, as_json: bool) -> None:
    """How long the coins last over this many games."""
    from perfectplay.analysis.session import session

    solution = question.solution(Solution.distribution)
    with Ticker("playing the session"):
        found = session(solution, games, coins)
    ahead = float(found.result.at_least(1))
    spread = {rank: found.result.quantile(rank / 100) for rank in PERCENTILES}
    if as_json:
        show.emit(
            {
                **show.heading(solution),
                "games": games,
                "coins": coins,
                "ruin": found.ruin,
                "played": found.played,
                "left": found.left,
                "ahead": ahead,
                "percentiles": {rank: show.points(won) for rank, won in spread.items()},
            }
        )
        return
    show.print_line(
        f"{show.game_line(solution.game)}: {games:,} games for a coin each, {coins:,} coins"
    )
    show.facts(
        [
            ("all coins lost", f"{found.ruin:.4%}"),
            ("games played, mean", show.number(found.played, 2)),
            ("coins left, mean", show.number(found.left, 2)),
        ]
    )
    show.print_line(f"With coins enough for all {games:,} games:")
    spread_text = "  ".join(f"{rank}\u00a0%:\u00a0{won:+}" for rank, won in spread.items())
    show.facts([("ahead at the end", f"{ahead:.2%}"), ("won or lost", spread_text)])


def length_with_cycles(solution: Solution) -> float | None:
    """The average length of a game, if play can cycle but ends; else None."""
    if not solution.cyclic or Solution.visits not in solution.answers:
        return None
    length = float(solution.length())
    return length if math.isfinite(length) else None


def show_scores(found: Distribution) -> None:
    """Scores with bars, one by one or, if there are very many, in classes."""
    if len(found) > MOST_SCORES:
        show_classes(found)
        return
    largest = max(found.values())
    exact = isinstance(largest, Fraction)
    show.table(
        ["score", "chance", "or more", "exact" if exact else "", ""],
        [
            (
                show.number(score, 3),
                show.percent(found[score]),
                show.percent(found.at_least(score)),
                str(found[score]) if exact else "",
                show.bar_text(found[score], largest),
            )
            for score in found
        ],
        right=["score", "chance", "or more", "exact"],
    )


def show_classes(found: Distribution) -> None:
    """Very many scores in classes of equal width, and the tails on either side."""
    low, high = found.quantile(TAIL), found.quantile(1 - TAIL)
    width = next(step for step in WIDTHS if (high - low) / step <= MOST_CLASSES)
    masses: dict[int, Number] = {}
    for score, mass in found.items():
        begin = int(min(max(score, low), high) // width)
        masses[begin] = masses.get(begin, 0) + mass
    largest = max(masses.values())
    first, last = min(masses), max(masses)
    rows = []
    for begin in range(first, last + 1):
        mass = masses.get(begin, 0)
        from_score, to_score = begin * width, (begin + 1) * width
        scores = f"{from_score} to {to_score - 1}" if width > 1 else str(from_score)
        scores = f"below {to_score}" if begin == first else scores
        scores = f"{from_score} or more" if begin == last else scores
        more = found.at_least(min(found) if begin == first else from_score)
        rows.append((scores, show.percent(mass), show.percent(more), show.bar_text(mass, largest)))
    show.table(["score", "chance", "or more", ""], rows, right=["score", "chance", "or more"])
    known = "are listed" if found.truncated_mass else "are possible"
    show.print_line(
        f"{len(found):,} scores from {min(found)} to {max(found)} {known}; --json has all"
    )


def simulate(question: Question, games: int, seed: int, *, as_json: bool) -> None:
    """The results of simulated games, next to the value."""
    solution = question.solution(Solution.simulate)
    with Ticker(f"playing {games:,} games"):
        played = solution.simulate(games, seed)
    low, high = played.interval()
    value = float(solution.value)
    inside = low - ROUNDING <= value <= high + ROUNDING
    if as_json:
        show.emit(
            {
                **show.heading(solution),
                "games": played.games,
                "seed": played.seed,
                "mean": played.mean,
                "error": played.error,
                "interval": [low, high],
                "value": value,
            }
        )
        return
    show.print_line(
        f"{show.game_line(solution.game)}: {played.games:,} games with seed {played.seed}"
    )
    show.facts(
        [
            ("mean", show.number(played.mean, 6)),
            ("95 % interval", f"{show.number(low, 6)} to {show.number(high, 6)}"),
            (f"exact {solution.meaning}", show.number(value)),
            (
                "inside",
                "yes" if inside else "no: chance alone does this 1 time in 20",
            ),
        ]
    )
