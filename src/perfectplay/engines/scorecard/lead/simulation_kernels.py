"""The kernels that play to win: what is decided at single states, and the dice that follow."""

from __future__ import annotations

from typing import Any

from perfectplay.engines.backends import fast
from perfectplay.engines.scorecard.kernels import run_of
from perfectplay.engines.scorecard.lattice import LANES
from perfectplay.engines.scorecard.lead.kernels import entries, follow
from perfectplay.engines.scorecard.placing import list_rows, place_best
from perfectplay.engines.scorecard.policy import choose_entries, decide_keeps, roll_turn
from perfectplay.engines.scorecard.walk import FAST


@fast(*FAST)
def play_states(
    board: Any,
    values: Any,
    ties: Any,
    rows: Any,
    leads: Any,
    at: Any,
    games: Any,
    place: Any,
    lead: Any,
    state: Any,
    policy: Any,
    first: int,
    last: int,
) -> None:
    """Play one turn of the games that are at some states of a step.

    A state is a row and the lead of the mover; the games at it are `games[at[it]]` to
    `games[at[it + 1]]`. Kept of each game: its place after the turn, its lead, its generator.
    """
    lattice, figures = board.lattice, len(board.card.figure_points)
    for begin in range(first, last, LANES):
        count = min(LANES, last - begin)
        decide(board, values, ties, rows[begin : begin + count], leads[begin:], policy)
        for lane in range(count):
            know(board, rows[begin + lane], policy.scratch)
            for game in games[at[begin + lane] : at[begin + lane + 1]]:
                entry, state[game] = roll_turn(lattice, board.rerolls, policy, lane, state[game])
                lead[game] += board.card.entry_points[entry]
                place[game] = policy.scratch.after[entry % figures]


def decide(board: Any, values: Any, ties: Any, rows: Any, leads: Any, policy: Any) -> None:
    """What play decides at some states."""
    card, scratch, known = board.card, policy.scratch, policy.scratch.known
    begin = 0
    for column in range(len(rows)):
        run = run_of(board.runs, board.movers[rows[column] // board.others])
        if board.runs.mask[run] != known[0] or board.runs.flag[run] != known[1]:
            decide_boxes(card, ties, begin, column - begin, policy)
            begin = column
        know(board, rows[column], scratch)
        other, lead = rows[column] % board.others, leads[column]
        entries(board, values, 1.0, other, lead, column, 1, scratch, scratch.worth)
    decide_boxes(card, ties, begin, len(rows) - begin, policy)
    decide_keeps(board.lattice, board.rerolls, ties, policy)


def know(board: Any, row: int, scratch: Any) -> None:
    """Have the room hold what it needs to know of the mover's anchor in a row."""
    anchor = board.movers[row // board.others]
    if anchor != scratch.known[2]:
        run = run_of(board.runs, anchor)
        list_rows(board.card, board.runs.mask[run], board.runs.flag[run], scratch)
        follow(board, anchor, run, scratch)


def decide_boxes(card: Any, ties: Any, column: int, count: int, policy: Any) -> None:
    """The entry that each roll makes when the dice are down, for states of one mask and flag."""
    mask, flag = policy.scratch.known[0], policy.scratch.known[1]
    if count:
        place_best(card, mask, column, count, policy.scratch)
        choose_entries(card, mask, flag, column, count, ties, policy)
