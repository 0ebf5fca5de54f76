"""A solution as data frames: every decision, every position, and when to do what."""

from __future__ import annotations

import math
from typing import Any

from perfectplay.engines.graph.graph import CHOICE
from perfectplay.engines.graph.solution import KINDS, GraphSolution
from perfectplay.errors import PerfectPlayError, did_you_mean, extras_told
from perfectplay.model.nodes import Inline, Label
from perfectplay.model.text import write_value

with extras_told():
    import polars as pl


def decisions(solution: GraphSolution) -> pl.DataFrame:
    """One row for each decision, those that matter most first.

    `also` names the options that tie with the best, `second` is the best of the others and `cost`
    what it would lose; `visits` tells how often the decision arises and `matters` is the product
    of the two: what a player who gets just this one wrong loses in the mean. A decision that comes
    up for ever counts once.

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
    rows = [decision(solution, *each) for each in solution.states((CHOICE,))]
    if not rows:
        return pl.DataFrame(schema=DECISION)
    return frame(rows).sort("matters", "visits", descending=True, maintain_order=True)


def decision(solution: GraphSolution, node: int, state: int) -> dict[str, Any]:
    """One decision as a row."""
    options = solution.options_of(state)
    best = solution.best_label(state)
    others = [option for option in options if not option.best]
    visits = float(solution.state_visits[state])
    cost = float(others[0].cost) if others else None
    return {
        **situation(solution, node, state),
        "player": solution.graph.player[node],
        "best": str(best),
        "value": float(solution.values[state]),
        "also": [str(option.label) for option in options if option.best and option.label != best],
        "second": str(others[0].label) if others else None,
        "cost": cost,
        "visits": visits,
        "matters": (1.0 if visits == math.inf else visits) * (cost or 0.0),
    }


def positions(solution: GraphSolution) -> pl.DataFrame:
    """One row for each position, decision or not, with its value."""
    return frame(
        [
            {
                **situation(solution, node, state),
                "kind": KINDS[solution.graph.kind[node]],
                "value": float(solution.values[state]),
                "visits": float(solution.state_visits[state]),
            }
            for node, state in solution.states()
            if not solution.names.paths[node]
        ]
    )


def when(solution: GraphSolution, label: Label, by: list[str]) -> pl.DataFrame:
    """When to take an option and when to keep it, where both are possible.

    The decisions at which it is on offer beside others, grouped by columns of `decisions` (a field
    of the position, the score): how often they `arise`; in which share of them it is right to
    `take` it, to `keep` it, or `either`; and what taking it `gains` in the mean against the best of
    the others.

    >>> from perfectplay import solve
    >>> from perfectplay.games.slots import Slots
    >>> x3 = when(solve(Slots()), "x3", ["roll"])
    >>> [round(share, 3) for share in x3["take"]]
    [0.0, 0.0, 0.0, 0.008, 0.316, 0.425]
    """
    rows = []
    for node, state in solution.states((CHOICE,)):
        options = solution.options_of(state)
        wanted = [option for option in options if is_meant(label, option.label)]
        others = [option for option in options if not is_meant(label, option.label)]
        if wanted and others:
            taken, rival = wanted[0], others[0]
            sign = 1 if solution.graph.player[node] == 0 else -1
            tie = taken.best and rival.best
            gains = float(sign * (taken.value - rival.value))
            rows.append(
                {
                    **situation(solution, node, state),
                    "arise": float(solution.state_visits[state]),
                    "take": float(not tie and gains > 0),
                    "keep": float(not tie and gains < 0),
                    "either": float(tie),
                    "gains": gains,
                }
            )
    if not rows:
        labels = list(map(str, solution.names.labels))
        raise PerfectPlayError(f"no decision offers '{label}'; {did_you_mean(str(label), labels)}")
    table = frame(rows)
    fields = [name for name in table.columns if name not in WHEN]
    for column in by:
        if column not in fields:
            hint = did_you_mean(column, fields)
            raise PerfectPlayError(f"decisions have no column '{column}'; {hint}")
    arise = pl.col("arise")
    if table["arise"].is_infinite().any():  # these outweigh all others, and one another not at all
        table = table.filter(arise.is_infinite())
    weight = pl.when(arise.is_infinite()).then(1.0).otherwise(arise)
    means = [(pl.col(name) * weight).sum() / weight.sum() for name in WHEN[1:]]
    if not by:
        return table.select(arise.sum(), *means)
    return table.filter(arise > 0).group_by(by).agg(arise.sum(), *means).sort(by)


def is_meant(asked: Label, label: Label) -> bool:
    """Whether an option is the one asked for: by its text, or by a label of the same kind."""
    if isinstance(asked, str):
        return str(label) == asked
    return label == asked and type(label) is type(asked)


def situation(solution: GraphSolution, node: int, state: int) -> dict[str, Any]:
    """The columns that tell a state: the fields of its position, or its text; and its score."""
    name = solution.names.position(node)
    fields = solution.game.columns(name.position if isinstance(name, Inline) else name)
    mover = ("player", solution.graph.player[node])
    row = {
        f"its {field}" if field in FIXED and (field, value) != mover else field: value
        for field, value in fields.items()
    }
    if isinstance(name, Inline):
        row["then"] = " > ".join(map(str, name.path))
    if solution.tracked:
        score = solution.lanes.score(node, state)
        row["score"] = int(score) if isinstance(solution.lanes.unit, int) else float(score)
    return row


def frame(rows: list[dict[str, Any]]) -> pl.DataFrame:
    """Rows of several kinds of position as one data frame, with gaps where a field is missing."""
    names = dict.fromkeys(name for row in rows for name in row)
    front = [name for name in names if name not in FIXED]
    order = [*front, *(name for name in FIXED if name in names)]
    return pl.DataFrame({name: column([row.get(name) for row in rows]) for name in order})


def column(values: list[Any]) -> list[Any]:
    """Values of one kind as they are, of several kinds as texts."""
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
