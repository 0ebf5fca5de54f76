"""Kernels in CUDA, run on a GPU through CuPy.

CUDA sources are next to the Numba kernels they mirror, as `*.cu` files. They are compiled for the
GPU at hand on first use, and cached by CuPy.
"""

from __future__ import annotations

import functools
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from importlib.resources import files
from typing import Any, NamedTuple, Protocol

import numpy as np

from perfectplay.engines.backends import parts_of
from perfectplay.errors import EngineError, in_bytes

OPTIONS = ("--std=c++17",)
COLUMNS = "engines/backends/columns.cu"
STAGE = 32 << 20
"""The bytes copied to the host at a time."""
STAGES = 6
"""The number of such copies in flight."""


class Need(NamedTuple):
    """What some kernels need of a GPU, in bytes."""

    memory: int
    shared: int
    """Memory shared by a block of threads."""


class Module(Protocol):
    """Compiled sources."""

    def launch(
        self, kernel: str, threads: tuple[int, int], arguments: Sequence[Any], shared: int = 0
    ) -> None:
        """Run a kernel with some blocks of some threads; a named tuple becomes a struct."""


class Device(Protocol):
    """Where CUDA kernels run."""

    @property
    def xp(self) -> Any:
        """The equivalent of NumPy for columns on the device."""

    def module(self, sources: tuple[str, ...], constants: str) -> Module:
        """Sources of the package, compiled with some constants."""

    def put(self, column: Any) -> Any:
        """A copy of a column on the device."""

    def empty(self, length: int, dtype: Any) -> Any:
        """Room for a column on the device."""

    def fetch(self, column: Any, into: Any, done: Callable[[], None]) -> None:
        """Copy a column to the host once everything launched so far is done."""

    def fetched(self, column: Any) -> Any:
        """A copy of a column on the host."""

    def free(self) -> int:
        """The bytes of free memory."""

    def release(self) -> None:
        """Release unused memory."""

    def wait(self) -> None:
        """Wait until everything is copied."""


def source_of(sources: Sequence[str], constants: str) -> str:
    """Sources of the package concatenated, with constants before them."""
    folder = files("perfectplay")
    texts = [folder.joinpath(source).read_text(encoding="utf-8") for source in sources]
    return "\n".join([folder.joinpath(COLUMNS).read_text(encoding="utf-8"), constants, *texts])


def as_struct(argument: Any, address: Callable[[Any], int]) -> Any:
    """The form of a kernel argument: a column's address, or the fields of a named tuple.

    In a struct, a number has 64 bits, and a column is its address and its length.
    """
    if not isinstance(argument, tuple):
        return np.array([address(argument)], np.int64)
    numbers = list(in_a_row(argument, address))
    return np.array(numbers, np.int64).view(f"V{8 * len(numbers)}")


def in_a_row(columns: Any, address: Callable[[Any], int]) -> Iterator[int]:
    """The fields of a struct."""
    for column in columns:
        if isinstance(column, tuple):
            yield from in_a_row(column, address)
        elif isinstance(column, int):
            yield column
        else:
            yield from (address(column), int(column.size))


def why_not() -> str | None:
    """What is missing for running kernels on a GPU; None if nothing is."""
    try:
        import cupy
    except ImportError:
        return "the GPU backend needs CuPy: pip install 'perfectplay[cuda13]' (or [cuda12])"
    try:
        cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError as error:
        return f"there is no GPU that CUDA can use: {str(error).partition(':')[2].strip()}"
    return None


@functools.cache
def the_gpu() -> Gpu:
    """The GPU of this machine; an EngineError says what is missing if there is none."""
    reason = why_not()
    if reason:
        raise EngineError(reason)
    return Gpu()


def gpu_for(backend: str, need: Need) -> Gpu | None:
    """The GPU if it is requested, or if there is one that suffices; otherwise None.

    If it is requested, an EngineError says what is missing.
    """
    if backend == "auto" and not why_not():
        return None if the_gpu().lacks(need) else the_gpu()
    if backend != "gpu":
        return None
    missing = the_gpu().lacks(need)
    if missing:
        raise EngineError(f"{missing}; solve it on the CPU, with the backend 'threads'")
    return the_gpu()


class Gpu:
    """The GPU that CUDA selects first.

    Copies to the host go through pinned memory, piece by piece, handled by several threads: a GPU
    delivers as fast as several cores can take it.
    """

    def __init__(self) -> None:
        import cupy

        self.cupy = cupy
        self.out_of_memory: type[Exception] = cupy.cuda.memory.OutOfMemoryError
        self.pool = ThreadPoolExecutor(STAGES)
        self.own = threading.local()
        self.under_way: deque[tuple[list[Future[None]], int, Callable[[], None]]] = deque()

    def lacks(self, need: Need) -> str | None:
        """What the GPU has too little of; None if it has enough."""
        device = self.cupy.cuda.Device()
        free, shared = device.mem_info[0], device.attributes["MaxSharedMemoryPerBlockOptin"]
        if need.memory > free:
            has = f"{in_bytes(need.memory)} of memory, and the GPU has {in_bytes(free)}"
        elif need.shared > shared:
            has = f"{in_bytes(need.shared)} of shared memory, and the GPU has {in_bytes(shared)}"
        else:
            return None
        return f"this takes {has}"

    def module(self, sources: tuple[str, ...], constants: str) -> Module:
        """Sources of the package, compiled with some constants."""
        return gpu_module(source_of(sources, constants))

    def put(self, column: Any) -> Any:
        """A copy of a column on the GPU."""
        return self.cupy.asarray(column)

    def empty(self, length: int, dtype: Any) -> Any:
        """Room for a column on the GPU."""
        return self.cupy.empty(length, dtype)

    def fetch(self, column: Any, into: Any, done: Callable[[], None]) -> None:
        """Copy a column to the host once everything launched so far is done.

        Only a limited part of the GPU's memory waits for this at a time.
        """
        event = self.cupy.cuda.Event(disable_timing=True)
        event.record()
        length = STAGE // column.itemsize
        pieces = [
            self.pool.submit(self.copy, column[first:end], into[first:end], event)
            for first, end in parts_of(0, len(column), length)
        ]
        self.under_way.append((pieces, column.nbytes, done))
        free = self.cupy.cuda.Device().mem_info[0]
        while sum(size for _, size, _ in self.under_way) > free // 4:
            self.wait_for_first()

    def copy(self, column: Any, into: Any, event: Any) -> None:
        """Copy a piece of a column to the host, after an event."""
        cuda = self.cupy.cuda
        if not hasattr(self.own, "stream"):
            self.own.stream = cuda.Stream(non_blocking=True)
            self.own.stage = cuda.alloc_pinned_memory(STAGE)
        stream, stage = self.own.stream, self.own.stage
        stream.wait_event(event)
        to_host = cuda.runtime.memcpyDeviceToHost
        cuda.runtime.memcpyAsync(stage.ptr, column.data.ptr, column.nbytes, to_host, stream.ptr)
        stream.synchronize()
        into[:] = np.frombuffer(stage, into.dtype, len(into))

    @property
    def xp(self) -> Any:
        """The equivalent of NumPy for columns on the GPU."""
        return self.cupy

    def fetched(self, column: Any) -> Any:
        """A copy of a column on the host."""
        if column.nbytes < STAGE:
            return column.get()
        column = self.cupy.ascontiguousarray(column)
        found = np.empty(column.shape, column.dtype)
        self.fetch(column.ravel(), found.ravel(), lambda: None)
        self.wait()
        return found

    def free(self) -> int:
        """The bytes of free memory."""
        pool = self.cupy.get_default_memory_pool()
        return int(self.cupy.cuda.Device().mem_info[0]) + int(pool.free_bytes())

    def release(self) -> None:
        """Release unused memory."""
        self.cupy.get_default_memory_pool().free_all_blocks()

    def wait_for_first(self) -> None:
        """Wait for the oldest copy in flight."""
        pieces, _, done = self.under_way.popleft()
        for piece in pieces:
            piece.result()
        done()

    def wait(self) -> None:
        """Wait until everything is copied."""
        while self.under_way:
            self.wait_for_first()


@functools.cache
def gpu_module(source: str) -> Module:
    """Compiled source."""
    return GpuModule(source)


class GpuModule:
    """CUDA source, compiled for the GPU at hand."""

    def __init__(self, source: str) -> None:
        import cupy

        self.module = cupy.RawModule(code=source, options=OPTIONS)

    def launch(
        self, kernel: str, threads: tuple[int, int], arguments: Sequence[Any], shared: int = 0
    ) -> None:
        """Run a kernel with some blocks of some threads; a named tuple becomes a struct."""
        blocks, each = threads
        if not blocks:
            return
        function = self.module.get_function(kernel)
        if shared:
            function.max_dynamic_shared_size_bytes = shared
            function.preferred_shared_memory_carveout = 100
        structs = tuple(
            as_struct(argument, lambda column: column.data.ptr) for argument in arguments
        )
        function((blocks,), (each,), structs, shared_mem=shared)
