"""The lowest versions that are declared, as constraints for pip: `python -m tests.lowest`."""

import tomllib
from pathlib import Path

PROJECT = Path(__file__).parents[1] / "pyproject.toml"


def lowest() -> list[str]:
    """What the package needs, each in the oldest version that will do.

    >>> lowest()[0]
    'fastapi==0.115'
    """
    needed = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["dependencies"]
    return [each.replace(">=", "==", 1) for each in needed]


if __name__ == "__main__":
    print(*lowest(), sep="\n")
