"""The base of engines for a family: they declare what they are about, and the rest is here.

The modules next to it are loaded when a job is to be done. `solution` has `kind_of`, the kind of
solution, and `solved`; for files, the `schema` of the numbers, the `tensors_of` a solution, and how
it is `restored` from them. `sample` draws the positions at which a solution is verified.
"""

from __future__ import annotations

import importlib
from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from perfectplay.engines import Engine
from perfectplay.errors import FileError, ForeignGameError, PerfectPlayError
from perfectplay.request import Progress, Request

if TYPE_CHECKING:
    from perfectplay.model.game import Game
    from perfectplay.solution.solution import Solution
    from perfectplay.solution.storage.container import Stored
    from perfectplay.solution.verification import Verification


class StoredColumn(NamedTuple):
    """A column of numbers in a file: its types (as `array` calls them), its length and its range.

    None leaves a limit open; numbers always have to be finite.
    """

    kinds: str
    length: int | None = None
    low: float | None = None
    high: float | None = None

    def of(self, stored: Stored, name: str) -> Any:
        """The column as an array, if it is valid."""
        import numpy as np

        column = np.asarray(stored.numbers(name, self.kinds))
        if self.length not in (None, len(column)):
            raise ValueError(f"{name} has {len(column):,} numbers, not {self.length:,}")
        low = np.isfinite(column) if self.low is None else column >= self.low
        high = np.isfinite(column) if self.high is None else column <= self.high
        if not (low & high).all():
            raise ValueError(f"a number of {name} is beyond what it can be")
        return column


class FamilyEngine(Engine):
    """An engine whose work is done by functions in neighbouring modules."""

    family: ClassVar[type[Game[Any]]]
    """The games it solves."""
    foreign: ClassVar[str]
    """The message for any other game, after its name."""
    remedy: ClassVar[str]
    """The remedy where a game exceeds the memory limit."""

    @abstractmethod
    def declines(self, game: Any, request: Request) -> str:
        """Why a game of the family cannot be solved as requested; None if it can."""

    def refuses(self, game: Game[Any], request: Request) -> PerfectPlayError | None:
        if not isinstance(game, self.family):
            return ForeignGameError(f"{game.name} {self.foreign}")
        reason = self.declines(game, request)
        return ForeignGameError(reason) if reason else self.outgrows(game, request, self.remedy)

    def beside(self, name: str) -> Any:
        """A module of the same folder."""
        return importlib.import_module(f"{type(self).__module__.rpartition('.')[0]}.{name}")

    def result(self, game: Game[Any], request: Request) -> type[Solution]:  # noqa: ARG002  # others ask for it
        found: type[Solution] = self.beside("solution").kind_of(game)
        return found

    def solve(self, game: Game[Any], request: Request) -> Solution:
        found: Solution = self.beside("solution").solved(game, request)
        return found

    def write(self, solution: Any) -> tuple[dict[str, str], dict[str, Any]]:
        import numpy as np

        tensors = self.beside("solution").tensors_of(solution)
        return {}, {name: np.ravel(tensor) for name, tensor in tensors.items()}

    def read(self, stored: Stored, game: Game[Any], request: Request) -> Solution:
        if not isinstance(game, self.family):
            raise FileError(f"{stored.path} is invalid: {game.name} {self.foreign}")
        beside = self.beside("solution")
        tensors = {name: column.of(stored, name) for name, column in beside.schema(game).items()}
        found: Solution = beside.restored(game, request, tensors)
        return found

    def verify(self, solution: Any, progress: Progress | None = None) -> Verification:
        from perfectplay.solution.verification import verify_at

        places = ((place, None) for place in self.beside("sample").sample(solution))
        return verify_at(solution, places, progress, of=solution.positions)
