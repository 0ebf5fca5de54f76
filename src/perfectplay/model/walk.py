"""The one place that steps through nodes: what a position holds, and where that leads."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any, NamedTuple

from perfectplay.errors import ModelError, PositionError
from perfectplay.exact import exactly
from perfectplay.model.game import Game
from perfectplay.model.nodes import (
    Chance,
    Choice,
    Final,
    Gain,
    Inline,
    Label,
    Node,
    Number,
    below,
    named,
)


class Transition(NamedTuple):
    """An option or an outcome: the points it gains, and where it leads.

    A step is an option's label or an outcome's index. `node` is the node written in place there, or
    None if the rules have to be asked for it.
    """

    step: Label
    points: Number
    place: Hashable
    node: Node | None


def edges(place: Hashable, node: Node) -> Iterator[Transition]:
    """The options or outcomes of a node, in the game's order.

    >>> list(edges("start", Choice({"go": Gain(3, "end")})))
    [Transition(step='go', points=3, place='end', node=None)]
    """
    if isinstance(node, Final):
        return
    steps = node.options.items() if isinstance(node, Choice) else enumerate(node.thens)
    for step, led in steps:
        points, then = (exactly(led.points), led.then) if isinstance(led, Gain) else (0, led)
        if isinstance(then, (Final, Choice, Chance)):
            yield Transition(step, points, below(place, step), then)
        else:
            yield Transition(step, points, then, None)


def node_at(game: Game[Any], place: Hashable) -> Node:
    """The node at a position, or the node written in place below one.

    >>> from perfectplay.games.coins import Coins, Purse
    >>> node_at(Coins(), Purse(coins=0, points=3))
    Final(0)
    """
    if not isinstance(place, Inline):
        node = game.ask(place)
        if not isinstance(node, (Final, Choice, Chance)):
            raise ModelError(
                f"{game.name}: at({game.text(place)}) gives {node!r}; "
                "it must be a Final, a Choice or a Chance"
            )
        return node
    here: Hashable = place.position
    node = node_at(game, here)
    for step in place.path:
        found = next((edge for edge in edges(here, node) if edge.step == step), None)
        if found is None:
            raise PositionError(f"there is no '{step}' at {game.text(here)}")
        if found.node is None:
            raise PositionError(f"{game.text(place)} is the position {game.text(found.place)}")
        here, node = found.place, found.node
    return node


def reached(game: Game[Any], *, scored: bool) -> Iterator[tuple[Hashable, Number | None]]:
    """All positions play can reach, each paired with every score so far if `scored` is set."""
    start: tuple[Hashable, Number | None] = game.start(), 0 if scored else None
    found, waiting = {start}, [start]
    while waiting:
        position, score = waiting.pop()
        yield position, score
        for then in positions_after(position, node_at(game, position), score):
            if then not in found:
                found.add(then)
                waiting.append(then)


def positions_after(
    place: Hashable, node: Node, score: Number | None
) -> Iterator[tuple[Hashable, Number | None]]:
    """The positions a node leads to, through nodes written in place."""
    for edge in edges(place, node):
        then = None if score is None else score + edge.points
        if edge.node is None:
            yield edge.place, then
        else:
            yield from positions_after(edge.place, edge.node, then)


def check_choice(
    game: Game[Any], node: Choice, position: Hashable, path: tuple[Label, ...] = ()
) -> None:
    """Check that a choice has options, and belongs to a player of the game."""
    if node.options and node.player in range(game.players) and isinstance(node.player, int):
        return
    name = named(position, path)
    if not node.options:
        raise ModelError(
            f"the choice at {game.text(name)} has no options; a game that ends is a Final"
        )
    belongs = f"the choice at {game.text(name)} belongs to player {node.player!r}"
    if game.players == 1 and node.player == 1:
        raise ModelError(
            f"{belongs}, but {game.name} is declared for one player; a game for two says "
            "`players = 2` in its class"
        )
    allowed = "0" if game.players == 1 else "0 or 1"
    raise ModelError(f"{belongs}; with players = {game.players} it can only be {allowed}")
