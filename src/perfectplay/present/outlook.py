"""Why an option is good or bad, in a sentence: where it leads, its risk, and its prospects."""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from typing import NamedTuple, Self

from perfectplay.analysis.units import Measure
from perfectplay.model.game import SEATS
from perfectplay.present.place import Place, ValuedStep
from perfectplay.solution.answers import EndChances

HOPES = 2
MOST = 1500
"""The most outcomes examined; with more, only the value is given."""


class EndProspect(NamedTuple):
    """A possible result of an option: how likely it is, and its value."""

    words: str
    chance: float
    value: float


@dataclasses.dataclass(frozen=True)
class Outlook:
    """What speaks for or against an option; values are from its player's point of view."""

    value: float
    points: float = 0
    """Points gained at once."""
    bust: float = 0
    """The chance that it goes wrong."""
    otherwise: float | None = None
    """Its average value when it does not go wrong."""
    hopes: tuple[EndProspect, ...] = ()
    leads: str = ""
    """Where it leads, if chance plays no part in that."""
    then: str = ""
    """The best option there."""

    @classmethod
    def at(cls, place: Place, way: ValuedStep) -> Self:
        """The outlook of an option at a position.

        >>> from perfectplay import solve
        >>> from perfectplay.games.pig import Pig
        >>> pig = solve(Pig())
        >>> place = Place.of(pig, pig.read("mine=40 theirs=70 turn=21 player=0"), 0)
        >>> [str(Outlook.at(place, way).bust)[:5] for way in place.ways]
        ['0.166', '0']
        """
        solution, end, player = place.solution, place.end(way), place.player or 0
        value = float(solution.objective.for_player(player, way.whole))
        found = cls(value, float(end.points))
        after = Place.of(solution, end.position, (place.score or 0) + end.points)
        if after.kind == "final":
            return dataclasses.replace(found, leads=after.words)
        if EndChances in solution.answers and (known := ends_of(after, player)):
            return dataclasses.replace(found, hopes=known)
        if after.kind == "chance" and not place.passes(way):
            return found.by_chance(after, player)
        if after.kind == "chance":
            return dataclasses.replace(found, leads=after.words)
        best = after.ways[0]
        said = solution.game.describe_option(end.position, best.label)
        who = "" if after.player == player else f"{SEATS[after.player or 0]} is to "
        return dataclasses.replace(found, leads=after.words, then=f"{who}{said}")

    def by_chance(self, after: Place, player: int) -> Self:
        """The outlook, given what chance may bring next."""
        if len(after.ways) > MOST:
            return self
        game, seen = after.solution.game, after.solution.objective.for_player
        bust, right = 0.0, 0.0
        groups: dict[str, list[tuple[float, float]]] = defaultdict(list)
        for way in after.ways:
            end = after.end(way).position
            chance, value = float(way.probability or 0), float(seen(player, way.whole))
            if game.event(after.position, end).bust:
                bust += chance
                continue
            right += chance * value
            words = game.describe_outcome(after.position, end) or after.step_words(way)
            groups[words].append((chance, value))
        hopes = []
        for words, parts in groups.items():
            chance = sum(each for each, _ in parts)
            hopes.append(EndProspect(words, chance, sum(a * b for a, b in parts) / chance))
        hopes.sort(key=lambda hope: hope.chance * (self.value - hope.value))
        better = tuple(hope for hope in hopes[:HOPES] if hope.value > self.value)
        otherwise = right / (1 - bust) if 0 < bust < 1 else None
        return dataclasses.replace(self, bust=bust, otherwise=otherwise, hopes=better)

    def sentence(self, measure: Measure) -> str:
        """The outlook as a sentence.

        >>> Outlook(0.3, bust=0.25, otherwise=0.4).sentence(Measure(100, 1, " %"))
        'goes wrong 25.0 % of the time; otherwise it is worth 40.0 % on average'
        """
        parts = [f"brings {self.points:g} at once"] if self.points else []
        if self.bust and self.otherwise is None:
            parts.append("always goes wrong")
        elif self.bust:
            parts.append(
                f"goes wrong {in_percent(self.bust)} of the time; otherwise it is worth "
                f"{measure.value(self.otherwise or 0)} on average"
            )
        if self.hopes:
            hopes = (
                f"{hope.words} ({in_percent(hope.chance)}, then {measure.value(hope.value)})"
                for hope in self.hopes
            )
            parts.append(f"hope for: {', '.join(hopes)}")
        if self.leads:
            parts.append(f"leads to: {self.leads}")
        if self.then:
            parts.append(f"then best: {self.then}")
        return "; ".join(parts)


def ends_of(after: Place, player: int) -> tuple[EndProspect, ...]:
    """How the game may end, the best-paying ends first; empty if that is unknown here."""
    chances = after.solution.answer(EndChances).of(after.position)
    seen = after.solution.objective.for_player
    ends = [EndProspect(words, share, float(seen(player, paid))) for words, paid, share in chances]
    paid = [end for end in ends if end.chance and end.value]
    return tuple(sorted(paid, key=lambda end: -end.chance * end.value)[: HOPES + 1])


def in_percent(chance: float) -> str:
    """A chance in the form people use.

    >>> in_percent(1 / 6)
    '16.7 %'
    """
    return f"{100 * chance:.1f} %"
