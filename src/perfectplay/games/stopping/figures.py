"""Charts of when to stop: Pig's by scores, Farkle's by dice, Can't Stop's by progress."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from perfectplay.figures.kinds import FigureKind, FigureRequest
from perfectplay.figures.look import drawing, ink_on, look_of, panels, title
from perfectplay.games.stopping.boundary import banked_from, hold_at, scores_shown
from perfectplay.games.stopping.rule_of_progress import MOST_PLACES, RULE, turns_by_number
from perfectplay.model.cant_stop import ColumnClimbing, places
from perfectplay.model.jeopardy import Jeopardy
from perfectplay.model.push_your_luck import PushYourLuck

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from perfectplay.figures.look import Look
    from perfectplay.solution.solution import Solution

SMALLEST_TARGET = 5
MOST_SCORES = 25
"""The most scores of each player in a chart by both."""
FAR_OUT = 3
"""Points this many times as far out as all others do not affect the scale."""
HEADING = "When to stop"


def refuses_stopping(solution: Solution) -> str | None:
    """Refuse games whose turns are not simply kept or risked."""
    game = solution.game
    if isinstance(game, PushYourLuck):
        return None
    if isinstance(game, ColumnClimbing):
        return refuses_climbing(game)
    if not isinstance(game, Jeopardy):
        return "its stopping rule is more than a number of points"
    if game.target < SMALLEST_TARGET:
        return f"a target below {SMALLEST_TARGET} leaves no rule to see"
    return None


def refuses_climbing(game: ColumnClimbing) -> str | None:
    """Refuse boards for two, and those on which a rule would take too long to follow."""
    if game.players == 2:
        return "what a rule for stopping loses is only known for one player's game"
    if places(game.tops, 1) > MOST_PLACES:
        return "the board is too large for a rule to be followed on it; take fewer sides"
    return None


def draw_stopping(wish: FigureRequest) -> Figure:
    """The chart that suits the game."""
    game = wish.solution.game
    if isinstance(game, ColumnClimbing):
        return draw_by_progress(wish)
    if isinstance(game, PushYourLuck):
        return draw_by_dice(wish)
    return draw_by_both(wish) if game.players == 2 else draw_by_own(wish)


def draw_by_both(wish: FigureRequest) -> Figure:
    """The fewest points worth holding, for each pair of scores."""
    game: Any = wish.solution.game
    start, shown = game.start(), scores_shown(wish.solution, MOST_SCORES)
    holds = [
        [hold_at(wish.solution, start._replace(mine=mine, theirs=theirs)) for mine in shown]
        for theirs in shown
    ]
    look = look_of(dark=wish.dark)
    with drawing(look.settings):
        size = 2.4 + 0.3 * len(shown)
        figure, [axes] = panels(1, max(5.0, size), max(4.2, 0.86 * size))
        title(figure, "Hold once the turn has this many points")
        axes.set_title(f"{wish.name}; an empty square: roll until you win")
        draw_squares(axes, holds, look)
        every = range(0, len(shown), 1 + len(shown) // 13)
        axes.set_xticks(every, [str(shown[place]) for place in every])
        axes.set_yticks(every, [str(shown[place]) for place in every])
        axes.set_xlabel("your score")
        axes.set_ylabel("their score")
    return figure


def draw_squares(axes: Axes, holds: list[list[int | None]], look: Look) -> None:
    """A square for each pair of scores, with the number in it."""
    from matplotlib.colors import LinearSegmentedColormap

    colours = LinearSegmentedColormap.from_list("points", list(look.ratings[3:]))
    most = max((points or 0 for row in holds for points in row), default=0) or 1
    grid = [[float("nan") if points is None else points for points in row] for row in holds]
    axes.imshow(grid, cmap=colours, vmin=0, vmax=most, origin="lower", aspect="auto")
    for up, row in enumerate(holds):
        for across, points in enumerate(row):
            if points is not None:
                axes.text(
                    across,
                    up,
                    str(points),
                    color=ink_on(colours(points / most)),
                    fontsize=7,
                    horizontalalignment="center",
                    verticalalignment="center",
                )


def draw_by_own(wish: FigureRequest) -> Figure:
    """The fewest points worth holding alone, by score; beyond that, what is needed to win."""
    game: Any = wish.solution.game
    start, scores = game.start(), scores_shown(wish.solution, game.target)
    holds = [hold_at(wish.solution, start._replace(mine=mine)) for mine in scores]
    look = look_of(dark=wish.dark)
    with drawing(look.settings):
        figure, [axes] = panels(1, 7, 3.8)
        title(figure, "Hold once the turn has this many points")
        axes.set_title(wish.name)
        needed = [game.target - mine for mine in scores]
        rolled = [
            left if points is None else points for points, left in zip(holds, needed, strict=True)
        ]
        axes.fill_between(
            scores, rolled, step="mid", color=look.series[0], alpha=0.25, label="roll"
        )
        held = [float("nan") if points is None else points for points in holds]
        axes.step(
            scores, held, where="mid", color=look.series[1], linewidth=2, label="hold from here on"
        )
        axes.plot(scores, needed, color=look.muted, linestyle="--", label="the target is reached")
        axes.set_ylim(0, 1.6 * max([points for points in holds if points], default=game.target))
        axes.set_xlim(0, game.target)
        axes.set_xlabel("score at the start of the turn")
        axes.set_ylabel("points of the turn")
        axes.legend()
    return figure


def draw_by_dice(wish: FigureRequest) -> Figure:
    """For each number of dice in hand, the points from which to bank."""
    found = banked_from(wish.solution, wish.at)
    look = look_of(dark=wish.dark)
    throw, bank = look.series[0], look.series[1]
    end = 1.12 * scale_of(sorted(points for points in found.values() if points is not None))
    with drawing(look.settings):
        figure, [axes] = panels(1, 7.5, 3.6)
        title(figure, "Throw on, or bank?")
        scores = "" if wish.at is None else f", {wish.solution.game.describe(wish.at)}"
        axes.set_title(f"{wish.name}{scores}")
        for dice, points in found.items():
            until = min(end, end if points is None else points)
            axes.barh(dice, until, color=throw, label="throw on" if dice == 1 else None)
            axes.barh(
                dice, end - until, left=until, color=bank, label="bank" if dice == 1 else None
            )
            plan = "always throw" if points is None else f"bank from {points:,}"
            axes.annotate(
                plan, (1.02 * end, dice), verticalalignment="center", annotation_clip=False
            )
        axes.set_xlim(0, end)
        axes.set_yticks(list(found), [f"{dice} {'die' if dice == 1 else 'dice'}" for dice in found])
        axes.set_xlabel("points of the turn")
        axes.set_ylabel("in hand")
        figure.legend(loc="outside lower left", ncols=2)
    return figure


def draw_by_progress(wish: FigureRequest) -> Figure:
    """The turns the game takes, by the progress at which one stops, next to best play."""
    found = turns_by_number(wish.solution)
    by_rule = found.turns[RULE]
    look = look_of(dark=wish.dark)
    with drawing(look.settings):
        figure, [axes] = panels(1, 8, 4.4)
        title(figure, "Stop once the turn has made this much progress")
        axes.set_title(
            f"{wish.name}\na step counts 1 in the middle column and one more with each column "
            "outwards,\nthe first of a turn twice; three odd columns +2, even -2, all on a side +4"
        )
        axes.plot(
            list(found.turns), list(found.turns.values()), color=look.series[0], label="by the rule"
        )
        axes.axhline(found.best, color=look.series[2], linestyle="--", label="best play")
        axes.plot([RULE], [by_rule], "o", color=look.series[1])
        axes.annotate(
            f"rule of {RULE}: {by_rule:.4f} turns,\n{by_rule - found.best:.4f} more than best play",
            (RULE, by_rule),
            xytext=(0, 40),
            textcoords="offset points",
            horizontalalignment="center",
            arrowprops={"arrowstyle": "-", "color": look.muted},
        )
        axes.set_ylim(bottom=0)
        axes.set_xlim(1, max(found.turns))
        axes.set_xlabel("progress at which one stops")
        axes.set_ylabel("expected turns")
        axes.legend()
    return figure


def scale_of(points: list[int]) -> int:
    """The extent of an axis for sorted points: without the last one, if it is far out.

    >>> scale_of([300, 450, 3050, 16450]), scale_of([300, 450]), scale_of([])
    (3050, 450, 1)
    """
    if len(points) > 1 and points[-1] > FAR_OUT * points[-2]:
        points = points[:-1]
    return points[-1] if points else 1


KINDS = (
    FigureKind(
        "stopping", HEADING, refuses_stopping, draw_stopping, at_a_position=True, teaches=True
    ),
)
