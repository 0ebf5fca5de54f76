"""What became slower between two runs: `python -m benchmarks.compared OLD.json NEW.json`.

A benchmark became slower if even its fastest round took longer than the slowest one before, by more
than a twentieth: rounds of a run differ by less where the machine is quiet, and where it is not,
they overlap. The exit code is 1 if any did, and 2 if a file is no record.
"""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import median
from typing import NamedTuple

from benchmarks.record import NoRecordError, Record

NOISE = 0.05
"""Rounds of one run may differ by this, whatever is measured."""
ONE_ROUND = 0.25
"""A benchmark of one round may differ by this from run to run."""


class Change(NamedTuple):
    """How much longer a benchmark takes than it did, and whether that is beyond the noise."""

    name: str
    before: float
    after: float
    verdict: str

    @property
    def ratio(self) -> float:
        """The time now over the time then."""
        return self.after / self.before


def changes(old: Record, new: Record) -> list[Change]:
    """All benchmarks of both runs, those that became slower first.

    >>> old = Record("", {}, {}, {"one": [1.0, 1.1], "two": [2.0, 2.1], "gone": [1.0]})
    >>> new = Record("", {}, {}, {"one": [1.3, 1.4], "two": [2.05, 2.3]})
    >>> [(each.name, each.verdict) for each in changes(old, new)]
    [('one', 'slower'), ('two', '')]
    """
    both = [name for name in new.seconds if old.seconds.get(name) and new.seconds[name]]
    found = [compared(name, old.seconds[name], new.seconds[name]) for name in both]
    return sorted(found, key=lambda each: -each.ratio)


def compared(name: str, before: list[float], after: list[float]) -> Change:
    """One benchmark in both runs."""
    noise = NOISE if min(len(before), len(after)) > 1 else ONE_ROUND
    verdict = ""
    if min(after) > max(before) * (1 + noise):
        verdict = "slower"
    elif min(before) > max(after) * (1 + noise):
        verdict = "faster"
    return Change(name, median(before), median(after), verdict)


def differences(old: Record, new: Record) -> list[str]:
    """In what else the runs differ: the machine, and the versions of packages."""
    pairs = ((old.machine, new.machine), (old.versions, new.versions))
    return [
        f"{key}: {then.get(key)} then, {now.get(key)} now"
        for then, now in pairs
        for key in sorted(then.keys() | now.keys())
        if then.get(key) != now.get(key)
    ]


def main(old_file: str, new_file: str) -> int:
    """Compare two records; how many benchmarks became slower."""
    old, new = Record.read(Path(old_file)), Record.read(Path(new_file))
    for difference in differences(old, new):
        print(difference)
    print("\n| benchmark | then | now | ratio | |\n| --- | ---: | ---: | ---: | --- |")
    found = changes(old, new)
    for each in found:
        print(
            f"| {each.name} | {each.before:.3f} | {each.after:.3f} | {each.ratio:.2f} "
            f"| {each.verdict} |"
        )
    for name in sorted(old.seconds.keys() ^ new.seconds.keys()):
        print(f"| {name} | | | | {'gone' if name in old.seconds else 'new'} |")
    slower = sum(each.verdict == "slower" for each in found)
    print(f"\n{slower} of {len(found)} became slower.")
    return slower


if __name__ == "__main__":
    if len(sys.argv) != 3:
        print("python -m benchmarks.compared OLD.json NEW.json", file=sys.stderr)
        sys.exit(2)
    try:
        sys.exit(1 if main(*sys.argv[1:]) else 0)
    except NoRecordError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
