"""Rules as a card: for a terminal, as a picture, and as an A6 page to print."""

from __future__ import annotations

import html
import textwrap
from collections.abc import Sequence

from perfectplay.strategies.rules.layout import COLUMNS, LaidOut, laid_out
from perfectplay.strategies.rules.rules import Rules

WIDTH, MARGIN, LINE, LETTERS = 420, 18, 15, 58
"""The width, margin and line height of a card in points, and the letters per line."""
FONT = "font-family='Helvetica, Arial, sans-serif'"


def text_card(rules: Rules, costs: str = "") -> str:
    """A card as text for a terminal.

    >>> from perfectplay.games.pig import Pig
    >>> print(text_card(Rules(Pig(), ["turn >= 20: hold", "roll"], "hold at 20")))
    hold at 20
     1  turn >= 20: hold
     2  roll
    """
    body = [
        line for number, text in enumerate(rules.texts, start=1) for line in numbered(number, text)
    ]
    return "\n".join([rules.name, *body, *([costs] if costs else [])])


def numbered(number: int, text: str) -> list[str]:
    """A line with its number, wrapped if it is too long; prices are set in columns.

    >>> for row in numbered(2, "score the most over ones 21, full-house 29, chance 37, yahtzee 22"):
    ...     print(row)
     2  score the most over
          ones 21        full-house 29  chance 37
          yahtzee 22
    """
    line = laid_out(text)
    first, *rest = broken(line.words, LETTERS + 20)
    wide = max(map(len, line.prices), default=0) + 2
    rows = ("".join(price.ljust(wide) for price in row).rstrip() for row in line.rows)
    return [
        f"{number:2}  {first}",
        *(f"    {more}" for more in rest),
        *(f"      {row}" for row in rows),
    ]


def svg(rules: Rules, costs: str = "") -> str:
    """A card as an SVG picture, in black on white.

    >>> from perfectplay.games.pig import Pig
    >>> svg(Rules(Pig(), ["turn >= 20: hold", "roll"], "hold at 20")).startswith("<svg")
    True
    """
    rows = rows_of(rules.texts)
    height = 2 * MARGIN + LINE * (len(rows) + 2 + bool(costs))
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {height}'",
        f" width='{WIDTH}' height='{height}' {FONT} font-size='12' fill='#000'>",
        f"<rect x='.5' y='.5' width='{WIDTH - 1}' height='{height - 1}' rx='10'",
        " fill='#fff' stroke='#000'/>",
        f"<text x='{MARGIN}' y='{MARGIN + 8}' font-size='15' font-weight='bold'>",
        f"{html.escape(rules.name)}</text>",
    ]
    for place, (number, cells) in enumerate(rows, start=2):
        y = MARGIN + 6 + LINE * place
        if number:
            parts.append(
                f"<text x='{MARGIN + 18}' y='{y}' text-anchor='end' font-weight='bold'>"
                f"{number}</text>"
            )
        for column, text in enumerate(cells):
            x = MARGIN + 28 + column * (WIDTH - 2 * MARGIN - 28) // COLUMNS
            parts.append(f"<text x='{x}' y='{y}'>{html.escape(text)}</text>")
    if costs:
        y = MARGIN + 8 + LINE * (len(rows) + 2)
        parts.append(f"<text x='{MARGIN}' y='{y}' font-style='italic'>{html.escape(costs)}</text>")
    return "".join([*parts, "</svg>"])


def rows_of(texts: Sequence[str]) -> list[tuple[str, tuple[str, ...]]]:
    """The rows of a card: a number where a line begins, and its words, or prices in columns."""
    found: list[tuple[str, tuple[str, ...]]] = []
    for number, line in enumerate(map(laid_out, texts), start=1):
        words = [(each,) for each in broken(line.words, LETTERS)]
        found += [
            (str(number) if place == 0 else "", cells)
            for place, cells in enumerate([*words, *line.rows])
        ]
    return found


def broken(text: str, letters: int) -> list[str]:
    """A text wrapped to rows of limited length, between words; names of boxes stay together."""
    return textwrap.wrap(text, letters, break_long_words=False, break_on_hyphens=False)


def page(rules: Rules, costs: str = "") -> str:
    """An A6 page to print: large type, no colour; long cards continue on further pages.

    >>> from perfectplay.games.pig import Pig
    >>> "A6" in page(Rules(Pig(), ["turn >= 20: hold", "roll"], "hold at 20"))
    True
    """
    lines = "\n".join(f"<li>{in_html(laid_out(text))}</li>" for text in rules.texts)
    return f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>{html.escape(rules.name)}</title>
<style>
@page {{ size: A6; margin: 7mm }}
body {{ font: 11pt/1.3 Helvetica, Arial, sans-serif; color: #000; background: #fff; margin: 0 }}
h1 {{ font-size: 15pt; margin: 0 0 3mm }}
ol {{ margin: 0; padding-left: 8mm }}
li {{ margin-bottom: .8mm; break-inside: avoid }}
td {{ padding-right: 4mm; white-space: nowrap }}
</style>
<h1>{html.escape(rules.name)}</h1>
<ol>
{lines}
</ol>
<p><em>{html.escape(costs)}</em></p>
</html>
"""


def in_html(line: LaidOut) -> str:
    """A line in HTML, with its prices as a table."""
    rows = "".join(
        f"<tr>{''.join(f'<td>{html.escape(price)}</td>' for price in row)}</tr>"
        for row in line.rows
    )
    return html.escape(line.words) + (f"<table>{rows}</table>" if rows else "")
