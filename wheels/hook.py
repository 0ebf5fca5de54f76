"""What Hatch asks as it builds a wheel: with `PERFECTPLAY_KERNELS=TARGET` it gets machine code.

`make package` sets that. Without it, as for a copy of the project or a source distribution that
pip installs, a wheel is for any system and nothing is compiled to build it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

INSIDE = "perfectplay/engines/backends/kernels"


class KernelsHook(BuildHookInterface[Any]):
    """Adds machine code to a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the libraries, and say which system the wheel is for."""
        target = os.environ.get("PERFECTPLAY_KERNELS")
        if not target or version == "editable":
            return
        self.folder = tempfile.TemporaryDirectory()
        command = [sys.executable, "-m", "wheels.kernels", self.folder.name, target]
        done = subprocess.run(command, check=True, cwd=self.root, stdout=subprocess.PIPE, text=True)
        build_data["tag"] = f"py3-none-{done.stdout.split()[-1]}"
        build_data["pure_python"] = False
        for file in sorted(Path(self.folder.name).iterdir()):
            build_data["force_include"][str(file)] = f"{INSIDE}/{file.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002  # as Hatch has it
        """Remove what was built for the wheel."""
        if hasattr(self, "folder"):
            self.folder.cleanup()
