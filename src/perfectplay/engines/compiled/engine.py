"""The engine for any game, without a graph: it compiles the rules from their source."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, ClassVar

from perfectplay import engines
from perfectplay.engines import Engine, Size
from perfectplay.engines.garbage import no_garbage
from perfectplay.errors import (
    EngineError,
    ForeignGameError,
    MissingExtraError,
    PerfectPlayError,
)
from perfectplay.model.growth import require_bounded
from perfectplay.objectives import EveryTarget, Objective
from perfectplay.request import Progress, Request

if TYPE_CHECKING:
    from perfectplay.engines.array_rules import ArrayRules
    from perfectplay.engines.compiled.game import CompiledGame, SolvedPositions
    from perfectplay.engines.compiled.solution import CompiledSolution
    from perfectplay.engines.plan import Plan
    from perfectplay.engines.speed import Speed
    from perfectplay.model.game import Game
    from perfectplay.solution.solution import Solution
    from perfectplay.solution.storage.container import Stored
    from perfectplay.solution.verification import Verification

SECONDS = 1.0
"""Roughly how long compiling takes; games that can be explored faster are not compiled."""
VERIFIED = 20_000
"""The number of positions to verify, spread over all."""


def has_llvm() -> bool:
    """Whether LLVM is installed to compile rules with."""
    from perfectplay.engines.backends import compiling

    return compiling.has_llvm()


class CompiledEngine(Engine):
    """Compiles the rules of any game, and keeps nothing but bounds on its positions."""

    name: ClassVar[str] = "compiled"
    solves: ClassVar[str] = "any large game, its rules compiled from their source"
    on_gpu: ClassVar[bool] = True

    def __init__(self) -> None:
        self.last: tuple[Game[Any], Any, CompiledGame | PerfectPlayError] | None = None

    def refuses(self, game: Game[Any], request: Request) -> PerfectPlayError | None:
        if request.exact:
            return EngineError("compiled rules are solved in floats, with bounds")
        if isinstance(request.objective, EveryTarget):
            return ForeignGameError(f"'{request.objective}' is for scorecards")
        by_name = request.compute.engine == self.name or request.compute.backend == "gpu"
        if game.family and not by_name and not request.needs:
            return ForeignGameError(f"{game.name} has an engine of its own")
        if game.family and request.needs:  # its own engines say more, without compiling
            missing = request.needs - self.result(game, request).declared.keys()
            if missing:
                return engines.not_offered(self, game, request, missing)
        found = self.compiled(game, request, few=by_name or request.storage.folder is not None)
        return found if isinstance(found, PerfectPlayError) else None

    def compiled(
        self, game: Game[Any], request: Request, *, few: bool = True
    ) -> CompiledGame | PerfectPlayError:
        """The compiled rules of a game, or why there are none; the latest are cached.

        With `few` positions, exploring them is faster than compiling the rules.
        """
        if self.last is None or self.last[0] is not game or self.last[1] != request.objective:
            self.last = game, request.objective, self.tried(game, request, few=few)
        return self.last[2]

    def tried(
        self, game: Game[Any], request: Request, *, few: bool
    ) -> CompiledGame | PerfectPlayError:
        """Compile the rules of a game, if it has enough positions."""
        from perfectplay.engines.compiled.sample import take_sample

        try:
            with no_garbage():
                sample = take_sample(game)
        except Exception:  # noqa: BLE001  # of which the engine that explores tells the place
            return EngineError(f"{game.name} has rules that fail; they are not compiled")
        try:
            if sample.whole and not few:
                return EngineError(
                    f"{game.name} has {len(sample.positions):,} positions; so few are explored "
                    "faster than its rules are compiled"
                )
            if not has_llvm():
                gain = f"LLVM, which makes the rules of {game.name} five to ten times as fast"
                return MissingExtraError("compiler", gain)
            from perfectplay.engines.compiled.game import CompiledGame, KeyPlan

            with no_garbage():
                plan = KeyPlan.of(game, request.objective, sample)
                return CompiledGame(game, request.objective, plan)
        except PerfectPlayError as error:
            return error

    def result(self, game: Game[Any], request: Request) -> type[CompiledSolution]:  # noqa: ARG002  # it has but one kind
        from perfectplay.engines.compiled.solution import CompiledSolution

        return CompiledSolution

    def size(self, game: Game[Any], request: Request) -> Size:  # noqa: ARG002  # others are not asked
        """Compiling takes about a second; a game's own engine always goes first."""
        return Size(seconds=None if game.family else SECONDS)

    def way(self, game: Game[Any], request: Request) -> str:
        from perfectplay.engines.compiled import speed

        found = self.compiled(game, request)
        if isinstance(found, PerfectPlayError):
            raise found
        estimate = speed.speed_estimate(found)
        return f"{speed.size_estimate(found, request)}\n{estimate}"

    def speed(self, game: Game[Any], request: Request) -> Speed:
        if not has_llvm():
            raise MissingExtraError("compiler", "LLVM")
        from perfectplay.engines.compiled.speed import speed

        return speed(game, request)

    def array_rules(self, game: Game[Any], objective: Objective) -> ArrayRules | None:
        if not has_llvm():
            return None
        from perfectplay.engines.compiled.array_rules import CompiledArrayRules
        from perfectplay.engines.compiled.compiler.values import NotCompiledError
        from perfectplay.engines.compiled.layout import NoLayoutError

        try:
            return CompiledArrayRules(game, objective)
        except (NotCompiledError, NoLayoutError):
            return None

    def solve(self, game: Game[Any], request: Request) -> Solution:
        from perfectplay.engines.compiled.compiler.values import NotCompiledError
        from perfectplay.engines.compiled.layout import NoLayoutError
        from perfectplay.engines.compiled.solution import CompiledSolution
        from perfectplay.engines.compiled.solving import StalledError
        from perfectplay.engines.compiled.table import BoundsTable

        found = self.compiled(game, request)
        if isinstance(found, PerfectPlayError):
            raise found
        try:
            if request.storage.folder is not None:
                require_bounded(game)
                from perfectplay.engines.compiled.blocks.run import solve_in_folder

                self.last = None
                return solve_in_folder(found, request)
            solved = solved_where(found, request)
        except (StalledError, NotCompiledError, NoLayoutError):
            if request.compute.engine == self.name or request.storage.folder is not None:
                raise
            return engines.find("graph").solve(game, request)
        self.last = None
        return CompiledSolution(game, request, BoundsTable.of(solved, found.plan))

    def plan(self, game: Game[Any], request: Request) -> Plan:
        from perfectplay.engines.compiled.blocks.plan import plan

        found = self.compiled(game, request)
        if isinstance(found, PerfectPlayError):
            raise found
        return plan(found, request)

    def write(self, solution: CompiledSolution) -> tuple[dict[str, str], dict[str, Any]]:
        from perfectplay.engines.compiled import file

        return file.header_of(solution), file.tensors_of(solution)

    def read(self, stored: Stored, game: Game[Any], request: Request) -> CompiledSolution:
        from perfectplay.engines.compiled import file
        from perfectplay.engines.compiled.blocks import table
        from perfectplay.engines.compiled.blocks.manifest import CUT

        restored = table.restored if CUT in stored.header else file.restored
        return restored(stored, game, request)

    def verify(self, solution: Any, progress: Progress | None = None) -> Verification:
        from perfectplay.solution.verification import verify_at

        table = solution.table_of_bounds
        step = max(len(table) // VERIFIED, 1)

        def places() -> Iterator[tuple[Any, Any]]:
            for place in range(0, len(table), step):
                position, score = table.position(place)
                yield position, score if solution.tracked else None

        return verify_at(solution, places(), progress, of=len(table))


def solved_where(game: CompiledGame, request: Request) -> SolvedPositions:
    """The bounds of all positions, from a GPU if requested, or if there is one and it pays."""
    from perfectplay.engines.compiled.positions import ManyError

    width, memory = request.width, request.compute.memory_limit

    def many() -> bool:
        from perfectplay.engines.backends.gpu import why_not

        return request.compute.backend == "auto" and why_not() is None

    if request.compute.backend != "gpu":
        with suppress(ManyError):
            return game.solve(width, memory, request.report, many=many)
    from perfectplay.engines.compiled.gpu.solving import solve_on_gpu

    game.require_bounded()
    if request.compute.backend == "gpu":
        return solve_on_gpu(game, width, request.report)
    try:
        return solve_on_gpu(game, width, request.report)
    except EngineError as error:
        request.report(f"{error}; going on without the GPU", 0)
        return game.solve(width, memory, request.report)
