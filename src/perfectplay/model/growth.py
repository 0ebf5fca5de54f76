"""Do positions grow without end? A search for steps that can be repeated for ever.

Suppose some steps lead from a position to one that differs from it only in a few numbers, and the
same steps can be repeated from there as often as you care to check: then there is no last position.
Karp and Miller use this argument to show that a vector addition system is unbounded. Rules in
Python are no such system, so here every repetition is actually tried.
"""

from __future__ import annotations

import dataclasses
import itertools
import random
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from perfectplay.errors import UnboundedError
from perfectplay.model.game import Game
from perfectplay.model.nodes import Choice, Label
from perfectplay.model.walk import Transition, edges, node_at

WALKS = 24
STEPS = 64
"""The number of random walks, and of nodes on each."""
LONGEST = 24
"""The longest sequence of steps that is repeated."""
TRIES = 4
"""How many positions to try the same change from before it is taken to be bounded."""
OFTEN, REPEATED = 100, 50_000
"""The repetitions tried at first, and those required as evidence."""
FAR = (10_000, 1_000_000)
"""Growth is also tried from positions that would lie this many repetitions ahead."""
LONGEST_HISTORY = 2_000
"""The longest history a position is extended to."""
MOST_EDGES = 2_000_000
"""The most options and outcomes visited while repeating steps."""
EDGES = 100_000
"""The most options and outcomes visited while searching for steps to repeat."""


class Growth(NamedTuple):
    """Steps that lead from a position to a larger one, over and over."""

    fields: tuple[str, ...]
    """The fields that grow."""
    before: Hashable
    after: Hashable
    options: tuple[Label, ...]
    """The options taken on the way."""

    def sentence(self, game: Game[Any]) -> str:
        """A sentence that says what grows, and by which steps."""
        names = " and ".join(f"'{name}'" for name in self.fields if name)
        taken = ", then ".join(f"'{option}'" for option in self.options) or "chance"
        what = "each is larger than the one before"
        if names:
            one = len(self.fields) == 1
            what = f"the field{'' if one else 's'} {names} grow{'s' if one else ''} without limit"
        return (
            f"{game.name} has infinitely many positions: {what}. From {game.text(self.before)}, "
            f"{taken} can lead to {game.text(self.after)}, and so on for ever; end the game at "
            "some point, or put a cap on what grows"
        )


def growth(game: Game[Any], positions: Sequence[Hashable]) -> Growth | None:
    """The simplest unlimited growth found from some of the positions.

    >>> from perfectplay import Chance, Game
    >>> class Endless(Game[int]):
    ...     '''Count for ever.'''
    ...     def start(self):
    ...         return 0
    ...     def at(self, position):
    ...         return Chance({position + 1: 1})
    >>> growth(Endless(), [0]).after
    1
    """
    generator = random.Random(1)  # noqa: S311  # a sample of the rules
    looking = Budget(EDGES)
    tried: Counter[Any] = Counter()
    found: list[tuple[Growth, list[Any]]] = []
    for place in range(WALKS):
        start = positions[place * (len(positions) - 1) // (WALKS - 1)]
        way: list[WalkStep] = []
        with suppress(Exception):  # an error here is reported when the game is explored
            way.extend(walk(game, start, generator, looking))
        for here, there in itertools.combinations(range(len(way)), 2):
            ends = way[here].position, way[there].position
            fields = tuple(name for name, _ in difference(*ends) or ())
            steps = [step for stop in way[here:there] for step in stop.steps]
            if not fields or len(steps) > LONGEST or tried[type(ends[0]), fields] >= TRIES:
                continue
            tried[type(ends[0]), fields] += 1
            if goes_on(game, *ends, steps, OFTEN, looking):
                options = tuple(step for chosen, step in steps if chosen)
                found.append((Growth(fields, *ends, options), steps))
    for grown, steps in sorted(found, key=lambda each: len(each[1])):
        if goes_on(game, grown.before, grown.after, steps, REPEATED, Budget(MOST_EDGES)):
            return grown
    return None


def require_bounded(game: Game[Any]) -> None:
    """Refuse rules by which positions grow without limit from the start."""
    grown = growth(game, [game.start()]) if game.extent() is None else None
    if grown is not None:
        raise UnboundedError(grown.sentence(game))


class Budget:
    """How many options and outcomes may still be visited."""

    def __init__(self, edges: int) -> None:
        self.edges = edges

    def spend(self, edges: int) -> bool:
        """Use up part of the budget; returns whether any is left."""
        self.edges -= edges
        return self.edges >= 0


class WalkStep(NamedTuple):
    """A position on a walk, and each step taken there: whether it was an option, and its name."""

    position: Hashable
    steps: tuple[tuple[bool, Label], ...]


def walk(
    game: Game[Any], position: Hashable, generator: random.Random, budget: Budget
) -> Iterator[WalkStep]:
    """A random walk from a position, every step equally likely."""
    nodes = 0
    while nodes < STEPS and budget.spend(0):
        node, place = node_at(game, position), position
        steps: list[tuple[bool, Label]] = []
        while True:
            nodes += 1
            after = list(edges(place, node))
            budget.spend(len(after))
            if not after:
                yield WalkStep(position, ())
                return
            edge = generator.choice(after)
            steps.append((isinstance(node, Choice), edge.step))
            if edge.node is None:
                break
            node, place = edge.node, edge.place
        yield WalkStep(position, tuple(steps))
        position = edge.place


def goes_on(
    game: Game[Any],
    before: Hashable,
    after: Hashable,
    steps: Sequence[Any],
    times: int,
    budget: Budget,
) -> bool:
    """Whether the same steps make the same change this many times, and far beyond.

    If the options grow with the distance, this stops there: the rules might take for ever.
    """
    history = any(isinstance(change, tuple) for _, change in difference(before, after) or ())
    try:
        begun = looked_at(game, before, after, before, steps)
        times = min(times, LONGEST_HISTORY if history else times)
        last = repeated(game, before, after, steps, times, budget)
        if last is None or (not history and looked_at(game, before, after, last, steps) != begun):
            return False
        places = () if history else (advanced(before, after, before, far) for far in FAR)
        return all(looked_at(game, before, after, place, steps) == begun for place in places)
    except Exception:  # noqa: BLE001  # no position that the rules know
        return False


def repeated(
    game: Game[Any],
    before: Hashable,
    after: Hashable,
    steps: Sequence[Any],
    times: int,
    budget: Budget,
) -> Hashable | None:
    """Where steps lead when repeated this often; None if they stop making the same change."""
    place = before
    for _ in range(times):
        looked = looked_at(game, before, after, place, steps)
        if not looked or not budget.spend(looked):
            return None
        place = advanced(before, after, place)
    return place


def looked_at(
    game: Game[Any],
    before: Hashable,
    after: Hashable,
    position: Hashable,
    steps: Sequence[tuple[bool, Label]],
) -> int:
    """How many options and outcomes lie along steps that make the same change.

    It is 0 if the steps cannot be taken, or lead elsewhere.
    """
    node, place, looked = node_at(game, position), position, 0
    for chosen, step in steps:
        if isinstance(node, Choice) != chosen:
            return 0
        offered: list[Transition] = list(edges(place, node))
        looked += len(offered)
        edge = next((each for each in offered if each.step == step), None)
        if edge is None:
            return 0
        place = edge.place
        node = node_at(game, place) if edge.node is None else edge.node
    return looked if place == advanced(before, after, position) else 0


def difference(before: Hashable, after: Hashable) -> list[tuple[str, Any]] | None:
    """The fields in which two positions differ, if these could go on growing.

    >>> difference(("mine", 3, ()), ("mine", 5, (6,)))
    [('1', 2), ('2', (6,))]
    >>> difference(("mine", 3), ("theirs", 3)), difference(3, 3)
    (None, [])
    """
    if type(before) is not type(after):
        return None
    changed: list[tuple[str, Any]] = []
    parts = parts_of(before), parts_of(after)
    if len(parts[0]) != len(parts[1]):  # a plain tuple used as a history
        step = change_of(before, after)
        return None if step is None else [("", step)]
    for name, old, new in zip(names_of(before), *parts, strict=True):
        if old == new:
            continue
        step = change_of(old, new)
        if step is None:
            return None
        changed.append((name, step))
    return changed


def change_of(old: Any, new: Any) -> Any:
    """What was added to a number or to the end of a tuple; None if anything else changed."""
    if type(old) is not type(new):
        return None
    if isinstance(old, int) and not isinstance(old, bool):
        return new - old
    if isinstance(old, tuple) and len(old) < len(new) and new[: len(old)] == old:
        return new[len(old) :]
    if isinstance(old, tuple) and len(old) == len(new) and old:
        steps = [SAME if a == b else change_of(a, b) for a, b in zip(old, new, strict=True)]
        return None if None in steps else MemberChanges(steps)
    return None


class MemberChanges(list[Any]):
    """The changes to the members of a tuple."""


SAME = object()
"""Marks a member that does not change."""


def advanced(before: Any, after: Any, position: Any, times: int = 1) -> Any:
    """A position after repeating a change this many times.

    >>> advanced((0, "a"), (2, "a"), (4, "a")), advanced((0, "a"), (2, "a"), (4, "a"), 10)
    ((6, 'a'), (24, 'a'))
    """
    if len(parts_of(before)) != len(parts_of(after)):
        return added(position, change_of(before, after), times)
    parts = [
        old if was == now else added(old, change_of(was, now), times)
        for was, now, old in zip(parts_of(before), parts_of(after), parts_of(position), strict=True)
    ]
    if isinstance(position, tuple):
        return position._make(parts) if hasattr(position, "_make") else tuple(parts)
    if dataclasses.is_dataclass(position) and not isinstance(position, type):
        return type(position)(*parts)
    return parts[0]


def added(old: Any, change: Any, times: int) -> Any:
    """Part of a position after a change, repeated this many times."""
    if change is SAME:
        return old
    if isinstance(change, MemberChanges):
        return tuple(added(a, b, times) for a, b in zip(old, change, strict=True))
    return old + change * times


def parts_of(position: Any) -> Sequence[Any]:
    """The fields of a position, or the position itself."""
    if isinstance(position, tuple):
        return position
    if dataclasses.is_dataclass(position) and not isinstance(position, type):
        return [getattr(position, field.name) for field in dataclasses.fields(position)]
    return [position]


def names_of(position: Any) -> Sequence[str]:
    """The names of its fields; those of a plain tuple are numbered."""
    if hasattr(position, "_fields"):
        names: Sequence[str] = position._fields
        return names
    if isinstance(position, tuple):
        return [str(place) for place in range(len(position))]
    if dataclasses.is_dataclass(position):
        return [field.name for field in dataclasses.fields(position)]
    return [""]
