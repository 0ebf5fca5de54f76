"""Our games in OpenSpiel: perfect information, explicit chance, rewards at the end.

Every game of the registry is available under its name with the prefix `perfectplay_`; `game` does
the same for any other game.

>>> import pyspiel
>>> import perfectplay.adapters.openspiel
>>> slots = pyspiel.load_game("perfectplay_slots(target=40)")
>>> slots.num_distinct_actions(), slots.max_chance_outcomes()
(6, 6)
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

from perfectplay.adapters.process import Process
from perfectplay.errors import explain_missing_extra
from perfectplay.exact import exactly
from perfectplay.games import registry
from perfectplay.model import game as model
from perfectplay.model.nodes import Chance, Choice, Final, Node
from perfectplay.model.walk import Transition, edges, node_at, reached
from perfectplay.objectives import Objective
from perfectplay.solve import evaluate
from perfectplay.strategies.strategy import at_random

with explain_missing_extra():
    import pyspiel

NO_END = 1_000_000
"""The most moves announced for a game that may go on for ever."""


class SpielGame(pyspiel.Game):
    """A game, explored and solved, so that its actions have the numbers of a table."""

    def __init__(
        self,
        rules: model.Game[Any],
        objective: Objective | None = None,
        kind: Any = None,
        parameters: Mapping[str, Any] | None = None,
    ) -> None:
        self.rules = rules
        self.process = Process(rules, objective)
        self.objective = self.process.solution.objective
        self.actions, self.action = self.process.actions, self.process.action
        self.node = functools.lru_cache(maxsize=4096)(functools.partial(node_at, rules))
        kind = kind or kind_of(spelled(rules.name), type(rules), rules.players)
        super().__init__(kind, self.info(), dict(parameters or {}))

    def info(self) -> Any:
        """The size of the game and the range of payoffs, as random play may reach them."""
        solution = self.process.solution
        players = [at_random] * self.rules.players
        played = evaluate(self.rules, *players, objective=self.objective)
        utilities = [float(self.objective.utility(score)) for score in played.distribution()]
        least, most = min(utilities), max(utilities)
        if self.rules.players == 2:
            least, most = min(least, -most), max(most, -least)
        outcomes = (
            len(node.thens)
            for position, _ in reached(self.rules, scored=False)
            for node in nodes_in(position, self.node(position))
            if isinstance(node, Chance)
        )
        return pyspiel.GameInfo(
            num_distinct_actions=len(self.actions),
            max_chance_outcomes=max(outcomes, default=0),
            num_players=self.rules.players,
            min_utility=least if not solution.cyclic or least >= -1 else -float(NO_END),
            max_utility=most if not solution.cyclic or most <= 1 else float(NO_END),
            utility_sum=0.0 if self.rules.players == 2 else None,
            max_game_length=NO_END if solution.cyclic else max(1, len(self.process.decisions)),
        )

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(
        self,
        iig_obs_type: Any = None,  # noqa: ARG002  # all is seen by all
        params: Any = None,  # noqa: ARG002  # there are none
    ) -> Observer:
        return Observer()


class SpielState(pyspiel.State):
    """The state of a game: a position and the running score. OpenSpiel copies it for each child."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.position = game.rules.start()
        self.score: Any = 0

    @property
    def here(self) -> Node:
        """The node at the position."""
        node: Node = self.get_game().node(self.position)
        return node

    def edge(self, action: int) -> Transition:
        """Where an action of a player or of chance leads."""
        label = self.get_game().actions[action] if isinstance(self.here, Choice) else action
        return next(edge for edge in edges(self.position, self.here) if edge.step == label)

    def current_player(self) -> Any:
        if isinstance(self.here, Final):
            return pyspiel.PlayerId.TERMINAL
        return self.here.player if isinstance(self.here, Choice) else pyspiel.PlayerId.CHANCE

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002  # it is who is to move
        known = self.get_game().action
        return sorted(known[edge.step] for edge in edges(self.position, self.here))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        assert isinstance(self.here, Chance)
        return list(enumerate(self.here.odds.floats()))

    def _apply_action(self, action: int) -> None:
        edge = self.edge(action)
        self.position, self.score = edge.place, exactly(self.score) + edge.points

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"outcome {action}"
        return str(self.get_game().actions[action])

    def is_terminal(self) -> bool:
        return isinstance(self.here, Final)

    def returns(self) -> list[float]:
        game = self.get_game()
        if not isinstance(self.here, Final):
            return [0.0] * game.num_players()
        value = float(game.objective.utility(exactly(self.here.payoff) + self.score))
        return [value, -value][: game.num_players()]

    def __str__(self) -> str:
        text = self.get_game().rules.text(self.position)
        return f"{text} (score {self.score})" if self.score else str(text)


class Observer:
    """What a player sees, as text: everything."""

    tensor = None
    dict: Mapping[str, Any] = {}

    def set_from(self, state: SpielState, player: int) -> None:
        """Nothing to store: only the text is offered."""

    def string_from(self, state: SpielState, player: int) -> str:  # noqa: ARG002  # all see the same
        """The position and the score."""
        return str(state)


def nodes_in(position: Any, node: Node) -> list[Node]:
    """The node of a position, and those written in place below it."""
    below = [(edge.place, edge.node) for edge in edges(position, node) if edge.node is not None]
    return [node, *(each for place, inner in below for each in nodes_in(place, inner))]


def kind_of(name: str, rules: type[model.Game[Any]], players: int) -> Any:
    """The description of a game that OpenSpiel requires."""
    kind = pyspiel.GameType
    utility = kind.Utility.ZERO_SUM if players == 2 else kind.Utility.GENERAL_SUM
    return kind(
        short_name=name,
        long_name=rules.summary(),
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.PERFECT_INFORMATION,
        utility=utility,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        parameter_specification={
            name: parameter.default for name, parameter in rules.parameters().items()
        },
    )


def spelled(name: str) -> str:
    """The name of a game in OpenSpiel.

    >>> spelled("shut-the-box")
    'perfectplay_shut_the_box'
    """
    return f"perfectplay_{name.replace('-', '_')}"


def game(rules: model.Game[Any], objective: Objective | None = None) -> SpielGame:
    """A built-in game or your own, for OpenSpiel's algorithms.

    >>> from perfectplay.games.coins import Coins
    >>> state = game(Coins(coins=1, target=1)).new_initial_state()
    >>> state.legal_actions(), str(state)
    ([0], 'coins=1 points=0')
    """
    return SpielGame(rules, objective)


def register(name: str) -> None:
    """Let OpenSpiel load a game by name: through a class, as it calls anything else at its end."""
    rules = registry.find(name)
    known = rules.parameters()
    players = known["players"].default if "players" in known else rules.players
    kind = kind_of(spelled(name), rules, players)

    class Named(SpielGame):
        """The game with some parameters."""

        def __init__(self, parameters: Mapping[str, Any]) -> None:
            given = {name: value for name, value in parameters.items() if name in known}
            super().__init__(rules(**given), None, kind, parameters)

    pyspiel.register_game(kind, Named)


for shipped in registry.names():
    register(shipped)
