"""Random play by the rules alone: one game from start to end, without any engine."""

from __future__ import annotations

import dataclasses
import itertools
import random
from collections.abc import Hashable, Iterator
from typing import Any

from perfectplay.errors import ModelError
from perfectplay.model.game import Game
from perfectplay.model.nodes import Chance, Choice, Final, Label, Node, Number
from perfectplay.model.walk import Transition, edges, node_at

LONGEST_GAME = 100_000


@dataclasses.dataclass(frozen=True)
class WalkEvent:
    """One event of a game: the node, the running score, and what happened there."""

    name: Hashable
    node: Node
    score: Number
    taken: Label | None
    """The label of the option taken, or the index of the outcome."""
    gain: Number


def walk(game: Game[Any], seed: int) -> Iterator[WalkEvent]:
    """A game played at random.

    >>> from perfectplay.games.coins import Coins
    >>> for event in walk(Coins(coins=1, target=1), seed=2):
    ...     print(event.name)
    Purse(coins=1, points=0)
    Purse(coins=1, points=0) > 1
    Purse(coins=1, points=1)
    """
    generator = random.Random(seed)  # noqa: S311  # a game, not a secret
    name: Hashable = game.start()
    node = node_at(game, name)
    score: Number = 0
    for _ in range(LONGEST_GAME):
        if isinstance(node, Final):
            yield WalkEvent(name, node, score, None, 0)
            return
        try:
            edge = pick(name, node, generator.random())
        except ValueError as error:
            raise ModelError(f"{game.name}: the chance at {game.text(name)} {error}") from None
        yield WalkEvent(name, node, score, edge.step, edge.points)
        score += edge.points
        name = edge.place
        node = node_at(game, name) if edge.node is None else edge.node
    raise ModelError(f"{game.name}: a random game did not end within {LONGEST_GAME:,} steps")


def pick(name: Hashable, node: Choice | Chance, spot: float) -> Transition:
    """The option or outcome selected by a random number between 0 and 1."""
    if isinstance(node, Choice):
        place = int(spot * len(node.options))
    else:
        sums = itertools.accumulate(node.odds.floats())
        places = (place for place, below in enumerate(sums) if spot < below)
        place = next(places, len(node.thens) - 1)
    return next(itertools.islice(edges(name, node), place, None))
