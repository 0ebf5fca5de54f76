"""The engine for races against the graph engine, on every state: `python -m benchmarks.agreement`.

Every race with a max up to 30 and up to 8 sides is solved by both, and by whole numbers as well:
all options of all turns must have the same values, the same ties and the same best number of dice.
It takes a minute and a half, which is why it is not among the tests; they hold the corners of it.
"""

from __future__ import annotations

import itertools

from perfectplay import Compute, solve
from perfectplay.engines.graph.solution import GraphSolution
from perfectplay.engines.race.solution import RaceSolution, own
from perfectplay.games.greed import Greed
from perfectplay.model.race import RaceTurn

LIMIT, SIDES = 30, 8
SLACK = 1e-10


def compare(game: Greed) -> tuple[int, int]:
    """How many turns and options of a race were compared; stops at the first difference."""
    graph, floats = (
        solve(game, compute=Compute(engine="graph")),
        solve(game, compute=Compute(engine="race")),
    )
    exact = solve(game, compute=Compute(engine="race"), exact=True)
    assert isinstance(graph, GraphSolution)
    assert isinstance(exact, RaceSolution)
    turns = [position for position in graph.names.found if isinstance(position, RaceTurn)]
    options = 0
    for turn in turns:
        mine, theirs, last, player = turn
        ours = {option.label: option for option in floats.options(turn)}
        whole = exact.ratings.options(mine, theirs, last=last, player=player)
        for option in graph.options(turn):
            other = ours.pop(option.label)
            value = own(whole[int(str(option.label))], player)
            gaps = [abs(float(option.value) - float(each)) for each in (other.value, value)]
            same = max(gaps) < SLACK
            if not same or option.best != other.best:
                raise SystemExit(f"{game!r} differs at {turn}: {option}, {other}, {value}")
            options += 1
        if ours or graph.best(turn) != floats.best(turn):
            raise SystemExit(f"{game!r} has other options at {turn}")
    return len(turns), options


def main() -> None:
    """Compare all races of the grid."""
    turns = options = 0
    for limit, sides in itertools.product(range(LIMIT + 1), range(1, SIDES + 1)):
        more = compare(Greed(max=limit, sides=sides))
        turns, options = turns + more[0], options + more[1]
    races = (LIMIT + 1) * SIDES
    print(f"{races} races, {turns:,} turns, {options:,} options: all the same")


if __name__ == "__main__":
    main()
