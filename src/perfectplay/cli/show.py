"""How answers look: tables and figures for people, one JSON object for programs."""

from __future__ import annotations

import codecs
import json
import math
import re
import sys
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, Literal

import typer
from rich import box
from rich.bar import Bar
from rich.console import Console
from rich.table import Table
from rich.text import Text

from perfectplay.model.game import Game
from perfectplay.model.nodes import Number
from perfectplay.model.scorecard import Placement
from perfectplay.objectives import Objective
from perfectplay.solution.solution import Solution

DIGITS = 12
COLUMN = 10
"""The digits of a number in a column."""
LONGEST_FRACTION = 60
SHORT = 16
SMALL = 1e-6
"""Below this, a number is shown by its leading digits."""
LONGEST_CELL = 40


def emit(answer: dict[str, Any]) -> None:
    """One JSON object on stdout; types JSON lacks, such as fractions, become text."""
    plain = codecs.lookup(sys.stdout.encoding or "ascii").name != "utf-8"
    typer.echo(json.dumps(answer, ensure_ascii=plain, default=str, allow_nan=False))


def number(value: Number, digits: int = DIGITS) -> str:
    """A number for people, with as many digits as are certain.

    >>> number(0.29614626200274335), number(Fraction(1, 3), 4), number(30), number(1234.5, -2)
    ('0.296146262003', '0.3333', '30', '1200')
    """
    if isinstance(value, int) or (isinstance(value, Fraction) and value.denominator == 1):
        return str(int(value))
    if 0 < abs(float(value)) < SMALL:
        return f"{float(value):.{max(digits, 1)}g}"
    text = fixed(float(value), digits)
    return text if digits <= 0 else re.sub(r"(\.\d+?)0+$", r"\1", text)


def aligned(value: Number, digits: int = COLUMN) -> str:
    """A number for a column: a fraction if exact and short, else ten digits or those certain.

    >>> aligned(0.5), aligned(Fraction(1, 3)), aligned(0.5, 3), aligned(1e-8, 3), aligned(67.5, -1)
    ('0.5000000000', '1/3', '0.500', '0.000', '70')
    """
    text = str(value)
    exact = isinstance(value, Fraction) and len(text) <= LONGEST_CELL
    if exact:
        return text
    number = float(value)
    if digits >= COLUMN and 0 < abs(number) < SMALL:
        return f"{number:.4e}"
    return fixed(number, min(digits, COLUMN))


def fixed(number: float, digits: int) -> str:
    """A number with some decimals; if negative, zeros stand for unknown digits.

    The first digit is always shown.

    >>> fixed(0.25, 3), fixed(1234.5, 0), fixed(1234.5, -2), fixed(-17.5, -2)
    ('0.250', '1234', '1200', '-20')
    """
    if digits < 0:
        digits = max(digits, -math.floor(math.log10(abs(number) or 1)))
    return f"{round(number, digits):.{max(digits, 0)}f}"


def points(score: Number) -> int | float:
    """A score for programs: a whole number if it is one.

    >>> points(30), points(Fraction(1, 2))
    (30, 0.5)
    """
    return int(score) if score == int(score) else float(score)


def so_many_points(score: Number) -> str:
    """A score in words.

    >>> so_many_points(1), so_many_points(30)
    ('1 point', '30 points')
    """
    return f"{score} point{'' if score == 1 else 's'}"


def placed(box: Placement) -> str:
    """What dice score in a box, with the bonus for a repeat."""
    return f"{box.points}+{box.extra}" if box.extra else str(box.points)


def fraction(value: Number) -> str:
    """An exact value as a fraction, if it is one and short enough to read."""
    text = str(value)
    readable = "/" in text and len(text) <= LONGEST_FRACTION
    return f" = {text}" if isinstance(value, Fraction) and readable else ""


def exact_text(value: Number) -> str | None:
    """An exact value as text, for programs."""
    return str(value) if isinstance(value, Fraction) else None


def percent(share: Number) -> str:
    """A probability for people.

    >>> percent(0.29614), percent(Fraction(1, 6)), percent(1e-9)
    ('29.614 %', '16.667 %', '1e-07 %')
    """
    value = 100 * float(share)
    return f"{value:.3f} %" if value == 0 or value >= 0.001 else f"{value:.0e} %"


def game_line(game: Game[Any]) -> str:
    """A game with its parameters, as one would type it."""
    return " ".join([game.name, *game.words])


def print_line(text: str) -> None:
    """Print a line without cutting it or interpreting it as markup."""
    Console(highlight=False, markup=False, soft_wrap=True).print(text)


def warn(text: str) -> None:
    """Print a line on stderr."""
    typer.echo(f"perfectplay: {text}", err=True)


def facts(pairs: Iterable[tuple[str, str]]) -> None:
    """Print pairs of a name and a value, with the values aligned."""
    grid = Table.grid(padding=(0, 2))
    grid.add_column()
    grid.add_column(overflow="fold")
    for name, value in pairs:
        if value:
            grid.add_row("", Text(name, style="dim"), Text(value))
    Console(highlight=False).print(grid)


def table(head: Sequence[str], rows: Iterable[Sequence[Any]], right: Sequence[str] = ()) -> None:
    """Print a table; columns named in `right` are right-aligned, and short ones are not wrapped.

    If those alone exceed the width of the terminal, so does the table: nothing is cut.
    """
    cells, console, width = [list(row) for row in rows], Console(highlight=False), 1
    shown = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    for place, name in enumerate(head):
        widths = [len(row[place]) for row in cells if isinstance(row[place], str)]
        short = max(widths, default=0) <= SHORT
        width += 2 + max([len(name), *(widths if short else ())])
        justify: Literal["left", "right"] = "right" if name in right else "left"
        shown.add_column(name, justify=justify, no_wrap=short, overflow="fold")
    for row in cells:
        shown.add_row(*(Text(cell) if isinstance(cell, str) else cell for cell in row))
    console.width = max(console.width, width)
    console.print(shown)


def bar_text(share: Number, largest: Number) -> Bar:
    """A bar whose length is a share of the largest one."""
    return Bar(float(largest), 0, float(share), width=24)


def named(game: Game[Any]) -> dict[str, Any]:
    """The game, for programs."""
    return {"game": game.name, "parameters": game.parameter_values}


def question_facts(game: Game[Any], objective: Objective) -> dict[str, Any]:
    """The question, for programs."""
    return {**named(game), "objective": str(objective)}


def heading(solution: Solution) -> dict[str, Any]:
    """The solution's game and objective, for programs."""
    return question_facts(solution.game, solution.objective)
