"""Tabular Q-learning at Hog alone, a hundred games at a time, from the rules alone.

Every turn costs a point, so that rewards come all along and one can watch it learn. The game is
solved only to score the learner: the exact regret is how many more turns it takes than perfect
play, not an average of sampled games. Ends below half a turn.
"""

import sys

import numpy as np

from perfectplay import solve
from perfectplay.adapters.gymnasium import vector_env
from perfectplay.games.hog import Hog
from perfectplay.solution.answers import PolicyRegret

TARGET, GAMES, STEPS, SCORED = 100, 100, 3_000, 20


def learn(seed: int = 1) -> list[tuple[int, float]]:
    """Learn from games, and tell the exact regret of the greedy policy along the way."""
    hog, rng = Hog(target=TARGET, players=1), np.random.default_rng(seed)
    envs, regret, curve, played = vector_env(hog, GAMES), solve(hog).answer(PolicyRegret), [], 0
    dice = len(envs.rules.actions)
    q, seen = np.full((TARGET, dice), -TARGET / 5.0), np.zeros(TARGET * dice)
    mine = envs.reset(seed=seed)[0][:, 0]
    begins = np.zeros(GAMES, bool)
    for step in range(1, STEPS + 1):
        action = q[mine].argmax(axis=1)
        action = np.where(rng.random(GAMES) < 0.3, rng.integers(dice, size=GAMES), action)
        state, reward, over, _, _ = envs.step(action)
        worth = reward + np.where(over, 0.0, q[state[:, 0]].max(axis=1))
        taken, worth = (mine * dice + action)[~begins], worth[~begins]
        cells, place, count = np.unique(taken, return_inverse=True, return_counts=True)
        seen[cells] += count
        q.ravel()[cells] += (np.bincount(place, worth) / count - q.ravel()[cells]) * (
            count / seen[cells] ** 0.9
        )
        begins, mine, played = over, state[:, 0], played + int(over.sum())
        if step % (STEPS // SCORED) == 0:
            curve.append((played, float(regret.of(q.argmax(axis=1)).total)))
    return curve


if __name__ == "__main__":
    points = learn()
    for games, lost in points:
        print(f"{games:6} games  regret {lost:.6f}  {'#' * round(lost * 10)}")
    sys.exit(points[-1][1] > 1 / 2)
