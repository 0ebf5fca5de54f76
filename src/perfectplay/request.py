"""A request: the objective and the exactness, how to compute it, and where to store it."""

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
"""The bytes a solve may use by default."""
BACKENDS = ("auto", "threads", "gpu")
"""Where kernels run: on a GPU if there is one and it pays, on all cores, or on a GPU."""
KEEP_TABLE, KEEP_VALUE = "table", "value"

Progress: TypeAlias = Callable[[str, int], None]
"""Called now and then with what is being done, and how many positions are done."""


@dataclasses.dataclass(frozen=True)
class Compute:
    """How something is computed: by which engine, on which hardware, within how much memory.

    >>> from perfectplay import Compute, solve
    >>> from perfectplay.games.coins import Coins
    >>> solve(Coins(), compute=Compute(engine="graph", memory_limit=1 << 20)).engine
    'graph'
    """

    engine: str | None = None
    """The engine to use, by name; None picks the cheapest of those that do not refuse."""
    backend: str = "auto"
    """Where kernels run, one of `BACKENDS`."""
    memory_limit: int = MEMORY_LIMIT
    """The memory it may use, in bytes."""
    progress: Progress | None = None
    """Called now and then with the progress."""

    def __post_init__(self) -> None:
        """Refuse an unknown backend."""
        if self.backend not in BACKENDS:
            raise EngineError(
                f"there is no backend '{self.backend}'; {did_you_mean(self.backend, BACKENDS)}"
            )


@dataclasses.dataclass(frozen=True)
class Storage:
    """Where a long solve stores its work, so that it may be interrupted or larger than memory."""

    checkpoint: str | PathLike[str] | None = None
    """A file that stores finished work; an interrupted solve continues from it."""
    folder: str | PathLike[str] | None = None
    """A folder to solve in blocks, each a file, so that the table may exceed the memory."""
    cluster: str | None = None
    """The address of the Ray cluster that solves the blocks; None means this machine."""
    keep: str = KEEP_TABLE
    """What to keep in the folder: the whole "table", or only the "value" of the first turn."""

    def __post_init__(self) -> None:
        """Refuse invalid settings, such as blocks without a folder."""
        if self.keep not in {KEEP_TABLE, KEEP_VALUE}:
            known = did_you_mean(self.keep, [KEEP_TABLE, KEEP_VALUE])
            raise PerfectPlayError(f"--keep does not accept '{self.keep}'; {known}")
        if self.folder is None and (self.cluster or self.keep != KEEP_TABLE):
            raise PerfectPlayError(
                "--cluster and --keep value need --folder DIR, on storage that all nodes can see"
            )


@dataclasses.dataclass(frozen=True)
class Request:
    """A request to an engine: the objective, the exactness, and the means."""

    objective: Objective
    exact: bool = False
    width: float | None = None
    """How far apart bounds may be; None accepts any bounds."""
    needs: frozenset[Need] = frozenset()
    """What the solution will be asked for: types of answers, or methods of `Solution`."""
    strategies: Mapping[str, Strategy] = dataclasses.field(default_factory=dict)
    """Given strategies, by name, if play is to be evaluated rather than solved."""
    compute: Compute = Compute()
    storage: Storage = Storage()

    def __post_init__(self) -> None:
        """Refuse blocks on a GPU."""
        if self.storage.folder is not None and self.compute.backend == "gpu":
            raise PerfectPlayError(
                "the blocks of a folder are solved by cores; leave out --backend gpu"
            )

    def report(self, stage: str, positions: int) -> None:
        """Report progress, if anyone is listening."""
        if self.compute.progress:
            self.compute.progress(stage, positions)

    def under(self, heading: str) -> Request:
        """The same request, with a heading in front of all progress reports."""

        def progress(stage: str, positions: int) -> None:
            self.report(f"{heading}, {stage}", positions)

        return dataclasses.replace(
            self, compute=dataclasses.replace(self.compute, progress=progress)
        )
