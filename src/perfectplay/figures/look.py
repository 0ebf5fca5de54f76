"""The look of all figures: light or dark, in colours that colour-blind people can tell apart."""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, to_rgb
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from perfectplay.model.nodes import Number

SETTINGS: dict[str, Any] = {
    "figure.constrained_layout.use": True,
    "figure.dpi": 100,
    "savefig.dpi": 150,
    "svg.hashsalt": "perfectplay",
    "font.family": "DejaVu Sans",
    "text.parse_math": False,  # "$5 or $10" are two prices, not a formula
    "font.size": 10,
    "axes.titlesize": 10.5,
    "axes.titlelocation": "left",
    "axes.titlepad": 8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "legend.frameon": False,
}
FURTHEST = 1e300
GUARD = threading.RLock()
"""Matplotlib's settings are global to the process, so one figure is drawn at a time."""
BRIGHT_LEVEL = 0.179
"""The luminance on which black and white text have equal contrast (WCAG 2.1)."""


@dataclasses.dataclass(frozen=True)
class Look:
    """The colours of a figure."""

    page: str
    ink: str
    muted: str
    grid: str
    series: tuple[str, ...]
    """One colour for each line or set of bars (after Okabe and Ito)."""
    win: str
    tie: str
    behind: str
    bust: str
    ratings: tuple[str, ...]
    """From a certain loss through an even chance to a certain win."""
    counts: str
    """Matplotlib's colour map for numbers of dice."""

    @property
    def rating_colours(self) -> LinearSegmentedColormap:
        """The colour of each rating: orange for worse than even, blue for better."""
        return LinearSegmentedColormap.from_list("rating", list(self.ratings))

    @property
    def settings(self) -> dict[str, Any]:
        """The look as Matplotlib's settings."""
        ink = ("text.color", "axes.titlecolor", "axes.labelcolor", "xtick.labelcolor")
        edges = ("axes.edgecolor", "xtick.color", "ytick.color")
        page = ("figure.facecolor", "axes.facecolor", "savefig.facecolor")
        return {
            **SETTINGS,
            **dict.fromkeys((*ink, "ytick.labelcolor"), self.ink),
            **dict.fromkeys(edges, self.muted),
            **dict.fromkeys(page, self.page),
            "grid.color": self.grid,
        }


LIGHT = Look(
    page="#ffffff",
    ink="#1f2328",
    muted="#6b7480",
    grid="#e3e7eb",
    series=("#0072b2", "#d55e00", "#009e73", "#b0588f", "#8a6d00", "#4b5563"),
    win="#0072b2",
    tie="#8c95a0",
    behind="#e69f00",
    bust="#a63c00",
    ratings=("#a84a00", "#e8963a", "#fbdcb4", "#f6f6f6", "#cfe3f1", "#62a5d1", "#1a5a9e"),
    counts="cividis_r",
)
DARK = Look(
    page="#14171c",
    ink="#e6e8eb",
    muted="#96a0ad",
    grid="#2b3037",
    series=("#56b4e9", "#f0883e", "#2fc79a", "#e79bc4", "#f0e442", "#aeb6c1"),
    win="#56b4e9",
    tie="#8c95a0",
    behind="#f0c04a",
    bust="#e0672f",
    ratings=("#ffb066", "#c4702a", "#5e3d22", "#262a31", "#23435f", "#3a7fb8", "#8cccff"),
    counts="cividis",
)


def look_of(*, dark: bool) -> Look:
    """The light or the dark look."""
    return DARK if dark else LIGHT


@contextmanager
def drawing(settings: dict[Any, Any]) -> Iterator[None]:
    """Apply these settings while a figure is drawn or written, whatever the user's own are."""
    with GUARD, mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(settings)
        yield


class Picture(Figure):
    """A figure that displays itself in a notebook, independently of the notebook's settings."""

    def _repr_svg_(self) -> str:
        from perfectplay.figures.files import svg_text

        return svg_text(self)


def panels(count: int, width: float, height: float, **shared: Any) -> tuple[Figure, list[Axes]]:
    """A figure with some panels side by side, of a size in inches."""
    figure = Picture(figsize=(width, height))
    return figure, list(figure.subplots(1, count, squeeze=False, **shared)[0])


def stacked(width: float, height: float, heights: Sequence[float]) -> tuple[Figure, list[Axes]]:
    """A figure with stacked panels of these relative heights, sharing an x axis."""
    figure = Picture(figsize=(width, height))
    rows = figure.subplots(
        len(heights), 1, squeeze=False, sharex=True, gridspec_kw={"height_ratios": heights}
    )
    return figure, [axes for [axes] in rows]


def title(figure: Figure, text: str) -> None:
    """A title that says what the figure shows."""
    figure.suptitle(text, x=0.01, horizontalalignment="left", fontsize=12, fontweight="bold")


def whole_numbers() -> MaxNLocator:
    """Ticks for an axis of scores or dice: about ten, at round numbers."""
    return MaxNLocator(integer=True, nbins=14, steps=[1, 2, 5, 10])


def spot(score: Number) -> float:
    """Where a score is drawn; if it is out of range, as far out as possible."""
    return float(max(-FURTHEST, min(FURTHEST, score)))


def number(value: float, digits: int = 6) -> str:
    """A number as the axes write it, with a minus sign as wide as a plus.

    >>> number(12.5), number(1 / 3, 3)
    ('12.5', '0.333')
    """
    return f"{value:.{digits}g}".replace("-", "\N{MINUS SIGN}")


def in_percent() -> FuncFormatter:
    """Labels for an axis of chances: 5 %, 10 %."""
    return FuncFormatter(lambda chance, _: f"{100 * chance:.4g} %")


def luminance(colour: Any) -> float:
    """How bright a colour is to the eye, from 0 to 1.

    >>> luminance("white"), round(luminance("#0072b2"), 3)
    (1.0, 0.152)
    """
    shares = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in to_rgb(colour)
    ]
    return sum(
        weight * share for weight, share in zip((0.2126, 0.7152, 0.0722), shares, strict=True)
    )


def ink_on(colour: Any) -> str:
    """Black or white, whichever is easier to read on a colour.

    >>> ink_on("#0072b2"), ink_on("#fee0b6")
    ('white', 'black')
    """
    return "black" if luminance(colour) > BRIGHT_LEVEL else "white"
