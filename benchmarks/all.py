"""All benchmarks, and one record of what they measured: `python -m benchmarks.all [YARDSTICK.c]`.

The record is a file in `benchmarks/records/`, named after the time; `benchmarks.compared` tells two
of them apart. Beside it is the speed-up on more cores as a figure.
"""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.record import RECORD

WITH_YARDSTICK = ("scorecards", "leads")
ALL = (
    "engines", "scorecards", "greed", "leads", "cycles", "rules", "studies", "web", "siege",
    "exported", "cores",
)  # fmt: skip


def main(*yardstick: str) -> None:
    """Run one after the other; the first that fails ends it."""
    folder = Path(__file__).parent / "records"
    record = os.environ.setdefault(
        RECORD, str(folder / f"{datetime.now(tz=UTC):%Y-%m-%d-%H%M}.json")
    )
    for name in ALL:
        given = yardstick if name in WITH_YARDSTICK else ()
        if name == "cores":
            given = ("--plot", str(Path(record).with_suffix(".svg")))
        command = [sys.executable, "-m", f"benchmarks.{name}", *given]
        subprocess.run(command, check=True)  # noqa: S603  # ourselves
    print(f"The times are in {record}.")


if __name__ == "__main__":
    main(*sys.argv[1:])
