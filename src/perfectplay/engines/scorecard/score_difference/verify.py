"""A second opinion on a scorecard played to win: some states, recomputed.

The states are drawn at random from the table (or all are taken, if they are few), plus those met in
some random games from start to end, decided or not. Nothing here depends on the kernels or the
lattice of keeps: icepool gives the chances of whole rolls, and the game itself says where a roll
may go. What follows a turn is looked up.

If no state is further than e from what its successors imply, no value is further from the truth
than e times the number of turns: means and maxima do not amplify errors.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from perfectplay.engines.backends import parts_of
from perfectplay.engines.backends.clock import Clock
from perfectplay.engines.scorecard.score_difference.duel import DuelSolution
from perfectplay.engines.scorecard.score_difference.leads import LeadState
from perfectplay.engines.scorecard.score_difference.solution import LeadSolution
from perfectplay.engines.scorecard.score_difference.target import EveryTargetSolution
from perfectplay.engines.scorecard.verify import RollsAnew
from perfectplay.model.scorecard import Turn
from perfectplay.request import Progress
from perfectplay.solution.verification import TOLERANCE, Verification, VerificationError

SAMPLE = 400
"""The number of states drawn from the table; if it has no more, all are checked."""
GAMES = 8
"""The number of games played."""
SEED = 7
SINGLE_TOLERANCE = 1e-6
"""How far values stored in 32 bits may be off."""


def verify_leads(solution: LeadSolution, progress: Progress | None = None) -> Verification:
    """Check some states of a scorecard played to win, or all of them if they are few."""
    checked, error = largest_error(solution, progress)
    if not error <= (SINGLE_TOLERANCE if solution.leads.large else TOLERANCE):
        raise VerificationError(
            f"a chance is off by {error}: the chances that follow do not confirm it"
        )
    drawn = set(solution.leads.drawn(SAMPLE, SEED))
    every = len(drawn) == solution.leads.open_states
    return Verification(checked, checked if every else solution.positions, error)


def largest_error(
    solution: LeadSolution,
    progress: Progress | None = None,
    seed: int = SEED,
) -> tuple[int, float]:
    """How many states were checked, and how far any is from what its successors imply."""
    leads, anew = solution.leads, RollsAnew(solution.game.card)
    ends, met = play_at_random(solution, seed)
    states = list(dict.fromkeys([*leads.drawn(SAMPLE, seed), *met]))
    clock = Clock("verifying", len(ends) + len(states), progress, done=len(ends))
    largest = max(ends)
    for first, end in parts_of(0, len(states), min(anew.together(), 64)):
        some = states[first:end]
        placed = np.stack([value_of_rolls(solution, state) for state in some], axis=1)
        gap = np.abs([leads.mover_chance(*state) for state in some] - anew.walked(placed)).max()
        largest = float(np.maximum(largest, gap))  # unlike max, this keeps nan
        clock(end - first)
    return len(ends) + len(states), largest


def play_at_random(solution: LeadSolution, seed: int) -> tuple[list[float], list[LeadState]]:
    """How far values at the end of some games are off, and the states on the way there."""
    generator = random.Random(seed)  # noqa: S311  # a sample, not a secret
    ends, met = [], []
    for _ in range(GAMES):
        goal = solution
        if isinstance(solution, EveryTargetSolution):
            goal = solution.reaching(generator.randint(0, solution.most))
        game, before, score = goal.game, goal.game.start(), 0
        if isinstance(goal, DuelSolution):
            before, score = goal.start, goal.lead
        while not before.over:
            pair = goal.anchor(before.turn), goal.other(before)
            met.append(LeadState(goal.place(before), *pair, goal.lead_of(before, score)))
            roll = generator.choice(game.card.rolls)
            placed = generator.choice([*game.placements(before.turn, roll).values()])
            score += (-1 if before.mover else 1) * (placed.points + placed.extra)
            before = before.moved(placed.turn)
        final = goal.objective.utility(score + game.bonuses_at_the_end(before))
        ends.append(abs(goal.value_at(before, score) - float(final)))
    return ends, met


def value_of_rolls(solution: LeadSolution, state: LeadState) -> Any:
    """The value of each roll to the mover once rolling is over, by the rules of the game."""
    game, leads = solution.game, solution.leads
    place, mover, other, lead = state
    turn = leads.anchors.turn(mover)
    known: dict[tuple[int, Turn], float] = {}

    def value_after(points: int, then: Turn) -> float:
        if (points, then) not in known:
            anchor = leads.anchors.anchor(then)
            known[points, then] = leads.after(place, anchor, other, lead + points)
        return known[points, then]

    return np.array(
        [
            max(
                value_after(placed.points + placed.extra, placed.turn)
                for placed in game.placements(turn, roll).values()
            )
            for roll in game.card.rolls
        ]
    )
