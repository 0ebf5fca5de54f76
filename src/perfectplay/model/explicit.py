"""A game as model checkers have it: an explicit-state model, a Markov decision process or a game.

States have numbers, and the first is where play starts. State `s` has the choices `choices[s]` to
`choices[s + 1]`, each with an action and a reward; choice `c` has the branches `branches[c]` to
`branches[c + 1]`, each with a target and a probability. Labels mark states.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from perfectplay.model.nodes import Number


@dataclasses.dataclass
class ExplicitModel:
    """The game as an explicit-state model, for model checkers.

    Its numbers are floats, or fractions where it is exact. `names` tell the states, if they have
    names; `players` whose each state is, in a game for two.
    `rewards` has one number for each choice, by the name of what is counted.
    """

    choices: list[int]
    branches: list[int]
    target: list[int]
    probability: list[Number]
    action: list[str]
    rewards: dict[str, list[Number]]
    labels: dict[str, set[int]]
    names: Sequence[str] | None = None
    players: list[int] | None = None
    title: str = "model"

    @property
    def states(self) -> int:
        """How many states there are."""
        return len(self.choices) - 1

    @property
    def exact(self) -> bool:
        """Whether its probabilities are fractions."""
        return not any(isinstance(share, float) for share in self.probability)

    def choices_of(self, state: int) -> range:
        """The choices of a state."""
        return range(self.choices[state], self.choices[state + 1])

    def branches_of(self, choice: int) -> range:
        """The branches of a choice."""
        return range(self.branches[choice], self.branches[choice + 1])
