"""An engine that another package adds: a family of games, and all that it takes to solve it."""

import dataclasses
from typing import Any, ClassVar, NamedTuple

from icepool import d

from perfectplay import Chance, Choice, Final, Game, Solution
from perfectplay.engines import Engine, Size
from perfectplay.errors import ForeignGameError, PositionError
from perfectplay.request import Request


class Rolled(NamedTuple):
    """What the die shows (0 before the first roll), and how many rolls are left."""

    shows: int
    left: int


class Stop(Game[Rolled]):
    """Roll a die up to so many times; stop when you like, and score what it shows."""

    rolls: int = 3
    sides: int = 6

    def start(self) -> Rolled:
        return Rolled(0, self.rolls)

    def at(self, position: Rolled) -> Any:
        if not position.left:
            return Final(position.shows)
        roll = Chance.of(d(self.sides), lambda face: Rolled(face, position.left - 1))
        return Choice({"stop": Final(position.shows), "roll": roll}) if position.shows else roll


@dataclasses.dataclass(repr=False)
class StopSolution(Solution):
    """By the rolls that are left, what rolling on is worth; the rest follows from the rules."""

    engine: ClassVar[str] = "stopping"

    rolling: list[float]

    @property
    def value(self) -> float:
        return self.rolling[-1]

    @property
    def positions(self) -> int:
        return 1 + self.game.rolls * self.game.sides

    def value_at(self, position: Any, score: Any = None) -> float:
        if position == self.game.start():
            return self.value
        name, path = position if len(position) == 2 and position[1] in STEPS else (position, ())
        if not (1 <= name.shows <= self.game.sides and 0 <= name.left < self.game.rolls):
            raise PositionError(f"the position {self.game.text(name)} cannot occur")
        worth = {(): max(name.shows, self.rolling[name.left]), ("stop",): name.shows}
        return float(worth.get(path, self.rolling[name.left]))


STEPS = (("stop",), ("roll",))


class StopEngine(Engine):
    """Solves such games by their closed form."""

    name: ClassVar[str] = "stopping"
    solves: ClassVar[str] = "stopping games with one die"

    def refuses(self, game: Game[Any], request: Request) -> Any:
        known = isinstance(game, Stop) and request.objective.linear and not request.exact
        return None if known else ForeignGameError(f"{game.name} is not about stopping in time")

    def result(self, game: Game[Any], request: Request) -> type[Solution]:
        return StopSolution

    def size(self, game: Game[Any], request: Request) -> Size:
        return Size(game.rolls, 8 * game.rolls, 1e-6 * game.rolls)

    def solve(self, game: Game[Any], request: Request) -> StopSolution:
        rolling, faces = [0.0], range(1, game.sides + 1)
        for _ in range(game.rolls):
            rolling.append(sum(max(face, rolling[-1]) for face in faces) / game.sides)
        return StopSolution(game, request, rolling)

    def write(self, solution: StopSolution) -> tuple[dict[str, str], dict[str, Any]]:
        import numpy as np

        return {}, {"rolling": np.array(solution.rolling)}

    def read(self, stored: Any, game: Game[Any], request: Request) -> StopSolution:
        return StopSolution(game, request, list(stored.tensors["rolling"]))
