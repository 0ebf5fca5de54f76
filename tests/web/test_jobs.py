"""Jobs: one queue, in a process of their own, with limits, and they can be cancelled."""

from __future__ import annotations

import time

import pytest

from perfectplay.web.jobs import Jobs, QueueFullError
from perfectplay.web.limits import Limits

LARGE = {
    "card": {
        "name": "large",
        "dice": 6,
        "rerolls": 5,
        "boxes": [
            {"name": f"box-{place}", "rule": "of-a-kind", "count": 1 + place % 6}
            for place in range(18)
        ],
        "bonuses": [
            {
                "name": "first",
                "boxes": [f"box-{place}" for place in range(9)],
                "at": 90,
                "points": 5,
            }
        ],
    }
}


@pytest.fixture(scope="module")
def jobs(tmp_path_factory):
    ended = []
    limits = Limits(job_seconds=2, queued_jobs=3, job_memory_bytes=1 << 30)
    queue = Jobs(limits, ended.append)
    queue.ended = ended
    queue.base = {
        "folder": str(tmp_path_factory.mktemp("cache")),
        "memory": limits.job_memory_bytes,
    }
    yield queue
    queue.close()


def until(job, state, seconds=120):
    deadline = time.monotonic() + seconds
    while job.state != state:
        assert time.monotonic() < deadline, job
        assert job.open or job.state == state, job
        time.sleep(0.02)


def test_a_queue_with_limits(jobs):
    rules = {"game": "coins", "parameters": {"coins": 2, "target": 2}}
    coins = jobs.ask("solve", "0" * 32, {**jobs.base, "rules": rules})
    until(coins, "done")
    assert jobs.ask("solve", "0" * 32, jobs.base) is coins

    slow = jobs.ask("solve", "1" * 32, {**jobs.base, "rules": LARGE})
    second = jobs.ask("odds", "2" * 32, {**jobs.base})
    third = jobs.ask("solve", "3" * 32, {**jobs.base, "rules": rules})
    assert jobs.ahead(third) < jobs.ahead(second)  # solving goes before odds
    with pytest.raises(QueueFullError, match="3 jobs are waiting"):
        jobs.ask("solve", "4" * 32, jobs.base)

    until(slow, "running")
    jobs.cancel(slow)
    until(slow, "cancelled")
    until(third, "done")
    until(second, "failed")
    assert "cannot read" in second.error


def test_what_takes_too_long_is_ended(tmp_path):
    queue = Jobs(Limits(job_seconds=1), lambda job: None)
    order = {"folder": str(tmp_path), "memory": 4 << 30, "rules": LARGE}
    slow = queue.ask("solve", "5" * 32, order)
    until(slow, "failed")
    queue.close()
    assert slow.error == "it took more than 1 seconds, the limit"
    assert queue.process is None


def test_a_process_that_dies_is_told_and_replaced(jobs):
    slow = jobs.ask("solve", "6" * 32, {**jobs.base, "rules": LARGE})
    until(slow, "running")
    while jobs.process is None:
        time.sleep(0.01)
    jobs.process.kill()
    until(slow, "failed")
    assert "has ended" in slow.error
    rules = {"game": "coins", "parameters": {"coins": 1, "target": 1}}
    until(jobs.ask("solve", "7" * 32, {**jobs.base, "rules": rules}), "done")
    assert [job.state for job in jobs.ended[-2:]] == ["failed", "done"]
