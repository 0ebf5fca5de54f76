"""What most commands ask: to solve a game with some options, or to open a saved solution."""

from __future__ import annotations

import dataclasses
import functools
import inspect
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from perfectplay.cli.options import (
    BackendName,
    DieText,
    EngineName,
    Exact,
    GameName,
    LabelsName,
    Memory,
    ObjectiveText,
    OwnGame,
    Words,
)
from perfectplay.errors import FileError, MemoryLimitError, ObjectiveError, PerfectPlayError
from perfectplay.request import Compute, Progress, Request, Storage
from perfectplay.solution.answers import ChancesByTarget, Need

if TYPE_CHECKING:
    from perfectplay.model.game import Game
    from perfectplay.solution.solution import Solution


EXPLORED = 10_000
"""Hands that may be followed card by card even if the game has a chart for all of them."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Question:
    """A game with its parameters and how to solve it, as typed."""

    game: GameName
    words: Words = None
    objective: ObjectiveText = None
    exact: Exact = False
    engine: EngineName = None
    backend: BackendName = "auto"
    die: DieText = None
    memory: Memory = "4g"
    own: OwnGame = None
    labels: LabelsName = None

    @property
    def saved(self) -> bool:
        """Whether a saved solution is requested, so that nothing has to be solved."""
        from perfectplay.cli.words import is_saved

        return is_saved(self.game)

    def rules(self) -> Game[Any]:
        """The game itself."""
        from perfectplay.cli.words import find_game, labelled

        if self.own is not None:
            raise PerfectPlayError("--game goes with a saved solution of a game of your own")
        game = find_game(self.game, self.words or [], self.die)
        return game if self.labels is None else labelled(game, self.labels)

    def rules_or_saved(self) -> Game[Any]:
        """The game itself, or that of the saved solution."""
        return self.opened(changed=False).game if self.saved else self.rules()

    def request(
        self,
        game: Game[Any],
        *needs: Need,
        width: float | None = None,
        progress: Progress | None = None,
        storage: Storage = Storage(),
    ) -> Request:
        """The request to an engine; the solution must answer what it `needs` to."""
        from perfectplay.cli.words import read_memory
        from perfectplay.objectives import read_objective

        return Request(
            game.objective() if self.objective is None else read_objective(self.objective),
            exact=self.exact,
            width=width,
            needs=frozenset(needs),
            compute=Compute(self.engine, self.backend, read_memory(self.memory), progress),
            storage=storage,
        )

    def solution(
        self,
        *needs: Need,
        every_target: bool = False,
        fresh: bool = False,
        width: float | None = None,
        storage: Storage = Storage(),
    ) -> Solution:
        """The solved game, computed now if it is to be fresh; or the solution from a file.

        Unless the command is about every number of points at once, one must be chosen.
        """
        from perfectplay.cli.progress import Ticker
        from perfectplay.solve import solution_offering, solved
        from perfectplay.user_code import user_errors

        if not every_target:
            self.require_one_target()
        if self.saved:
            solution = self.opened(changed=width is not None)
            return functools.reduce(solution_offering, needs, solution)
        game = self.rules()
        with Ticker() as ticker, user_errors(game):
            request = self.request(game, *needs, width=width, progress=ticker, storage=storage)
            refuse_the_long_way(game, request)
            return solved(game, request, fresh=fresh)

    def opened(self, *, changed: bool) -> Solution:
        """The solution from a file; if it has every number of points, the objective picks one."""
        from perfectplay.cli.words import open_solution
        from perfectplay.objectives import AtLeast, read_objective

        came = (self.words, self.die, self.exact, self.engine, self.labels)
        if any(came) or changed:
            raise FileError(
                f"{self.game} is solved already: parameters, --die, --exact, --engine, --labels or "
                "--width came with it"
            )
        solution = open_solution(Path(self.game), self.own)
        if self.objective is None:
            return solution
        target = read_objective(self.objective)
        if ChancesByTarget not in solution.answers or not isinstance(target, AtLeast):
            raise FileError(f"{self.game} is solved already, for '{solution.objective}'")
        return solution.answer(ChancesByTarget).solution(target.points)

    def require_one_target(self) -> None:
        """Refuse all numbers of points at once where one is needed, before solving anything."""
        from perfectplay.objectives import EveryTarget, read_objective

        if self.objective is not None and isinstance(read_objective(self.objective), EveryTarget):
            raise ObjectiveError(
                f"'{self.objective}' is for solve, table and plot; choose one number of points "
                "here, as with --objective at-least:200"
            )


def refuse_the_long_way(game: Game[Any], request: Request) -> None:
    """Refuse what only exploring can answer, if a game has a chart and is too large to explore."""
    from perfectplay.engines import opinions
    from perfectplay.solution.chart import Chart

    if not request.needs or request.compute.engine is not None:
        return
    quickest, *_ = opinions(game, dataclasses.replace(request, needs=frozenset()))
    declared = () if quickest.refusal else quickest.engine.result(game, request).declared
    if (
        Chart not in declared
        or request.needs <= {*declared}
        or (quickest.size.states or 0) <= EXPLORED
    ):
        return
    raise MemoryLimitError(
        f"{game.name} has far too many positions for this; `perfectplay plot "
        f"{' '.join([game.name, *game.words])}` draws the chart of how to play, and `advise` tells "
        "what to do with any hand"
    )


def asks(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the arguments and options of a `Question`, passed as its first argument.

    Typer reads a command's parameters from its signature: here the game and its parameters come
    first, then the command's own, then the shared options.
    """
    shared = dict(inspect.signature(Question, eval_str=True).parameters)
    _, *own, as_json = inspect.signature(command, eval_str=True).parameters.values()
    game, words, *rest = shared.values()
    first = [each.replace(kind=each.POSITIONAL_OR_KEYWORD) for each in (game, words)]

    @functools.wraps(command)
    def run(**given: Any) -> None:
        question = Question(**{name: given.pop(name) for name in shared})
        command(question, **given)

    taken = [*first, *own, *rest, as_json]
    run.__signature__ = inspect.Signature(taken)  # type: ignore[attr-defined]  # Typer looks here
    run.__annotations__ = {each.name: each.annotation for each in taken}
    return run
