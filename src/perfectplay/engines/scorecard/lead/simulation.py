"""Games played to win, with dice of their own; a player may also play for the expected score."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Sequence
from typing import Any

import numpy as np

from perfectplay.engines.backends import parts_of
from perfectplay.engines.backends.threads import THREADS
from perfectplay.engines.scorecard.forward import Play
from perfectplay.engines.scorecard.lattice import LANES
from perfectplay.engines.scorecard.lead.induction import board_of
from perfectplay.engines.scorecard.lead.leads import Leads
from perfectplay.engines.scorecard.lead.simulation_kernels import play_states
from perfectplay.engines.scorecard.policy import new_policy, play_games
from perfectplay.engines.ties import ABSOLUTE_TIE, RELATIVE_TIE

STATES_A_PART = 8 * LANES
SINGLE_TIE = 4e-6
"""How far apart equal values may lie, as a share of the larger, where they are kept in 32 bits."""
COMPLEMENT_TIE = 1e-6
"""The same, always, where values are what others leave of 1."""


def ties_of(leads: Leads) -> tuple[float, float, float]:
    """How close equal values are; see `ties_for`.

    The chances of a player alone are sums of products, which do not cancel: however small they
    are, their digits count.
    """
    relative = SINGLE_TIE if leads.large else RELATIVE_TIE
    if not leads.steps[-1].played.alternate:
        return relative, 0.0, 0.0
    return relative, COMPLEMENT_TIE if leads.large else ABSOLUTE_TIE, 0.0


@dataclasses.dataclass
class Games:
    """Many games side by side: the places of mover and other, the mover's lead, generators."""

    mover: Any
    other: Any
    lead: Any
    state: Any

    @classmethod
    def begun(cls, games: int, lead: int, seed: int) -> Games:
        """Some games at the start."""
        state = np.random.default_rng(seed).integers(1 << 64, size=games, dtype=np.uint64)
        places = np.zeros(games, np.int64), np.zeros(games, np.int64)
        return cls(*places, np.full(games, lead, np.int64), state)


def simulate(
    leads: Leads, lead: int, games: int, seed: int, scorers: Sequence[Play | None] = (None, None)
) -> Any:
    """By how much the player who begins wins each game, with bonuses.

    Either player plays to win, or as `scorers` tells for the expected score.
    """
    played = Games.begun(games, lead, seed)
    for place in range(len(leads.steps) - 1, 0, -1):
        scorer = scorers[leads.steps[place].played.player]
        if scorer is None:
            play_to_win(leads, place, played)
        else:
            play_to_score(leads, place, played, scorer)
        if leads.steps[place].played.alternate:
            played.mover, played.other = played.other, played.mover
            played.lead = -played.lead
    final = leads.steps[0].played
    margin = played.lead + final.mover.least[played.mover] - final.other.least[played.other]
    return margin if final.player == leads.steps[-1].played.player else -margin


def play_to_win(leads: Leads, place: int, played: Games) -> None:
    """One turn of all games, by the values of a step; games at the same state are decided once."""
    board = board_of(leads, place)
    rows = played.mover * board.others + played.other
    low = int(played.lead.min())
    width = int(played.lead.max()) - low + 1
    states, inverse = np.unique(rows * width + played.lead - low, return_inverse=True)
    order = np.argsort(inverse, kind="stable")
    at = np.searchsorted(inverse[order], np.arange(len(states) + 1))
    THREADS.for_each(
        play_states,
        parts_of(0, len(states), STATES_A_PART),
        board,
        leads.values,
        ties_of(leads),
        states // width,
        states % width + low,
        at,
        order,
        played.mover,
        played.lead,
        played.state,
        scratch=functools.partial(new_policy, board.card, board.lattice, board.rerolls),
    )


def play_to_score(leads: Leads, place: int, played: Games, scorer: Play) -> None:
    """One turn of all games, for the expected score."""
    step, then = leads.steps[place].played, leads.steps[place - 1].played
    runs = leads.anchors.runs(step.filled)
    anchor = step.mover.anchors[played.mover]
    order = np.argsort(anchor, kind="stable")
    at = np.searchsorted(anchor[order], np.arange(runs.begin[0], runs.begin[-1] + 1))
    scorer.for_each(play_games, runs, at, order, anchor, played.lead, played.state)
    after = then.other if step.alternate else then.mover
    played.mover = np.searchsorted(after.anchors, anchor)
