"""A Ray cluster on this machine, in a process of its own that ends it when it is no longer wanted.

Run as a script it starts the nodes, tells how to reach them, and ends them when its input ends:
that is when the test lets go of it, or is killed.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import pytest

PATIENT = {"health_check_timeout_ms": 120_000, "health_check_period_ms": 1_000}
"""A node that does not answer for some seconds is busy and not lost; a killed one refuses."""


class Nodes(NamedTuple):
    """The address of a cluster, and the processes of its nodes; the first is the head."""

    address: str
    processes: list[int]


@contextmanager
def cluster_of(nodes: int) -> Iterator[Nodes]:
    """A cluster of some nodes, each with one core."""
    quiet = {**os.environ, "RAY_USAGE_STATS_ENABLED": "0"}
    script = subprocess.Popen(
        [sys.executable, "-m", "tests.ray_cluster", str(nodes)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=quiet,
    )
    assert script.stdin
    assert script.stdout
    try:
        told = script.stdout.readline()
        if not told:
            pytest.skip("Ray cannot start a cluster on this machine")
        yield Nodes(**json.loads(told))
    finally:
        script.stdin.close()
        script.wait()
        script.stdout.close()


def main() -> None:
    """Start the nodes, and wait."""
    from ray.cluster_utils import Cluster

    cluster = Cluster()
    try:
        nodes = [
            cluster.add_node(
                num_cpus=1,
                include_dashboard=False,
                **({} if number else {"_system_config": PATIENT}),
            )
            for number in range(int(sys.argv[1]))
        ]
        processes = [node.all_processes["raylet"][0].process.pid for node in nodes]
        print(json.dumps({"address": cluster.address, "processes": processes}), flush=True)
        sys.stdin.read()
    finally:
        cluster.shutdown()


if __name__ == "__main__":
    main()
