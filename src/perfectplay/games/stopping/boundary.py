"""When stopping becomes better than going on: best play summed up in a few numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from perfectplay.errors import PositionError
from perfectplay.model.nodes import Choice
from perfectplay.model.push_your_luck import DICE, PushYourLuck, reach_of
from perfectplay.model.walk import edges, node_at
from perfectplay.solution.solution import Solution

GOING_ON = ("roll", "flip")
"""The options that risk the points of the turn; all others keep them."""
ROUNDING = 1e-9


def goes_on(solution: Solution, position: Any) -> bool | None:
    """Whether going on is better than stopping; None if there is nothing to decide.

    >>> from perfectplay import solve
    >>> from perfectplay.games.pig import Pig
    >>> pig = solve(Pig())
    >>> start = pig.game.start()
    >>> [goes_on(pig, start._replace(turn=turn)) for turn in (0, 10, 30)]
    [None, True, False]
    """
    try:
        value = solution.value_at(position)
    except PositionError:
        return None
    node = node_at(solution.game, position)
    if not isinstance(node, Choice):
        return None
    [stop] = [edge for edge in edges(position, node) if str(edge.step) not in GOING_ON]
    gained = float(value - solution.value_of(stop, None)) * (1 - 2 * node.player)
    return gained > ROUNDING * max(1.0, abs(float(value)))


def hold_at(solution: Solution, position: Any) -> int | None:
    """The fewest points of a turn worth holding at some scores; None if playing on always wins.

    >>> from perfectplay import solve
    >>> from perfectplay.games.pig import Pig
    >>> alone = solve(Pig(players=1))
    >>> hold_at(alone, alone.game.start()), hold_at(alone, alone.game.start()._replace(mine=80))
    (19, None)
    """
    game: Any = solution.game
    for turn in range(1, game.target - position.mine):
        place = position._replace(turn=turn)
        if not game.complaint(place) and goes_on(solution, place) is False:
            return turn
    return None


def scores_shown(solution: Solution, most: int) -> list[int]:
    """The scores at which a turn can begin: all of them, or at most some number, evenly spaced.

    >>> from perfectplay import solve
    >>> from perfectplay.games.pig import Pig
    >>> scores_shown(solve(Pig(target=9)), 25), scores_shown(solve(Pig()), 25)[:3]
    ([0, 2, 3, 4, 5, 6, 7, 8], [0, 4, 8])
    """
    game: Any = solution.game
    start = game.start()
    every = range(0, game.target, -(-game.target // most))
    return [score for score in every if not game.complaint(start._replace(mine=score))]


def banked_from(solution: Solution, at: Any = None) -> Mapping[int, int | None]:
    """For each number of dice in hand, the points from which to bank; None if never.

    The turn is the one that begins at a position, by default the first.

    >>> from perfectplay import solve
    >>> from perfectplay.games.farkle import Farkle
    >>> banked_from(solve(Farkle(target=2000, players=2)))
    {1: 300, 2: 300, 3: 450, 4: 950, 5: None, 6: None}
    """
    game = solution.game
    assert isinstance(game, PushYourLuck)
    start = (at or game.start())._replace(turn=0, dice=DICE, roll=())
    found = {}
    for dice in range(1, DICE + 1):
        turns = sorted(turn for turn, left in reach_of(game).turns if left == dice and turn)
        says = {turn: goes_on(solution, start._replace(turn=turn, dice=dice)) for turn in turns}
        last = max((turn for turn, on in says.items() if on), default=0)
        found[dice] = min(
            (turn for turn in turns if says[turn] is False and turn > last), default=None
        )
    return found
