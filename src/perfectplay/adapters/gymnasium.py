"""Games for one as environments of Gymnasium, one game or many at a time, from the rules alone.

>>> import gymnasium
>>> import perfectplay.adapters.gymnasium
>>> yahtzee = gymnasium.make("perfectplay/yahtzee-v0")
>>> observation, info = yahtzee.reset(seed=1)
>>> observation[13:18], int(info["action_mask"].sum())
(array([2, 3, 4, 4, 5]), 24)
>>> pigs = gymnasium.make_vec("perfectplay/pig-v0", num_envs=1000)
>>> observations, infos = pigs.reset(seed=1)
>>> infos["action_mask"].shape
(1000, 2)

With a solution, every action's exact regret is reported:

>>> from perfectplay import solve
>>> from perfectplay.games.slots import Slots
>>> slots = gymnasium.make("perfectplay/slots-v0", target=40, solution=solve(Slots(target=40)))
>>> observation, info = slots.reset(seed=1)
>>> observation, reward, terminated, truncated, info = slots.step(5)
>>> round(info["regret"], 4)
0.1038
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from perfectplay.adapters.arrays import Advanced, ArrayRules, array_rules
from perfectplay.adapters.process import Process
from perfectplay.errors import ObjectiveError, explain_missing_extra
from perfectplay.games import registry
from perfectplay.model.game import Game
from perfectplay.model.nodes import Label
from perfectplay.objectives import Objective
from perfectplay.solution.numbering import Numbering
from perfectplay.solution.solution import Solution

with explain_missing_extra():
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

VERSION = "v0"


class GameEnv(gymnasium.Env[Any, Any]):
    """A game for one: observe the fields of a position, take an option, earn its points.

    An action is the number of an option's label; `info["action_mask"]` says which are on offer.
    An action that is not on offer counts as the first one that is, so that every agent plays
    legally. When the game is over there is nothing to observe, and the last observation is
    repeated; anything chance brings before the first decision is earned with it. `info` has the
    running score.

    Where a `solution` is supplied, `info` also has the exact `regret` of a step: what was lost by
    not acting best; and `state`, the row of a table, if the solution numbers its decisions.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  # Gymnasium's

    def __init__(
        self,
        game: Game[Any],
        objective: Objective | None = None,
        render_mode: str | None = None,
        solution: Solution | None = None,
    ) -> None:
        self.game, self.objective = game, objective or game.objective()
        self.solution = solution
        self.rules = rules_for_one(game, self.objective)
        self.judge = None if solution is None else Judge(self.rules, self.objective, solution)
        self.actions = list(self.judge.actions if self.judge else self.rules.actions)
        self.columns = np.array([self.rules.actions.index(label) for label in self.actions])
        self.render_mode = render_mode
        self.field_names = list(self.rules.fields)
        self.observation_space = space_of(self.rules)
        self.action_space = spaces.Discrete(len(self.actions))
        self.at: Advanced | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed, options=options)
        if seed is not None or self.at is None:
            first = self.np_random.integers(MOST_SEED) if seed is None else seed
            self.at = self.rules.start(np.array([first], np.int64))
        else:
            self.at = self.rules.restart(self.at.states)
        self.carried = self.score = float(self.at.rewards[0])
        self.observation = self.rules.observations(self.at.states)[0]
        return self.observation.copy(), self.info(self.at)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        assert self.at is not None, "reset the environment first"
        before, column = self.at, self.taken(self.at, int(action))
        self.at = self.rules.step(before.states, np.array([column], np.int64))
        over, reward = bool(self.at.over[0]), float(self.at.rewards[0])
        self.score += reward
        if not over:
            self.observation = self.rules.observations(self.at.states)[0]
        info = self.info(self.at)
        if self.judge is not None:
            info |= {"regret": self.judge.regret(before, column)}
        reward, self.carried = reward + self.carried, 0.0
        return self.observation.copy(), reward, over, False, info

    def taken(self, at: Advanced, action: int) -> int:
        """The column of an action or, if it is not on offer, of the first that is."""
        offered = at.masks[0, self.columns]
        known = 0 <= action < len(offered) and offered[action]
        return int(self.columns[action if known else offered.argmax()])

    def info(self, at: Advanced) -> dict[str, Any]:
        """The information besides the observation."""
        mask = at.masks[0, self.columns].astype(np.int8)
        info: dict[str, Any] = {"score": self.score, "action_mask": mask}
        return info if self.judge is None else info | self.judge.row(at)

    def render(self) -> str | None:
        if self.render_mode != "ansi" or self.at is None:
            return None
        position, _ = self.rules.place(self.at.states[0])
        return f"{self.game.describe(position)} (score {self.score:g})"

    @functools.cached_property
    def process(self) -> Process:
        """The whole game as a process with numbered states, solved if it was not."""
        return Process(self.game, self.objective, self.solution)

    @functools.cached_property
    def P(  # noqa: N802  # Gymnasium calls it so
        self,
    ) -> Mapping[int, Mapping[int, list[tuple[float, int, float, bool]]]]:
        """The process as a table; the last state is the end, which leads to itself."""
        process, actions = self.process, range(len(self.actions))
        table: dict[int, dict[int, list[tuple[float, int, float, bool]]]] = {}
        for row, (position, score) in enumerate(process.decisions):
            place = process.place(position, None, score or 0)
            known = {
                self.actions.index(label): [
                    (step.probability, process.row(step.place), float(step.reward), step.place.over)
                    for step in process.after(place, label)
                ]
                for label in process.options(place)
            }
            table[row] = {action: known.get(action, known[min(known)]) for action in actions}
        end = process.end
        table[end] = {action: [(1.0, end, 0.0, True)] for action in actions}
        return table


class GameVectorEnv(VectorEnv[Any, Any, Any]):
    """Many games for one, side by side; `GameEnv` describes each.

    A finished game restarts with the next step, whose action is ignored: Gymnasium calls this
    autoreset in next-step mode. With the seeds `seed`, `seed + 1`, ... the games run just as they
    would one by one. `infos` has the masks and scores of all games as arrays.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012  # Gymnasium's

    def __init__(
        self, game: Game[Any], objective: Objective | None = None, num_envs: int = 1
    ) -> None:
        self.num_envs = num_envs
        self.rules = rules_for_one(game, objective or game.objective())
        self.field_names = list(self.rules.fields)
        self.single_observation_space = space_of(self.rules)
        self.single_action_space = spaces.Discrete(len(self.rules.actions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.at: Advanced | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed, options=options)
        if seed is not None or self.at is None:
            first = self.np_random.integers(MOST_SEED) if seed is None else seed
            self.at = self.rules.start(first + np.arange(self.num_envs, dtype=np.int64))
        else:
            self.at = self.rules.restart(self.at.states)
        self.carried, self.scores = self.at.rewards.copy(), self.at.rewards.copy()
        self.observation = self.rules.observations(self.at.states)
        return self.observation, self.infos()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        assert self.at is not None, "reset the environment first"
        ended = np.flatnonzero(self.at.over)
        at = self.at = self.rules.step(self.at.states, np.asarray(actions, np.int64))
        rewards = at.rewards + self.carried
        self.carried = np.zeros(self.num_envs)
        self.scores = self.scores + at.rewards
        if len(ended):
            self.begin_anew(ended)
            rewards[ended] = 0.0
        seen = self.rules.observations(at.states)
        over = np.flatnonzero(at.over)
        seen[over] = self.observation[over]
        self.observation = seen
        return seen, rewards, at.over.copy(), np.zeros(self.num_envs, np.bool_), self.infos()

    def begin_anew(self, games: Any) -> None:
        """Restart some games."""
        assert self.at is not None
        at, anew = self.at, self.rules.restart(self.at.states[games])
        at.states[games], at.over[games] = anew.states, anew.over
        at.masks[games], at.movers[games] = anew.masks, anew.movers
        self.carried[games] = self.scores[games] = anew.rewards

    def infos(self) -> dict[str, Any]:
        """The information besides the observations and, as Gymnasium requires, for which games."""
        assert self.at is not None
        everywhere = np.ones(self.num_envs, np.bool_)
        masks = self.at.masks.view(np.int8)
        return {
            "action_mask": masks, "_action_mask": everywhere,
            "score": self.scores, "_score": everywhere,
        }  # fmt: skip


class Judge:
    """Computes what actions lose, from a solution."""

    def __init__(self, rules: ArrayRules, objective: Objective, solution: Solution) -> None:
        if (solution.game, solution.objective) != (rules.game, objective):
            raise ObjectiveError(
                f"the solution is of {solution.game!r} for '{solution.objective}', and the "
                f"environment of {rules.game!r} for '{objective}'"
            )
        self.rules, self.solution = rules, solution
        numbers = Numbering in solution.answers
        self.numbering = solution.answer(Numbering) if numbers else None

    @property
    def actions(self) -> Sequence[Label]:
        """The actions in the order of the solution's numbering, if it has one."""
        return self.rules.actions if self.numbering is None else self.numbering.actions

    def regret(self, before: Advanced, column: int) -> float:
        """What an action loses at the current position of a game."""
        if before.over[0]:
            return 0.0
        label = self.rules.actions[column]
        options = self.solution.options(*self.rules.place(before.states[0]))
        return float(next(option.cost for option in options if option.label == label))

    def row(self, at: Advanced) -> dict[str, int]:
        """The row of a state if the solution numbers its decisions; the end has the last one."""
        if self.numbering is None:
            return {}
        over = bool(at.over[0])
        row = len(self.numbering) if over else self.numbering.row(*self.rules.place(at.states[0]))
        return {"state": row}


MOST_SEED = 1 << 62


def rules_for_one(game: Game[Any], objective: Objective) -> ArrayRules:
    """The rules of a game for one player."""
    if game.players != 1:
        raise ObjectiveError(
            f"Gymnasium environments are for one player, and {game!r} is for two; take "
            "perfectplay.adapters.pettingzoo"
        )
    return array_rules(game, objective)


def space_of(rules: ArrayRules) -> spaces.Box:
    """The space of observations."""
    return spaces.Box(rules.low, rules.high, dtype=rules.low.dtype.type)


def env(
    game: Game[Any], objective: Objective | None = None, solution: Solution | None = None
) -> GameEnv:
    """A one-player game as an environment.

    >>> from perfectplay.games.coins import Coins
    >>> coins = env(Coins(coins=1, target=1))
    >>> coins.P[0][0]
    [(0.5, 1, 0.0, True), (0.5, 1, 1.0, True)]
    """
    return GameEnv(game, objective, solution=solution)


def vector_env(game: Game[Any], num_envs: int, objective: Objective | None = None) -> GameVectorEnv:
    """Many one-player games as one environment.

    >>> from perfectplay.games.coins import Coins
    >>> coins = vector_env(Coins(), num_envs=3)
    >>> _ = coins.reset(seed=1)
    >>> coins.step([4, 4, 4])[0]
    array([[2, 0],
           [5, 3],
           [2, 0]])
    """
    return GameVectorEnv(game, objective, num_envs)


def make(
    name: str,
    render_mode: str | None = None,
    objective: Objective | None = None,
    solution: Solution | None = None,
    **parameters: Any,
) -> GameEnv:
    """The environment of a game by name and parameters, for Gymnasium's `make`."""
    return GameEnv(for_one(name, parameters), objective, render_mode, solution)


def make_vector(
    name: str, num_envs: int = 1, objective: Objective | None = None, **parameters: Any
) -> GameVectorEnv:
    """Many games by name and parameters, for Gymnasium's `make_vec`."""
    return GameVectorEnv(for_one(name, parameters), objective, num_envs)


def for_one(name: str, parameters: dict[str, Any]) -> Game[Any]:
    """A game by name and parameters, for one player if there is a choice."""
    game = registry.find(name)
    if "players" in game.parameters():
        parameters.setdefault("players", 1)
    return game(**parameters)


for known in registry.names():
    gymnasium.register(
        f"perfectplay/{known}-{VERSION}",
        entry_point=functools.partial(make, known),
        vector_entry_point=functools.partial(make_vector, known),
    )
