"""Who runs the jobs: this process, others on this machine, or a Ray cluster."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Self, TypeVar

from perfectplay.code_bundle import CodeBundle, own_files
from perfectplay.engines.backends.threads import available_cores
from perfectplay.engines.compiled.blocks.work import FolderJob, Site, Task, Work, do
from perfectplay.errors import MemoryLimitError, ParameterError, in_bytes
from perfectplay.request import Request
from perfectplay.workers import LOCAL, Workers, open_workers

J = TypeVar("J", bound=FolderJob)


BYTES_A_KEY = 320
"""The memory a key of a part takes, with its bounds, its programs and some room to spare."""
LEAST_ROOM = 64


def room_for(request: Request) -> int:
    """How many keys a part may have; the processes on this machine share its memory."""
    sharing = available_cores() if request.storage.cluster is None else 1
    return max(request.compute.memory_limit // (BYTES_A_KEY * sharing), LEAST_ROOM)


def require_memory(request: Request, room: int) -> None:
    """Refuse parts that are too large for the memory available now."""
    limit, need = request.compute.memory_limit, room * BYTES_A_KEY
    if room > LEAST_ROOM and need > limit:
        raise MemoryLimitError(
            f"the solve in {request.storage.folder} was begun with blocks of which each takes up "
            f"to {in_bytes(need)}, more than the memory limit of {in_bytes(limit)}; raise the "
            "limit, or take another folder"
        )


class Crew:
    """Workers for the jobs: those of a cluster if there is one, else one for each core.

    A single job runs in this process, so a small game, with one part per step, needs no others.
    """

    def __init__(self, request: Request, *, alone: bool = False) -> None:
        self.request = request
        self.alone = alone
        """Whether everything runs in this process."""
        self.workers: Workers | None = None
        self.bundle: CodeBundle | None = None

    def run(self, work: Work, jobs: Sequence[J], note: Callable[[Any], None]) -> dict[J, Any]:
        """The results of some jobs; each is recorded as it arrives."""
        results: Iterable[tuple[J, Any]]
        cluster = self.request.storage.cluster
        if self.alone or (cluster is None and (len(jobs) < 2 or self.here(work) < 2)):
            results = ((job, job.run(work)) for job in jobs)
        else:
            site = self.site(work)
            tasks = [Task(number, site, job) for number, job in enumerate(jobs)]
            done = self.opened(work).run(do, tasks)
            results = ((jobs[task.number], result) for task, result in done)
        found: dict[J, Any] = {}
        for job, result in results:
            found[job] = result
            note(result)
        return found

    def opened(self, work: Work) -> Workers:
        """The workers, started on first use."""
        if self.workers is None:
            cluster = self.request.storage.cluster
            self.workers = open_workers(cluster or LOCAL, None if cluster else self.here(work))
        return self.workers

    def here(self, work: Work) -> int:
        """How many processes this machine can run, each with a part in memory."""
        parts = self.request.compute.memory_limit // (work.terms.room * BYTES_A_KEY)
        return max(1, min(available_cores(), parts))

    def site(self, work: Work) -> Site:
        """What a worker has to know about a solve."""
        game = work.compiled.game
        if self.bundle is None:
            compute = dataclasses.replace(self.request.compute, progress=None)
            request = dataclasses.replace(self.request, compute=compute)
            lean = dataclasses.replace(game) if dataclasses.is_dataclass(game) else game
            try:
                self.bundle = CodeBundle.of((lean, request), own_files([type(game)]))
            except Exception as error:
                raise ParameterError(
                    f"{game.name} cannot be sent to workers: {error}; write it in a file"
                ) from error
        return Site(self.bundle, str(work.folder.path.resolve()), work.folder.solve)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.workers is not None:
            self.workers.close()
