"""The promises of a game, one function each; a broken promise raises `ConformanceError`.

A function that could not check its promise returns the reason.
"""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections.abc import Callable, Hashable, Iterator
from typing import Any

from perfectplay.conformance.walk import WalkEvent, walk
from perfectplay.errors import (
    MemoryLimitError,
    ModelError,
    ObjectiveError,
    ParameterError,
    PerfectPlayError,
    PositionError,
    in_bytes,
)
from perfectplay.model.game import Game
from perfectplay.model.growth import growth
from perfectplay.model.nodes import Chance, Choice, Final, Gain, Inline, Label, Node, position_of
from perfectplay.model.parameters import Parameter
from perfectplay.model.view import View
from perfectplay.model.walk import check_choice, edges
from perfectplay.objectives import Objective
from perfectplay.request import Compute
from perfectplay.solution.verification import verify
from perfectplay.solve import misfit, solve

GAMES_PLAYED = 20
GAMES_AT_AN_END = 5
QUICK_LOOK, EXPLORED = 64 << 20, 16 << 20
"""Memory for a quick look, in bytes; less if only exploring shows how large a game is."""
MOST_VERIFIED = 200_000
POSITIONS_ASKED_AGAIN = 100
FIRST_STEPS = 1_000


class ConformanceError(PerfectPlayError):
    """A game breaks a promise."""


def check(game: Game[Any] | type[Game[Any]]) -> None:
    """Run all checks on a game; a class is checked with its default parameters.

    >>> from perfectplay.games.coins import Coins
    >>> check(Coins)
    """
    for each in CHECKS:
        each(game() if isinstance(game, type) else game)


def has_finitely_many_positions(game: Game[Any]) -> None:
    """No rule leads to ever larger positions; some games say how many positions there are."""
    if game.extent() is None:
        walked = (event.name for event in itertools.islice(walk(game, seed=0), FIRST_STEPS))
        found = [name for name in walked if not isinstance(name, Inline)]
        grown = growth(game, found)
        require(grown is None, "" if grown is None else grown.sentence(game))


def ends_when_played_at_random(game: Game[Any]) -> None:
    """Random play obeys the rules at every step and comes to an end."""
    for seed in range(GAMES_PLAYED):
        for event in walk(game, seed):
            require_sound(game, event)


def ends_at_both_ends_of_its_parameters(game: Game[Any]) -> None:
    """The same with each parameter at its lowest and at its highest value."""
    for name, parameter in game.parameters().items():
        for value in extremes(parameter):
            try:
                extreme = with_values(game, **{name: value})
            except ParameterError:
                continue  # the game rejects this combination of values
            for seed in range(GAMES_AT_AN_END):
                for event in walk(extreme, seed):
                    require_sound(extreme, event)


def reads_back_its_positions(game: Game[Any]) -> None:
    """The text of a position identifies it uniquely."""
    texts: dict[str, Hashable] = {}
    for position in positions(game):
        text = game.text(position)
        require(
            texts.setdefault(text, position) == position,
            f"{game.name}: {position!r} and {texts[text]!r} have the same text '{text}'",
        )
        require("\n" not in text and " > " not in text, f"{game.name}: '{text}' is not one phrase")
        try:
            back = game.read(text)
        except PositionError as error:
            raise ConformanceError(
                f"{game.name}: {error}{naming_the_kinds(game, position)}"
            ) from None
        require(
            back == position and type(back) is type(position),
            f"{game.name}: '{text}' is read back as {back!r}, not as {position!r}",
        )


def naming_the_kinds(game: Game[Any], position: Hashable) -> str:
    """The remedy if a game does not declare that it has several kinds of position."""
    first, kind = type(game.start()), type(position)
    if not hasattr(position, "_fields") or kind in game.position_kinds():
        return ""
    kinds = " | ".join(dict.fromkeys([first.__name__, kind.__name__]))
    return f"; name all kinds of positions: class {type(game).__name__}(Game[{kinds}])"


def shows_its_positions(game: Game[Any]) -> None:
    """A view has valid pieces, and options refer to pieces it has; so does every event."""
    for position in positions(game):
        node, view = game.at(position), game.view(position)
        where = f"{game.name}: the view of {game.text(position)}:"
        faults = view.faults(getattr(position, "_fields", ()))
        require(not faults, f"{where} {'; '.join(faults)}")
        offered = {*labels_in(position, node)}
        strange = [label for label in view.options if label not in offered]
        require(not (strange and offered), f"{where} there is no option {strange}")
    for event, then in itertools.pairwise(walk(game, seed=0)):
        if isinstance(event.node, Chance):
            shown = game.event(event.name, then.name)
            faults = View(shown.pieces).faults(getattr(position_of(then.name), "_fields", ()))
            require(not faults, f"{game.name}: the event at {game.text(event.name)}: {faults}")


def gives_the_same_answer_twice(game: Game[Any]) -> None:
    """A position has the same options, in the same order, however often it is asked."""
    second = with_values(game)
    for position in positions(game)[:POSITIONS_ASKED_AGAIN]:
        once = shape(game.at(position))
        require(
            once == shape(game.at(position)) == shape(second.at(position)),
            f"{game.name}: at({game.text(position)}) does not always give the same",
        )


def has_an_objective(game: Game[Any]) -> None:
    """The game's own objective is valid, and fits its number of players."""
    objective = game.objective()
    require(isinstance(objective, Objective), f"{game.name}: objective() gives {objective!r}")
    if game.players not in objective.players:
        raise ObjectiveError(misfit(game, objective))


def has_a_solution_that_holds(
    game: Game[Any], limit: int | None = None, most_verified: int = MOST_VERIFIED
) -> str | None:
    """The game is solved, and the solution satisfies the optimality equations of its rules.

    A game too large for a quick look is not solved here, or not verified.
    """
    if limit is None:
        limit = QUICK_LOOK if game.family or game.extent() else EXPLORED
    try:
        solution = solve(game, compute=Compute(memory_limit=limit))
    except MemoryLimitError:
        return f"it was not solved: that takes more than {in_bytes(limit)}"
    if solution.positions > most_verified:
        return f"it was solved, but {solution.positions:,} positions are too many to verify here"
    verify(solution)
    return None


CHECKS: tuple[Callable[[Game[Any]], str | None], ...] = (
    has_an_objective,
    has_finitely_many_positions,
    ends_when_played_at_random,
    ends_at_both_ends_of_its_parameters,
    reads_back_its_positions,
    shows_its_positions,
    gives_the_same_answer_twice,
    has_a_solution_that_holds,
)


def with_values(game: Game[Any], **values: Any) -> Game[Any]:
    """A new instance of the game, perhaps with other values of its parameters."""
    return dataclasses.replace(game, **values)  # type: ignore[type-var]  # any game is one


def require(kept: object, complaint: str) -> None:
    """Report a promise that is broken."""
    if not kept:
        raise ConformanceError(complaint)


def require_sound(game: Game[Any], event: WalkEvent) -> None:
    """A single event is valid."""
    where = f"{game.name}: at {game.text(event.name)}"
    node = event.node
    if isinstance(node, Final):
        require(math.isfinite(node.payoff), f"{where} the payoff {node.payoff!r} is not finite")
    elif isinstance(node, Choice):
        try:
            check_choice(game, node, event.name)
        except ModelError as error:
            raise ConformanceError(f"{game.name}: {error}") from None
    require(math.isfinite(event.gain), f"{where} a gain of {event.gain!r} is not finite")


def positions(game: Game[Any]) -> list[Hashable]:
    """The positions that some random games visit."""
    events = itertools.chain.from_iterable(walk(game, seed) for seed in range(GAMES_PLAYED))
    return list(dict.fromkeys(event.name for event in events if not isinstance(event.name, Inline)))


def extremes(parameter: Parameter) -> Iterator[Any]:
    """The values at the ends of a parameter's range, or all of them if there are few."""
    if parameter.choices:
        yield from parameter.choices
    elif parameter.type is bool:
        yield from (False, True)
    else:
        high = parameter.high if parameter.played_to is None else parameter.played_to
        yield from (end for end in (parameter.low, high) if end is not None)


def labels_in(name: Hashable, node: Node | None) -> Iterator[Label]:
    """The options at a node, and at the nodes written in place below it."""
    if node is not None:
        if isinstance(node, Choice):
            yield from node.options
        for edge in edges(name, node):
            yield from labels_in(edge.place, edge.node)


def shape(node: Node | Any) -> Any:
    """The structure of a node, for comparing two of them."""
    if isinstance(node, Final):
        return ("final", node.payoff)
    if isinstance(node, Choice):
        return (
            "choice",
            node.player,
            [(label, shape(then)) for label, then in node.options.items()],
        )
    if isinstance(node, Gain):
        return ("gain", node.points, shape(node.then))
    if isinstance(node, Chance):
        return ("chance", node.odds.weights, [shape(then) for then in node.thens])
    return node
