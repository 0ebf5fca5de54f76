"""Two ways to play against each other, exactly: to win, and for the expected score."""

from __future__ import annotations

import dataclasses
import functools
from typing import Any, NamedTuple

import numpy as np

from perfectplay.engines.backends import parts_of
from perfectplay.engines.backends.clock import Clock
from perfectplay.engines.backends.threads import THREADS
from perfectplay.engines.graph.explore import Progress
from perfectplay.engines.scorecard.forward import Play
from perfectplay.engines.scorecard.lead.induction import LANES_A_PART, board_of
from perfectplay.engines.scorecard.lead.leads import Leads
from perfectplay.engines.scorecard.lead.match_kernels import (
    Channels,
    follow_score,
    follow_win,
    new_following,
)
from perfectplay.engines.scorecard.lead.simulation import ties_of
from perfectplay.engines.scorecard.placing import new_scratch
from perfectplay.engines.scorecard.policy import make_turns

TIE = 0
"""The channel of the chance of a tie where both play to win."""
WINS = (1, 3)
"""By player, the channel of the chance to win of one who plays to win against one who does not."""
TIES = (2, 4)
"""By player, the channel of the chance of a tie there."""
CHANNELS = 5


class Match(NamedTuple):
    """What comes of a match, from the side of the first player."""

    rating: float
    """The chance to win, with what a tie is worth."""
    tie: float


@dataclasses.dataclass(frozen=True)
class Matches:
    """The matches of two players who play to win, or one of them for the expected score."""

    both: Match
    first: Match
    """The first player plays to win, the second for the score."""
    second: Match


def play_off(leads: Leads, lead: int, scorer: Play, progress: Progress | None = None) -> Matches:
    """Work out the matches, step by step backwards; `lead` is that of who begins."""
    clock = Clock("matching", leads.count, progress, done=leads.steps[0].end)
    final = leads.steps[0]
    dtype = leads.values.dtype
    then = np.ones((CHANNELS, final.end), dtype)
    then[WINS, :] = leads.tie
    for place in range(1, len(leads.steps)):
        step = leads.steps[place]
        here = np.zeros((CHANNELS, step.end - step.first), dtype)
        follow_step(leads, place, then, here, scorer, clock)
        then = here
    return told(leads, lead, then)


def follow_step(leads: Leads, place: int, then: Any, here: Any, scorer: Play, clock: Clock) -> None:
    """All channels at a step, given those at the next."""
    board, step = board_of(leads, place), leads.steps[place]
    local = board._replace(
        begin=board.begin - step.first, next_begin=board.next_begin - leads.steps[place - 1].first
    )
    player = step.played.player
    to_win = np.array([TIE, WINS[player], TIES[player]])
    to_score = np.array([WINS[1 - player], TIES[1 - player]])
    wins = np.isin(np.arange(CHANNELS), WINS)
    channels = Channels(then, here, wins.astype(np.float64), wins)
    made = made_at(leads, place, scorer)
    slack = sum(ties_of(leads))
    parts = list(parts_of(0, step.end - step.first, LANES_A_PART))
    card, lattice, dtype = board.card, board.lattice, leads.values.dtype
    THREADS.for_each(
        follow_score,
        parts,
        local,
        made,
        to_score,
        channels,
        scratch=functools.partial(new_scratch, card, lattice, dtype),
    )
    THREADS.for_each(
        follow_win,
        parts,
        board,
        local,
        leads.values,
        slack,
        to_win,
        channels,
        scratch=functools.partial(new_following, card, lattice, len(to_win), dtype),
        clock=clock,
    )


def made_at(leads: Leads, place: int, scorer: Play) -> Any:
    """How likely each entry is at a step for one who plays for the score, by place of the mover."""
    played = leads.steps[place].played
    runs = leads.anchors.runs(played.filled)
    first = int(runs.begin[0])
    made = np.zeros((int(runs.begin[-1]) - first, len(leads.anchors.tables.entry_points)))
    scorer.for_each(make_turns, runs, made)
    return made[played.mover.anchors - first]


def told(leads: Leads, lead: int, found: Any) -> Matches:
    """The matches at the start, from what was found there."""
    step = leads.steps[-1]
    mover = step.played.player

    def at_start(channel: int) -> float:
        """What a channel is for the other, who would have moved last."""
        offset = -lead - int(step.low[0])
        if 0 <= offset < found.shape[1]:
            return float(found[channel, offset])
        return float(offset >= 0 and channel in WINS)

    def rating(channel: int) -> float:
        """The same for the first player."""
        return at_start(channel) if mover else 1 - at_start(channel)

    pair = step.played.mover.anchors[0], step.played.other.anchors[0]
    best = leads.chance(len(leads.steps) - 1, *pair, -lead)
    return Matches(
        Match(best if mover else 1 - best, at_start(TIE)),
        Match(rating(WINS[0]), at_start(TIES[0])),
        Match(rating(WINS[1]), at_start(TIES[1])),
    )
