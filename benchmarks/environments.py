"""Steps a second of our environments and of Gymnasium's own, in one run, on one core.

All of them are played at random, through `gymnasium.make_vec` and `gymnasium.make`: observations,
rewards and, where there are any, masks included; the choice of random actions is not timed. Seconds
are those of the processor. `python -m benchmarks.environments [ENVS] [SECONDS]`
"""

from __future__ import annotations

import sys
import time
from typing import Any

import gymnasium
import numpy as np

import perfectplay.adapters.gymnasium  # noqa: F401  # registers our environments
from perfectplay.engines.array_rules import at_random

MANY = (
    "perfectplay/pig-v0", "perfectplay/yahtzee-v0", "perfectplay/coins-v0", "perfectplay/slots-v0",
    "perfectplay/shut-the-box-v0", "CartPole-v1", "FrozenLake-v1", "Blackjack-v1",
)  # fmt: skip
ONE = (
    "perfectplay/pig-v0",
    "perfectplay/yahtzee-v0",
    "CartPole-v1",
    "FrozenLake-v1",
    "Blackjack-v1",
)
WARM = 20
"""Steps that are not timed."""


def steps_a_second(name: str, count: int, seconds: float) -> float:
    """How many steps many games take together, in a second of the processor."""
    envs = gymnasium.make_vec(name, num_envs=count)
    _, infos = envs.reset(seed=1)
    envs.action_space.seed(1)
    generator, spent, steps = np.random.default_rng(1), 0.0, 0
    while spent < seconds:
        actions = chosen(envs, infos, generator)
        began = time.process_time()
        *_, infos = envs.step(actions)
        steps += 1
        spent += time.process_time() - began if steps > WARM else 0.0
    return (steps - WARM) * count / spent


def chosen(envs: Any, infos: dict[str, Any], generator: np.random.Generator) -> Any:
    """Any actions, of those on offer if that is told."""
    mask = infos.get("action_mask")
    if mask is None or mask.dtype == object:
        return envs.action_space.sample()
    return at_random(np.asarray(mask) > 0, generator)


def steps_of_one(name: str, seconds: float) -> float:
    """How many steps a single game takes in a second of the processor."""
    env = gymnasium.make(name)
    _, info = env.reset(seed=1)
    spent, steps = 0.0, 0
    generator = np.random.default_rng(1)
    while spent < seconds:
        mask = info.get("action_mask")
        action = env.action_space.sample()
        if mask is not None:
            action = generator.choice(np.flatnonzero(mask))
        began = time.process_time()
        *_, over, cut, info = env.step(action)
        if over or cut:
            _, info = env.reset()
        spent += time.process_time() - began
        steps += 1
    return steps / spent


def main() -> None:
    """Race all environments."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 4096
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 2.0
    print(f"{count:,} games side by side, steps a second:")
    for name in MANY:
        print(f"  {name:28} {steps_a_second(name, count, seconds):14,.0f}", flush=True)
    print("one game, steps a second:")
    for name in ONE:
        print(f"  {name:28} {steps_of_one(name, seconds):14,.0f}", flush=True)


if __name__ == "__main__":
    main()
