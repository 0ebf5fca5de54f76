"""Blocks on a Ray cluster of three nodes: one is killed, then the driver; nothing is lost."""

import importlib.util
import os
import signal
import subprocess
import sys

import pytest

from perfectplay import Compute, Storage, load, solve
from perfectplay.games.slots import Slots
from tests.by_engine import solve_leads
from tests.engines.scorecard.score_difference.blocks.test_leads import MANIFEST, all_values, written
from tests.ray_cluster import cluster_of
from tests.waiting import wait_until

pytestmark = [
    pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="Ray is not installed"),
    pytest.mark.slow,
]
CARD = Slots(players=2)
MEMORY = 50_000
DRIVER = """
import sys
from perfectplay import Compute, Storage, solve
from perfectplay.games.slots import Slots

compute = Compute(engine="score-difference", memory_limit={memory})
solve(Slots(players=2), compute=compute, storage=Storage(folder={folder!r}, cluster={address!r}))
"""


def driver(folder, address):
    script = DRIVER.format(memory=MEMORY, folder=str(folder), address=address)
    return subprocess.Popen([sys.executable, "-c", script], stderr=subprocess.PIPE, text=True)


def test_nothing_is_lost_with_a_node_or_with_the_driver(tmp_path):
    expected = solve_leads(CARD)
    with cluster_of(3) as nodes:
        first = driver(tmp_path, nodes.address)
        try:
            wait_until(lambda: len(written(tmp_path)) > 10 or first.poll() is not None)
            os.kill(nodes.processes[-1], signal.SIGKILL)
            wait_until(lambda: len(written(tmp_path)) > 60 or first.poll() is not None)
        finally:
            first.kill()
        assert first.wait() == -signal.SIGKILL, first.communicate()[1]
        first.communicate()
        before = {
            path: stat for path, stat in written(tmp_path).items() if path.suffix == ".safetensors"
        }
        assert 10 < len(before) < 203
        second = driver(tmp_path, nodes.address)
        told = second.communicate()[1]
        assert second.returncode == 0, told
    after = written(tmp_path)
    assert len(after) == 203
    assert before.items() <= after.items()
    found = load(tmp_path / MANIFEST)
    assert found.value == expected.value
    assert all_values(found).tobytes() == expected.leads.values.tobytes()


def test_workers_on_this_machine_do_the_same(tmp_path):
    found = solve(
        CARD,
        compute=Compute(engine="score-difference", memory_limit=MEMORY),
        storage=Storage(folder=tmp_path, cluster="local:2"),
    )
    assert all_values(found).tobytes() == solve_leads(CARD).leads.values.tobytes()
