"""Jobs: one queue, in a process of their own, with limits, and they can be cancelled."""

from __future__ import annotations

import pytest

from perfectplay.web.app import ServerState
from perfectplay.web.jobs import Jobs, QueueFullError
from perfectplay.web.limits import Limits
from perfectplay.web.messages import GameQuestion
from perfectplay.web.rules import find_game
from tests.waiting import PATIENCE, wait_until

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
    limits = Limits(job_seconds=PATIENCE, queued_jobs=3, job_memory_bytes=1 << 30)
    queue = Jobs(limits, ended.append)
    queue.ended = ended
    queue.base = {
        "folder": str(tmp_path_factory.mktemp("cache")),
        "memory": limits.job_memory_bytes,
        "own": [],
    }
    yield queue
    queue.close()


def until(job, state):
    wait_until(lambda: job.state == state or not job.open)
    assert job.state == state, job


def test_a_queue_with_limits(jobs):
    rules = {"game": "coins", "parameters": {"coins": 2, "target": 2}}
    coins = jobs.ask("solve", "0" * 32, {**jobs.base, "rules": rules})
    until(coins, "done")
    assert coins.order == {}  # what has ended holds nothing

    slow = jobs.ask("solve", "1" * 32, {**jobs.base, "rules": LARGE})
    assert jobs.ask("solve", "1" * 32, jobs.base) is slow
    second = jobs.ask("odds", "2" * 32, {**jobs.base})
    third = jobs.ask("solve", "3" * 32, {**jobs.base, "rules": rules})
    assert jobs.ahead(third) < jobs.ahead(second)  # solving goes before odds
    with pytest.raises(QueueFullError, match="3 jobs are already waiting"):
        jobs.ask("solve", "4" * 32, jobs.base)

    until(slow, "running")
    jobs.cancel(slow)
    until(slow, "cancelled")
    until(third, "done")
    until(second, "failed")
    assert "cannot read" in second.error


COINS = {"game": "coins", "parameters": {"coins": 1, "target": 1}}


def test_nothing_that_follows_a_job_ends_the_queue(tmp_path, caplog):
    def go_wrong(job):
        raise QueueFullError("no room for what follows")

    queue = Jobs(Limits(), go_wrong)
    order = {"folder": str(tmp_path), "memory": 1 << 30, "rules": COINS}
    for key in ("8" * 32, "9" * 32):
        until(queue.ask("solve", key, order), "done")
    queue.close()
    assert "no room for what follows" in caplog.text


def test_a_job_that_cannot_even_be_begun_fails_alone(tmp_path, monkeypatch, caplog):
    queue = Jobs(Limits(), lambda job: None)
    order = {"folder": str(tmp_path), "memory": 1 << 30, "rules": COINS}
    with monkeypatch.context() as patch:
        patch.setattr(queue, "connection", lambda: 1 / 0)
        unlucky = queue.ask("solve", "a" * 32, order)
        until(unlucky, "failed")
    until(queue.ask("solve", "b" * 32, order), "done")
    queue.close()
    assert unlucky.error == "solving failed: ZeroDivisionError"
    assert "went wrong" in caplog.text


SLOTS = {"game": "slots"}


def solved(desk, rules):
    """The job of a card that is solved, when its odds are known too, so that nothing goes on."""
    job = desk.job(desk.solve(find_game(rules), rules).id)
    until(job, "done")
    until(wait_until(lambda: desk.jobs.known.get(f"odds-{job.solution}")), "done")
    return job


def test_a_solved_game_is_answered_while_the_queue_is_full(tmp_path, monkeypatch):
    desk = ServerState(tmp_path, Limits())
    try:
        rules = GameQuestion.model_validate(SLOTS)
        job = solved(desk, rules)

        def full(*_):
            raise QueueFullError("16 jobs are waiting")

        monkeypatch.setattr(desk.jobs, "ask", full)
        desk.cache.path(job.solution, "odds").unlink()
        desk.shelf.entries.clear()
        assert desk.solve(find_game(rules), rules).state == "done"
        desk.after(job)
        desk.cache.path(job.solution).unlink()
        desk.shelf.entries.clear()
        desk.after(job)
        with pytest.raises(QueueFullError):
            desk.solve(find_game(rules), rules)
    finally:
        desk.jobs.close()


def test_a_solution_that_is_gone_is_solved_anew(tmp_path):
    desk = ServerState(tmp_path, Limits())
    try:
        rules = GameQuestion.model_validate(SLOTS)
        first = solved(desk, rules)
        desk.cache.path(first.solution).unlink()  # it may be mapped, and must not be cut
        desk.cache.path(first.solution).write_bytes(b"not a solution")
        desk.shelf.entries.clear()
        again = solved(desk, rules)
        assert again is not first
        assert desk.shelf.get(again.solution).solution.value == pytest.approx(13817 / 46656)
    finally:
        desk.jobs.close()


def test_what_takes_too_long_is_ended(tmp_path):
    queue = Jobs(Limits(job_seconds=1), lambda job: None)
    order = {"folder": str(tmp_path), "memory": 4 << 30, "rules": LARGE}
    slow = queue.ask("solve", "5" * 32, order)
    until(slow, "failed")
    queue.close()
    assert slow.error == "it took more than 1 seconds, the limit"
    assert queue.process is None


def test_a_job_is_ended_when_the_last_who_waits_has_left(jobs):
    order = {**jobs.base, "rules": LARGE}
    slow = jobs.ask("solve", "8" * 32, order)
    assert jobs.ask("solve", "8" * 32, order) is slow
    jobs.leave(slow)
    assert slow.open
    assert not slow.unwanted
    jobs.leave(slow)
    until(slow, "cancelled")


def test_a_process_that_dies_is_told_and_replaced(jobs):
    slow = jobs.ask("solve", "6" * 32, {**jobs.base, "rules": LARGE})
    until(slow, "running")
    wait_until(lambda: jobs.process and jobs.process.pid)
    jobs.process.kill()
    until(slow, "failed")
    assert "has ended" in slow.error
    rules = {"game": "coins", "parameters": {"coins": 1, "target": 1}}
    coins = jobs.ask("solve", "7" * 32, {**jobs.base, "rules": rules})
    wait_until(lambda: coins in jobs.ended)
    assert [job.state for job in jobs.ended[-2:]] == ["failed", "done"]
