"""How quickly the web page's advice comes: 200 questions a second for 30 seconds, on loopback.

    python -m benchmarks.web [QUESTIONS_A_SECOND [SECONDS]]

The server is a process of its own, as `perfectplay serve` starts it, and solves Yahtzee first. The
questions are those of games as they are played: for every turn three, with two rerolls left, with
one and with none, on cards that best play has filled. They are sent on time whether or not earlier
ones were answered, and a question's time counts from when it was due.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from typing import Any

from perfectplay import solve
from perfectplay.games.yahtzee import Yahtzee
from perfectplay.model.scorecard import Rolled
from perfectplay.play.line import Line
from perfectplay.present.cards import filled_boxes

CONNECTIONS = 8
GOAL = 0.050


def questions(count: int, seed: int = 1) -> list[dict[str, Any]]:
    """What players ask in some games of best play."""
    solution, generator = solve(Yahtzee()), random.Random(seed)
    found: list[dict[str, Any]] = []
    while len(found) < count:
        line = Line.begin(solution)
        while not line.over:
            place = line.here.name
            if line.chooser is None:
                line = line.happen(generator.random())
                continue
            assert isinstance(place, Rolled)
            card = filled_boxes(line)
            extra = int(line.here.score) - sum(card.values())
            found.append(
                {
                    "dice": "".join(map(str, place.roll)),
                    "rerolls": place.rerolls,
                    "card": {**card, **({"repeat": extra} if extra else {})},
                }
            )
            line = line.choose(line.options()[0].label)
    return found[:count]


class Client:
    """A connection that is kept open."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        self.guard = asyncio.Lock()

    async def post(self, path: str, body: bytes) -> tuple[int, bytes]:
        """Send a request and read its answer."""
        async with self.guard:
            if not hasattr(self, "reader"):
                self.reader, self.writer = await asyncio.open_connection(self.host, self.port)
            head = (
                f"POST {path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\n"
                f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
            )
            self.writer.write(head.encode() + body)
            answer = await self.reader.readuntil(b"\r\n\r\n")
            length = re.search(rb"content-length: (\d+)", answer.lower())
            assert length is not None
            return int(answer[9:12]), await self.reader.readexactly(int(length[1]))


async def load(port: int, rate: int, seconds: int) -> list[float]:
    """The times of all answers."""
    bodies = [json.dumps(each).encode() for each in questions(rate * seconds)]
    clients = [Client("127.0.0.1", port) for _ in range(CONNECTIONS)]
    _, answer = await clients[0].post("/api/v1/jobs?wait=20", b'{"game": "yahtzee"}')
    job = json.loads(answer)
    path = f"/api/v1/solutions/{job['solution']}/advice"
    while True:
        _, answer = await clients[0].post(path, bodies[0])
        if json.loads(answer)["bonuses"][0]["chance"] is not None:
            break  # the odds are worked out, and do not compete
        await asyncio.sleep(0.5)  # the server is asked, there is no event
    times: list[float] = []
    began = time.perf_counter() + 0.2

    async def ask(number: int) -> None:
        due = began + number / rate
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        status, _ = await clients[number % CONNECTIONS].post(path, bodies[number])
        assert status == 200
        times.append(time.perf_counter() - due)

    await asyncio.gather(*(ask(number) for number in range(len(bodies))))
    return times


def main() -> None:
    """Start a server, load it, and tell how it fared."""
    rate, seconds = (*map(int, sys.argv[1:3]), 200, 30)[:2] if len(sys.argv) > 2 else (200, 30)
    with tempfile.TemporaryDirectory() as folder:
        program = [sys.executable, "-c", "from perfectplay.cli.main import main; main()"]
        server = subprocess.Popen(  # noqa: S603  # our own
            [*program, "serve", "--port", "0"],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PERFECTPLAY_CACHE": folder, "PYTHONUNBUFFERED": "1"},
        )
        try:
            assert server.stdout is not None
            port = int(re.findall(r":(\d+)/", server.stdout.readline())[0])
            times = sorted(asyncio.run(load(port, rate, seconds)))
        finally:
            server.terminate()
            server.wait()
    shares = [times[min(len(times) - 1, int(share * len(times)))] for share in (0.5, 0.9, 0.99)]
    print(f"{len(times):,} questions, {rate} a second for {seconds} s")
    print(f"mean {1000 * statistics.mean(times):.1f} ms, longest {1000 * times[-1]:.1f} ms")
    print("50th, 90th, 99th percentile: " + ", ".join(f"{1000 * each:.1f} ms" for each in shares))
    print(f"the 99th is {'under' if shares[-1] < GOAL else 'OVER'} {1000 * GOAL:.0f} ms")


if __name__ == "__main__":
    main()
