"""Games for two as environments of PettingZoo (AEC: the players act in turn).

>>> from perfectplay.games.greed import Greed
>>> greed = env(Greed(max=10, sides=3))
>>> greed.reset(seed=1)
>>> greed.agent_selection, int(greed.last()[0]["action_mask"].sum())
('player_0', 11)
"""

from __future__ import annotations

from typing import Any

import numpy as np

from perfectplay.adapters.process import Process, ProcessState
from perfectplay.errors import ObjectiveError, explain_missing_extra
from perfectplay.model.game import Game
from perfectplay.objectives import Objective

with explain_missing_extra():
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers


class DuelEnv(AECEnv[str, Any, Any]):
    """A game for two with opposite interests: whatever one player earns, the other loses.

    Both observe the fields of the position and the mask of the mover's options; for the other
    player the mask is empty. After a step, the `infos` of the acting player have the exact
    `regret`.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # as PettingZoo has it
        "render_modes": ["ansi"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        game: Game[Any],
        objective: Objective | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if game.players != 2:
            raise ObjectiveError(
                f"PettingZoo environments are for several players, and {game!r} is for one; take "
                "perfectplay.adapters.gymnasium"
            )
        self.metadata = self.metadata | {"name": f"perfectplay/{game.name}"}
        self.render_mode = render_mode
        self.process = Process(game, objective)
        features = self.process.features
        self.possible_agents = ["player_0", "player_1"]
        count = len(self.process.actions)
        whole = np.int64 if features.whole else np.float64
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(features.low, features.high, dtype=whole),
                    "action_mask": spaces.Box(0, 1, (count,), dtype=np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(count) for agent in self.possible_agents}
        self.random = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002  # there are none
    ) -> None:
        if seed is not None:
            self.random = np.random.default_rng(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.come_to(self.process.start(self.random.random))

    def come_to(self, place: ProcessState) -> None:
        """Arrive at a decision, or at the end, where the last observation is kept."""
        self.place = place
        if place.over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.mask = np.zeros(len(self.process.actions), dtype=np.int8)
        else:
            self.observation = self.process.observed(place)
            self.mask = self.process.numbering.mask[self.process.row(place)].astype(np.int8)
            self.agent_selection = self.possible_agents[self.process.player(place)]

    def observe(self, agent: str) -> dict[str, Any]:
        acts = agent == self.agent_selection
        mask = self.mask if acts else np.zeros_like(self.mask)
        return {"observation": self.observation.copy(), "action_mask": mask.copy()}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        label = self.process.actions[int(action)]
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = {"regret": self.process.regret(self.place, label)}
        after, reward = self.process.taken(self.place, label, self.random.random)
        self.rewards = {"player_0": reward, "player_1": -reward}
        self.come_to(after)
        self._accumulate_rewards()

    def render(self) -> str | None:
        if self.render_mode != "ansi":
            return None
        return self.process.game.describe(self.place.position)


def env(game: Game[Any], objective: Objective | None = None, render_mode: str | None = None) -> Any:
    """A two-player game as an environment; an unavailable action loses the game."""
    raw = DuelEnv(game, objective, render_mode)
    return wrappers.OrderEnforcingWrapper(wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1))
