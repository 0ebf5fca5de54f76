"""Explore a game plainly and by traces of its rules, and compare the graphs in every column."""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from perfectplay import Compute, solve
from perfectplay.engines.graph.solution import GraphSolution
from perfectplay.engines.graph.solve import explore as exploring
from perfectplay.engines.graph.solve.explore import explore
from perfectplay.engines.graph.tracing import blind_spots, choosing
from perfectplay.engines.graph.tracing.explorer import TracingExplorer

TESTS = str(Path(__file__).parents[3])
COLUMNS = ["kind", "player", "payoff", "first", "target", "label", "probability", "points"]
COLUMNS += ["order", "component", "cyclic", "meant_payoff", "meant_points"]
NAMES = ("found", "root", "paths", "labels")


@contextmanager
def by_traces(*, compiled: bool = False, ours: bool = True) -> Iterator[None]:
    """Trace the rules from the first position on, whatever it costs; the machine may be Python.

    Those of the tests are taken for ours, unless told otherwise.
    """
    with pytest.MonkeyPatch.context() as patch:
        if ours:
            patch.setattr(blind_spots, "OURS", (*blind_spots.OURS, TESTS, "<string>"))
        patch.setattr(exploring, "HEAD_START", 1)
        patch.setattr(choosing, "ENOUGH", 1)
        patch.setattr(choosing, "LEAST", 1)
        patch.setattr(choosing, "at_hand", lambda: True)
        patch.setattr(choosing, "WORTH", math.inf)
        patch.setattr(choosing, "GRACE", math.inf)
        if not compiled:
            patch.setattr(
                TracingExplorer, "sweep", lambda _, function, *columns: function(*columns)
            )
        yield


def told(game: Any, *, solved: bool = False, **options: Any) -> Any:
    """A graph and its names in all their columns, or the error; and how it was explored.

    Of a game that is to be solved, also the values of all states and the distribution of scores.
    """
    try:
        if solved:
            solution = solve(game, compute=Compute(engine="graph"), **options)
            assert isinstance(solution, GraphSolution)
            graph, names = solution.graph, solution.names
            more = list(solution.values), solution.distribution()
        else:
            graph, names = explore(game, **options)
            more = None
    except Exception as error:  # noqa: BLE001
        return (type(error), str(error)), None
    columns: dict[str, Any] = {"more": more}
    columns |= {name: getattr(graph, name) for name in COLUMNS}
    columns |= {name: list(getattr(names, name)) for name in NAMES}
    for name, column in columns.items():
        columns[name] = list(column) if hasattr(column, "__len__") else column
    columns["kinds"] = [type(position) for position in names.found]
    columns["labels"] = [(type(label), label) for label in names.labels]
    columns["explored"] = ""
    return columns, graph.explored


def explored_alike(
    game: Any, *, compiled: bool = False, ours: bool = True, **options: Any
) -> str | None:
    """See that both explorers give the same; tells how the second did it, if it is no error."""
    plainly, _ = told(game, **options)
    with by_traces(compiled=compiled, ours=ours):
        traced, how = told(game, **options)
    assert traced == plainly
    return how
