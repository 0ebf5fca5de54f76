"""A second opinion on a scorecard that was played to win: some states, recomputed.

They are drawn at random from the table, or all that there are if they are few, and met in some
games that are played at random from the start to the end, decided or not. Nothing here depends on
the kernels or the lattice of keeps: the chances of whole rolls are those of icepool, and where a
roll may go is the game's own word. What follows a turn is looked up.

If no state lies further than e from what it is by those that follow, no value lies further from
the truth than e times the number of turns: means and maxima do not make errors grow.
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
"""So many states are drawn from the table; if it has no more, all are examined."""
GAMES = 8
"""So many games are played."""
SEED = 7
SINGLE_TOLERANCE = 1e-6
"""How far values may be off that are kept in 32 bits."""


def verify_leads(solution: LeadSolution, progress: Progress | None = None) -> Verification:
    """Check some states of a scorecard that was played to win, or all if they are few."""
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
    """How many states were looked at, and how far any lies from what it is by those after it."""
    leads, anew = solution.leads, RollsAnew(solution.game.card)
    ends, met = play_at_random(solution, seed)
    states = list(dict.fromkeys([*leads.drawn(SAMPLE, seed), *met]))
    clock = Clock("verifying", len(ends) + len(states), progress, done=len(ends))
    largest = max(ends)
    for first, end in parts_of(0, len(states), min(anew.together(), 64)):
        some = states[first:end]
        placed = np.stack([value_of_rolls(solution, state) for state in some], axis=1)
        gap = np.abs([leads.mover_chance(*state) for state in some] - anew.walked(placed)).max()
        largest = float(np.maximum(largest, gap))  # which does not lose what is no number
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
    """What each roll is worth to the mover once the dice are down, by the rules of the game."""
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
