"""The course of a game: how long it lasts, when it is decided, how often the lead changes."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any, Self

import numpy as np

from perfectplay.analysis.measures.play import GameShare, TurnByTurn, gathered
from perfectplay.errors import NotOfferedError
from perfectplay.model.nodes import Number
from perfectplay.solution.answers import TurnDeviations
from perfectplay.solution.distribution import Distribution
from perfectplay.solution.solution import Solution

Array = Any
SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)
"""The percentiles of the winning chance that are reported for each turn."""
HALF, MOST = 0.5, 0.9
LOW = 0.25
"""A win after a chance of at most this counts as a comeback."""
LEVEL = 1e-9
"""With chances this close to one half, nobody is in the lead."""


def turns_of(play: TurnByTurn) -> Distribution:
    """The distribution of the number of turns in a game.

    >>> from perfectplay import solve
    >>> from perfectplay.games.coins import Coins
    >>> turns_of(TurnByTurn(solve(Coins(coins=1, target=2))))
    Distribution({1: 0.5, 2: 0.5})
    """
    masses: dict[Number, Number] = {
        turn.number: turn.ended.share for turn in play.each_turn() if turn.ended.share
    }
    return Distribution(masses, max(0.0, 1 - sum(masses.values())))


@dataclasses.dataclass(frozen=True)
class TurnStatus:
    """The state of play after a number of turns, over all games, including finished ones."""

    turns: int
    over: float
    """The probability that the game is over."""
    mean: float
    deviation: float
    """The standard deviation of the value so far: how far games have drifted apart."""
    percentiles: tuple[float, ...]
    """Percentiles of the value, for `SHARES`; none if positions do not include the score."""
    leader: float
    """The chance of winning for the player who is ahead."""


@dataclasses.dataclass(frozen=True)
class GameCourse:
    """How the outcome of a game emerges, turn by turn."""

    stages: Sequence[TurnStatus]

    @classmethod
    def of(cls, play: TurnByTurn) -> Self:
        """The course of best play."""
        over: list[GameShare] = []
        stages = []
        scored = play.scored
        for turn in play.each_turn():
            if turn.number:
                stages.append(after(play, turn.number - 1, turn.begun, over, scored=scored))
            over = [gathered([*over, turn.ended])]
        if sum(mass.share for mass in over) < 1 - LEVEL:
            raise NotOfferedError(f"{play.solution.game.name} may never end")
        stages.append(after(play, len(stages), NOBODY, over, scored=scored))
        return cls(stages)

    @classmethod
    def of_card(cls, solution: Solution) -> Self:
        """The course of a game on a scorecard, computed without following single positions."""
        deviations = [0.0, *solution.answer(TurnDeviations)]
        mean, last = float(solution.value), len(deviations) - 1
        return cls(
            [
                TurnStatus(turns, float(turns == last), mean, deviation, (), 0.0)
                for turns, deviation in enumerate(deviations)
            ]
        )

    @property
    def resolved(self) -> list[float]:
        """How much of what is at stake is decided after each number of turns: from 0 to 1.

        It is the share of the result's variance that is already decided.
        """
        whole = self.stages[-1].deviation ** 2
        return [stage.deviation**2 / whole if whole else 1.0 for stage in self.stages]

    def settled(self, share: float) -> int:
        """After how many turns a given share of what is at stake is decided."""
        shares = self.resolved
        return next(turns for turns, each in enumerate(shares) if each >= share - LEVEL)


NOBODY = GameShare(np.zeros(0, dtype=np.int64), np.zeros((3, 0)))


def after(
    play: TurnByTurn, turns: int, begun: GameShare, over: Sequence[GameShare], *, scored: bool
) -> TurnStatus:
    """The state of play when some games begin a turn and others are over."""
    state = np.concatenate([begun.state, *(mass.state for mass in over)])
    none, mean, square = np.concatenate([begun.weight, *(mass.weight for mass in over)], axis=1)
    value = play.value[state]
    total = float((mean + value * none).sum())
    spread = float((square + 2 * value * mean + value**2 * none).sum()) - total**2
    ended = sum(mass.share for mass in over)
    ranks = () if scored else percentiles(value, none)
    leader = float((none * np.maximum(value, 1 - value)).sum())
    return TurnStatus(turns, ended, total, float(np.sqrt(max(0.0, spread))), ranks, leader)


def percentiles(value: Array, weight: Array) -> tuple[float, ...]:
    """The lowest values that are not exceeded with the probabilities `SHARES`."""
    order = np.argsort(value, kind="stable")
    below = np.cumsum(weight[order])
    places = np.searchsorted(below, np.array(SHARES) * below[-1] - LEVEL)
    return tuple(value[order][np.minimum(places, len(order) - 1)].tolist())


@dataclasses.dataclass(frozen=True)
class Drama:
    """Who was in the lead, and whether it lasted, in a game that two players play to win.

    Being in the lead means a chance above one half, at the start of a turn or at the end.
    """

    lead_changes: float
    """How often the lead changes hands, on average."""
    never: float
    """The share of games in which it never does."""
    comebacks: float
    """The share of games won after the winner's chance had been at most `LOW`."""

    @classmethod
    def of(cls, play: TurnByTurn) -> Self:
        """How often the lead changes in best play."""
        changes = 0.0

        def enter(layer: Array, state: Array, share: Array) -> Array:
            """What games remember: who leads, whether that has changed, whose chance was low."""
            nonlocal changes
            lead, changed, low = layer % 3, layer // 3 % 2, layer // 6
            chance = play.value[state]
            ahead = np.where(chance > 0.5 + LEVEL, 1, np.where(chance < 0.5 - LEVEL, 2, 0))
            turned = (ahead > 0) & (lead > 0) & (ahead != lead)
            changes += float(share[turned].sum())
            now = np.where(ahead > 0, ahead, lead)
            going = ~play.final[state]
            sunk, risen = chance <= LOW + LEVEL, chance >= 1 - LOW - LEVEL
            low = low | (going & sunk) | 2 * (going & risen)
            return now + 3 * (changed | turned) + 6 * low

        states = len(play.states)
        never = comebacks = 0.0
        for turn in play.each_turn(enter):
            layer, state = np.divmod(turn.ended.state, states)
            share = turn.ended.weight[0]
            never += float(share[layer // 3 % 2 == 0].sum())
            won = np.where(play.value[state] > 0.5 + LEVEL, 1, 0)
            lost = np.where(play.value[state] < 0.5 - LEVEL, 1, 0)
            low = layer // 6
            comebacks += float((share * (won * (low & 1) + lost * (low // 2))).sum())
        return cls(changes, never, comebacks)
