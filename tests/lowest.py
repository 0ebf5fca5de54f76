"""The lowest versions that are declared, as constraints for pip: `python -m tests.lowest`."""

import tomllib
from pathlib import Path

PROJECT = Path(__file__).parents[1] / "pyproject.toml"


def lowest() -> list[str]:
    """What the package needs, with all extras that `all` has, each in the oldest version that does.

    >>> lowest()[0]
    'cloudpickle==3.1'
    """
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    named = extras["all"][0].partition("[")[2].rstrip("]").split(",")
    needed = project["dependencies"] + [each for name in named for each in extras[name]]
    return [each.replace(">=", "==", 1) for each in needed]


if __name__ == "__main__":
    print(*lowest(), sep="\n")
