"""An engine with a module for each job beside its own, loaded when the job is to be done."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from perfectplay.engines import Engine, Progress, Request

if TYPE_CHECKING:
    from perfectplay.model.game import Game
    from perfectplay.solution.solution import Solution
    from perfectplay.solution.storage.container import Stored
    from perfectplay.solution.verification import Verification


class FamilyEngine(Engine):
    """What it does is done by functions beside it.

    They are `solution.solved`, `file.tensors_of`, `file.restored` and `verify.verified`.
    """

    def beside(self, name: str) -> Any:
        """A module of the same folder."""
        return importlib.import_module(f"{type(self).__module__.rpartition('.')[0]}.{name}")

    def solve(self, game: Game[Any], request: Request) -> Solution:
        found: Solution = self.beside("solution").solved(game, request)
        return found

    def write(self, solution: Any) -> tuple[dict[str, str], dict[str, Any]]:
        return {}, self.beside("file").tensors_of(solution)

    def read(self, stored: Stored, game: Game[Any], request: Request) -> Solution:
        found: Solution = self.beside("file").restored(stored, game, request)
        return found

    def verify(self, solution: Any, progress: Progress | None = None) -> Verification:
        found: Verification = self.beside("verify").verified(solution, progress)
        return found
