"""Random play by the rules alone: one game from the start to its end, no engine involved."""

from __future__ import annotations

import dataclasses
import itertools
import random
from collections.abc import Hashable, Iterator
from typing import Any

from perfectplay.errors import ModelError
from perfectplay.exact import exactly
from perfectplay.model.game import Game
from perfectplay.model.nodes import Chance, Choice, Final, Gain, Label, Node, Number, below

LONGEST_GAME = 100_000


@dataclasses.dataclass(frozen=True)
class Step:
    """One step of a game: the node that was reached, the score so far, and what happened there."""

    name: Hashable
    node: Node
    score: Number
    taken: Label | None
    """The label of the option taken, or the place of the outcome that came up."""
    gain: Number


def walk(game: Game[Any], seed: int) -> Iterator[Step]:
    """A game played at random.

    >>> from perfectplay.games.coins import Coins
    >>> for step in walk(Coins(coins=1, target=1), seed=2):
    ...     print(step.name)
    Purse(coins=1, points=0)
    Purse(coins=1, points=0) > 1
    Purse(coins=1, points=1)
    """
    generator = random.Random(seed)  # noqa: S311  # a game, not a secret
    name: Hashable = game.start()
    node = game.ask(name)
    score: Number = 0
    for _ in range(LONGEST_GAME):
        if not isinstance(node, (Final, Choice, Chance)):
            raise ModelError(
                f"{game.name}: at({game.text(name)}) gives {node!r}; "
                "it must be a Final, a Choice or a Chance"
            )
        if isinstance(node, Final):
            yield Step(name, node, score, None, 0)
            return
        try:
            taken, then = pick(node, generator.random())
        except ValueError as error:
            raise ModelError(f"{game.name}: the chance at {game.text(name)} {error}") from None
        gain: Number = 0
        if isinstance(then, Gain):
            gain, then = exactly(then.points), then.then
        yield Step(name, node, score, taken, gain)
        score += gain
        if isinstance(then, (Final, Choice, Chance)):
            name, node = below(name, taken), then
        else:
            name, node = then, game.ask(then)
    raise ModelError(f"{game.name}: a random game did not end within {LONGEST_GAME:,} steps")


def pick(node: Choice | Chance, spot: float) -> tuple[Label, Any]:
    """The option or outcome that a random number from 0 to 1 stands for."""
    if isinstance(node, Choice):
        options = list(node.options.items())
        return options[int(spot * len(options))]
    sums = itertools.accumulate(node.odds.floats())
    places = (place for place, below in enumerate(sums) if spot < below)
    place = next(places, len(node.thens) - 1)
    return place, node.thens[place]
