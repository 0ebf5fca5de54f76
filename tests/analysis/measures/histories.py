"""Every game that best play can lead to, one by one: the measures are added up over them.

It shares no code with what is tested: play is that of the brute-force recursion, in fractions.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from perfectplay import Choice, Final, Game
from tests.brute_force import Answer, Place, start_of, steps_from


class Event(NamedTuple):
    """Where a game has come to, what there is, and the label of the option taken."""

    place: Place
    node: Any
    taken: Any


class History(NamedTuple):
    """A whole game, and how likely it is."""

    chance: Fraction
    events: list[Event]


def histories(game: Game[Any], answer: Answer) -> Iterator[History]:
    """All games of best play."""

    def follow(place: Place, node: Any, chance: Fraction, before: list[Event]) -> Iterator[History]:
        if isinstance(node, Final):
            yield History(chance, [*before, Event(place, node, None)])
            return
        best = answer.best[place][0] if isinstance(node, Choice) else None
        for step in steps_from(game, place, node):
            if not isinstance(node, Choice) or step.label == best:
                event = Event(place, node, step.label if isinstance(node, Choice) else None)
                share = chance * step.probability
                yield from follow(step.place, step.node, share, [*before, event])

    yield from follow(*start_of(game), Fraction(1), [])


def owner(game: Game[Any], event: Event) -> int | None:
    """Whose turn it is, as far as that is told."""
    if isinstance(event.node, Choice):
        return event.node.player
    if event.place.path:
        return None
    return getattr(event.place.position, "player", None)


def turn_starts(game: Game[Any], history: History) -> list[int]:
    """At which events of a game a turn begins."""
    starts, whose = [], None
    for number, event in enumerate(history.events[:-1]):
        own = game.begins_turn(game.start())
        if own is not None:
            if not event.place.path and game.begins_turn(event.place.position):
                starts.append(number)
        elif game.players == 1:
            if isinstance(event.node, Choice):
                starts.append(number)
        else:
            now = owner(game, event)
            if now is not None and now != whose:
                starts.append(number)
                whose = now
    return starts


def value_after(history: History, starts: list[int], turns: int, answer: Answer) -> Fraction:
    """The value that a game has come to after so many turns; its result, if it is over."""
    number = starts[turns] if turns < len(starts) else len(history.events) - 1
    return answer.values[history.events[number].place]


def leads(history: History, starts: list[int], answer: Answer) -> list[int]:
    """Who is in the lead, each time that somebody is: 1 for the first player, -1 for the second."""
    places = [history.events[number].place for number in [*starts, len(history.events) - 1]]
    signs = [(2 * answer.values[place] > 1) - (2 * answer.values[place] < 1) for place in places]
    return [sign for sign in signs if sign]


def is_comeback(history: History, starts: list[int], answer: Answer, low: Fraction) -> bool:
    """Whether the winner's chance had been low when a turn began."""
    result = answer.values[history.events[-1].place]
    chances = [answer.values[history.events[number].place] for number in starts]
    first = 2 * result > 1 and any(chance <= low for chance in chances)
    return first or (2 * result < 1 and any(chance >= 1 - low for chance in chances))


def taken(games: list[History]) -> Counter[Any]:
    """How often each option is taken in a game, on average."""
    counts: Counter[Any] = Counter()
    for history in games:
        for event in history.events:
            if isinstance(event.node, Choice):
                counts[event.taken] += history.chance  # type: ignore[assignment]  # fractions count
    return counts


def offered(games: list[History]) -> Counter[Any]:
    """How often each option is offered in a game, on average."""
    counts: Counter[Any] = Counter()
    for history in games:
        for event in history.events:
            if isinstance(event.node, Choice):
                for label in event.node.options:
                    counts[label] += history.chance  # type: ignore[assignment]  # fractions count
    return counts
