"""How answers display themselves in a notebook: small tables, and the most informative figure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from importlib.util import find_spec
from typing import TYPE_CHECKING

from perfectplay.errors import PerfectPlayError

if TYPE_CHECKING:
    from perfectplay.solution.distribution import Distribution
    from perfectplay.solution.solution import Solution


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in HTML.

    >>> table(["x"], [["<1>"]])
    '<table><thead><tr><th>x</th></tr></thead><tbody><tr><td>&lt;1&gt;</td></tr></tbody></table>'
    """
    first = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows
    )
    return f"<table><thead><tr>{first}</tr></thead><tbody>{body}</tbody></table>"


def can_draw() -> bool:
    """Whether Matplotlib is installed."""
    return find_spec("matplotlib") is not None


def shown_solution(solution: Solution) -> str:
    """A solution: its value, and its first figure if that can be drawn at once."""
    facts = [
        ["game", " ".join([solution.game.name, *solution.game.words])],
        [solution.meaning, str(solution.value)],
        ["positions", f"{solution.positions:,}"],
        ["time", f"{solution.seconds:.2f} s"],
    ]
    picture = ""
    if solution.is_quick_to_draw and can_draw():
        from perfectplay.figures.files import inline_svg

        try:
            picture = inline_svg(solution.figure(), "solution")
        except PerfectPlayError:
            picture = ""
    return table(["", ""], facts) + picture


def shown_distribution(distribution: Distribution) -> str | None:
    """A distribution as a figure; None if it cannot be drawn, so that its text is shown."""
    if not can_draw():
        return None
    from perfectplay.figures.files import inline_svg
    from perfectplay.figures.scores import scores

    return inline_svg(scores(distribution, ""), "scores")
