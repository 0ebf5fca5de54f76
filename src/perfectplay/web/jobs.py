"""The queue of jobs, and the one process that works through them."""

from __future__ import annotations

import dataclasses
import logging
import multiprocessing
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, Literal

from perfectplay.errors import PerfectPlayError
from perfectplay.web import messages
from perfectplay.web.limits import Limits
from perfectplay.web.worker import work

State = Literal["waiting", "running", "done", "failed", "cancelled"]
KEPT = 200
TICK = 0.05


class QueueFullError(PerfectPlayError):
    """Too many jobs are waiting."""


@dataclasses.dataclass
class Job:
    """A job and its progress."""

    id: str
    what: messages.What
    solution: str
    order: dict[str, Any]
    state: State = "waiting"
    stage: str = ""
    positions: int = 0
    began: float = 0.0
    ended: float = 0.0
    error: str | None = None
    unwanted: bool = False
    waiting: int = 1
    """How many clients have asked for it and not left since."""

    @property
    def open(self) -> bool:
        """Whether it still has to be done."""
        return self.state in ("waiting", "running")

    @property
    def seconds(self) -> float:
        """How long it has taken."""
        return 0.0 if not self.began else (self.ended or time.monotonic()) - self.began

    def end(self, state: State, error: str | None = None) -> None:
        """Record how it ended, and drop the order."""
        self.ended, self.error, self.order = time.monotonic(), error, {}
        self.state = state


class Jobs:
    """One queue; solving comes before computing odds, otherwise first come, first served."""

    def __init__(self, limits: Limits, then: Callable[[Job], None]) -> None:
        self.limits = limits
        self.then = then
        """Called with each finished job."""
        self.known: OrderedDict[str, Job] = OrderedDict()
        self.changed = threading.Condition()
        self.closed = False
        self.process: SpawnProcess | None = None
        self.orders: Connection | None = None
        self.thread = threading.Thread(target=self.run, daemon=True, name="jobs")
        self.thread.start()

    def ask(self, what: messages.What, solution: str, order: dict[str, Any]) -> Job:
        """A job in the queue; an existing one if it is still to be done."""
        name = f"{what}-{solution}"
        with self.changed:
            old = self.known.get(name)
            if old is not None and old.open and not old.unwanted:
                old.waiting += 1
                return old
            waiting = sum(job.open for job in self.known.values())
            if waiting >= self.limits.queued_jobs:
                raise QueueFullError(f"{waiting} jobs are already waiting; try again later")
            job = Job(name, what, solution, {**order, "what": what, "solution": solution})
            self.known[name] = job
            self.known.move_to_end(name)
            self.forget()
            self.changed.notify_all()
        return job

    def forget(self) -> None:
        """Forget jobs that ended long ago."""
        for name in [name for name, job in self.known.items() if not job.open][:-KEPT]:
            del self.known[name]

    def leave(self, job: Job) -> None:
        """A client stops waiting for a job; if nobody is left, it is cancelled."""
        job.waiting -= 1
        if job.waiting <= 0:
            self.cancel(job)

    def cancel(self, job: Job) -> None:
        """Cancel a job."""
        with self.changed:
            if job.state == "waiting":
                job.end("cancelled")
            job.unwanted = True
            self.changed.notify_all()

    def ahead(self, job: Job) -> int:
        """How many jobs come before this one."""
        if job.state != "waiting":
            return 0
        order = [each for each in self.in_order() if each.state == "waiting"]
        running = any(each.state == "running" for each in self.known.values())
        return order.index(job) + running if job in order else 0

    def in_order(self) -> list[Job]:
        """All jobs in the order they are done."""
        return sorted(self.known.values(), key=lambda job: job.what == "odds")

    def facts_of(self, job: Job) -> messages.JobFacts:
        """A job, as clients see it."""
        with self.changed:
            return messages.JobFacts(
                id=job.id,
                what=job.what,
                state=job.state,
                ahead=self.ahead(job),
                stage=job.stage,
                positions=job.positions,
                seconds=round(job.seconds, 2),
                error=job.error,
                solution=job.solution,
            )

    # The thread that supervises the process

    def run(self) -> None:
        """Do the jobs one after another; a failing job does not stop the loop."""
        while True:
            with self.changed:
                job = next((each for each in self.in_order() if each.state == "waiting"), None)
                if self.closed:
                    break
                if job is None:
                    self.changed.wait()
                    continue
                job.state, job.began = "running", time.monotonic()
            try:
                self.do(job)
                self.then(job)
            except Exception as error:
                logging.getLogger(__name__).exception("the job %s went wrong", job.id)
                if job.open:
                    self.end_process()
                    job.end("failed", f"solving failed: {type(error).__name__}")
        self.end_process()

    def do(self, job: Job) -> None:
        """Do one job, until it is done, cancelled, or out of time."""
        try:
            orders = self.connection()
            orders.send(job.order)
            while True:
                if self.closed or job.unwanted:
                    self.end_process()
                    job.end("cancelled")
                    return
                if job.seconds > self.limits.job_seconds:
                    self.end_process()
                    most = self.limits.job_seconds
                    job.end("failed", f"it took more than {most} seconds, the limit")
                    return
                if orders.poll(TICK) and self.hear(job, orders.recv()):
                    return
        except (EOFError, OSError):
            self.end_process()
            why = "the process that solved it has ended; it may have run out of memory"
            job.end("failed", why)

    def hear(self, job: Job, news: tuple[Any, ...]) -> bool:
        """Record news from the process; returns whether the job has ended."""
        match news:
            case ("progress", stage, positions):
                job.stage, job.positions = str(stage), int(positions)
                return False
            case ("failed", error):
                job.end("failed", str(error))
            case _:
                job.end("done")
        return True

    def connection(self) -> Connection:
        """The connection to the process, which is started if necessary."""
        if self.process is None or not self.process.is_alive() or self.orders is None:
            self.end_process()
            context = multiprocessing.get_context("spawn")
            self.orders, theirs = context.Pipe()
            self.process = context.Process(target=work, args=(theirs,), daemon=True)
            self.process.start()
            theirs.close()
        return self.orders

    def end_process(self) -> None:
        """Kill the process, whatever it is doing."""
        if self.process is not None:
            self.process.terminate()
            self.process.join(2)
            if self.process.is_alive():
                self.process.kill()
                self.process.join()
        if self.orders is not None:
            with suppress(OSError):
                self.orders.close()
        self.process = self.orders = None

    def close(self) -> None:
        """Shut everything down."""
        with self.changed:
            self.closed = True
            self.changed.notify_all()
        self.thread.join()
