"""The web page's server under load and under malice: no answer is wrong, none is a failure of ours."""

from __future__ import annotations

import asyncio
import json
import random
import re
import socket
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from perfectplay import solve
from perfectplay.model.scorecard.declaration import as_data, parse_toml
from perfectplay.web.limits import Limits
from tests.waiting import PATIENCE, wait_until
from tests.web.conftest import SMALL, Server, running

CARD = parse_toml("", SMALL)
OWN = (200, 400, 403, 404, 405, 409, 413, 415, 421, 422, 429, 431)
"""What a server answers: what was asked for, or what is wrong with that."""


@pytest.fixture(scope="module")
def besieged(tmp_path_factory):
    """A server that waits for nobody, with a small queue."""
    limits = Limits(request_seconds=0.5, idle_seconds=1, queued_jobs=4)
    folder = tmp_path_factory.mktemp("cache")
    with running(limits, folder) as (port, _):
        address = f"http://127.0.0.1:{port}"
        with httpx.Client(base_url=address, timeout=PATIENCE) as client:
            yield Server(f"{address}/", client, folder)


def post(client, path, **body):
    """Ask until it is answered: on a busy machine, a request may take longer than is waited for."""
    while True:
        with suppress(httpx.TransportError):
            return client.post(path, **body)


def still_solves(server, name):
    """Whether a new card is solved, and rightly."""
    rules = {"card": {**as_data(CARD), "name": name}}

    def done():
        job = post(server.client, "/api/v1/jobs?wait=4", json=rules).json()
        return job if job.get("state") == "done" else None

    key = wait_until(done)["solution"]
    assert server.get(f"solutions/{key}")["value"] == pytest.approx(solve(CARD).value)


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are found in /proc")
def test_every_answer_is_right_while_all_goes_wrong(seconds, count):
    from benchmarks.siege import Plan, Siege
    from benchmarks.web import questions, served

    solution, data = solve(CARD), as_data(CARD)
    plan = Plan(seconds=seconds, rate=30, slow=50, kill_every=max(1.0, min(10, seconds / 3)))
    with served() as server:
        siege = Siege(server, plan, data, solution.value)
        asyncio.run(siege.run({"card": {**data, "name": "first"}}, questions(solution, 100)))
    count("questions", len(siege.times))
    count("processes killed", siege.killed)
    count("slow connections", siege.closed)
    assert siege.wrong == []
    assert len(siege.times) == int(plan.rate * plan.seconds)


def test_a_flood_of_games_does_not_end_the_solving(besieged, seconds, count):
    """Six ask for games as fast as they can: the queue is full all the time."""
    end, seen = time.monotonic() + seconds, []

    def flood(who):
        with httpx.Client(base_url=besieged.address, timeout=PATIENCE) as client:
            number = 0
            while number == 0 or time.monotonic() < end:
                rules = {"card": {**as_data(CARD), "name": f"{who} {number}"}}
                answer = post(client, "/api/v1/jobs", json=rules)
                seen.append((answer.status_code, answer.json()))
                number += 1

    threads = [threading.Thread(target=flood, args=(who,)) for who in range(6)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    for status, _ in seen:
        count("taken" if status == 200 else "told that the queue is full")
    assert {status for status, _ in seen} <= {200, 429}
    assert not [job for status, job in seen if status == 200 and job["state"] == "failed"]
    still_solves(besieged, "after the flood")


WARM, ROOM = 300, 100 << 20
"""After so many games asked for, so many bytes more may be held at most, however many follow."""


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="memory is looked up in /proc")
def test_memory_does_not_grow_under_floods_and_slow_connections(seconds, count):
    from benchmarks.siege import Plan, Siege, own_memory
    from benchmarks.web import clients, served

    data = as_data(CARD)

    async def flood(port, end):
        """Ask for one game after another and wait for none, until the time is up; how many."""
        asked = 0
        async with clients(port, 1) as [asker]:
            while asked < WARM or time.monotonic() < end:
                rules = {"card": {**data, "name": f"{end} {asked}"}}
                status, job = await asker.ask("jobs", json.dumps(rules).encode())
                assert status in {200, 429}, job
                count("games taken" if status == 200 else "told that the queue is full")
                asked += 1

    async def besiege(server):
        siege = Siege(server, Plan(seconds), data, 0.0)
        slow = [asyncio.create_task(siege.dawdle()) for _ in range(100)]
        await flood(server.port, 0.0)
        before = own_memory(server.process)
        await flood(server.port, time.monotonic() + seconds)
        for each in slow:
            each.cancel()
        count("slow connections closed", siege.closed)
        return before, own_memory(server.process)

    with served() as server:
        before, after = asyncio.run(besiege(server))
    assert after < before + ROOM


REQUEST = (
    b"POST /api/v1/cards?wait=1 HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\n"
    b"Content-Type: application/json\r\nSec-Fetch-Site: same-origin\r\nConnection: close\r\n"
    b'Content-Length: 17\r\n\r\n{"game": "slots"}'
)
PIECES = (
    *(b"\r\n", b"\r\n\r\n", b" ", b"\x00", b"\xff", b"[", b"]", b"//", b"%", b"%00", b"..", b":"),
    *(b"HTTP/1.0", b"HTTP/2.0", b"GET", b"HEAD", b"DELETE", b"OPTIONS", b"CONNECT", b"-1"),
    *(b"Host: [::1\r\n", b"Origin: http://[x\r\n", b"Content-Length: 1\r\n", b"9" * 30),
    *(b"Transfer-Encoding: chunked\r\n", b"Upgrade: h2c\r\nConnection: Upgrade\r\n", b"x" * 20_000),
    *(b"Expect: 100-continue\r\n", b"Content-Type: text/plain\r\n", b"Host: \xe2\x84\x80\r\n"),
)


def spoilt(request, generator):
    """A request with something cut out, put in or put elsewhere, a few times."""
    for _ in range(generator.randint(1, 6)):
        place, end = sorted(generator.choices(range(len(request) + 1), k=2))
        change = generator.randrange(4)
        if change == 0:
            request = request[:place] + request[min(end, place + 9) :]
        elif change == 1:
            request = request[:place] + generator.choice(PIECES) + request[place:]
        elif change == 2:
            request = request[:place] + generator.randbytes(end - place) + request[end:]
        else:
            request += request[place:end]
    return request


def test_spoilt_requests_are_refused_or_answered(besieged, seeds, count):
    host, port = "127.0.0.1", int(besieged.address.rsplit(":", 1)[1].strip("/"))
    for seed in seeds:
        request, said = spoilt(REQUEST, random.Random(seed)), b""
        with socket.create_connection((host, port), timeout=PATIENCE) as connection:
            try:
                connection.sendall(request)
                while part := connection.recv(1 << 16):
                    said += part
            except ConnectionError:
                pass  # it had seen enough
        count("requests")
        for status in re.findall(rb"HTTP/1\.1 (\d+)", said):
            assert int(status) in {100, 304, *OWN}, request
    assert besieged.get("limits")["connections"]


QUESTIONS = {
    "advice": ("dice", "rerolls", "card", "explain"),
    "end-game": ("card", "other", "known"),
    "duel": ("end_game", "dice", "rerolls", "card", "other"),
    "roll": ("keep",),
    "review": ("record",),
    "position": ("at", "score"),
    "turn": ("mine", "theirs", "last"),
}
WORDS = (
    "",
    "1",
    "33",
    "12",
    "ones",
    "ones=1",
    "open=ones",
    "any",
    "keep 3",
    "\x00",
    "é",
    "-1",
    "nan",
)


def any_value(generator, depth=2):
    """Something that JSON can hold."""
    choices = [
        lambda: generator.choice(WORDS),
        lambda: generator.choice([-1, 0, 1, 2, 5, 10**6, 10**30, 0.5, 1e308]),
        lambda: generator.choice([None, True, False]),
        lambda: "".join(generator.choices(WORDS, k=3)),
    ]
    if depth:
        choices += [
            lambda: [any_value(generator, depth - 1) for _ in range(generator.randrange(3))],
            lambda: {
                generator.choice([*WORDS, "threes", "upper"]): any_value(generator, depth - 1)
                for _ in range(generator.randrange(4))
            },
        ]
    return generator.choice(choices)()


def test_any_question_is_answered_or_refused(besieged, seeds, count):
    key = besieged.solved(toml=SMALL)
    for seed in seeds:
        generator = random.Random(seed)
        about, fields = generator.choice([*QUESTIONS.items()])
        body = {each: any_value(generator) for each in fields if generator.random() < 0.7}
        sent = json.dumps(body if generator.random() < 0.95 else any_value(generator))
        answer = post(
            besieged.client,
            f"/api/v1/solutions/{key}/{about}",
            content=sent,
            headers={"content-type": "application/json"},
        )
        count("answered" if answer.status_code == 200 else "refused")
        assert answer.status_code in OWN, (about, sent, answer.text)
        if answer.status_code != 200:
            assert "\n" not in answer.json()["error"]
    still_solves(besieged, f"after the questions on {sys.platform}")
