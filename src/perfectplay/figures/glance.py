"""A game at a glance: its length, whom it favours, its course, its options, skill."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from perfectplay.analysis.measures.summary import Summary
from perfectplay.figures.look import Look, Picture, drawing, in_percent, look_of, title

LEAST = 5e-4
"""Numbers of turns less likely than this are left out."""
MOST_OPTIONS = 9
LONGEST_LABEL = 22


def glance(summary: Summary, name: str, *, dark: bool = False) -> Figure:
    """All measures of a game in one picture.

    >>> from perfectplay import solve
    >>> from perfectplay.games.coins import Coins
    >>> figure = glance(Summary.of(solve(Coins())), "coins")
    >>> [axes.get_title("left") for axes in figure.axes][:2]
    ['A game takes 5.2 turns on average', 'Half is settled after 2 turns']
    """
    look = look_of(dark=dark)
    parts: list[tuple[Any, Callable[[Axes, Summary, Look], None]]] = [
        (summary.turns, draw_turns),
        (summary.course, draw_course),
        (summary.usage, draw_usage),
        (summary.skill, draw_skill),
    ]
    panels = [draw for measure, draw in parts if measure]
    with drawing(look.settings):
        rows = -(-len(panels) // 2)
        contest = summary.fairness is not None
        figure = Picture(figsize=(10, 3.2 * rows + 0.7 * contest + 0.4))
        heights = [*([0.16] if contest else []), *[1.0] * rows]
        grid = figure.add_gridspec(len(heights), 2, height_ratios=heights)
        if contest:
            draw_balance(figure.add_subplot(grid[0, :]), summary, look)
        for place, draw in enumerate(panels):
            row = place // 2 + contest
            draw(figure.add_subplot(grid[row, place % 2]), summary, look)
        title(figure, f"{name} at a glance")
    return figure


def draw_balance(axes: Axes, summary: Summary, look: Look) -> None:
    """Who wins, as one bar, with the middle marked."""
    fairness = summary.fairness
    assert fairness is not None
    left = 0.0
    parts = (
        ("first player", fairness.wins, look.series[0]),
        ("tie", fairness.ties, look.tie),
        ("second player", fairness.losses, look.series[1]),
    )
    for who, share, colour in parts:
        axes.barh(0, share, left=left, color=colour, height=1)
        if share > 0.08:
            axes.text(
                left + share / 2, 0, f"{who} {100 * share:.1f} %", color=look.page,
                horizontalalignment="center", verticalalignment="center", fontweight="bold",
            )  # fmt: skip
        left += share
    axes.axvline(0.5, color=look.ink, linestyle=":", linewidth=1.5)
    axes.set(xlim=(0, 1), yticks=[], xticks=[])
    axes.spines[["left", "bottom"]].set_visible(False)
    axes.set_title("Who wins if both play best")


def draw_turns(axes: Axes, summary: Summary, look: Look) -> None:
    """How likely each number of turns is."""
    turns = summary.turns
    assert turns is not None
    shown = {int(number): float(share) for number, share in turns.items() if share >= LEAST}
    axes.bar([*shown], [*shown.values()], color=look.series[0], width=0.85)
    axes.set_title(f"A game takes {float(turns.mean):.3g} turns on average")
    axes.set(xlabel="turns", ylabel="share of games")
    axes.yaxis.set_major_formatter(in_percent())
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.grid(axis="y")


def draw_course(axes: Axes, summary: Summary, look: Look) -> None:
    """How the chance of winning spreads out, or how much is decided, turn by turn."""
    course = summary.course
    assert course is not None
    last = min(max(1, course.settled(0.995)), len(course.stages) - 1)
    turns = range(last + 1)
    half = course.settled(0.5)
    axes.set_title(f"Half is settled after {half} turn{'' if half == 1 else 's'}")
    if summary.drama is not None:
        bands = list(zip(*(course.stages[turn].percentiles for turn in turns), strict=True))
        colour = look.series[0]
        axes.fill_between(
            turns, bands[0], bands[4], color=colour, alpha=0.18, linewidth=0, label="90 % of games"
        )
        axes.fill_between(
            turns, bands[1], bands[3], color=colour, alpha=0.35, linewidth=0, label="half of games"
        )
        leader = [course.stages[turn].leader for turn in turns]
        axes.plot(turns, leader, color=look.series[1], label="the leader wins")
        axes.set(ylabel="first player's chance to win", ylim=(0, 1))
    else:
        axes.plot(turns, course.resolved[: last + 1], color=look.series[0], label="settled")
        over = [course.stages[turn].over for turn in turns]
        axes.plot(turns, over, color=look.series[1], linestyle="--", label="games that are over")
        axes.set(ylabel="share", ylim=(0, 1.02))
    axes.set(xlabel="turns played", xlim=(0, max(1, last)))
    axes.yaxis.set_major_formatter(in_percent())
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.grid(axis="y")
    axes.legend(loc="best", fontsize=8.5)


def draw_usage(axes: Axes, summary: Summary, look: Look) -> None:
    """How often each option is offered and taken; useless ones in another colour."""
    usage = summary.usage
    assert usage is not None
    shown = sorted(usage, key=lambda option: -option.offered)[:MOST_OPTIONS]
    places = range(len(shown))
    colours = [look.bust if each.never_pays or each.idle else look.series[0] for each in shown]
    axes.barh(places, [each.offered for each in shown], color=look.grid, height=0.8)
    axes.barh(places, [each.taken for each in shown], color=colours, height=0.45)
    widest = max(each.offered for each in shown)
    for place, option in enumerate(shown):
        if option.never_pays or option.idle:
            verdict = "never pays" if option.never_pays else "makes no difference"
            axes.text(
                0.02 * widest, place, verdict, color=look.bust, verticalalignment="center",
                fontweight="bold", fontsize=8.5,
            )  # fmt: skip
    axes.set_yticks(places, [short(str(each.label)) for each in shown])
    axes.invert_yaxis()
    useless = sum(each.never_pays or each.idle for each in usage)
    axes.set_title(
        f"{useless} of {len(usage)} options are of no use"
        if useless
        else "Every option has its use",
    )
    axes.set(xlabel="times a game it is offered (grey) and taken")
    axes.grid(axis="x")


def draw_skill(axes: Axes, summary: Summary, look: Look) -> None:
    """Best play compared with others, or against them."""
    others = summary.skill
    assert others is not None
    contest = summary.solution.game.players == 2
    pairs = [(each.name, each.value) for each in others]
    if not contest:
        pairs = [("best play", float(summary.solution.value)), *pairs]
    places = range(len(pairs))
    colours = [look.series[0] if name == "best play" else look.series[2] for name, _ in pairs]
    axes.barh(places, [value for _, value in pairs], color=colours, height=0.6)
    shown = "{:.1%}" if summary.chances else "{:.4g}"
    for place, (_, value) in enumerate(pairs):
        axes.annotate(
            f" {shown.format(value).replace('%', ' %')}", (value, place), verticalalignment="center"
        )
    axes.set_yticks(places, [short(name) for name, _ in pairs])
    axes.invert_yaxis()
    axes.margins(x=0.18)
    if contest:
        axes.set_title("What best play gets against others")
        if summary.chances:
            axes.axvline(0.5, color=look.ink, linestyle=":", linewidth=1.5)
    else:
        axes.set_title("What others get")
    if summary.chances:
        axes.xaxis.set_major_formatter(in_percent())
    axes.grid(axis="x")


def short(label: str) -> str:
    """A label, cut off if it is long.

    >>> short("a very long name of an option")
    'a very long name of...'
    """
    return label if len(label) <= LONGEST_LABEL else f"{label[: LONGEST_LABEL - 3].rstrip()}..."
