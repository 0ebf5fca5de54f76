"""From a game to its solution: explore it, track the score if need be, solve it backwards."""

from __future__ import annotations

import math
import time
from os import PathLike
from pathlib import Path
from typing import Any

from perfectplay.engines.graph.cycles.refusals import (
    WIDTH,
    cycles_named,
    require_an_end,
    require_bounded_score,
    require_close,
    require_width,
)
from perfectplay.engines.graph.explore import MEMORY_LIMIT, Progress, explore
from perfectplay.engines.graph.solution import GraphSolution
from perfectplay.engines.graph.states import plain_lanes, score_lanes
from perfectplay.engines.graph.worth import final_worth
from perfectplay.engines.race import engine as race_solving
from perfectplay.engines.scorecard.engine import (
    has_own_engine,
    refuse_too_large,
    solve_scorecard,
)
from perfectplay.errors import ModelError, ObjectiveError
from perfectplay.model.game import Game
from perfectplay.model.race import Race
from perfectplay.model.scorecard import DiceAndBoxes
from perfectplay.objectives import EveryTarget, Exponential, Objective
from perfectplay.solution.solution import Solution
from perfectplay.strategies.strategy import Played, ScoreGrowsError, Strategy


def solve(
    game: Game[Any],
    objective: Objective | None = None,
    *,
    exact: bool = False,
    width: float = WIDTH,
    memory_limit: int = MEMORY_LIMIT,
    progress: Progress | None = None,
    checkpoint: str | PathLike[str] | None = None,
) -> Solution:
    """Solve a game for an objective (by default the game's own), in floats or in fractions.

    Where play can go round in cycles, the value is proved to lie between a `lower` and an `upper`
    bound, no further apart than `width` (relative to the largest value in the game, if that is
    above 1). `progress(stage, positions)` is told now and then how far it is. A solve that takes
    long, of a scorecard that is played to win, keeps what is done in the file `checkpoint`; if it
    was stopped, the same solve goes on from there.

    >>> from perfectplay import AtLeast, Score, solve
    >>> from perfectplay.games.slots import Slots
    >>> solve(Slots(), Score(), exact=True).value
    Fraction(471161, 11664)
    """
    objective = objective or game.objective()
    if game.players not in objective.players:
        needed = " or ".join(map(str, objective.players))
        remedy = "ask for the score or for at-least:POINTS"
        if isinstance(game, DiceAndBoxes):
            remedy = f"give it players={needed}, or {remedy}"
        raise ObjectiveError(
            f"the objective '{objective}' is for {needed} player{'s' * (needed != '1')} and "
            f"{game.name} is for {game.players}; {remedy}"
        )
    if isinstance(objective, EveryTarget) and (exact or not isinstance(game, DiceAndBoxes)):
        raise ObjectiveError(
            f"'{objective}' is for scorecards, in floats; ask for one number, as with at-least:45"
        )
    if isinstance(objective, Exponential) and exact:
        raise ObjectiveError(f"'{objective}' has no exact value; solve it in floats")
    began = time.perf_counter()
    solution: Solution
    if isinstance(game, DiceAndBoxes):
        game.card.ask_all_rules()
    if isinstance(game, DiceAndBoxes) and has_own_engine(
        game, objective, memory_limit, exact=exact
    ):
        kept_in = None if checkpoint is None else Path(checkpoint)
        solution = solve_scorecard(game, objective, memory_limit, progress, kept_in)
    elif isinstance(game, Race) and race_solving.has_own_engine(game, objective):
        solution = race_solving.solve_race(game, objective, memory_limit, progress, exact=exact)
    else:
        solution = solve_graph(game, objective, memory_limit, progress, exact=exact, width=width)
    solution.seconds = time.perf_counter() - began
    return solution


def solve_graph(
    game: Game[Any],
    objective: Objective,
    memory_limit: int = MEMORY_LIMIT,
    progress: Progress | None = None,
    *,
    exact: bool = False,
    width: float = WIDTH,
) -> GraphSolution:
    """Solve any game: explore it, track the score if need be, and go through it backwards."""
    require_width(width)
    graph, names = explore(game, exact=exact, memory_limit=memory_limit, progress=progress)
    if not objective.linear and graph.carries_points:
        require_bounded_score(game, graph, names)
        lanes = score_lanes(graph, memory_limit)
    else:
        lanes = plain_lanes(graph)
    if progress:
        progress("solving", lanes.states)
    with cycles_named(game, names):
        found = lanes.solve(final_worth(lanes, objective, game.endless))
    value = found.value
    if not graph.exact and not all(map(math.isfinite, value)):
        raise ModelError(
            f"{game.name}: values grow beyond what a float can hold; score in larger units or "
            "solve it exactly"
        )
    if found.bounds is not None:
        require_an_end(game, graph)
        require_close(game, names, lanes, found, width)
    return GraphSolution(game, objective, memory_limit, 0.0, lanes, names, value, found.bounds)


def evaluate(
    game: Game[Any],
    *strategies: Strategy,
    objective: Objective | None = None,
    exact: bool = False,
    memory_limit: int = MEMORY_LIMIT,
    progress: Progress | None = None,
) -> Solution:
    """What play by given strategies is worth, one for each player: exactly, not by simulation.

    The solution is that of the game with the strategies fixed; its positions are `Moment`s. Where
    points are scored on a cycle, the score so far has no bound, and no strategy may ask for it.

    >>> from perfectplay import evaluate, solve
    >>> from perfectplay.games.coins import Coins
    >>> from perfectplay.strategies.strategy import at_random
    >>> evaluate(Coins(coins=3, target=5), at_random, exact=True).value
    Fraction(91801, 497664)
    """
    if isinstance(game, DiceAndBoxes):
        refuse_too_large(game, "given strategies", memory_limit, "take a smaller card")
    goal = objective or game.objective()
    try:
        played = Played(game, strategies)
        return solve(played, goal, exact=exact, memory_limit=memory_limit, progress=progress)
    except ScoreGrowsError:
        played = Played(game, strategies, scored=False)
        return solve(played, goal, exact=exact, memory_limit=memory_limit, progress=progress)
