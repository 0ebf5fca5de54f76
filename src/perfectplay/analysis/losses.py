"""Where given play loses: its decisions by how often they arise times what they cost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from perfectplay.model.nodes import Choice
from perfectplay.model.walk import node_at
from perfectplay.solution.comparison import LineLoss
from perfectplay.solution.solution import Solution
from perfectplay.strategies.rules import Rules
from perfectplay.strategies.strategy import Decision


def losses_of(best: Solution, rules: Rules, played: Solution) -> list[LineLoss]:
    """The decisions of rules by what they cost beside best play, the costliest first.

    The costs add up to all that the rules lose.

    >>> from perfectplay import evaluate, solve
    >>> from perfectplay.games.coins import Coins
    >>> coins = Coins(coins=3, target=5)
    >>> best, rules = solve(coins), Rules(coins, ["coins >= 3: 3", "coins >= 2: 2", "1"])
    >>> played = evaluate(coins, rules)
    >>> found = losses_of(best, rules, played)
    >>> found[0].where, round(sum(loss.cost for loss in found) - (best.value - played.value), 12)
    ('coins 3, points 4: 3', 0.0)
    """
    if played.offers("losses"):
        return played.losses(best)
    return sorted(decisions(best, rules, played), key=lambda loss: -loss.cost)


def decisions(best: Solution, rules: Rules, played: Solution) -> Iterator[LineLoss]:
    """The decisions that cost something, position by position."""
    place: Any
    for place, often in played.visits().items():
        position, score = place if played.tracked else (place, None)
        if getattr(position, "_fields", ()) == ("position", "score"):  # play goes by the score
            position, score = position
        node = node_at(best.game, position)
        if not isinstance(node, Choice):
            continue
        line, option = rules.applied(Decision(position, score or 0, node.player, (*node.options,)))
        options = best.options(position, score if best.tracked else None)
        cost = next(float(each.cost) for each in options if each.label == option)
        if cost:
            told = best.game.tell(position) + (f", score {score}" if score is not None else "")
            yield LineLoss(line - 1, f"{told}: {option}", float(often), float(often) * cost)
