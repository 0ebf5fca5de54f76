"""Games for one as environments of Gymnasium, with the exact regret of every action.

>>> import gymnasium
>>> import perfectplay.adapters.gymnasium
>>> slots = gymnasium.make("perfectplay/slots-v0", target=40)
>>> observation, info = slots.reset(seed=1)
>>> info["action_mask"]
array([1, 1, 1, 1, 1, 1], dtype=int8)
>>> observation, reward, terminated, truncated, info = slots.step(5)
>>> round(info["regret"], 4)
0.1102
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

import numpy as np

from perfectplay.adapters.process import Process, ProcessState
from perfectplay.errors import ObjectiveError, extras_told
from perfectplay.games import registry
from perfectplay.model.game import Game
from perfectplay.objectives import Objective

with extras_told():
    import gymnasium
    from gymnasium import spaces

VERSION = "v0"


class GameEnv(gymnasium.Env[Any, Any]):
    """A game for one: observe the fields of a position, take an option, earn its points.

    An action is the number of an option's label; `info["action_mask"]` tells which are on offer.
    One that is not counts as the first that is, so that every way to act is a way to play. When the
    game is over there is nothing to observe, and the last observation is given again. `info` has
    the number of the state (`state`, the row of a table), the score so far, and after a step its
    exact `regret`: what was lost by not acting best. `P` is the whole process as in Gymnasium's own
    tables: `P[state][action] = [(probability, state, reward, terminated), ...]`.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  # Gymnasium's

    def __init__(
        self,
        game: Game[Any],
        objective: Objective | None = None,
        render_mode: str | None = None,
    ) -> None:
        if game.players != 1:
            raise ObjectiveError(
                f"Gymnasium's environments are for one, and {game!r} is for two; take "
                "perfectplay.adapters.pettingzoo"
            )
        self.process = Process(game, objective)
        self.render_mode = render_mode
        features = self.process.features
        self.field_names = features.names
        self.observation_space = spaces.Box(
            features.low, features.high, dtype=np.int64 if features.whole else np.float64
        )
        self.action_space = spaces.Discrete(len(self.process.actions))
        self.place: ProcessState | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed, options=options)
        self.place = self.process.start(self.np_random.random)
        self.observation = self.process.observed(self.place)
        return self.observation.copy(), self.info(self.place)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        assert self.place is not None, "reset the environment first"
        assert not self.place.over, "the game is over; reset the environment"
        row = self.process.row(self.place)
        label = self.process.actions[self.offered(row, int(action))]
        regret = self.process.regret(self.place, label)
        self.place, reward = self.process.taken(self.place, label, self.np_random.random)
        if not self.place.over:
            self.observation = self.process.observed(self.place)
        info = self.info(self.place) | {"regret": regret}
        return self.observation.copy(), reward, self.place.over, False, info

    def offered(self, row: int, action: int) -> int:
        """An action, or the first on offer if it is not."""
        mask = self.process.numbering.mask[row]
        if 0 <= action < len(mask) and mask[action]:
            return action
        position, score = self.process.decisions[row]
        place = self.process.place(position, None, score or 0)
        return self.process.action[next(iter(self.process.options(place)))]

    def info(self, place: ProcessState) -> dict[str, Any]:
        """What is known beside the observation."""
        row = self.process.row(place)
        mask = self.process.numbering.mask
        offered = np.zeros_like(mask[0]) if place.over else mask[row]
        return {
            "state": row,
            "score": float(place.score),
            "action_mask": offered.astype(np.int8),
        }

    def render(self) -> str | None:
        if self.render_mode != "ansi" or self.place is None:
            return None
        return f"{self.process.game.describe(self.place.position)} (score {self.place.score})"

    @functools.cached_property
    def P(  # noqa: N802  # Gymnasium calls it so
        self,
    ) -> Mapping[int, Mapping[int, list[tuple[float, int, float, bool]]]]:
        """The process as a table; the last state is the end, which leads to itself."""
        process, actions = self.process, range(len(self.process.actions))
        table: dict[int, dict[int, list[tuple[float, int, float, bool]]]] = {}
        for row, (position, score) in enumerate(process.decisions):
            place = process.place(position, None, score or 0)
            known = {
                label: [
                    (step.probability, process.row(step.place), float(step.reward), step.place.over)
                    for step in process.after(place, label)
                ]
                for label in process.options(place)
            }
            first = next(iter(known.values()))
            table[row] = {action: known.get(process.actions[action], first) for action in actions}
        end = process.end
        table[end] = {action: [(1.0, end, 0.0, True)] for action in actions}
        return table


def env(game: Game[Any], objective: Objective | None = None) -> GameEnv:
    """A game for one as an environment.

    >>> from perfectplay.games.coins import Coins
    >>> coins = env(Coins(coins=1, target=1))
    >>> coins.P[0][0]
    [(0.5, 1, 0.0, True), (0.5, 1, 1.0, True)]
    """
    return GameEnv(game, objective)


def make(name: str, render_mode: str | None = None, **parameters: Any) -> GameEnv:
    """The environment of a game by its name and parameters, as Gymnasium's `make` asks for it."""
    game = registry.find(name)
    if "players" in game.parameters():
        parameters.setdefault("players", 1)
    return GameEnv(game(**parameters), render_mode=render_mode)


for known in registry.names():
    gymnasium.register(f"perfectplay/{known}-{VERSION}", entry_point=functools.partial(make, known))
