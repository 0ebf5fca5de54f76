"""Who does the work? Processes on this machine, or a Ray cluster.

Work is split into tasks: a stateless function that can be pickled, and its argument. Callers open
workers by a keyword, and receive the results as they come. Closing the workers cancels what is not
done; a lost worker's task is given to another.

Ray schedules tasks, and repeats those of a lost node. It is the extra `perfectplay[cluster]`,
imported only if a cluster is requested.
"""

from __future__ import annotations

import functools
import itertools
import multiprocessing
import os
import signal
import socket
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Self, TypeVar

from perfectplay.engines.backends.threads import TOLD, available_cores
from perfectplay.errors import WorkersError
from perfectplay.version import __version__

LOCAL = "local"
AUTO = "auto"
WAYS = f"{LOCAL}, {LOCAL}:3 for a cluster of 3 workers on this machine, {AUTO} or HOST:PORT"
AHEAD = 4
"""Tasks handed out per worker, so that none has to wait for the next."""
MOST_LOSSES = 3
"""How many processes may be lost before their work is to blame."""
PATIENCE = 10
"""Seconds a cluster has to answer."""
GLANCE = 5
"""Seconds between checks that a cluster still has its head node."""
SETTINGS = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_raylet_start_wait_time_s": "50"}
"""Settings for Ray unless the user has others: no usage statistics, a minute to start."""

Task = TypeVar("Task")
Result = TypeVar("Result")


def open_workers(where: str = LOCAL, count: int | None = None) -> Workers:
    """The workers named by a keyword, for use in a `with` statement.

    `local` means processes, one per core unless a count is given (one is this process itself, with
    all its threads); `local:3` is a Ray cluster of three workers on this machine; anything else is
    the address of a Ray cluster.

    >>> with open_workers("local", 1) as workers:
    ...     for task, result in workers.run(abs, [-3]):
    ...         print(task, result)
    -3 3
    """
    if where != LOCAL:
        return Cluster(where)
    count = count or available_cores()
    return Processes(count) if count > 1 else InProcess()


class Workers(ABC):
    """Some workers, until they are closed."""

    count: int
    """How many tasks run at a time."""

    def run(
        self, work: Callable[[Task], Result], tasks: Iterable[Task]
    ) -> Iterator[tuple[Task, Result]]:
        """Each task with its result, in the order they finish.

        Exceptions of the work are raised here; to continue after one, let the work return it.
        """
        to_do = iter(tasks)
        running: dict[Any, Task] = {}
        while True:
            for task in itertools.islice(to_do, AHEAD * self.count - len(running)):
                running[self.start(work, task)] = task
            if not running:
                return
            for handle in self.first_done(running):
                task = running.pop(handle)
                try:
                    result = self.result(handle)
                except BrokenProcessPool:
                    running[self.start(work, task)] = task
                else:
                    yield task, result

    @abstractmethod
    def start(self, work: Callable[[Any], Any], task: Any) -> Any:
        """Hand out a task; returns a handle for its result."""

    @abstractmethod
    def first_done(self, running: Collection[Any]) -> Collection[Any]:
        """Wait until a task is done; returns its handle."""

    @abstractmethod
    def result(self, handle: Any) -> Any:
        """The result of a finished task."""

    @abstractmethod
    def close(self) -> None:
        """Cancel unfinished tasks."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class InProcess(Workers):
    """Runs everything in this process: a task is done when its result is requested."""

    count = 1

    def start(self, work: Callable[[Any], Any], task: Any) -> Callable[[], Any]:
        return functools.partial(work, task)

    def first_done(self, running: Collection[Any]) -> Collection[Any]:
        return [next(iter(running))]

    def result(self, handle: Callable[[], Any]) -> Any:
        return handle()

    def close(self) -> None:
        pass


class Processes(Workers):
    """Processes on this machine, each with one thread; they end with the one that started them."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.losses = 0
        self.others = set(multiprocessing.active_children())
        self.pool = self.opened()

    def opened(self) -> ProcessPoolExecutor:
        """Fresh processes; they are spawned, since a fork loses the threads of the parent."""
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.count, context, initializer=begin)

    def start(self, work: Callable[[Any], Any], task: Any) -> Future[Any]:
        try:
            return self.pool.submit(work, task)
        except BrokenProcessPool:
            self.losses += 1
            if self.losses == MOST_LOSSES:
                raise WorkersError(
                    f"{MOST_LOSSES} times a worker ended before its work was done; is there enough "
                    "memory for them, and does a script that opens workers do so below "
                    "if __name__ == '__main__'?"
                ) from None
            self.pool = self.opened()
            return self.pool.submit(work, task)

    def first_done(self, running: Collection[Any]) -> Collection[Any]:
        return wait(running, return_when=FIRST_COMPLETED).done

    def result(self, handle: Future[Any]) -> Any:
        return handle.result()

    def close(self) -> None:
        for process in set(multiprocessing.active_children()) - self.others:
            process.terminate()
        self.pool.shutdown(cancel_futures=True)


def begin() -> None:
    """Start as a worker: with one thread, ignoring Ctrl-C, and never outliving the parent."""
    os.environ[TOLD] = "1"
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    """Wait for the parent process to end, however it does, and end too."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


class Cluster(Workers):
    """A Ray cluster: a running one, or one with some workers on this machine."""

    glance: float = GLANCE

    def __init__(self, address: str) -> None:
        self.address = address
        self.ray = the_library()
        place, _, port = address.partition(":")
        if place == LOCAL:
            if not port.isdecimal() or not int(port):
                raise WorkersError(f"'{address}' does not name workers; give {WAYS}")
            self.connect(address=LOCAL, num_cpus=int(port), include_dashboard=False)
        else:
            if address != AUTO:
                require_listener(address)
            self.connect(address=address)
            self.check_versions()
        self.do = self.ray.remote(do)
        context = self.ray.get_runtime_context()
        self.head, self.node = str(context.gcs_address), str(context.get_node_id())
        self.seen = time.monotonic()
        self.count = max(1, int(self.ray.cluster_resources().get("CPU", 1)))

    def connect(self, **how: Any) -> None:
        """Connect to the cluster, or start one."""
        for name, value in SETTINGS.items():
            os.environ.setdefault(name, value)
        silence_ray_logs()
        try:
            self.ray.init(log_to_driver=False, logging_level="critical", **how)
        except Exception as error:  # Ray has no specific class for it
            raise WorkersError(
                f"the Ray cluster {self.address} does not answer: {first_line(error)}"
            ) from error

    def check_versions(self) -> None:
        """Refuse nodes with another version of this package, or without it."""

        def version() -> str:  # sent by value: a node may not have this file
            try:
                from perfectplay.version import __version__
            except ImportError:
                return "none"
            return __version__

        from ray.exceptions import RayError
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        nodes = {
            node["NodeID"]: node["NodeManagerAddress"] for node in self.ray.nodes() if node["Alive"]
        }
        ask = self.ray.remote(version)
        asked = {
            address: ask.options(
                num_cpus=0, scheduling_strategy=NodeAffinitySchedulingStrategy(node, soft=False)
            ).remote()
            for node, address in nodes.items()
        }
        for address, answer in asked.items():
            try:
                found = self.ray.get(answer)
            except RayError:  # the node was lost a moment ago, and Ray has not noticed
                continue
            if found != __version__:
                self.close()
                raise WorkersError(
                    f"the node {address} of the cluster {self.address} has perfectplay {found} and "
                    f"this is {__version__}; install the same version on all nodes"
                )

    def start(self, work: Callable[[Any], Any], task: Any) -> Any:
        return self.do.remote(work, task)

    def first_done(self, running: Collection[Any]) -> Collection[Any]:
        done: list[Any] = []
        while not done:
            done = self.ray.wait(list(running), timeout=self.glance)[0]
            if time.monotonic() > self.seen + self.glance:
                self.require_head()
        return done

    def require_head(self) -> None:
        """Refuse to continue without the head, or our own node; Ray would end us a minute later."""
        try:
            reach(self.head)
            self.seen = time.monotonic()
        except OSError as error:
            raise WorkersError(
                f"the head of the cluster {self.address} is lost: {first_line(error)}"
            ) from None
        if not any(each["Alive"] for each in self.ray.nodes() if each["NodeID"] == self.node):
            raise WorkersError(f"the node of the cluster {self.address} on this machine is lost")

    def result(self, handle: Any) -> Any:
        from ray.exceptions import RayError, RayTaskError

        try:
            return self.ray.get(handle)
        except RayTaskError as error:
            raise error.cause from None
        except RayError as error:
            raise WorkersError(
                f"the cluster {self.address} could not do its work: {first_line(error)}"
            ) from error

    def close(self) -> None:
        self.ray.shutdown()


def reach(address: str) -> None:
    """Raise an OSError unless something listens at an address; even a busy system answers."""
    host, _, port = address.rpartition(":")
    socket.create_connection((host, int(port)), PATIENCE).close()


def silence_ray_logs() -> None:
    """Keep Ray from printing its nodes' logs among our output; there is no setting for that."""
    from ray._private import worker

    worker.print_to_stdstream = lambda *_, **__: None


def do(work: Callable[[Any], Any], task: Any) -> Any:
    """Run a task, whatever callable its work is; Ray requires a plain function."""
    return work(task)


def the_library() -> Any:
    """Ray, if it is installed."""
    try:
        import ray
    except ImportError:
        raise WorkersError(
            "a cluster needs Ray, which is not installed; pip install 'perfectplay[cluster]'"
        ) from None
    return ray


def require_listener(address: str) -> None:
    """Refuse an address where nothing listens; Ray itself would wait for minutes."""
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal() or "/" in host:
        raise WorkersError(f"'{address}' does not name workers; give {WAYS}")
    try:
        reach(address)
    except (OSError, OverflowError) as error:
        raise WorkersError(
            f"no Ray cluster answers at {address}: {first_line(error)}; start one with "
            "ray start --head"
        ) from None


def first_line(error: BaseException) -> str:
    """The first line of an error's text."""
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
