"""The main task: choose an engine for a request, run it, time it, and keep the result."""

from __future__ import annotations

import dataclasses
import functools
import time
from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING, Any

from perfectplay import engines
from perfectplay.errors import ObjectiveError, PositionError
from perfectplay.model.game import Game
from perfectplay.model.turn_limit import limited
from perfectplay.objectives import Exponential, Objective, Sought, Win
from perfectplay.progress import watched
from perfectplay.request import Compute, Request, Storage
from perfectplay.solution.answers import Need, request_for
from perfectplay.solution.comparison import Result
from perfectplay.solution.solution import Solution
from perfectplay.strategies.strategy import Policy, Strategy
from perfectplay.threshold_search import find_threshold

if TYPE_CHECKING:
    from perfectplay.solution.storage.cache import Cache


def solve(
    game: Game[Any],
    objective: Objective | None = None,
    *,
    exact: bool = False,
    width: float | None = None,
    compute: Compute = Compute(),
    storage: Storage = Storage(),
) -> Solution:
    """Solve a game for an objective (by default the game's own), in floats or in fractions.

    If the game has cycles, the value is proved to lie between a `lower` and an `upper` bound. If a
    `width` is given, they must not be further apart (relative to the largest value in the game, if
    that is above 1). `compute` says how: by which engine, on which hardware, within how much
    memory, and where progress is reported. `storage` says where a long solve stores finished work:
    in the blocks of a folder or, for a scorecard that is played to win, in a checkpoint.

    >>> from perfectplay import AtLeast, Score, solve
    >>> from perfectplay.games.slots import Slots
    >>> solve(Slots(), Score(), exact=True).value
    Fraction(471161, 11664)
    """
    with watched(compute) as how:
        request = Request(
            objective or game.objective(),
            exact=exact,
            width=width,
            compute=how,
            storage=storage,
        )
        return solve_request(game, request)


def solve_request(game: Game[Any], request: Request) -> Solution:
    """Solve a game as requested.

    >>> from perfectplay.games.greed import Greed
    >>> from perfectplay.objectives import Win
    >>> greed = Greed(max=10, sides=3)
    >>> from perfectplay.solution.rating_board import RatingBoard
    >>> solve_request(greed, Request(Win())).engine
    'graph'
    >>> solve_request(greed, Request(Win(), needs=frozenset({RatingBoard}))).engine
    'race'
    """
    require_fit(game, request)
    began = time.perf_counter()
    game.check_rules()
    game, objective = limited(game, request.objective), request.objective
    if isinstance(objective, Sought) and not objective.found:
        solution = find_threshold(objective, functools.partial(solve_for, game, request))
    else:
        solution = engines.choose(game, request).solve(game, request)
    solution.seconds = time.perf_counter() - began
    return solution


def solve_end_game(
    game: Game[Any],
    start: Hashable,
    lead: int,
    objective: Objective | None = None,
    *,
    compute: Compute = Compute(),
) -> Solution:
    """Solve a game for two from a given position, with a lead of the first player.

    So an end game can be played to win even if the whole game is too large to solve.

    >>> from perfectplay.games.yahtzee import Yahtzee
    >>> yahtzee = Yahtzee(players=2)
    >>> position = yahtzee.read("first=chance second=chance first_totals=63 second_totals=40")
    >>> round(solve_end_game(yahtzee, position, lead=-35).value, 6)
    0.481964
    """
    objective = objective or Win()
    if game.card is None or game.players != 2:
        raise PositionError(f"an end game is for two players on scorecards, not for {game!r}")
    if not isinstance(objective, Win):
        raise ObjectiveError(f"an end game is solved for the win, not for '{objective}'")
    with watched(compute) as how:
        request = Request(objective, compute=how)
        engine = engines.choose(game, request, "end game")
        return engine.solve_end_game(game, start, lead, request)


def solve_for(game: Game[Any], request: Request, objective: Objective) -> Solution:
    """Solve a game while searching for a threshold, without the engine and answers requested."""
    request = dataclasses.replace(request, objective=objective, storage=Storage())
    if not isinstance(objective, Sought):
        compute = dataclasses.replace(request.compute, engine=None)
        request = dataclasses.replace(request, needs=frozenset(), compute=compute)
    return solve_request(game, request)


def solution_offering(solution: Solution, question: Need) -> Solution:
    """A solution of the same game that answers a question: this one, or one by another engine.

    >>> from perfectplay.games.greed import Greed
    >>> from perfectplay.solution.rating_board import RatingBoard
    >>> greed = solve(Greed(max=10, sides=3))
    >>> greed.engine, solution_offering(greed, RatingBoard).engine
    ('graph', 'race')
    """
    if question in solution.answers:
        return solution
    return solve_request(solution.game, request_for(solution, question))


def solved(
    game: Game[Any], request: Request, *, fresh: bool = False, cache: Cache | None = None
) -> Solution:
    """A game solved as requested: now, or taken from an earlier solve unless `fresh`."""
    from perfectplay.solution.storage.cache import Cache, key_of

    cache, key = cache or Cache.usual(), key_of(game, request)
    if cache and key and not fresh and (found := cache.find(key, game, request.objective)):
        return found
    solution = solve_request(game, request)
    if cache and key and request.storage.folder is None and cache.would_keep(solution):
        cache.keep_meanwhile(key, solution)
    return solution


def evaluate(
    game: Game[Any],
    *strategies: Policy | None,
    objective: Objective | None = None,
    exact: bool = False,
    compute: Compute = Compute(),
) -> Solution:
    """The exact value of given strategies, one for each player, without simulation.

    The solution is that of the game with the strategies fixed. A strategy is a function of a
    `Decision`, a mapping from positions to answers, or a table of weights (NumPy or PyTorch) with
    the rows and columns of the solution's `numbering`; None is a player who plays a best response
    to the others. If a strategy depends on the score so far, its positions are pairs with that
    score; if points are scored on a cycle, the score so far has no bound, and no strategy may ask
    for it.

    >>> from perfectplay import evaluate, solve
    >>> from perfectplay.games.coins import Coins
    >>> from perfectplay.strategies.strategy import at_random
    >>> evaluate(Coins(coins=3, target=5), at_random, exact=True).value
    Fraction(91801, 497664)
    """
    given: dict[str, Any] = {str(player): strategy for player, strategy in enumerate(strategies)}
    objective = objective or game.objective()
    with watched(compute) as how:
        request = Request(objective, exact=exact, strategies=given, compute=how)
        require_fit(game, request)
        request = with_what_is_sought(game, request)
        game = limited(game, request.objective)
        return engines.choose(game, request, "evaluate").evaluate(game, strategies, request)


def compare(
    game: Game[Any],
    strategies: Mapping[str, Strategy],
    objective: Objective | None = None,
    *,
    exact: bool = False,
    compute: Compute = Compute(),
) -> list[Result]:
    """The results of strategies: each alone, or each against each, itself included.

    >>> from perfectplay import compare, solve
    >>> from perfectplay.games.coins import Coins
    >>> coins = Coins(coins=3, target=5)
    >>> def all_in(decision):
    ...     return decision.options[-1]
    >>> for result in compare(coins, {"best": solve(coins).play, "all in": all_in}, exact=True):
    ...     print(*result.strategies, result.value)
    best 73/256
    all in 253/1024
    """
    objective = objective or game.objective()
    with watched(compute) as how:
        request = Request(objective, exact=exact, strategies=strategies, compute=how)
        require_fit(game, request)
        request = with_what_is_sought(game, request)
        game = limited(game, request.objective)
        return engines.choose(game, request, "compare").compare(game, request)


def with_what_is_sought(game: Game[Any], request: Request) -> Request:
    """The same request, with an objective that must be searched for replaced by what was found."""
    objective = request.objective
    if not isinstance(objective, Sought) or objective.found:
        return request
    found = solve_request(game, dataclasses.replace(request, strategies={}))
    return dataclasses.replace(request, objective=found.objective)


def misfit(game: Game[Any], objective: Objective) -> str:
    """Why an objective does not fit the number of players, and what to do about it."""
    needed = " or ".join(map(str, objective.players))
    remedy = "ask for the score or for at-least:POINTS"
    if "players" in game.parameters():
        remedy = f"give it players={needed}, or {remedy}"
    elif objective == game.objective() and objective.players == (2,):
        remedy = f"its class {type(game).__name__} has to say `players = 2`"
    return (
        f"the objective '{objective}' is for {needed} player{'s' * (needed != '1')} and "
        f"{game.name} is for {game.players}; {remedy}"
    )


def require_fit(game: Game[Any], request: Request) -> None:
    """Refuse what no engine can do: an objective for other games, or one without an exact value."""
    objective = request.objective
    if game.players not in objective.players:
        raise ObjectiveError(misfit(game, objective))
    if isinstance(objective, Exponential) and request.exact:
        raise ObjectiveError(f"'{objective}' has no exact value; solve it in floats")
