# mypy: disable-error-code="import-untyped, import-not-found", allow-subclassing-any
"""Slots and Greed as OpenSpiel games, solved by OpenSpiel's own value iteration.

OpenSpiel copies a state by deep-copying its attributes, so these states hold only plain numbers.
"""

from collections.abc import Iterator
from typing import Any

import pyspiel
from open_spiel.python.algorithms.value_iteration import value_iteration

from .boxes import Answer, Boxes

__all__ = ["Answer", "Boxes", "greed", "pig", "slots"]


def slots(boxes: Boxes, target: int) -> Answer:
    """Give the greatest P(total >= target) when every roll of a d6 must fill one open box."""
    return _solve(_Slots(boxes, target))


def greed(max_score: int, sides: int) -> Answer:
    """Give P(first player wins) + 1/2 P(tie) when both play Greed perfectly."""
    value, states = _solve(_Greed(max_score, sides))
    return Answer((1 + value) / 2, states)


def pig(target: int, threshold: float) -> Answer:
    """Give P(first player wins) in Pig, by OpenSpiel's own rules of it, which are in C++.

    Play goes round in cycles, so the iteration ends when no value changes by the threshold.
    """
    game = pyspiel.load_game("pig", {"winscore": target, "horizon": 1000})
    values = value_iteration(game, depth_limit=-1, threshold=threshold, cyclic_game=True)
    return Answer((1 + values[str(game.new_initial_state())]) / 2, len(values))


def _solve(game: Any) -> Answer:
    """Iterate until no value changes: on a game without cycles, that is exact but for rounding.

    ``cyclic_game=True`` is OpenSpiel's way to visit each state once; without it, the search walks
    the whole tree of histories. Chance nodes get no value, so a first roll is averaged here.
    """
    values = value_iteration(game, depth_limit=-1, threshold=0.0, cyclic_game=True)
    root = game.new_initial_state()
    if root.is_chance_node():
        value = sum(p * values[str(root.child(roll))] for roll, p in root.chance_outcomes())
    else:
        value = values[str(root)]
    return Answer(value, len(values))


def _game_type(name: str, players: int, utility: Any) -> Any:
    return pyspiel.GameType(
        short_name=name,
        long_name=name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players,
        min_num_players=players,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
        parameter_specification={},
    )


class _Slots(pyspiel.Game):
    """Fill every box with one roll each; points are never negative, so the target ends it."""

    def __init__(self, boxes: Boxes, target: int) -> None:
        if any(points < 0 for table in boxes.values() for points in table):
            raise ValueError("points must not be negative")
        self.tables = list(boxes.values())
        self.target = target
        info = pyspiel.GameInfo(
            num_distinct_actions=len(boxes),
            max_chance_outcomes=6,
            num_players=1,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=None,
            max_game_length=len(boxes),
        )
        utility = pyspiel.GameType.Utility.GENERAL_SUM
        super().__init__(_game_type("peer_slots", 1, utility), info, {})

    def new_initial_state(self) -> "_SlotsState":
        return _SlotsState(self)


class _SlotsState(pyspiel.State):
    """The open boxes as the bits of a number, the total, and the roll (0 before the throw)."""

    def __init__(self, game: _Slots) -> None:
        super().__init__(game)
        self.open = 2 ** len(game.tables) - 1
        self.total = 0
        self.roll = 0
        self.over = False

    def is_terminal(self) -> bool:
        return self.over

    def current_player(self) -> Any:
        if self.over:
            return pyspiel.PlayerId.TERMINAL
        return 0 if self.roll else pyspiel.PlayerId.CHANCE

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(face, 1 / 6) for face in range(1, 7)]

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002  # pyspiel calls it so
        return [box for box in range(self.open.bit_length()) if self.open >> box & 1]

    def _apply_action(self, action: int) -> None:
        if self.roll:
            self.open ^= 1 << action
            self.total += self.get_game().tables[action][self.roll - 1]
            self.roll = 0
            self.over = self.open == 0 or self.total >= self.get_game().target
        else:
            self.roll = action

    def returns(self) -> list[float]:
        return [float(self.total >= self.get_game().target)]

    def __str__(self) -> str:
        return f"{self.open} {self.total} {self.roll}"


class _Greed(pyspiel.Game):
    """Throw any number of dice a turn; throwing none gives the other one last turn."""

    def __init__(self, max_score: int, sides: int) -> None:
        self.max_score = max_score
        self.sums = list(_sums(max_score, sides))
        info = pyspiel.GameInfo(
            num_distinct_actions=max_score + 1,
            max_chance_outcomes=max_score + 2,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=2 * max_score + 2,
        )
        utility = pyspiel.GameType.Utility.ZERO_SUM
        super().__init__(_game_type("peer_greed", 2, utility), info, {})

    def new_initial_state(self) -> "_GreedState":
        return _GreedState(self)


class _GreedState(pyspiel.State):
    """The scores of the player to move and of the other, and how far the turn and the game are.

    ``dice`` is how many are in the air: 0 while the player is yet to choose.
    """

    def __init__(self, game: _Greed) -> None:
        super().__init__(game)
        self.player = 0
        self.mine = 0
        self.other = 0
        self.dice = 0
        self.last = False
        self.over = False

    def is_terminal(self) -> bool:
        return self.over

    def current_player(self) -> Any:
        if self.over:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if self.dice else self.player

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Give the sums of the dice, all that bust as one."""
        room = self.get_game().max_score - self.mine
        safe = [(total, p) for total, p in self.get_game().sums[self.dice] if total <= room]
        bust = sum(p for total, p in self.get_game().sums[self.dice] if total > room)
        return [*safe, (room + 1, bust)] if bust else safe

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002  # pyspiel calls it so
        return list(range(self.get_game().max_score - self.mine + 1))

    def _apply_action(self, action: int) -> None:
        if action and not self.dice:
            self.dice = action
            return
        stopped = not self.dice
        self.mine += action
        self.dice = 0
        self.over = self.last or self.mine > self.get_game().max_score
        if not self.over:
            self.last = stopped
            self.player = 1 - self.player
            self.mine, self.other = self.other, self.mine

    def returns(self) -> list[float]:
        bust = self.mine > self.get_game().max_score
        won = -1.0 if bust or self.mine < self.other else float(self.mine > self.other)
        return [won, -won] if self.player == 0 else [-won, won]

    def __str__(self) -> str:
        return f"{self.player} {self.mine} {self.other} {self.dice} {self.last} {self.over}"


def _sums(most: int, sides: int) -> Iterator[list[tuple[int, float]]]:
    """Yield how the sum of 0, 1, ... `most` dice is distributed."""
    sums = {0: 1.0}
    yield list(sums.items())
    for _ in range(most):
        thrown: dict[int, float] = {}
        for total, p in sums.items():
            for face in range(1, sides + 1):
                thrown[total + face] = thrown.get(total + face, 0.0) + p / sides
        sums = thrown
        yield list(sums.items())
