"""One turn on a scorecard as a graph: rolls, keeps, rolls, keeps, rolls, and the boxes."""

from __future__ import annotations

import dataclasses
from collections.abc import Hashable
from typing import Any, TypeAlias

from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.colors import LinearSegmentedColormap, to_rgba
from matplotlib.figure import Figure

from perfectplay.errors import PerfectPlayError
from perfectplay.figures.look import Look, drawing, look_of, panels, title
from perfectplay.model.game import Game
from perfectplay.model.nodes import Inline, Number
from perfectplay.model.scorecard import Rolled, Scorecard, Turn
from perfectplay.model.scorecard.game import keep_words, keeps
from perfectplay.model.scorecard.scoring import Roll
from perfectplay.solution.solution import Solution

FAMOUS = (3, 3, 6, 6, 6)
ROWS = 44
"""The most nodes of a column stacked on top of each other."""
APART = 0.045

Places: TypeAlias = dict[Hashable, tuple[float, float]]


@dataclasses.dataclass
class NodeColumn:
    """The nodes of one kind at one point in the turn, each with its value."""

    label: str
    values: dict[Hashable, float]

    def places(self, x: int) -> Places:
        """The place of each node: the most valuable at the top, a few side by side."""
        order = sorted(self.values, key=lambda node: -self.values[node])
        abreast = -(-len(order) // ROWS)
        rows = max(1, -(-len(order) // abreast) - 1)
        found: Places = {}
        for rank, node in enumerate(order):
            row, place = divmod(rank, abreast)
            aside = APART * (place - (abreast - 1) / 2)
            found[node] = (x + aside, 1 - row / rows if len(order) > 1 else 0.5)
        return found


def turn_graph(
    solution: Solution,
    position: Hashable | None = None,
    score: Number | None = None,
    *,
    dark: bool = False,
) -> Figure:
    """Everything that can happen in a turn, and the best way to continue from one roll.

    >>> from perfectplay import Box, Scorecard, solve
    >>> from perfectplay.model.scorecard import Face, Total
    >>> boxes = [Box("ones", Face(1)), Box("any", Total())]
    >>> small = Scorecard("small", dice=2, rerolls=1, boxes=boxes)
    >>> turn_graph(solve(small)).get_suptitle()
    'One turn of small: 21 rolls, 28 keeps, 21 rolls'
    """
    game, card = solution.game, card_of(solution.game)
    place = game.start() if position is None else position
    if not isinstance(place, (Turn, Rolled)) or not place.open:
        raise PerfectPlayError("the figure 'turn' shows a turn, or a roll in it")
    roll = place.roll if isinstance(place, Rolled) else first_roll(card)
    columns = columns_of(solution, place.turn, score)
    flow = best_flow(solution, place.turn.rolled(roll, card.rerolls), score)
    look = look_of(dark=dark)
    counts = ", ".join(column.label.replace("\n", " ") for column in columns[:-1])
    with drawing(look.settings):
        figure, [axes] = panels(1, 10.5, 6.4)
        title(figure, f"One turn of {game.name}: {counts}")
        axes.set_title(
            f"each dot is a position, the best at the top; marked: {spaced(roll)} and best play",
            pad=40,
        )
        places = [column.places(x) for x, column in enumerate(columns)]
        draw_nodes(axes, columns, places, look)
        draw_flow(axes, flow, places, look)
        name_nodes(axes, columns, places, flow, roll, look)
        axes.set_axis_off()
        axes.set_xlim(-0.75, len(columns) - 1 + 1.05)
    return figure


def card_of(game: Game[Any]) -> Scorecard:
    """The card of a game of turns with rerolls, for one player."""
    if game.card is None or not game.card.rerolls or game.players > 1:
        raise PerfectPlayError(f"{game.name} has no turns with rerolls, for one player")
    return game.card


def first_roll(card: Scorecard) -> Roll:
    """A roll to follow, unless one is given."""
    return FAMOUS if FAMOUS in card.rolls else card.rolls[len(card.rolls) // 2]


def columns_of(solution: Solution, turn: Turn, score: Number | None) -> list[NodeColumn]:
    """The columns of the graph, from the first roll to the boxes."""
    card = card_of(solution.game)
    every = sorted({keep for roll in card.rolls for keep in keeps(roll)})
    columns = []
    for left in range(card.rerolls, -1, -1):
        rolls: dict[Hashable, float] = {
            roll: float(solution.value_at(turn.rolled(roll, left), score)) for roll in card.rolls
        }
        columns.append(NodeColumn(f"{len(rolls)} rolls", rolls))
        if left:
            kept: dict[Hashable, float] = {
                keep: keep_value(solution, turn.rolled(filled_up(keep, card), left), keep, score)
                for keep in every
            }
            columns.append(NodeColumn(f"{len(kept)} keeps", kept))
    open_boxes: dict[Hashable, float] = dict.fromkeys(turn.open, 0.0)
    for place, box in enumerate(reversed(turn.open)):
        open_boxes[box] = float(place)
    columns.append(NodeColumn(f"{len(turn.open)} boxes", open_boxes))
    return columns


def filled_up(keep: Roll, card: Scorecard) -> Roll:
    """A roll from which the given dice can be kept."""
    return tuple(sorted(keep + (1,) * (card.dice - len(keep))))


def keep_value(solution: Solution, place: Rolled, keep: Roll, score: Number | None) -> float:
    """The value of keeping some dice; keeping all dice ends the rolling."""
    if keep == place.roll:
        return float(solution.value_at(place._replace(rerolls=0), score))
    return float(solution.value_at(Inline(place, (keep_words(keep, len(place.roll)),)), score))


Step = tuple[int, Hashable, Hashable, float]
"""From a column and node to a node of the next column, with the probability of the step."""


def best_flow(solution: Solution, position: Rolled, score: Number | None) -> list[Step]:
    """How best play continues from a roll: steps between the columns, with probabilities."""
    dice = len(position.roll)
    steps: list[Step] = []
    now: dict[Rolled, float] = {position: 1.0}
    column = 0
    while now:
        then: dict[Rolled, float] = {}
        for here, likely in now.items():
            best = str(solution.best(here, score))
            if not here.rerolls:
                steps.append((column, here.roll, best, likely))
                continue
            words = {keep_words(keep, dice): keep for keep in keeps(here.roll)}
            kept = words[best]
            steps.append((column, here.roll, kept, likely))
            if kept == here.roll:
                outcomes = [(here._replace(rerolls=here.rerolls - 1), 1.0)]
            else:
                outcomes = [
                    (outcome.position, float(outcome.probability))
                    for outcome in solution.outcomes(Inline(here, (best,)), score)
                    if isinstance(outcome.position, Rolled)
                ]
            for reached, chance in outcomes:
                steps.append((column + 1, kept, reached.roll, likely * chance))
                then[reached] = then.get(reached, 0.0) + likely * chance
        column += 2
        now = then
    return steps


def draw_nodes(axes: Axes, columns: list[NodeColumn], places: list[Places], look: Look) -> None:
    """A dot for each node, in the colour of its value."""
    colours = LinearSegmentedColormap.from_list("values", list(look.ratings[3:]))
    moments = sorted(value for column in columns[:-1] for value in column.values.values())
    low, high = moments[len(moments) // 20], moments[-len(moments) // 20]  # without the extremes
    for x, (column, place) in enumerate(zip(columns, places, strict=True)):
        shares = [(value - low) / (high - low or 1) for value in column.values.values()]
        boxes = x == len(columns) - 1
        axes.scatter(
            [place[node][0] for node in column.values],
            [place[node][1] for node in column.values],
            s=34 if boxes else 15,
            marker="s" if boxes else "o",
            c=look.muted if boxes else [colours(min(max(share, 0.0), 1.0)) for share in shares],
            edgecolors=look.muted,
            linewidths=0.3,
            zorder=3,
        )
        moment = ("choice" if x % 2 == 0 else "chance") if not boxes else "next turn"
        axes.text(
            x,
            1.035,
            f"{column.label}\n{moment}",
            horizontalalignment="center",
            verticalalignment="bottom",
            fontweight="bold",
            linespacing=1.3,
        )


def draw_flow(axes: Axes, flow: list[Step], places: list[Places], look: Look) -> None:
    """Best play from one roll: the likelier a step, the stronger its line."""
    merged: dict[tuple[int, Hashable, Hashable], float] = {}
    for column, begin, end, likely in flow:
        merged[column, begin, end] = merged.get((column, begin, end), 0.0) + likely
    lines, colours, widths = [], [], []
    for (column, begin, end), likely in sorted(merged.items(), key=lambda each: each[1]):
        lines.append([places[column][begin], places[column + 1][end]])
        colours.append(to_rgba(look.series[1], 0.18 + 0.82 * likely**0.5))
        widths.append(0.5 + 3.5 * likely**0.7)
    axes.add_collection(LineCollection(lines, colors=colours, linewidths=widths, zorder=2))


def name_nodes(
    axes: Axes,
    columns: list[NodeColumn],
    places: list[Places],
    flow: list[Step],
    roll: Roll,
    look: Look,
) -> None:
    """Names for the roll that is followed, the dice kept from it, and the boxes it may go into."""
    kept = next(end for column, _, end, _ in flow if column == 0)
    boxed = {"facecolor": look.page, "edgecolor": look.series[1], "pad": 2.5}
    assert isinstance(kept, tuple)
    for x, node, text in (
        (0, roll, spaced(roll)),
        (1, kept, f"keep {spaced(kept)}" if kept else "reroll all"),
    ):
        axes.annotate(
            text,
            places[x][node],
            xytext=(-20 if x == 0 else -28, 0),
            textcoords="offset points",
            horizontalalignment="right",
            verticalalignment="center",
            fontsize=9,
            bbox=boxed,
            zorder=5,
        )
    last = len(columns) - 1
    chances: dict[Hashable, float] = {}
    for column, _, end, likely in flow:
        if column == last - 1:
            chances[end] = chances.get(end, 0.0) + likely
    for box, place in places[last].items():
        likely = chances.get(box, 0.0)
        share = f"  {100 * likely:.1f} %" if likely else ""
        axes.annotate(
            f"{box}{share}",
            place,
            xytext=(8, 0),
            textcoords="offset points",
            verticalalignment="center",
            fontsize=9,
            color=look.ink if likely else look.muted,
        )


def spaced(dice: Roll) -> str:
    """Some dice in words."""
    return " ".join(map(str, dice))
