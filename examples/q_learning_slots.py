"""Tabular Q-learning on 45-point slots, scored exactly while it learns.

It plays for the most points. Every so often its greedy policy is scored: the regret is how many
points it is short of perfect play, not an average of sampled games. Ends below two points.
"""

import sys

import numpy as np

from perfectplay import Compute, Score, solve
from perfectplay.adapters.gymnasium import env
from perfectplay.games.slots import Slots
from perfectplay.solution.answers import PolicyRegret

GAMES, SCORED = 6_000, 10


def learn(seed: int = 1) -> list[tuple[int, float]]:
    """Learn from games, and tell the exact regret of the greedy policy along the way."""
    slots, rng = env(Slots(), Score()), np.random.default_rng(seed)
    mask = slots.process.numbering.mask
    q, seen = np.where(mask, 0.0, -1.0), np.zeros(mask.shape)
    truth, curve = solve(Slots(), Score(), compute=Compute(engine="graph")), []
    for game in range(1, GAMES + 1):
        _, info = slots.reset(seed=game)
        over = False
        while not over:
            state = info["state"]
            options = np.flatnonzero(mask[state])
            greedy = options[q[state, options].argmax()]
            action = rng.choice(options) if rng.random() < 0.3 else greedy
            _, reward, over, _, info = slots.step(action)
            worth = reward + (0 if over else q[info["state"]].max())
            seen[state, action] += 1
            q[state, action] += (worth - q[state, action]) / seen[state, action] ** 0.7
        if game % (GAMES // SCORED) == 0:
            curve.append((game, float(truth.answer(PolicyRegret).of(q.argmax(axis=1)).total)))
    return curve


if __name__ == "__main__":
    points = learn()
    for games, regret in points:
        print(f"{games:6} games  regret {regret:.6f}  {'#' * round(regret * 5)}")
    sys.exit(points[-1][1] > 2)
