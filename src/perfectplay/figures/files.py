"""Figures as files: SVG or PNG, byte-identical each time."""

from __future__ import annotations

import io
import re
from html import escape
from pathlib import Path

from matplotlib.figure import Figure

from perfectplay.errors import FileError
from perfectplay.figures.look import SETTINGS, drawing
from perfectplay.solution.storage.container import whole_file

NO_METADATA = {"svg": {"Date": None, "Creator": None}, "png": {"Software": None}}
"""No date and no version of Matplotlib, so that a figure is the same whenever it is drawn."""


def require_suffix(path: Path) -> None:
    """Refuse a file that is neither .svg nor .png.

    >>> require_suffix(Path("board.gif"))
    Traceback (most recent call last):
    perfectplay.errors.FileError: board.gif must end in .svg or .png
    """
    if path.suffix not in (".svg", ".png"):
        raise FileError(f"{path} must end in .svg or .png")


def write(figure: Figure, path: Path) -> None:
    """Write a figure to a file, atomically."""
    require_suffix(path)
    kind = path.suffix.removeprefix(".")
    with whole_file(path) as temporary, drawing(SETTINGS):
        figure.savefig(temporary, format=kind, metadata=NO_METADATA[kind])


def svg_text(figure: Figure) -> str:
    """A figure as the text of an SVG file."""
    text = io.StringIO()
    with drawing(SETTINGS):
        figure.savefig(text, format="svg", metadata=NO_METADATA["svg"])
    return text.getvalue()


def inline_svg(figure: Figure, name: str) -> str:
    """A figure as part of a web page; all ids in it start with the given name.

    Two figures on a page must not share ids, and a screen reader gets a description.
    """
    svg = svg_text(figure)
    svg = re.sub(r"<metadata>.*?</metadata>\s*", "", svg[svg.index("<svg") :], flags=re.DOTALL)
    return re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{name}-", svg).replace(
        "<svg", f'<svg role="img" aria-label="{escape(figure.get_suptitle())}"', 1
    )
