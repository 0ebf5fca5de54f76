"""The value by the chance of one face, for people and for programs."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

from perfectplay.analysis.dice.by_face import ByFace, Change
from perfectplay.analysis.dice.polynomials import Root
from perfectplay.cli import show
from perfectplay.cli.answers.drawing import require_figure
from perfectplay.cli.words import find_game
from perfectplay.errors import ParameterError
from perfectplay.objectives import read_objective
from perfectplay.user_code import user_errors

MOST_ROWS = 24
CLOSE = Fraction(1, 1 << 80)
"""The precision to which a root is given if it is not a fraction."""


def show_loaded(
    name: str,
    words: list[str],
    face: int,
    between: str,
    objective: str | None,
    out: Path | None,
    *,
    as_json: bool,
) -> None:
    """The value, piece by piece, as a table and as a figure."""
    require_figure(out)
    game = find_game(name, words)
    low, high = read_between(between)
    with user_errors(game):
        goal = game.objective() if objective is None else read_objective(objective)
        found = ByFace.of(game, face, goal, low, high)
        changes = list(found.changes())
    if out is not None:
        from perfectplay.figures.files import write
        from perfectplay.figures.loaded import draw_loaded

        write(draw_loaded(found), out)
    if as_json:
        show.emit({**show.question_facts(game, goal), "face": face, **facts(found, changes)})
        return
    show.print_line(f"{show.game_line(game)}: {game.meaning(goal)}, by the chance of a {face}")
    rows = [
        [share(root), f"{float(found.at(near(root))):.6f}", change_text(change)]
        for root, change in zip(found.breaks, changes, strict=True)
    ]
    ends = [[str(end), f"{float(found.at(end)):.6f}", ""] for end in (low, high)]
    shown = [ends[0], *rows[:MOST_ROWS], ends[1]]
    show.table(["chance", "value", "from here on"], shown, right=["value"])
    if len(rows) > MOST_ROWS:
        show.print_line(f"{len(rows) - MOST_ROWS} more changes are not shown; --json has them all")
    show.print_line(f"now it is {found.now}: {show.number(found.at(found.now), 12)}")
    if out is not None:
        show.print_line(f"drawn in {out}")


def read_between(text: str) -> tuple[Fraction, Fraction]:
    """Two chances."""
    try:
        low, high = map(Fraction, text.split(".."))
    except (ValueError, ZeroDivisionError):
        low = high = Fraction(0)
    if not 0 <= low < high <= 1:
        raise ParameterError(f"--between {text} does not give two chances; write it like 0..1/2")
    return low, high


def near(root: Root) -> Fraction:
    """A root as a fraction, or as one that is as good as equal."""
    return root.fraction or root.within(CLOSE).low


def share(root: Root) -> str:
    """A chance for people."""
    if root.fraction is not None:
        return f"{float(root):.6f} = {root.fraction}"
    return f"{float(root):.6f}"


def change_text(changes: list[Change]) -> str:
    """How best play changes."""
    if not changes:
        return ""
    first = changes[0]
    more = f", and {len(changes) - 1} more" if len(changes) > 1 else ""
    return f"{first.position}: {first.above}, not {first.below}{more}"


def facts(found: ByFace, changes: list[list[Change]]) -> dict[str, Any]:
    """The pieces for programs: polynomials by their coefficients, the constant first."""
    return {
        "now": str(found.now),
        "value": float(found.at(found.now)),
        "breaks": [
            {
                "chance": float(root),
                "exact": None if root.fraction is None else str(root.fraction),
                "changes": [vars(change) for change in several],
            }
            for root, several in zip(found.breaks, changes, strict=True)
        ],
        "polynomials": [[str(each) for each in piece] for piece in found.pieces.polynomials],
    }
