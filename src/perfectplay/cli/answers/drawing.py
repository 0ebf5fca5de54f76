"""Figures and reports, written to files."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from perfectplay.cli import show, words
from perfectplay.cli.progress import Ticker
from perfectplay.cli.question import Question
from perfectplay.errors import PerfectPlayError
from perfectplay.model.nodes import Number
from perfectplay.objectives import FORMS, read_number
from perfectplay.solution.answers import Need
from perfectplay.solution.decisions import Decisions
from perfectplay.solution.solution import Solution
from perfectplay.solve import evaluate, solution_offering
from perfectplay.user_code import user_errors


def require_figure(out: Path | None) -> None:
    """Refuse a figure file of an unknown type before doing any work."""
    if out is not None:
        from perfectplay.figures.files import require_suffix

        require_suffix(out)


def plot(
    question: Question,
    kind: str | None,
    *,
    at: str | None,
    score: str | None,
    beside: Sequence[str],
    out: Path | None,
    dark: bool,
    as_json: bool,
) -> None:
    """Draw a figure of a solution."""
    from perfectplay.figures.files import write
    from perfectplay.figures.kinds import FigureRequest, draw, find, kinds_of
    from perfectplay.figures.survival import Curve, curve_of

    require_figure(out)
    solution = drawn_from(question.solution(every_target=True), kind)
    chosen = find(solution, kind or ("at-least" if beside else None)).name
    out = out or Path(f"{solution.game.name.replace(' ', '-')}-{chosen}.svg")
    require_figure(out)
    position = None if at is None else solution.read(at)
    points: Number | None = None if score is None else read_number(score, f"--score {score}")
    curves: dict[str, Curve] = {
        word: curve_of(other.distribution())
        for word in beside
        for other in [other_play(solution, word, question)]
    }
    with Ticker("drawing"):
        figure = draw(FigureRequest(solution, position, points, curves, dark), chosen)
        write(figure, out)
    if as_json:
        known = list(kinds_of(solution))
        show.emit({**show.heading(solution), "kind": chosen, "kinds": known, "out": out})
        return
    show.print_line(f"{figure.get_suptitle()}\nwritten to {out}")
    if kind is None and (others := [each for each in kinds_of(solution) if each != chosen]):
        show.print_line(f"also: {', '.join(f'--kind {each}' for each in others)}")


def drawn_from(solution: Solution, kind: str | None) -> Solution:
    """A solution that can draw a figure: this one, or one by another engine."""
    needs: dict[str, Need] = {"decisions": Decisions, "scores": Solution.distribution}
    if kind not in needs:
        return solution
    with suppress(PerfectPlayError):  # if that fails, list this one's figures
        return solution_offering(solution, needs[kind])
    return solution


def other_play(solution: Solution, word: str, question: Question) -> Solution:
    """Play by another strategy: for another objective, from a saved solution, or hand-written."""
    if words.is_saved(word):
        return words.open_solution(Path(word), None)
    if word.partition(":")[0] in FORMS:
        return words.solved_for(solution.game, word, question.memory)
    strategy = words.find_strategy(word, solution.game, solution.objective)
    with Ticker(f"playing by {word}"), user_errors(solution.game):
        return evaluate(solution.game, strategy, objective=solution.objective)


def require_page(out: Path) -> None:
    """Refuse a page whose name does not end in .html."""
    if out.suffix != ".html":
        raise PerfectPlayError(f"{out} must end in .html")


def report(question: Question, out: Path, *, dark: bool, as_json: bool) -> None:
    """Write a page with everything about a solution."""
    from perfectplay.present.report import page_of
    from perfectplay.solution.storage.container import whole_file

    require_page(out)
    solution = question.solution()
    with Ticker("writing the report"):
        text = page_of(solution, dark=dark)
        with whole_file(out) as temporary:
            temporary.write_text(text, encoding="utf-8")
    if as_json:
        show.emit({**show.heading(solution), "value": float(solution.value), "out": out})
    else:
        show.print_line(f"written to {out}")
