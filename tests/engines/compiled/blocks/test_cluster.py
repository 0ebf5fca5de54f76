"""A game on a Ray cluster: a node is killed, and the driver; the same bytes come out."""

import importlib.util
import os
import signal
import subprocess
import sys

import pytest

from tests.engines.compiled.blocks.test_folder import SMALL, done, files
from tests.ray_cluster import cluster_of
from tests.waiting import wait_until

__all__ = ["done"]
pytestmark = [
    pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="Ray is not installed"),
    pytest.mark.slow,
]
DRIVER = """
import sys
from perfectplay import Compute, Storage, solve
from perfectplay.games.royal_ur import RoyalUr

compute = Compute(engine="compiled", memory_limit={memory})
solve(RoyalUr(pieces=1), compute=compute, storage=Storage(folder=sys.argv[1], cluster=sys.argv[2]))
"""


def driver(folder, address):
    told = [sys.executable, "-c", DRIVER.format(memory=SMALL), str(folder), address]
    return subprocess.Popen(told, stderr=subprocess.PIPE, text=True)


def rounds(folder):
    """How many rounds of sweeps have left anything."""
    names = [path.name.partition(".")[0] for path in folder.glob("step-*/swept-*")]
    return max((int(name.split("-")[2]) for name in names), default=-1)


@pytest.mark.parametrize("nodes", [2, 4])
def test_nothing_is_lost_with_a_node_or_with_the_driver(nodes, done, tmp_path):
    folder = tmp_path / "there"
    with cluster_of(nodes) as cluster:
        first = driver(folder, cluster.address)
        try:
            wait_until(lambda: any(folder.glob("step-*/swept-*")) or first.poll() is not None)
            os.kill(cluster.processes[-1], signal.SIGKILL)
            wait_until(lambda: rounds(folder) > 9 or first.poll() is not None)
        finally:
            first.kill()
        told = first.communicate()[1]
        assert first.returncode in {-signal.SIGKILL, 0}, told
        second = driver(folder, cluster.address)
        told = second.communicate()[1]
        assert second.returncode == 0, told
    assert files(folder) == files(done)
