"""The measures of a game."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from perfectplay.analysis.measures.summary import Summary
from perfectplay.cli import show
from perfectplay.cli.progress import Ticker
from perfectplay.cli.question import Question
from perfectplay.present.measures import sections
from perfectplay.strategies.rules import read_rules
from perfectplay.user_code import user_errors


def measure(question: Question, cards: Sequence[Path], *, as_json: bool) -> None:
    """All measures of a game, a section for each."""
    solution = question.solution()
    given = {path.name: read_rules(str(path), solution.game) for path in cards} or None
    with Ticker("measuring"), user_errors(solution.game):
        summary = Summary.of(solution, given)
    if as_json:
        show.emit({**show.heading(solution), "value": float(solution.value), **plain(summary)})
        return
    show.print_line(
        f"{show.game_line(solution.game)}: {solution.meaning}, {show.number(solution.value)}"
    )
    for section in sections(summary):
        show.print_line(f"\n{section.heading}")
        for sentence in section.sentences:
            show.print_line(f"  {sentence}")
        if section.rows:
            show.table(section.head, section.rows, right=[*filter(None, section.head[1:])])
    reasons = dict.fromkeys(summary.missing.values())
    if reasons:
        show.print_line("\nNot measured here")
        for reason in reasons:
            show.print_line(f"  {', '.join(kept(summary, reason))}: {reason}")


def kept(summary: Summary, reason: str) -> list[str]:
    """The measures missing for a given reason."""
    return [name for name, why in summary.missing.items() if why == reason]


def plain(summary: Summary) -> dict[str, Any]:
    """The measures for programs."""
    turns, course, skill, usage = summary.turns, summary.course, summary.skill, summary.usage
    return {
        "turns": turns and {str(number): float(share) for number, share in turns.items()},
        "decisions": summary.stakes and dataclasses.asdict(summary.stakes),
        "fairness": summary.fairness and dataclasses.asdict(summary.fairness),
        "skill": skill
        and [{"against": each.name, "value": each.value, "ahead": each.ahead} for each in skill],
        "course": course
        and [
            {**dataclasses.asdict(stage), "settled": settled}
            for stage, settled in zip(course.stages, course.resolved, strict=True)
        ],
        "drama": summary.drama and dataclasses.asdict(summary.drama),
        "options": usage and [dataclasses.asdict(option) for option in usage],
        "boxes": summary.boxes,
        "missing": summary.missing,
    }
