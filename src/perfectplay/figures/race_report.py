"""A race on one page: its value, going first, both boards and the audit, all in one file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from matplotlib.figure import Figure

from perfectplay.engines.race.audit import Finding, audit
from perfectplay.figures.board import board
from perfectplay.figures.files import inline_svg
from perfectplay.figures.first_move import first_move
from perfectplay.figures.look import Look, look_of
from perfectplay.figures.sums import count, sided, sums
from perfectplay.solution.first_moves import first_moves
from perfectplay.solution.race_solution import RaceSolution

LARGEST_AUDIT = 100
KINDS = (2, 3, 4, 6, 10)
LIMITS = range(10, 101)
TABLED = (10, 20, 50, 100)

STYLE = """
body {{ background: {page}; color: {ink}; font: 16px/1.5 system-ui, sans-serif;
  max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }}
h1, h2 {{ line-height: 1.2; }}
h2 {{ margin-top: 2.5rem; }}
table {{ border-collapse: collapse; }}
th, td {{ padding: 0.25rem 0.8rem; border-bottom: 1px solid {grid}; text-align: right; }}
th:first-child, td:first-child {{ text-align: left; padding-left: 0; }}
td {{ font-variant-numeric: tabular-nums; }}
.wide {{ overflow-x: auto; }}
svg {{ display: block; max-width: 100%; height: auto; margin: 1rem 0; }}
"""


def report(solution: RaceSolution, name: str, *, dark: bool = False) -> str:
    """The page as HTML; it loads nothing from elsewhere.

    >>> from perfectplay.games.greed import Greed
    >>> from perfectplay.objectives import Win
    >>> from perfectplay.solution.race_solving import solve_race
    >>> page = report(solve_race(Greed(max=4, sides=2), Win()), "Greed up to 4")
    >>> page.count("<svg"), "<script" in page
    (4, False)
    """
    look, ratings = look_of(dark=dark), solution.ratings
    limit, sides = ratings.limit, ratings.sides
    kinds = sorted({*KINDS, sides})
    parts = [
        f"<h1>{escape(name)}, {sided(sides)}</h1>",
        value(solution),
        "<h2>Going first</h2>",
        first_move_table(sorted({*TABLED, limit}), kinds),
        drawn(
            first_move(
                {
                    kind: {
                        move.limit: float(move.rating) - 0.5 for move in first_moves(LIMITS, kind)
                    }
                    for kind in kinds
                },
                dark=dark,
            ),
            "first",
        ),
        "<h2>What the dice add up to</h2>",
        drawn(sums([2, 3, 4], sides, dark=dark), "sums"),
        "<h2>The last turn</h2>",
        drawn(board(ratings, last=True, dark=dark), "last"),
        "<h2>Before the last turn</h2>",
        drawn(board(ratings, last=False, dark=dark), "normal"),
        "<h2>What is conjectured, and what holds</h2>",
        audit_table(limit, sides),
    ]
    return page(f"{name}, {sided(sides)}", parts, look)


def value(solution: RaceSolution) -> str:
    """The rating of going first, how play ends, and the best first roll."""
    start = solution.game.start()
    _, dice = solution.ratings.best(start.mine, start.theirs, last=False, player=0)
    ends = solution.distribution()
    win, tie = float(ends.get(1, 0)), float(ends.get(0, 0))
    return (
        f"<p>With best play, whoever goes first has a rating of "
        f"<strong>{float(solution.value):.12f}</strong> (the chance to win and half the chance to "
        f"tie): they win {100 * win:.3f}&nbsp;% of games, tie {100 * tie:.3f}&nbsp;% and lose "
        f"{100 * (1 - win - tie):.3f}&nbsp;%. The best first roll is {count(dice)}.</p>"
    )


def first_move_table(limits: Sequence[int], kinds: Sequence[int]) -> str:
    """The rating of going first and the best first roll, by the limit and the dice."""
    columns = [first_moves(limits, kind) for kind in kinds]
    return (
        table(
            ["max", *(sided(kind) for kind in kinds)],
            (
                [str(limit), *(f"{float(move.rating):.6f} ({move.dice})" for move in moves)]
                for limit, *moves in zip(limits, *columns, strict=True)
            ),
        )
        + "<p>In brackets: the best number of dice to begin with.</p>"
    )


def audit_table(limit: int, sides: int) -> str:
    """What is conjectured, checked at every state."""
    if limit > LARGEST_AUDIT:
        return f"<p>Every state is checked up to max {LARGEST_AUDIT}.</p>"
    return (
        table(
            ["statement", "states", "counterexamples", "levels", "holds"],
            (
                [
                    finding.statement,
                    f"{finding.states:,}",
                    f"{len(finding.fails):,}",
                    f"{finding.levels:,}",
                    holding(finding),
                ]
                for finding in audit(limit, sides)
            ),
        )
        + "<p>Levels: how often a rating stays the same that should rise or fall.</p>"
    )


def holding(finding: Finding) -> str:
    """Whether a statement holds, in a word."""
    return "strictly" if finding.strictly else "weakly" if finding.holds else "no"


def drawn(figure: Figure, name: str) -> str:
    """A figure in the page."""
    return f'<div class="wide">{inline_svg(figure, name)}</div>'


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in the page.

    >>> table(["max"], [["10"]])
    '<div class="wide"><table><tr><th>max</th></tr><tr><td>10</td></tr></table></div>'
    """
    lines = [("th", head), *(("td", row) for row in rows)]
    body = "".join(
        f"<tr>{''.join(f'<{tag}>{escape(cell)}</{tag}>' for cell in row)}</tr>"
        for tag, row in lines
    )
    return f'<div class="wide"><table>{body}</table></div>'


def page(title: str, parts: Sequence[str], look: Look) -> str:
    """A whole page."""
    style = STYLE.format(page=look.page, ink=look.ink, grid=look.grid)
    body = "\n".join(parts)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{style}</style>\n</head>\n"
        f"<body>\n{body}\n</body>\n</html>\n"
    )
