"""A solution as data frames: every decision, every position, and when to do what."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from perfectplay.engines.graph.graph import CHOICE, Column
from perfectplay.engines.graph.solution import KINDS, GraphSolution
from perfectplay.errors import PerfectPlayError, did_you_mean, explain_missing_extra
from perfectplay.model.nodes import Label
from perfectplay.model.text import write_value

with explain_missing_extra():
    import numpy as np
    import polars as pl

if TYPE_CHECKING:
    import numpy.typing as npt

    Array = npt.NDArray[Any]


def decisions(solution: GraphSolution) -> pl.DataFrame:
    """One row for each decision, the most important first.

    `also` names the options that tie with the best, `second` is the best of the others and `cost`
    is what it would lose. `visits` says how often the decision occurs, and `matters` is the product
    of the two: what a player who gets only this decision wrong loses on average. A decision that
    recurs for ever counts once.

    >>> from perfectplay import solve
    >>> from perfectplay.games.coins import Coins
    >>> decisions(solve(Coins(coins=2, target=1))).select("coins", "best", "value", "second")
    shape: (2, 4)
    ┌───────┬──────┬───────┬────────┐
    │ coins ┆ best ┆ value ┆ second │
    │ ---   ┆ ---  ┆ ---   ┆ ---    │
    │ i64   ┆ str  ┆ f64   ┆ str    │
    ╞═══════╪══════╪═══════╪════════╡
    │ 2     ┆ 1    ┆ 0.75  ┆ 2      │
    │ 1     ┆ 1    ┆ 0.5   ┆ null   │
    └───────┴──────┴───────┴────────┘
    """
    nodes, states = states_of(solution)
    choices = array_of(solution.graph.kind)[nodes] == CHOICE
    nodes, states = nodes[choices], states[choices]
    if not len(nodes):
        return pl.DataFrame(schema=DECISION)
    visits = array_of(solution.state_visits)[states].astype(float)
    weights = weighed(solution, nodes, states)
    often = np.where(np.isinf(visits), 1.0, visits)
    matters = [
        many * (cost or 0.0) for many, cost in zip(often.tolist(), weights["cost"], strict=True)
    ]
    columns = situations(solution, nodes, states) | {
        "player": array_of(solution.graph.player)[nodes].tolist(),
        **weights,
        "visits": visits.tolist(),
        "matters": matters,
    }
    return frame(columns).sort("matters", "visits", descending=True, maintain_order=True)


def weighed(solution: GraphSolution, nodes: Array, states: Array) -> dict[str, list[Any]]:
    """For some choices: the best option and its value, those that tie, and the best other one."""
    graph, lanes = solution.graph, solution.lanes
    lower, upper = map(array_of, solution.bounds)
    values, first, offset = map(array_of, (solution.values, graph.first, lanes.offset))
    starts, counts = first[nodes], first[nodes + 1] - first[nodes]
    ends = np.cumsum(counts)
    row = np.repeat(np.arange(len(nodes)), counts)  # for each option, the index of its choice
    edge = np.arange(len(row)) + (starts - ends + counts)[row]
    then = array_of(lanes.reach)[edge] + (states - offset[nodes])[row]
    state, gain, label = states[row], array_of(lanes.points)[edge], array_of(graph.label)[edge]
    size = abs(gain) + np.maximum(abs(lower[state]), abs(upper[state]))
    slack = 2 * graph.grain * np.where(gain != 0, size, 0)
    tie = gain + lower[then] <= upper[state] + slack
    tie &= gain + upper[then] >= lower[state] - slack
    cost = np.where(tie, math.inf, abs(values[state] - (gain + values[then])))
    least = np.minimum.reduceat(cost, ends - counts)
    chosen = array_of(solution.chosen)[states]
    best = array_of(graph.label)[chosen]
    known: dict[Label, int] = {}
    equal = np.array([known.setdefault(each, len(known)) for each in solution.names.labels])
    texts = list(map(str, solution.names.labels))
    also: list[list[str]] = [[] for _ in nodes]
    for which in np.flatnonzero(tie & (equal[label] != equal[best][row])).tolist():
        also[row[which]].append(texts[label[which]])
    second: list[str | None] = [None for _ in nodes]
    for which in np.flatnonzero((cost == least[row]) & (cost < math.inf)).tolist()[::-1]:
        second[row[which]] = texts[label[which]]  # the first one is written last
    return {
        "best": [texts[each] for each in best.tolist()],
        "value": values[states].astype(float).tolist(),
        "also": also,
        "second": second,
        "cost": [None if each == math.inf else float(each) for each in least.tolist()],
    }


def positions(solution: GraphSolution) -> pl.DataFrame:
    """One row for each position, decision or not, with its value."""
    nodes, states = states_of(solution)
    own = np.isin(nodes, array_of(solution.names.root))
    nodes, states = nodes[own], states[own]
    kinds = array_of(solution.graph.kind)[nodes].tolist()
    return frame(
        situations(solution, nodes, states)
        | {
            "kind": [KINDS[kind] for kind in kinds],
            "value": array_of(solution.values)[states].astype(float).tolist(),
            "visits": array_of(solution.state_visits)[states].astype(float).tolist(),
        }
    )


def states_of(solution: GraphSolution) -> tuple[Array, Array]:
    """The possible states, and the node of each."""
    states = np.flatnonzero(array_of(solution.lanes.reachable))
    if not solution.tracked:
        return states, states
    return np.searchsorted(array_of(solution.lanes.offset), states, side="right") - 1, states


def array_of(column: Column) -> Array:
    """A column as an array of floats or integers, or of exact numbers as they are."""
    return np.array(column, dtype=object) if isinstance(column, list) else np.asarray(column)


def option_conditions(
    solution: GraphSolution, label: Label, by: Sequence[str] = ()
) -> pl.DataFrame:
    """When to take an option and when to keep it, where both are possible.

    The decisions that offer it beside other options, grouped by columns of `decisions` (fields of
    the position, the score): how often they `arise`; in which share of them it is right to `take`
    it, to `keep` it, or `either`; and what taking it `gains` on average against the best other
    option.

    >>> from perfectplay import solve
    >>> from perfectplay.games.slots import Slots
    >>> x3 = option_conditions(solve(Slots()), "x3", ["roll"])
    >>> [round(share, 3) for share in x3["take"]]
    [0.0, 0.0, 0.0, 0.008, 0.316, 0.425]
    """
    found: list[tuple[int, int]] = []
    rows: list[tuple[float, ...]] = []
    for node, state in solution.states((CHOICE,)):
        options = solution.options_of(state)
        wanted = [option for option in options if is_meant(label, option.label)]
        others = [option for option in options if not is_meant(label, option.label)]
        if wanted and others:
            taken, rival = wanted[0], others[0]
            sign = 1 if solution.graph.player[node] == 0 else -1
            tie = taken.best and rival.best
            gains = float(sign * (taken.value - rival.value))
            take, keep = not tie and gains > 0, not tie and gains < 0
            found.append((node, state))
            rows.append((float(solution.state_visits[state]), take, keep, tie, gains))
    if not rows:
        labels = list(map(str, solution.names.labels))
        raise PerfectPlayError(f"no decision offers '{label}'; {did_you_mean(str(label), labels)}")
    nodes, states = np.array(found).T
    conditions = dict(zip(WHEN, np.array(rows, dtype=float).T.tolist(), strict=True))
    table = frame(situations(solution, nodes, states) | conditions)
    fields = [name for name in table.columns if name not in WHEN]
    for column in by:
        if column not in fields:
            hint = did_you_mean(column, fields)
            raise PerfectPlayError(f"decisions have no column '{column}'; {hint}")
    arise = pl.col("arise")
    if table["arise"].is_infinite().any():  # infinite ones outweigh all others, but not one another
        table = table.filter(arise.is_infinite())
    weight = pl.when(arise.is_infinite()).then(1.0).otherwise(arise)
    means = [(pl.col(name) * weight).sum() / weight.sum() for name in WHEN[1:]]
    if not by:
        return table.select(arise.sum(), *means)
    return table.filter(arise > 0).group_by(by).agg(arise.sum(), *means).sort(by)


def is_meant(asked: Label, label: Label) -> bool:
    """Whether an option is the one named: by its text, or by a label of the same type."""
    if isinstance(asked, str):
        return str(label) == asked
    return label == asked and type(label) is type(asked)


def situations(solution: GraphSolution, nodes: Array, states: Array) -> dict[str, list[Any]]:
    """The columns that describe some states: fields of positions, or texts; and their scores."""
    names, movers = solution.names, array_of(solution.graph.player)[nodes].tolist()
    numbers = np.searchsorted(array_of(names.root), nodes, side="right") - 1
    columns: dict[str, list[Any]] = {}
    for field, values in fields_of(solution, numbers).items():
        if field not in FIXED:
            columns[field] = values
        elif field == "player":
            split(columns, values, movers)
        else:
            columns[f"its {field}"] = values
    below = np.flatnonzero(nodes != array_of(names.root)[numbers])
    if len(below):
        columns["then"] = [None] * len(nodes)
        for which in below.tolist():
            columns["then"][which] = " > ".join(map(str, names.paths[nodes[which]]))
    if solution.tracked:
        lanes = solution.lanes
        units = array_of(lanes.low)[nodes] + states - array_of(lanes.offset)[nodes]
        kind = int if isinstance(lanes.unit, int) else float
        columns["score"] = [kind(each * lanes.unit) for each in units.tolist()]
    return columns


def split(columns: dict[str, list[Any]], values: list[Any], movers: list[int]) -> None:
    """Drop a field called `player` if it says who moves, since there is a column for that."""
    pairs = list(zip(values, movers, strict=True))
    described = {
        "player": [value if value == mover else None for value, mover in pairs],
        "its player": [None if value == mover else value for value, mover in pairs],
    }
    columns |= {name: each for name, each in described.items() if set(each) != {None}}


def fields_of(solution: GraphSolution, numbers: Array) -> dict[str, list[Any]]:
    """The fields of some positions, with gaps where a position has no such field."""
    found, game = solution.names.found, solution.game
    columns: dict[str, list[Any]] = {}
    for place, number in enumerate(numbers.tolist()):
        for field, value in game.row_of(found[number]).items():
            columns.setdefault(field, [None] * len(numbers))[place] = value
    return columns


def frame(columns: dict[str, list[Any]]) -> pl.DataFrame:
    """Columns of several kinds of position as one data frame, with those of the position first."""
    front = [name for name in columns if name not in FIXED]
    order = [*front, *(name for name in FIXED if name in columns)]
    return pl.DataFrame({name: column(columns[name]) for name in order})


def column(values: list[Any]) -> list[Any]:
    """Values of one type as they are, of several types as texts."""
    kinds = {type(value) for value in values if value is not None}
    if len(kinds) <= 1:
        return values
    return [None if value is None else write_value(value) for value in values]


WHEN = ("arise", "take", "keep", "either", "gains")
DECISION: dict[str, Any] = {
    "player": pl.Int64,
    "best": pl.String,
    "value": pl.Float64,
    "also": pl.List(pl.String),
    "second": pl.String,
    "cost": pl.Float64,
    "visits": pl.Float64,
    "matters": pl.Float64,
}
FIXED = ("then", "score", "kind", *DECISION, *WHEN)
"""The columns that follow those of the position, in order."""
