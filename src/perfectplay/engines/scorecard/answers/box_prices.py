"""What other prices would gain, if rolls are scored where points exceed the price by most."""

from __future__ import annotations

from typing import Any

from perfectplay.engines.scorecard.answers.turn_sample import Rated, TurnSample
from perfectplay.engines.scorecard.solve.placing import NEVER


def reprice(
    sample: TurnSample,
    rated: Rated,
    turns: Any,
    rolls: Any,
    points: Any,
    over: Any,
    step: int,
    gains: Any,
) -> None:
    """For each box, the gain from raising its price by one step, and from lowering it."""
    for row in range(len(turns)):
        turn, roll = turns[row], rolls[row]
        likely, value = rated.likely[turn, roll], sample.boxes[turn, roll]
        scored = points[sample.joker[turn, roll], roll]
        best = best_over(scored, over, value, -1)
        other = best_over(scored, over, value, best)
        most = scored[best] - over[best]
        if other >= 0:
            margin = most - (scored[other] - over[other])
            if margin < step or (margin == step and other < best):
                gains[best, 0] += likely * (value[other] - value[best])
        for box in range(len(over)):
            if box != best and value[box] > 0.5 * NEVER:
                margin = most - (scored[box] - over[box])
                if margin < step or (margin == step and box < best):
                    gains[box, 1] += likely * (value[box] - value[best])


def score_over(
    sample: TurnSample, rated: Rated, turns: Any, rolls: Any, points: Any, over: Any
) -> float:
    """The gain from scoring some rolls where points exceed the price by most."""
    gain = 0.0
    for row in range(len(turns)):
        turn, roll = turns[row], rolls[row]
        value = sample.boxes[turn, roll]
        best = best_over(points[sample.joker[turn, roll], roll], over, value, -1)
        gain += rated.likely[turn, roll] * (value[best] - rated.now[turn, roll])
    return gain


def best_over(scored: Any, over: Any, value: Any, but: int) -> int:
    """The first allowed box, other than one, whose points exceed its price by most."""
    best = -1
    for box in range(len(over)):
        allowed = box != but and value[box] > 0.5 * NEVER
        if allowed and (best < 0 or scored[box] - over[box] > scored[best] - over[best]):
            best = box
    return best
