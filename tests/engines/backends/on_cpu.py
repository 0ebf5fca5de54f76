"""A device without a GPU: the CUDA sources of the package as C++, run thread by thread."""

import ctypes
import functools
import re
import subprocess
import tempfile
from pathlib import Path

import numpy as np

from perfectplay.engines.backends.gpu import as_struct, source_of

KERNEL = re.compile(r"__global__ void (?:__launch_bounds__\([\w *]+\))?\s*(\w+)\(")


class Cpu:
    """Stands in for a GPU."""

    xp = np

    def module(self, sources, constants):
        return CpuModule(compiled(source_of(sources, constants)))

    def put(self, column):
        return np.array(column)

    def empty(self, length, dtype):
        return np.full(length, -1).astype(dtype)

    def fetch(self, column, into, done):
        into[:] = column
        done()

    def fetched(self, column):
        return np.array(column)

    def free(self):
        return 1 << 30

    def release(self):
        """Nothing is kept."""

    def wait(self):
        """All is done at once."""


class CpuModule:
    def __init__(self, library):
        self.library = library

    def launch(self, kernel, threads, arguments, shared=0):
        assert shared < 1 << 18
        structs = [as_struct(argument, lambda column: column.ctypes.data) for argument in arguments]
        pointers = (ctypes.c_void_p * len(structs))(*(each.ctypes.data for each in structs))
        blocks, each = threads
        self.library[f"launch_{kernel}"](ctypes.c_longlong(blocks), each, pointers)


@functools.cache
def compiled(source):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "kernels.cpp")
        launchers = [
            f'extern "C" void launch_{kernel}(long long blocks, int threads, void** arguments) '
            f"{{ launch({kernel}, blocks, threads, arguments); }}"
            for kernel in KERNEL.findall(source)
        ]
        head = Path(__file__).with_name("on_cpu.h").read_text()
        path.write_text("\n".join([head, source, *launchers]))
        library = path.with_suffix(".so")
        options = ["-O1", "-std=c++17", "-shared", "-fPIC", "-w", "-o", library]
        subprocess.run(["g++", *options, path], check=True)
        return ctypes.CDLL(str(library))
