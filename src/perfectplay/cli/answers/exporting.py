"""The answer of `export`: a file that model checkers read."""

from __future__ import annotations

from pathlib import Path

from perfectplay.adapters import models
from perfectplay.cli import show
from perfectplay.cli.progress import Ticker
from perfectplay.cli.question import Question
from perfectplay.model.explicit import ExplicitModel


def export(question: Question, out: Path, *, as_json: bool) -> None:
    """Write a model, and say what to ask a model checker about it."""
    models.require_writable(out, question.rules_or_saved())
    solution = question.solution(ExplicitModel)
    with Ticker("writing the model"):
        model = models.export(solution, out)
    ask = 'Pmax=? [F "win"]' if "win" in model.labels else 'R{"score"}max=? [F "over"]'
    if model.players is not None:
        ask = f"<<first>> {ask}"
    if as_json:
        size = {"states": model.states, "choices": len(model.action)}
        show.emit({**show.heading(solution), **size, "property": ask, "out": out})
        return
    show.print_line(f"{model.states:,} states and {len(model.action):,} choices written to {out}")
    show.print_line(f"its value is {ask}")
