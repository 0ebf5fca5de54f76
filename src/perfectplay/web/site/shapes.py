"""The nodes of positions as shared shapes, and where their steps lead."""

from __future__ import annotations

import functools
from array import array
from collections.abc import Hashable, Iterator
from typing import Any, NamedTuple

from perfectplay.exact import exactly
from perfectplay.model.game import Game
from perfectplay.model.nodes import Chance, Choice, Final, Inline, Label, Node, Number, position_of
from perfectplay.model.view import Event, Mark, Piece, View, brought
from perfectplay.model.walk import Transition, edges
from perfectplay.objectives import as_text
from perfectplay.present.place import turn_passes
from perfectplay.solution.solution import Solution

VIEWS, NAMES = 1 << 17, 1 << 10
"""How many views, and texts of positions, are cached."""

State = tuple[Hashable, Number | None]
"""A position, with the running score if needed."""


class StepFacts(NamedTuple):
    """An option or an outcome without its destination; many positions have the same."""

    label: Label
    words: str
    points: Number
    share: float | None
    marks: tuple[Mark, ...]
    brings: tuple[Piece, ...]
    bust: bool
    passes: bool
    path: str
    """The text of a node written in place, with `&` for the text of its position."""
    leads: str
    """Its words, with `&` for those of its position."""


class NodeShapes:
    """The shapes of the nodes met so far, and the states they lead to.

    A shape is a kind, a player (or the payoff of an end and its value), and pairs: a step, and the
    shape of the node written in place behind it, or -1 if it leads to a state.
    """

    def __init__(self, solution: Solution) -> None:
        self.solution, self.game = solution, solution.game
        start: State = self.game.start(), 0 if solution.tracked else None
        self.states: list[State] = [start]
        self.number = {start: 0}
        self.steps: dict[StepFacts, int] = {}
        self.shapes: dict[tuple[Any, ...], int] = {}
        self.ends: dict[tuple[Number, Number | None], int] = {}
        self.targets = array("q")
        """The states that steps lead to, in order."""
        self.view = functools.lru_cache(VIEWS)(self.game.view)
        self.text = functools.lru_cache(NAMES)(self.game.text)
        self.words = functools.lru_cache(NAMES)(self.game.describe)
        self.plain_events = type(self.game).event is Game.event

    def shape(self, place: Hashable, node: Node, score: Number | None) -> int:
        """The number of a node's shape; records where it leads."""
        if isinstance(node, Final):
            return self.end(place, node, score)
        if isinstance(node, Choice):
            kind, player, ways = "choice", node.player, self.options(place, node, score)
        else:
            kind, player, ways = "chance", None, self.outcomes(place, node, score)
        parts = [(self.steps.setdefault(step, len(self.steps)), inner) for step, inner in ways]
        return self.known((kind, player, *parts))

    def end(self, place: Hashable, node: Final, score: Number | None) -> int:
        """The shape of an end, given its final score."""
        key = node.payoff, score
        if key not in self.ends:
            value = float(self.solution.value_at(place, score))
            self.ends[key] = self.known(("final", as_text(exactly(node.payoff)), value))
        return self.ends[key]

    def known(self, shape: tuple[Any, ...]) -> int:
        """The number of a shape."""
        return self.shapes.setdefault(shape, len(self.shapes))

    def led(self, edge: Transition, score: Number | None) -> int:
        """The shape of a node written in place; or -1, recording the position that follows."""
        then = None if score is None else score + edge.points
        if edge.node is not None:
            return self.shape(edge.place, edge.node, then)
        state = edge.place, then
        number = self.number.setdefault(state, len(self.states))
        if number == len(self.states):
            self.states.append(state)
        self.targets.append(number)
        return -1

    def options(
        self, place: Hashable, node: Choice, score: Number | None
    ) -> Iterator[tuple[StepFacts, int]]:
        """The options of a choice, in the game's order."""
        view: View = self.view(position_of(place))
        for edge in edges(place, node):
            words = self.game.describe_option(place, edge.step)
            marks = view.options.get(edge.step, ())
            passes = turn_passes(self.game, node.player, edge.place)
            yield self.step(edge, words, marks=marks, passes=passes), self.led(edge, score)

    def outcomes(
        self, place: Hashable, node: Chance, score: Number | None
    ) -> Iterator[tuple[StepFacts, int]]:
        """The outcomes of a chance, with equal ones merged as in a solution."""
        merged: dict[Hashable, tuple[Transition, float]] = {}
        for edge, share in zip(edges(place, node), node.odds.floats(), strict=True):
            key = edge.place, edge.points
            _, known = merged.get(key, (edge, 0))
            merged[key] = edge, known + share
        for number, (edge, share) in enumerate(merged.values()):
            words = self.game.describe_outcome(place, edge.place)
            event = self.event(place, edge.place)
            step = self.step(edge, words, number, share, brings=event.pieces, bust=event.bust)
            yield step, self.led(edge, score)

    def event(self, before: Hashable, after: Hashable) -> Event:
        """What chance brought; views are cached."""
        if not self.plain_events:
            return self.game.event(before, after)
        old, new = position_of(before), position_of(after)
        return Event(() if old == new else brought(self.view(old), self.view(new)))

    def step(
        self,
        edge: Transition,
        words: str,
        label: Label = None,
        share: float | None = None,
        *,
        marks: tuple[Mark, ...] = (),
        brings: tuple[Piece, ...] = (),
        bust: bool = False,
        passes: bool = False,
    ) -> StepFacts:
        """A step along an edge; an option is labelled by it."""
        path = leads = ""
        if isinstance(edge.place, Inline):
            path = behind(self.game.text(edge.place), self.text(edge.place.position))
            if not isinstance(edge.node, Final):
                leads = behind(self.game.describe(edge.place), self.words(edge.place.position))
        label = str(edge.step if label is None else label)
        return StepFacts(label, words, edge.points, share, marks, brings, bust, passes, path, leads)


def behind(text: str, base: str) -> str:
    """A text with a placeholder for its beginning.

    >>> behind("turn 21 > roll", "turn 21"), behind("rolled", "turn 21")
    ('& > roll', 'rolled')
    """
    return f"&{text[len(base) :]}" if text.startswith(base) else text
