"""What is asked: of which objective and how exactly, how it is computed, and where it is kept."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from os import PathLike
from typing import TYPE_CHECKING, TypeAlias

from perfectplay.errors import EngineError, PerfectPlayError, did_you_mean

if TYPE_CHECKING:
    from perfectplay.objectives import Objective
    from perfectplay.solution.answers import Need
    from perfectplay.strategies.strategy import Strategy

MEMORY_LIMIT = 4 << 30
"""Bytes that a solve may take, unless it is given more or fewer."""
BACKENDS = ("auto", "threads", "gpu")
"""Where kernels are run: on a GPU if there is one and it pays, on all cores, or on a GPU."""
KEEP_TABLE, KEEP_VALUE = "table", "value"

Progress: TypeAlias = Callable[[str, int], None]
"""Is told now and then what is being done, and how many positions are done."""


@dataclasses.dataclass(frozen=True)
class Compute:
    """How something is computed: by which engine, on which hardware, within how much memory.

    >>> from perfectplay import Compute, solve
    >>> from perfectplay.games.coins import Coins
    >>> solve(Coins(), compute=Compute(engine="graph", memory_limit=1 << 20)).engine
    'graph'
    """

    engine: str | None = None
    """The engine to take, by its name; None takes the cheapest of those that do not refuse."""
    backend: str = "auto"
    """Where kernels are run, one of `BACKENDS`."""
    memory_limit: int = MEMORY_LIMIT
    """The bytes that it may take."""
    progress: Progress | None = None
    """Is told now and then how far it is."""

    def __post_init__(self) -> None:
        """Refuse a backend that there is not."""
        if self.backend not in BACKENDS:
            raise EngineError(
                f"there is no backend '{self.backend}'; {did_you_mean(self.backend, BACKENDS)}"
            )


@dataclasses.dataclass(frozen=True)
class Storage:
    """Where a long solve stores its work, so that it may be interrupted or larger than memory."""

    checkpoint: str | PathLike[str] | None = None
    """A file that keeps what is done; the same solve goes on from there if it was stopped."""
    folder: str | PathLike[str] | None = None
    """Where it is solved in blocks, each a file, so that the table may outgrow the memory."""
    cluster: str | None = None
    """The Ray cluster that solves the blocks, by its address; None is this machine."""
    keep: str = KEEP_TABLE
    """What stays in the folder: the whole "table", or what tells the "value" of the first turn."""

    def __post_init__(self) -> None:
        """Refuse what cannot be kept, and blocks without a folder."""
        if self.keep not in {KEEP_TABLE, KEEP_VALUE}:
            known = did_you_mean(self.keep, [KEEP_TABLE, KEEP_VALUE])
            raise PerfectPlayError(f"--keep cannot be '{self.keep}'; {known}")
        if self.folder is None and (self.cluster or self.keep != KEEP_TABLE):
            raise PerfectPlayError(
                "--cluster and --keep value need --folder DIR, on storage that all nodes can see"
            )


@dataclasses.dataclass(frozen=True)
class Request:
    """A request to an engine: for which objective, how exactly, and by what means."""

    objective: Objective
    exact: bool = False
    width: float | None = None
    """How far apart the bounds of values may be at most; None takes them as they are."""
    needs: frozenset[Need] = frozenset()
    """What the solution will be asked: types of answers, or methods of `Solution`."""
    strategies: Mapping[str, Strategy] = dataclasses.field(default_factory=dict)
    """Ways to play that are given, by name, where play is to be evaluated and not solved."""
    compute: Compute = Compute()
    storage: Storage = Storage()

    def __post_init__(self) -> None:
        """Refuse blocks on a GPU."""
        if self.storage.folder is not None and self.compute.backend == "gpu":
            raise PerfectPlayError(
                "the blocks of a folder are solved by cores; leave out --backend gpu"
            )

    def report(self, stage: str, positions: int) -> None:
        """Report how far the solve is, to whoever wants to know."""
        if self.compute.progress:
            self.compute.progress(stage, positions)

    def under(self, heading: str) -> Request:
        """The same request, with a heading to all that is reported."""

        def progress(stage: str, positions: int) -> None:
            self.report(f"{heading}, {stage}", positions)

        return dataclasses.replace(
            self, compute=dataclasses.replace(self.compute, progress=progress)
        )
