"""Tabular Q-learning at Pig for two, from games against itself.

Scored exactly while it learns: its exploitability is what a best answer to it gains, in chances to
win. Ends below 0.05 in Pig to 10.
"""

import sys

import numpy as np

from perfectplay.adapters.process import Process
from perfectplay.games.pig import Pig
from perfectplay.solution.answers import Exploitability

GAMES, SCORED = 1_000, 20


def learn(seed: int = 1) -> list[tuple[int, float]]:
    """Learn from games, and tell the exact exploitability of the greedy policy along the way."""
    pig, rng, curve = Process(Pig(target=10)), np.random.default_rng(seed), []
    mask = pig.numbering.mask
    sign = np.array([1 - 2 * pig.player(pig.place(at, None, 0)) for at, _ in pig.decisions])
    q, seen = np.where(mask, 0.5, -np.inf * sign[:, None]), np.zeros(mask.shape)
    for game in range(1, GAMES + 1):
        place = pig.start(rng.random)
        while not place.over:
            state = pig.row(place)
            options = np.flatnonzero(mask[state])
            greedy = options[(sign[state] * q[state, options]).argmax()]
            action = rng.choice(options) if rng.random() < 0.2 else greedy
            place, reward = pig.taken(place, pig.actions[action], rng.random)
            then = pig.row(place)
            best = reward if place.over else sign[then] * (sign[then] * q[then]).max()
            seen[state, action] += 1
            q[state, action] += (best - q[state, action]) / seen[state, action] ** 0.7
        if game % (GAMES // SCORED) == 0:
            policy = (sign[:, None] * q).argmax(axis=1)
            curve.append((game, float(pig.solution.answer(Exploitability).of(policy))))
    return curve


if __name__ == "__main__":
    points = learn()
    for games, gained in points:
        print(f"{games:6} games  exploitability {gained:.6f}  {'#' * round(gained * 200)}")
    sys.exit(points[-1][1] > 0.05)
