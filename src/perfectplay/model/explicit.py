"""A game in the form model checkers use: a Markov chain, a decision process or a game.

States are numbered, and state 0 is where play starts. State `s` has the choices `choices[s]` up to
`choices[s + 1]`, each with an action and a reward; choice `c` has the branches `branches[c]` up to
`branches[c + 1]`, each with a target and a probability. Labels mark sets of states.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from perfectplay.errors import explain_missing_extra
from perfectplay.model.nodes import Number

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Places = NDArray[np.int64]


@dataclasses.dataclass(repr=False)
class ExplicitModel:
    """The game as an explicit-state model, for model checkers.

    Its numbers are floats, or fractions if it is exact. `names` holds the names of the states, if
    they have any; in a game for two, `players` says who moves in each state. `rewards` maps the
    name of each reward to one number per choice. If the model comes from a solution, `values` holds
    the value of each state and `best` the choice that best play makes there.
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
    values: list[Number] | None = None
    best: list[int] | None = None

    def __repr__(self) -> str:
        sizes = (
            f"{self.states:,} states, {len(self.action):,} choices, {len(self.target):,} branches"
        )
        return f"<ExplicitModel of {self.title}: {sizes}>"

    @property
    def states(self) -> int:
        """How many states there are."""
        return len(self.choices) - 1

    @property
    def exact(self) -> bool:
        """Whether the probabilities are fractions."""
        return not any(isinstance(share, float) for share in self.probability)

    def choices_of(self, state: int) -> range:
        """The choices of a state."""
        return range(self.choices[state], self.choices[state + 1])

    def branches_of(self, choice: int) -> range:
        """The branches of a choice."""
        return range(self.branches[choice], self.branches[choice + 1])

    def arrays(self) -> ModelArrays:
        """The same as NumPy arrays, in floats.

        >>> from perfectplay import solve
        >>> from perfectplay.games.coins import Coins
        >>> model = solve(Coins(coins=2, target=2)).answer(ExplicitModel)
        >>> model
        <ExplicitModel of coins: 15 states, 17 choices, 25 branches>
        >>> coins = model.arrays()
        >>> coins.state[:4], coins.best[:3]
        (array([0, 0, 1, 2]), array([0, 2, 3]))
        """
        import numpy as np

        def floats(given: Sequence[Number]) -> Floats:
            return np.array(given, dtype=np.float64)

        choices, branches = np.array(self.choices), np.array(self.branches)
        marked = {name: np.zeros(self.states, np.bool_) for name in self.labels}
        for name, states in self.labels.items():
            marked[name][list(states)] = True
        return ModelArrays(
            state=np.repeat(np.arange(self.states), np.diff(choices)),
            choices=choices,
            branches=branches,
            target=np.array(self.target),
            probability=floats(self.probability),
            rewards={name: floats(given) for name, given in self.rewards.items()},
            labels=marked,
            players=None if self.players is None else np.array(self.players),
            values=None if self.values is None else floats(self.values),
            best=None if self.best is None else np.array(self.best),
        )


@dataclasses.dataclass(frozen=True, repr=False)
class ModelArrays:
    """An explicit-state model as NumPy arrays; `matrix` has its probabilities for SciPy.

    >>> import numpy as np
    >>> from perfectplay import solve
    >>> from perfectplay.games.coins import Coins
    >>> coins = solve(Coins(coins=2, target=2)).answer(ExplicitModel).arrays()
    >>> coins
    <ModelArrays: 15 states, 17 choices, 25 branches>
    >>> worth = coins.rewards["score"] + coins.matrix @ coins.values
    >>> np.allclose(np.maximum.reduceat(worth, coins.choices[:-1]), coins.values)
    True
    """

    state: Places
    """For each choice, whose it is."""
    choices: Places
    """For each state, where its choices begin; then the number of choices."""
    branches: Places
    """For each choice, where its branches begin; then the number of branches."""
    target: Places
    """For each branch, the state it leads to."""
    probability: Floats
    """For each branch, its probability."""
    rewards: dict[str, Floats]
    """For each name, the rewards of all choices."""
    labels: dict[str, NDArray[np.bool_]]
    """For each name, the states that carry it."""
    players: Places | None
    """For each state, whose turn it is in a game for two."""
    values: Floats | None
    """For each state, its value to the first player."""
    best: Places | None
    """For each state, the choice of best play."""

    def __repr__(self) -> str:
        sizes = f"{len(self.choices) - 1:,} states, {len(self.state):,} choices"
        return f"<ModelArrays: {sizes}, {len(self.target):,} branches>"

    @property
    def matrix(self) -> Any:
        """The probabilities as a sparse matrix of SciPy, a row for each choice, a column by state.

        The rows `best` alone are the Markov chain of best play.
        """
        with explain_missing_extra():
            from scipy.sparse import csr_matrix

        shape = len(self.state), len(self.choices) - 1
        found = csr_matrix((self.probability, self.target, self.branches), shape=shape)
        found.sum_duplicates()
        return found
