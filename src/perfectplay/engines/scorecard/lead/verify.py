"""A second opinion on a scorecard that was played to win: states drawn at random, worked out anew.

Nothing here depends on the kernels or the lattice of keeps: the chances of whole rolls are those
of icepool, and where a roll may go is the game's own word. What follows a turn is looked up.

If no state lies further than e from what it is by those that follow, no value lies further from
the truth than e times the number of turns: means and maxima do not make errors grow.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from perfectplay.engines import Progress
from perfectplay.engines.scorecard.lead.solution import LeadSolution
from perfectplay.engines.scorecard.verify import RollsAnew
from perfectplay.model.scorecard import Turn
from perfectplay.solution.verification import TOLERANCE, Verification, VerificationError

SAMPLE = 400
"""So many states are looked at."""
SEED = 7
SINGLE_TOLERANCE = 1e-6
"""How far values may be off that are kept in 32 bits."""


def verify_leads(solution: LeadSolution, progress: Progress | None = None) -> Verification:
    """Check some states of a scorecard that was played to win."""
    checked, error = largest_error(solution, progress)
    if not error <= (SINGLE_TOLERANCE if solution.leads.large else TOLERANCE):
        raise VerificationError(f"a chance is off by {error}: those after it do not bear it out")
    return Verification(checked, error, every=False)


def largest_error(
    solution: LeadSolution,
    progress: Progress | None = None,
    seed: int = SEED,
) -> tuple[int, float]:
    """How many states were looked at, and how far any lies from what it is by those after it."""
    leads = solution.leads
    anew = RollsAnew(solution.game.card)
    drawn = np.random.default_rng(seed).integers(leads.plies[0].end, leads.count, size=SAMPLE)
    largest = 0.0
    for number, lane in enumerate(np.unique(drawn)):
        place, mover, other, lead = leads.state(int(lane))
        placed = worth_of_rolls(solution, place, mover, other, lead)
        value = float(anew.walked(placed[:, None])[0])
        gap = abs(float(leads.mover_chance(place, mover, other, lead)) - value)
        largest = float(np.maximum(largest, gap))  # which does not lose what is no number
        if progress:
            progress("verifying", number)
    return len(np.unique(drawn)), largest


def worth_of_rolls(
    solution: LeadSolution,
    place: int,
    mover: int,
    other: int,
    lead: int,
) -> Any:
    """What each roll is worth to the mover once the dice are down, by the rules of the game."""
    game, leads = solution.game, solution.leads
    turn = leads.anchors.turn(mover)
    known: dict[tuple[int, Turn], float] = {}

    def worth(points: int, then: Turn) -> float:
        if (points, then) not in known:
            anchor = leads.anchors.anchor(then)
            known[points, then] = leads.after(place, anchor, other, lead + points)
        return known[points, then]

    return np.array(
        [
            max(
                worth(placed.points + placed.extra, placed.turn)
                for placed in game.placements(turn, roll).values()
            )
            for roll in game.card.rolls
        ]
    )
