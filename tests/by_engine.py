"""The same game by one engine or another, whatever would be chosen for it."""

from functools import partial

from perfectplay import solve

solve_graph = partial(solve, engine="graph")
solve_race = partial(solve, engine="race")
solve_scorecard = partial(solve, engine="scorecard")
solve_leads = partial(solve, engine="lead")
