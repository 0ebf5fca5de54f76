"""A self-contained HTML page: nothing is loaded from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from matplotlib.figure import Figure

from perfectplay.figures.files import inline_svg
from perfectplay.figures.look import Look
from perfectplay.solution import notebook

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
svg {{ display: block; width: 100%; min-width: 32rem; max-width: max-content; height: auto;
  margin: 1rem 0; }}
.table svg {{ min-width: 0; max-width: 100%; width: auto; }}
.foot {{ margin-top: 3rem; font-size: 0.9rem; }}
"""


def drawn(figure: Figure, name: str) -> str:
    """A figure in the page."""
    return f'<div class="wide">{inline_svg(figure, name)}</div>'


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in the page.

    >>> table(["max"], [["10"]]).partition("<thead>")[0]
    '<div class="wide"><table>'
    """
    return f'<div class="wide">{notebook.table(head, rows)}</div>'


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
