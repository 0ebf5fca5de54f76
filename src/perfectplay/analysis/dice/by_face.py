"""The value of a game by the chance of one face of its die: exact, as best play changes."""

from __future__ import annotations

import dataclasses
import functools
import itertools
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from perfectplay.analysis.dice.pieces import Pieces, Piecewise, between
from perfectplay.analysis.dice.polynomials import Polynomial, Root, through, value_at
from perfectplay.errors import CycleError, MemoryLimitError, ParameterError
from perfectplay.model.explicit import ExplicitModel
from perfectplay.model.game import Game
from perfectplay.model.loaded import DIE, Weights, require_die, sides_of, weights_of
from perfectplay.objectives import Objective
from perfectplay.request import Compute
from perfectplay.solve import solve

MOST_DICE = 12
"""The most dice that may be thrown at once."""
MOST_STATES = 50_000


@dataclasses.dataclass(frozen=True)
class Change:
    """A decision that best play reaches, and its choice below a break and above it."""

    position: str
    below: str
    above: str


@dataclasses.dataclass(frozen=True)
class ByFace:
    """The value of a game by the chance of one face; the others keep their relative odds.

    >>> from perfectplay.games.slots import Slots
    >>> from perfectplay.objectives import Score
    >>> slots = ByFace.of(Slots(), 6, Score())
    >>> slots.at(Fraction(1, 6))
    Fraction(471161, 11664)
    """

    game: Game[Any]
    objective: Objective
    face: int
    low: Fraction
    high: Fraction
    pieces: Pieces
    model: ParametricModel

    @classmethod
    def of(
        cls,
        game: Game[Any],
        face: int,
        objective: Objective | None = None,
        low: Fraction = Fraction(0),
        high: Fraction = Fraction(1),
    ) -> ByFace:
        """The value between two chances of a face."""
        objective = objective or game.objective()
        weights = weights_in(game)
        if not (1 <= face <= len(weights)) or sum(weights) == weights[face - 1]:
            raise ParameterError(
                f"{face} is not one of several faces of the die of {game.name}; they are 1 "
                f"to {len(weights)}"
            )
        model = ParametricModel.of(game, face, objective)
        pieces = model.solved(low, high)
        return cls(game, objective, face, low, high, pieces, model)

    def at(self, chance: Fraction) -> Fraction:
        """The value at a chance."""
        return self.pieces.at(chance)

    @property
    def now(self) -> Fraction:
        """The chance of the face in the game as it is played."""
        weights = weights_in(self.game)
        return Fraction(weights[self.face - 1], sum(weights))

    @property
    def breaks(self) -> tuple[Root, ...]:
        """The chances at which best play changes."""
        return self.pieces.breaks

    def changes(self) -> Iterator[list[Change]]:
        """How best play differs below and above each break."""
        ends = (Root.of(self.low), *self.breaks, Root.of(self.high))
        inside = [between(a, b) for a, b in itertools.pairwise(ends)]
        for below, above in itertools.pairwise(map(self.model.play, inside)):
            yield list(self.model.changed(below, above))


@dataclasses.dataclass(frozen=True)
class ParametricModel:
    """A game whose branch probabilities are polynomials in the chance of a face."""

    model: ExplicitModel
    branches: list[Polynomial]

    @classmethod
    def of(cls, game: Game[Any], face: int, objective: Objective) -> ParametricModel:
        """The model of a game; polynomials are fitted on some dice and hold for all."""
        loaded = [explicit(game, face, Fraction(1, 3), objective)]
        if loaded[0].states > MOST_STATES:
            raise MemoryLimitError(
                f"{game.name} has {loaded[0].states:,} states; the value as a function of the "
                f"die is limited to {MOST_STATES:,}"
            )
        chances = [Fraction(1, 3)]
        for dice in range(1, MOST_DICE + 1):
            while len(chances) < dice + 2:
                chances.append(Fraction(1, len(chances) + 3))
                loaded.append(explicit(game, face, chances[-1], objective))
            found = polynomials(chances, [each.probability for each in loaded])
            if found is not None:
                return cls(loaded[0], found)
        raise ParameterError(f"{game.name} throws more than {MOST_DICE} dice at once")

    def solved(self, low: Fraction, high: Fraction) -> Pieces:
        """The value of the first state between two chances."""
        model, space = self.model, Piecewise(low, high)
        earned = [Fraction(each) for each in model.rewards["score"]]
        values: list[Pieces | None] = [None] * model.states
        for state in self.order:
            player = 0 if model.players is None else model.players[state]
            found = space.constant(Fraction(0)) if state in model.labels["over"] else None
            for choice in model.choices_of(state) if found is None else ():
                terms = [
                    (self.branches[branch], values[model.target[branch]])
                    for branch in model.branches_of(choice)
                ]
                worth = space.mean(terms, earned[choice])  # type: ignore[arg-type]  # all are known
                found = worth if found is None else space.best(found, worth, 1 - 2 * player)
            values[state] = found
        assert values[0] is not None
        return values[0]

    @functools.cached_property
    def order(self) -> list[int]:
        """The states, successors first."""
        model, known, found = self.model, bytearray(self.model.states), list[int]()
        waiting = [(0, self.thens(0))]
        known[0] = ENTERED
        while waiting:
            state, thens = waiting[-1]
            then = next((each for each in thens if known[each] != LEFT), None)
            if then is None:
                known[state] = LEFT
                found.append(state)
                waiting.pop()
            elif known[then] == ENTERED:
                raise CycleError(
                    f"play can come back to {model.names[then] if model.names else then}, and a "
                    "piecewise value needs a game that ends; limit the turns, as with "
                    "--objective within:10:win"
                )
            else:
                known[then] = ENTERED
                waiting.append((then, self.thens(then)))
        return found

    def thens(self, state: int) -> Iterator[int]:
        """Where a state leads; the end leads nowhere."""
        if state in self.model.labels["over"]:
            return iter(())
        choices = self.model.choices_of(state)
        return (self.model.target[b] for c in choices for b in self.model.branches_of(c))

    def play(self, chance: Fraction) -> list[int]:
        """The best choice of each state at a chance of the face; -1 where nothing is left."""
        model, values = self.model, [Fraction(0)] * self.model.states
        likely = [value_at(each, chance) for each in self.branches]
        best = [-1] * model.states
        for state in self.order:
            sign = -1 if model.players is not None and model.players[state] else 1
            if state in model.labels["over"]:
                continue
            worth = {
                choice: Fraction(model.rewards["score"][choice])
                + sum(likely[b] * values[model.target[b]] for b in model.branches_of(choice))
                for choice in model.choices_of(state)
            }
            best[state] = max(worth, key=lambda choice: sign * worth[choice])
            values[state] = worth[best[state]]
        return best

    def changed(self, here: list[int], there: list[int]) -> Iterator[Change]:
        """The decisions that one way of playing reaches, and another decides differently."""
        model = self.model
        waiting, known = [0], {0}
        for state in waiting:
            if here[state] != there[state] and len(model.choices_of(state)) > 1:
                name = model.names[state] if model.names else str(state)
                yield Change(name, model.action[here[state]], model.action[there[state]])
                continue
            if here[state] < 0:
                continue
            for branch in model.branches_of(here[state]):
                then = model.target[branch]
                if then not in known:
                    known.add(then)
                    waiting.append(then)


ENTERED, LEFT = 1, 2


def explicit(game: Game[Any], face: int, chance: Fraction, objective: Objective) -> ExplicitModel:
    """The model of a game whose die shows a face with this chance, the others as before."""
    weights = weights_in(game)
    others = sum(weight for place, weight in enumerate(weights, start=1) if place != face)
    shares = [
        chance if place == face else (1 - chance) * weight / others
        for place, weight in enumerate(weights, start=1)
    ]
    loaded = game.for_words([f"{DIE}={','.join(map(str, shares))}"])
    solution = solve(loaded, objective, exact=True, compute=Compute(engine="graph"))
    return solution.answer(ExplicitModel)


def weights_in(game: Game[Any]) -> Weights:
    """How often each face of the die of a game comes up."""
    require_die(game)
    return weights_of(getattr(game, DIE), sides_of(game))


def polynomials(
    chances: Sequence[Fraction], shares: Sequence[Sequence[Any]]
) -> list[Polynomial] | None:
    """Each branch's probability as a polynomial in the chance of a face; None if points disagree.

    The last point is not used, but has to fit.
    """
    known: dict[tuple[Any, ...], Polynomial] = {}
    found = []
    for values in zip(*shares, strict=True):
        if values not in known:
            points = list(zip(chances, values, strict=True))
            known[values] = through(points[:-1])
            if value_at(known[values], chances[-1]) != values[-1]:
                return None
        found.append(known[values])
    return found
