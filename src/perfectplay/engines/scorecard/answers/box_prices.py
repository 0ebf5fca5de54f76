"""What other prices would gain, where rolls are scored for the most points over a price."""

from __future__ import annotations

from typing import Any

from perfectplay.engines.scorecard.answers.turn_sample import Rated, TurnSample
from perfectplay.engines.scorecard.solve.placing import NEVER


def reprice(
    seen: TurnSample,
    rated: Rated,
    turns: Any,
    rolls: Any,
    points: Any,
    over: Any,
    step: int,
    gains: Any,
) -> None:
    """By box, what it gains to raise its price by a step, and to lower it."""
    for row in range(len(turns)):
        turn, roll = turns[row], rolls[row]
        likely, worth = rated.likely[turn, roll], seen.boxes[turn, roll]
        scored = points[seen.joker[turn, roll], roll]
        best = best_over(scored, over, worth, -1)
        other = best_over(scored, over, worth, best)
        most = scored[best] - over[best]
        if other >= 0:
            margin = most - (scored[other] - over[other])
            if margin < step or (margin == step and other < best):
                gains[best, 0] += likely * (worth[other] - worth[best])
        for box in range(len(over)):
            if box != best and worth[box] > 0.5 * NEVER:
                margin = most - (scored[box] - over[box])
                if margin < step or (margin == step and box < best):
                    gains[box, 1] += likely * (worth[box] - worth[best])


def score_over(
    seen: TurnSample, rated: Rated, turns: Any, rolls: Any, points: Any, over: Any
) -> float:
    """What it gains to score some rolls where points are the most over prices."""
    gain = 0.0
    for row in range(len(turns)):
        turn, roll = turns[row], rolls[row]
        worth = seen.boxes[turn, roll]
        best = best_over(points[seen.joker[turn, roll], roll], over, worth, -1)
        gain += rated.likely[turn, roll] * (worth[best] - rated.now[turn, roll])
    return gain


def best_over(scored: Any, over: Any, worth: Any, but: int) -> int:
    """The allowed box, but for one, whose points are the most over its price; the first of such."""
    best = -1
    for box in range(len(over)):
        allowed = box != but and worth[box] > 0.5 * NEVER
        if allowed and (best < 0 or scored[box] - over[box] > scored[best] - over[best]):
            best = box
    return best
