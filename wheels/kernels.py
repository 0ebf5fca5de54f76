"""Machine code for a wheel: `python -m wheels.kernels FOLDER TARGET`.

The kernels are those that run while the questions of `workload.py` are answered. Numba compiles
each of them for a level of processors, LLVM writes it as an object file for the system that the
wheel is for, and a linker makes one library of all of them, which needs neither to be loaded. A
table beside it tells what each was made from (see `engines/backends/shipped.py`).

Kernels know nothing of a system, so that any of them can be built for on any other: by Zig, which
the package `ziglang` brings. Where that is not installed, a wheel is for the system that it is
built on, and linked by the C compiler.
"""

from __future__ import annotations

import json
import os
import platform
import re
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
EXPORTED = "perfectplay_kernel_{}"
ABORTS = "NRT_MemInfo_call_dtor"
"""What code calls for memory that it has allocated; kernels allocate none."""


class Target(NamedTuple):
    """A system to build for."""

    triple: str
    """What LLVM calls it."""
    zig: str
    """What Zig calls it."""
    processors: dict[int, str]
    """What LLVM calls its processors, by level."""
    tag: str
    """What a wheel for it is called."""
    suffix: str


INTEL = {2: "x86-64-v2", 3: "x86-64-v3"}
ARM = {0: "generic"}
TARGETS = {
    "linux-x86_64": Target(
        "x86_64-unknown-linux-gnu", "x86_64-linux-gnu.2.17", INTEL, "manylinux_2_17_x86_64", "so"
    ),
    "linux-aarch64": Target(
        "aarch64-unknown-linux-gnu", "aarch64-linux-gnu.2.17", ARM, "manylinux_2_17_aarch64", "so"
    ),
    "darwin-x86_64": Target(
        "x86_64-apple-macosx11.0", "x86_64-macos.11.0", INTEL, "macosx_11_0_x86_64", "dylib"
    ),
    "darwin-arm64": Target(
        "arm64-apple-macosx11.0", "aarch64-macos.11.0", {0: "apple-m1"}, "macosx_11_0_arm64",
        "dylib",
    ),
    "windows-amd64": Target(
        "x86_64-pc-windows-gnu", "x86_64-windows-gnu", INTEL, "win_amd64", "dll"
    ),
    "windows-arm64": Target(
        "aarch64-pc-windows-gnu", "aarch64-windows-gnu", ARM, "win_arm64", "dll"
    ),
}  # fmt: skip
HERE = f"{platform.system()}-{platform.machine()}".lower()
COMPILED_FOR = {0: "x86-64-v2", 2: "x86-64-v2", 3: "x86-64-v3"}
"""By level, what Numba is told to compile for, if it runs on Intel's: vectors of the same width."""


class Recorder:
    """Compiles kernels as they are first run, and writes each down for a target."""

    def __init__(self, folder: Path, target: Target, level: int) -> None:
        from llvmlite import binding

        binding.initialize_all_targets()
        binding.initialize_all_asmprinters()
        self.folder = folder
        self.target = target
        self.machine = binding.Target.from_triple(target.triple).create_target_machine(
            cpu=target.processors[level], opt=3, reloc="pic", codemodel="small"
        )
        self.table: dict[str, tuple[str, str, str]] = {}

    def prepared(self, function: Any, kinds: Any, arguments: tuple[Any, ...]) -> Any:
        """In place of `code.prepared`: compile a kernel, and write it down."""
        from perfectplay.engines.backends import code, compiling, shipped

        if code.UNKNOWN in code.flat(kinds):
            return None
        compiled = compiling.compiled_for(function, arguments)
        made = code.made_of(compiled)
        if made.result is None or set(made.needs) - {ABORTS}:
            name = shipped.name_of(function)
            raise SystemExit(f"{name} cannot be shipped: it needs {made.needs}")
        entry = shipped.entry(shipped.name_of(function), kinds)
        if entry not in self.table:
            symbol = EXPORTED.format(len(self.table))
            self.write(str(compiled.library._final_module), made.name, symbol)  # noqa: SLF001  # told nowhere else
            self.table[entry] = shipped.source_of(function), symbol, made.result
        return code.linked(made, kinds)

    def write(self, module: str, name: str, symbol: str) -> None:
        """Write a kernel as an object file, under a name of our own."""
        from llvmlite import binding

        module = re.sub(r'target triple = ".*"', f'target triple = "{self.target.triple}"', module)
        layout = f'target datalayout = "{self.machine.target_data}"'
        module = re.sub(r'target datalayout = ".*"', layout, module)
        parsed = binding.parse_assembly(module)
        for function in parsed.functions:
            if function.name == name:
                function.name = symbol
                if self.target.suffix == "dll":
                    function.storage_class = "dllexport"
            elif not function.is_declaration:
                function.linkage = "internal"
        for variable in parsed.global_variables:
            if not variable.is_declaration:
                variable.linkage = "internal"
        parsed.verify()
        (self.folder / f"{symbol}.o").write_bytes(self.machine.emit_object(parsed))


def record(folder: str, name: str, level: str) -> None:
    """Answer all questions, and leave the object files and the table in a folder."""
    from perfectplay.cli.main import main
    from perfectplay.engines.backends import code, machine
    from wheels.workload import questions

    recorder = Recorder(Path(folder), TARGETS[name], int(level))
    code.prepared = recorder.prepared  # type: ignore[assignment]
    machine.MEDIUM = machine.LARGE = 0  # small games will do
    failed = []
    for words in questions():
        sys.argv = ["perfectplay", *words]
        try:
            main()
        except SystemExit as ended:
            if ended.code:
                failed.append(" ".join(words))
    if failed:
        raise SystemExit(f"without an answer: {'; '.join(failed)}")
    table = json.dumps(recorder.table, indent=0, sort_keys=True)
    (Path(folder) / "table.json").write_text(table, encoding="utf-8")


def build(folder: Path, name: str) -> None:
    """Make the libraries for a target, and their tables; say what a wheel for it is called."""
    if name == "here":
        name = HERE
    for level in TARGETS[name].processors:
        with tempfile.TemporaryDirectory() as scratch:
            build_level(folder, name, level, Path(scratch))
    print(TARGETS[name].tag)


def build_level(folder: Path, name: str, level: int, scratch: Path) -> None:
    """Make the library for a level of a target's processors, and its table."""
    objects = scratch / "objects"
    objects.mkdir()
    settings = {
        "NUMBA_CPU_NAME": COMPILED_FOR[level] if platform.machine() in INTELS else "generic",
        "NUMBA_CPU_FEATURES": "",
        "PERFECTPLAY_CODE": str(scratch / "code"),
        "PERFECTPLAY_CACHE": str(scratch / "cache"),
        "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)]),
    }
    subprocess.run(
        [sys.executable, "-m", "wheels.kernels", "--record", str(objects), name, str(level)],
        check=True, cwd=ROOT / "examples", env=os.environ | settings, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    target = TARGETS[name]
    library = folder / f"level-{level}.{target.suffix}"
    link(library, name, sorted(objects.glob("*.o")))
    (objects / "table.json").replace(library.with_suffix(".json"))


INTELS = {"x86_64", "AMD64"}


def compiler(name: str) -> list[str]:
    """The C compiler for a target."""
    if find_spec("ziglang"):
        return [sys.executable, "-m", "ziglang", "cc", "-target", TARGETS[name].zig]
    if name == HERE:
        return [os.environ.get("CC", "cc")]
    raise SystemExit(f"to build for {name} on {HERE}, pip install ziglang")


def link(library: Path, name: str, objects: list[Path]) -> None:
    """Make one library of object files, which exports the kernels and no more."""
    source = Path(__file__).with_name("level.c")
    listed = objects[0].with_name("objects.txt")
    listed.write_text("\n".join(each.as_posix() for each in objects), encoding="utf-8")
    command = [*compiler(name), "-shared", "-O2", "-g0", "-s", "-o", str(library), str(source)]
    subprocess.run([*command, f"@{listed}"], check=True)


if __name__ == "__main__":
    if sys.argv[1] == "--record":
        record(*sys.argv[2:])
    else:
        build(Path(sys.argv[1]), sys.argv[2])
