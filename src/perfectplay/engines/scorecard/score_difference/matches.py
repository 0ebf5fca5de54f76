"""Match two ways of playing against each other exactly: to win, and for the expected score."""

from __future__ import annotations

import dataclasses
import functools
from typing import Any, NamedTuple

import numpy as np

from perfectplay.engines.backends import parts_of
from perfectplay.engines.backends.clock import Clock
from perfectplay.engines.scorecard.evaluate.card_play import CardPlay
from perfectplay.engines.scorecard.evaluate.transition_kernels import make_turns
from perfectplay.engines.scorecard.score_difference.channels import (
    Channels,
    follow_score,
    follow_win,
    new_following,
)
from perfectplay.engines.scorecard.score_difference.induction import LANES_A_PART
from perfectplay.engines.scorecard.score_difference.leads import LeadsInMemory
from perfectplay.engines.scorecard.score_difference.simulation import ties_of
from perfectplay.engines.scorecard.solve.placing import new_scratch
from perfectplay.request import Progress

TIE = 0
"""The channel for the chance of a tie if both play to win."""
WINS = (1, 3)
"""For each player, the channel for the chance of winning when only this player plays to win."""
TIES = (2, 4)
"""For each player, the channel for the chance of a tie in that match."""
CHANNELS = 5


class MatchResult(NamedTuple):
    """The result of a match, as seen by the first player."""

    rating: float
    """The chance of winning, plus the value of a tie."""
    tie: float


@dataclasses.dataclass(frozen=True)
class MatchResults:
    """The matches between two players who play to win, or one who plays for the expected score."""

    both: MatchResult
    first: MatchResult
    """The first player plays to win, the second for the score."""
    second: MatchResult


def play_off(
    leads: LeadsInMemory, lead: int, scorer: CardPlay, progress: Progress | None = None
) -> MatchResults:
    """Work out the matches, ply by ply backwards; `lead` belongs to the player who starts."""
    clock = Clock("matching", leads.count, progress, done=leads.plies[0].end)
    final = leads.plies[0]
    dtype = leads.values.dtype
    then = np.ones((CHANNELS, final.end), dtype)
    then[WINS, :] = leads.tie
    for place in range(1, len(leads.plies)):
        ply = leads.plies[place]
        here = np.zeros((CHANNELS, ply.end - ply.first), dtype)
        follow_ply(leads, place, then, here, scorer, clock)
        then = here
    return at_the_start(leads, lead, then)


def follow_ply(
    leads: LeadsInMemory, place: int, then: Any, here: Any, scorer: CardPlay, clock: Clock
) -> None:
    """All channels at a ply, given those at the next."""
    arrays, ply = leads.arrays(place), leads.plies[place]
    then_first = leads.plies[place - 1].first
    local = arrays._replace(
        begin=arrays.begin - ply.first, next_begin=arrays.next_begin - then_first
    )
    player = ply.player
    to_win = np.array([TIE, WINS[player], TIES[player]])
    to_score = np.array([WINS[1 - player], TIES[1 - player]])
    wins = np.isin(np.arange(CHANNELS), WINS)
    channels = Channels(then, here, wins.astype(np.float64), wins)
    made = made_at(leads, place, scorer)
    slack = sum(ties_of(leads))
    parts = list(parts_of(0, ply.end - ply.first, LANES_A_PART))
    card, lattice, dtype = arrays.card, arrays.lattice, leads.values.dtype
    scorer.backend.for_each(
        follow_score,
        parts,
        local,
        made,
        to_score,
        channels,
        scratch=functools.partial(new_scratch, card, lattice, dtype),
    )
    scorer.backend.for_each(
        follow_win,
        parts,
        arrays,
        local,
        leads.values,
        slack,
        to_win,
        channels,
        scratch=functools.partial(new_following, card, lattice, len(to_win), dtype),
        clock=clock,
    )


def made_at(leads: LeadsInMemory, place: int, scorer: CardPlay) -> Any:
    """The probability of each entry at a ply for a player for the score, by index of the mover."""
    ply = leads.plies[place]
    runs = leads.anchors.runs(ply.filled)
    first = int(runs.begin[0])
    made = np.zeros((int(runs.begin[-1]) - first, len(leads.anchors.arrays.entry_points)))
    scorer.for_each(make_turns, runs, made)
    return made[ply.mover.anchors - first]


def at_the_start(leads: LeadsInMemory, lead: int, found: Any) -> MatchResults:
    """The matches at the start, from the values found there."""
    ply = leads.plies[-1]
    mover = ply.player

    def chance(channel: int) -> float:
        """A channel as seen by the other player, who would have moved last."""
        offset = -lead - int(ply.low[0])
        if 0 <= offset < found.shape[1]:
            return float(found[channel, offset])
        return float(offset >= 0 and channel in WINS)

    def rating(channel: int) -> float:
        """The rating from the first player's side."""
        return chance(channel) if mover else 1 - chance(channel)

    pair = ply.mover.anchors[0], ply.other.anchors[0]
    best = leads.chance(len(leads.plies) - 1, *pair, -lead)
    return MatchResults(
        MatchResult(best if mover else 1 - best, chance(TIE)),
        MatchResult(rating(WINS[0]), chance(TIES[0])),
        MatchResult(rating(WINS[1]), chance(TIES[1])),
    )
