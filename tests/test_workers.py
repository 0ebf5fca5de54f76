"""Workers: results as they come, errors as they are, and nobody left behind."""

from __future__ import annotations

import importlib.util
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from perfectplay import workers
from perfectplay.errors import MemoryLimitError, WorkersError
from perfectplay.workers import Processes, open_workers
from tests.waiting import wait_until

NEEDS_RAY = pytest.mark.skipif(
    importlib.util.find_spec("ray") is None, reason="Ray is not installed"
)


def fail(task):
    raise MemoryLimitError(f"{task} is too large")


def fall_once(marker):
    """End without a word, the first time."""
    if not Path(marker).exists():
        Path(marker).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "done"


def fall(_):
    os.kill(os.getpid(), signal.SIGKILL)


def sleep_long(marker):
    Path(marker).write_text(str(os.getpid()))
    time.sleep(3600)


def own_process(_):
    return os.getpid()


def threads(_):
    from perfectplay.engines.backends.threads import available_cores

    return available_cores()


def is_alive(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return "Z" not in Path(f"/proc/{process}/stat").read_text().split()[2]


def test_all_tasks_are_done_once():
    with open_workers("local", 2) as pool:
        assert dict(pool.run(abs, range(-20, 0))) == {n: -n for n in range(-20, 0)}
        assert dict(pool.run(abs, [])) == {}
        assert [result for _, result in pool.run(threads, [0])] == [1]


def test_one_worker_is_this_process():
    with open_workers("local", 1) as pool:
        assert [result for _, result in pool.run(own_process, [0])] == [os.getpid()]


def test_an_error_comes_as_it_is():
    with (
        Processes(1) as pool,
        pytest.raises(MemoryLimitError, match=r"^7 is too large$"),
    ):
        list(pool.run(fail, [7]))


def test_what_a_lost_worker_had_is_done_by_another(tmp_path):
    with Processes(1) as pool:
        assert [result for _, result in pool.run(fall_once, [tmp_path / "fallen"])] == ["done"]


def test_workers_that_fall_again_and_again_are_told():
    with Processes(1) as pool, pytest.raises(WorkersError, match="3 times a worker"):
        list(pool.run(fall, [0]))


def test_closing_ends_what_is_running(tmp_path):
    marker = tmp_path / "process"
    with Processes(1) as pool:
        pool.start(sleep_long, marker)
        process = int(wait_until(lambda: marker.exists() and marker.read_text()))
        assert is_alive(process)
    assert not is_alive(process)


@pytest.mark.skipif(not Path("/proc").exists(), reason="processes are looked up in /proc")
def test_workers_end_when_their_parent_is_killed(tmp_path):
    marker = tmp_path / "process"
    script = (
        "from tests.test_workers import *\n"
        "with Processes(1) as pool:\n"
        f"    list(pool.run(sleep_long, [{str(marker)!r}]))\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", script])
    try:
        process = int(wait_until(lambda: marker.exists() and marker.read_text()))
    finally:
        parent.kill()
        parent.wait()
    wait_until(lambda: not is_alive(process))


def test_the_package_leaves_ray_alone():
    script = "import sys, perfectplay, perfectplay.workers; print('ray' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", script], text=True) == "False\n"


def test_a_cluster_without_ray_is_one_line(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(WorkersError, match=r"pip install 'perfectplay\[cluster\]'"):
        open_workers("local:2")


@NEEDS_RAY
@pytest.mark.parametrize("word", ["local:0", "local:x", "nobody", "ray://here:1", "here:"])
def test_a_word_that_names_no_workers(word):
    with pytest.raises(
        WorkersError, match=rf"^'{word}' does not name workers; give local, local:3"
    ):
        open_workers(word)


@NEEDS_RAY
def test_an_address_where_nobody_listens():
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"127.0.0.1:{server.getsockname()[1]}"
    with pytest.raises(WorkersError, match=f"^no Ray cluster answers at {address}: .*refused"):
        open_workers(address)


@NEEDS_RAY
@pytest.mark.slow
def test_a_cluster_does_the_same_work(monkeypatch):
    with open_workers("local:2") as pool:
        assert pool.count == 2
        assert dict(pool.run(abs, range(-20, 0))) == {n: -n for n in range(-20, 0)}
        assert [result for _, result in pool.run(threads, [0])] == [1]
        with pytest.raises(MemoryLimitError, match=r"^7 is too large$"):
            list(pool.run(fail, [7]))
        pool.check_versions()
        monkeypatch.setattr(workers, "__version__", "9.9")
        with pytest.raises(WorkersError, match=r"has perfectplay .* and this is 9\.9; install"):
            pool.check_versions()


class Waiting:
    """A Ray of which nothing is ever done."""

    def __init__(self, *alive):
        self.alive = alive

    def wait(self, running, timeout):
        return [], running

    def nodes(self):
        return [{"NodeID": "ours", "Alive": each} for each in self.alive]


@pytest.fixture
def waiting():
    """A cluster that would be waited for for ever; who listens there is its head."""
    with socket.create_server(("127.0.0.1", 0)) as head:
        cluster = object.__new__(workers.Cluster)
        cluster.address, cluster.node, cluster.seen = "local:2", "ours", 0.0
        cluster.glance = -1
        cluster.head = f"127.0.0.1:{head.getsockname()[1]}"
        yield cluster, head


def test_nobody_waits_for_a_cluster_without_its_head(waiting):
    cluster, head = waiting
    cluster.ray = Waiting(True)
    cluster.require_head()
    head.close()
    with pytest.raises(WorkersError, match=r"^the head of the cluster local:2 is lost: .*refused$"):
        cluster.first_done(["a task"])


def test_nobody_waits_for_a_cluster_without_the_node_of_this_machine(waiting):
    cluster, _ = waiting
    cluster.ray = Waiting(False)
    with pytest.raises(WorkersError, match=r"^the node of the cluster local:2 on this machine is"):
        cluster.first_done(["a task"])


LOSING = """
import os, signal, sys
from pathlib import Path
from perfectplay.errors import WorkersError
from perfectplay.workers import open_workers
from tests.test_workers import never

def killed(name):
    for path in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((path / "stat").read_text().rpartition(")")[2].split()[1])
            program = (path / "cmdline").read_bytes().split(b"\\0")[0].decode()
        except OSError:
            continue
        if parent == os.getpid() and program.endswith(f"/{name}"):
            os.kill(int(path.name), signal.SIGKILL)
            yield name

try:
    with open_workers("local:1") as pool:
        assert [*pool.run(abs, [0])] == [(0, 0)]
        assert [*killed(sys.argv[1])]
        [*pool.run(never, [0])]
except WorkersError as error:
    sys.exit(str(error))
"""


def never(_):
    threading.Event().wait()


@NEEDS_RAY
@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc").exists(), reason="processes are looked up in /proc")
@pytest.mark.parametrize(
    ("process", "told"),
    [
        ("gcs_server", r"the head of the cluster local:1 is lost: .*refused\n"),
        ("raylet", r"the (node of the )?cluster local:1 (on this machine is lost|could not .*)\n"),
    ],
)
def test_a_cluster_that_is_killed_ends_in_one_line(process, told):
    ran = subprocess.run(
        [sys.executable, "-c", LOSING, process], capture_output=True, check=False, text=True
    )
    assert (ran.returncode, ran.stdout) == (1, "")
    assert re.fullmatch(told, ran.stderr)
