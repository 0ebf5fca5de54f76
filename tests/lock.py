"""`pylock.toml`, what contributors install to the byte: `python -m tests.lock` writes it anew.

uv resolves `constraints.txt` for all systems and all versions of Python at once. What it finds is
written without addresses: the wheels are expected in a folder, `.wheels/`, wherever they were
fetched from, and the lock has the digest of each. It has those for Linux, macOS and Windows on
x86-64 and ARM64, and leaves out what else there is.
"""

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
LOCK = ROOT / "pylock.toml"
WHEELS = ".wheels"
OLDEST = "3.11.5"
"""The oldest Python that the pinned versions install on."""
SYSTEMS = re.compile(
    r"-(any|macosx_\S+_(x86_64|arm64|universal2)|manylinux\S+_(x86_64|aarch64)|win_(amd64|arm64))\.whl$"
)
PYTHONS = re.compile(r"-(py3|py2\.py3|py31[1-5]|cp31[1-4]|cp3\d+-abi3\S*)-")


def resolved() -> dict[str, Any]:
    """What uv finds for the package with all extras and for its tools."""
    command = [
        sys.executable, "-m", "uv", "pip", "compile", "pyproject.toml", "--quiet", "--no-config",
        "--universal", "--python-version", OLDEST, "--constraint", "constraints.txt",
        "--extra", "all", "--group", "dev", "--only-binary", ":all:", "--format", "pylock.toml",
    ]  # fmt: skip
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    return tomllib.loads(done.stdout)


def written(lock: dict[str, Any]) -> str:
    """A lock without addresses, as TOML.

    >>> wheel = {"url": "https://host/a/Tool-1.0-py3-none-any.whl", "hashes": {"sha256": "5f"}}
    >>> print(written({"packages": [{"name": "tool", "version": "1.0", "wheels": [wheel]}]}))
    # Written by make lock, from constraints.txt.
    lock-version = "1.0"
    created-by = "uv"
    requires-python = ">=3.11.5"
    <BLANKLINE>
    [[packages]]
    name = "tool"
    version = "1.0"
    wheels = [
        { path = ".wheels/Tool-1.0-py3-none-any.whl", hashes = { sha256 = "5f" } },
    ]
    <BLANKLINE>
    """
    lines = [
        "# Written by make lock, from constraints.txt.",
        'lock-version = "1.0"',
        'created-by = "uv"',
        f'requires-python = ">={OLDEST}"',
    ]
    for package in lock["packages"]:
        lines += ["", "[[packages]]", *package_lines(package)]
    return "\n".join(lines) + "\n"


def package_lines(package: dict[str, Any]) -> list[str]:
    """A package: its version, when it is needed, and its wheels."""
    keys = [key for key in ("name", "version", "marker", "requires-python") if key in package]
    lines = [f'{key} = "{package[key]}"' for key in keys]
    for wheel in package["wheels"]:
        name = wheel["url"].rpartition("/")[2]
        if SYSTEMS.search(name) and PYTHONS.search(name):
            digest = f'{{ sha256 = "{wheel["hashes"]["sha256"]}" }}'
            lines.append(f'    {{ path = "{WHEELS}/{name}", hashes = {digest} }},')
    return [*lines[: len(keys)], "wheels = [", *lines[len(keys) :], "]"]


if __name__ == "__main__":
    LOCK.write_text(written(resolved()), encoding="utf-8")
