"""Simulated games played to win; either player may also play for the expected score."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Sequence
from typing import Any

import numpy as np

from perfectplay.engines.backends import Backend, fast, parts_of
from perfectplay.engines.backends.threads import THREADS
from perfectplay.engines.scorecard.anchors import CardArrays
from perfectplay.engines.scorecard.evaluate.card_play import CardPlay
from perfectplay.engines.scorecard.evaluate.decision_kernels import (
    Policy,
    choose_entries,
    keep_best_dice,
    new_policy,
)
from perfectplay.engines.scorecard.evaluate.transition_kernels import play_games, roll_turn
from perfectplay.engines.scorecard.lattice import LANES
from perfectplay.engines.scorecard.score_difference.leads import Leads, cards_after
from perfectplay.engines.scorecard.score_difference.rows import PlyArrays, entries, follow
from perfectplay.engines.scorecard.solve.placing import Scratch, list_rows, place_best, run_of
from perfectplay.engines.scorecard.solve.walk import FAST
from perfectplay.engines.ties import ABSOLUTE_TIE, RELATIVE_TIE

STATES_A_PART = 8 * LANES
SINGLE_TIE = 4e-6
"""How close values stored in 32 bits must be to count as equal, relative to the larger."""
COMPLEMENT_TIE = 1e-6
"""The same in absolute terms, where values are 1 minus others."""


def ties_of(leads: Leads) -> tuple[float, float, float]:
    """How close values must be to count as equal; see `ties_for`.

    The chances of a player alone are sums of products without cancellation: however small they are,
    all their digits are significant.
    """
    relative = SINGLE_TIE if leads.large else RELATIVE_TIE
    if not leads.plies[-1].alternate:
        return relative, 0.0, 0.0
    return relative, COMPLEMENT_TIE if leads.large else ABSOLUTE_TIE, 0.0


@dataclasses.dataclass
class Games:
    """Many games side by side: the indices of mover and other, the mover's lead, generators."""

    mover: Any
    other: Any
    lead: Any
    state: Any

    @classmethod
    def begun(cls, games: int, lead: int, seed: int) -> Games:
        """Games at the start."""
        state = np.random.default_rng(seed).integers(1 << 64, size=games, dtype=np.uint64)
        places = np.zeros(games, np.int64), np.zeros(games, np.int64)
        return cls(*places, np.full(games, lead, np.int64), state)


def simulate(
    leads: Leads,
    lead: int,
    games: int,
    seed: int,
    scorers: Sequence[CardPlay | None] = (None, None),
    backend: Backend = THREADS,
) -> Any:
    """By how much the player who starts wins each game, including bonuses.

    Each player plays to win, or for the expected score if `scorers` has an entry for them.
    """
    played = Games.begun(games, lead, seed)
    for place in range(len(leads.plies) - 1, 0, -1):
        scorer = scorers[leads.plies[place].player]
        if scorer is None:
            play_to_win(leads, place, played, backend)
        else:
            play_to_score(leads, place, played, scorer)
        if leads.plies[place].alternate:
            played.mover, played.other = played.other, played.mover
            played.lead = -played.lead
    final = leads.plies[0]
    margin = played.lead + final.mover.least[played.mover] - final.other.least[played.other]
    return margin if final.player == leads.plies[-1].player else -margin


def play_to_win(leads: Leads, place: int, played: Games, backend: Backend) -> None:
    """Play one turn of all games by the values of a ply; equal states are decided once."""
    for piece, games in leads.pieces(place, played.mover, played.other):
        ply, values = piece.arrays, piece.values
        mover, other = played.mover[games] - piece.first[0], played.other[games] - piece.first[1]
        lead, state = played.lead[games].copy(), played.state[games].copy()
        rows = mover * ply.others + other
        low = int(lead.min())
        width = int(lead.max()) - low + 1
        states, inverse = np.unique(rows * width + lead - low, return_inverse=True)
        order = np.argsort(inverse, kind="stable")
        backend.for_each(
            play_states,
            parts_of(0, len(states), STATES_A_PART),
            ply,
            values,
            ties_of(leads),
            states // width,
            states % width + low,
            np.searchsorted(inverse[order], np.arange(len(states) + 1)),
            order,
            mover,
            lead,
            state,
            scratch=functools.partial(new_policy, ply.card, ply.lattice, ply.rerolls),
        )
        played.mover[games] = piece.after[mover]
        played.lead[games], played.state[games] = lead, state


def play_to_score(leads: Leads, place: int, played: Games, scorer: CardPlay) -> None:
    """Play one turn of all games for the expected score."""
    ply, then = leads.plies[place], leads.plies[place - 1]
    runs = leads.anchors.runs(ply.filled)
    anchor = ply.mover.anchors[played.mover]
    order = np.argsort(anchor, kind="stable")
    at = np.searchsorted(anchor[order], np.arange(runs.begin[0], runs.begin[-1] + 1))
    scorer.for_each(play_games, runs, at, order, anchor, played.lead, played.state)
    played.mover = np.searchsorted(cards_after(ply, then).anchors, anchor)


@fast(*FAST)
def play_states(
    ply: PlyArrays,
    values: Any,
    ties: Any,
    rows: Any,
    leads: Any,
    at: Any,
    games: Any,
    place: Any,
    lead: Any,
    state: Any,
    policy: Policy,
    first: int,
    last: int,
) -> None:
    """Play one turn of the games that are at some states of a ply.

    A state is a row and the mover's lead; the games at it are `games[at[it]]` to `games[at[it +
    1]]`. For each game, the index after the turn, its lead and its generator are stored.
    """
    lattice, figures = ply.lattice, len(ply.card.figure_points)
    for begin in range(first, last, LANES):
        count = min(LANES, last - begin)
        decide(ply, values, ties, rows[begin : begin + count], leads[begin:], policy)
        for lane in range(count):
            know(ply, rows[begin + lane], policy.scratch)
            for game in games[at[begin + lane] : at[begin + lane + 1]]:
                entry, state[game] = roll_turn(lattice, ply.rerolls, policy, lane, state[game])
                lead[game] += ply.card.entry_points[entry]
                place[game] = policy.scratch.after[entry % figures]


def decide(ply: PlyArrays, values: Any, ties: Any, rows: Any, leads: Any, policy: Policy) -> None:
    """The decisions at some states."""
    card, scratch, known = ply.card, policy.scratch, policy.scratch.known
    begin = 0
    for column in range(len(rows)):
        run = run_of(ply.runs, ply.movers[rows[column] // ply.others])
        if ply.runs.mask[run] != known[0] or ply.runs.flag[run] != known[1]:
            decide_boxes(card, ties, begin, column - begin, policy)
            begin = column
        know(ply, rows[column], scratch)
        other, lead = rows[column] % ply.others, leads[column]
        entries(ply, values, 1.0, other, lead, column, 1, scratch, scratch.value)
    decide_boxes(card, ties, begin, len(rows) - begin, policy)
    keep_best_dice(ply.lattice, ply.rerolls, ties, policy)


def know(ply: PlyArrays, row: int, scratch: Scratch) -> None:
    """Load into the working memory what belongs to the mover's anchor in a row."""
    anchor = ply.movers[row // ply.others]
    if anchor != scratch.known[2]:
        run = run_of(ply.runs, anchor)
        list_rows(ply.card, ply.runs.mask[run], ply.runs.flag[run], scratch)
        follow(ply, anchor, run, scratch)


def decide_boxes(card: CardArrays, ties: Any, column: int, count: int, policy: Policy) -> None:
    """The entry each roll makes once rolling is over, for states of one mask and flag."""
    mask, flag = policy.scratch.known[0], policy.scratch.known[1]
    if count:
        place_best(card, mask, column, count, policy.scratch)
        choose_entries(card, mask, flag, column, count, ties, policy)
