"""How quickly the web page's advice comes: 200 questions a second for 30 seconds, on loopback.

    python -m benchmarks.web [QUESTIONS_A_SECOND [SECONDS]]

The server is a process of its own, as `perfectplay serve` starts it, and solves Yahtzee first. The
questions are those of games as they are played: for every turn three, with two rerolls left, with
one and with none, on cards that best play has filled. They are sent on time whether or not earlier
ones were answered, and a question's time counts from when it was due. `benchmarks.siege` asks the
same under attack.
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
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from typing import Any, NamedTuple

from perfectplay import solve
from perfectplay.games.yahtzee import Yahtzee
from perfectplay.model.scorecard import Rolled
from perfectplay.play.line import LineOfPlay
from perfectplay.present.cards import filled_boxes
from perfectplay.solution.solution import Solution

CONNECTIONS = 8
GOAL = 0.050
YAHTZEE = {"game": "yahtzee"}


class Question(NamedTuple):
    """What a player asks, and what the library answers: the best option and its value."""

    asked: dict[str, Any]
    best: str
    value: float


def questions(solution: Solution, count: int, seed: int = 1) -> list[Question]:
    """What players ask in some games of best play on a scorecard."""
    generator = random.Random(seed)
    found: list[Question] = []
    while len(found) < count:
        line = LineOfPlay.begin(solution)
        while not line.over:
            place = line.here.name
            if line.chooser is None:
                line = line.happen(generator.random())
                continue
            assert isinstance(place, Rolled)
            card = filled_boxes(line)
            extra = int(line.here.score) - sum(card.values())
            asked = {
                "dice": "".join(map(str, place.roll)),
                "rerolls": place.rerolls,
                "card": {**card, **({"repeat": extra} if extra else {})},
            }
            best = line.options()[0]
            found.append(Question(asked, str(best.label), float(best.value)))
            line = line.choose(best.label)
    return found[:count]


@asynccontextmanager
async def connected(port: int) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection to a server on this machine."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        yield reader, writer
    finally:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()


class Client:
    """One who asks over a connection that is kept open."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.guard = asyncio.Lock()

    async def ask(self, path: str, body: bytes | None = None) -> tuple[int, Any]:
        """Send a request and read its answer; without a body it is a GET."""
        async with self.guard:
            head = (
                f"{'GET' if body is None else 'POST'} /api/v1/{path} HTTP/1.1\r\n"
                "Host: 127.0.0.1\r\nContent-Type: application/json\r\n"
                f"Content-Length: {len(body or b'')}\r\n\r\n"
            )
            self.writer.write(head.encode() + (body or b""))
            answer = await self.reader.readuntil(b"\r\n\r\n")
            length = re.search(rb"content-length: (\d+)", answer.lower())
            assert length is not None
            return int(answer[9:12]), json.loads(await self.reader.readexactly(int(length[1])))

    async def solved(self, rules: dict[str, Any]) -> str:
        """The id of a game's solution, however long that takes; an end without one is an error."""
        while True:
            _, job = await self.ask("jobs?wait=4", json.dumps(rules).encode())
            match job.get("state"):
                case "done":
                    return str(job["solution"])
                case "failed" | "cancelled":
                    raise RuntimeError(job["error"])
                case None:  # the queue is full: it is asked again, as a page does
                    await asyncio.sleep(0.1)


@asynccontextmanager
async def clients(port: int, count: int) -> AsyncIterator[list[Client]]:
    """So many who ask."""
    async with AsyncExitStack() as stack:
        yield [Client(*await stack.enter_async_context(connected(port))) for _ in range(count)]


class Server(NamedTuple):
    """A server that runs."""

    port: int
    process: int


@contextmanager
def served(*options: str) -> Iterator[Server]:
    """A server in a process of its own, with a cache of its own."""
    with tempfile.TemporaryDirectory() as folder:
        program = [sys.executable, "-c", "from perfectplay.cli.main import main; main()"]
        server = subprocess.Popen(  # noqa: S603  # our own
            [*program, "serve", "--port", "0", *options],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PERFECTPLAY_CACHE": folder, "PYTHONUNBUFFERED": "1"},
        )
        try:
            assert server.stdout is not None
            yield Server(int(re.findall(r":(\d+)/", server.stdout.readline())[0]), server.pid)
        finally:
            server.terminate()
            server.communicate()


async def on_time(count: int, rate: float, ask: Callable[[int], Awaitable[None]]) -> list[float]:
    """Ask so many questions, so many a second; how long each took from when it was due."""
    times: list[float] = []
    began = time.perf_counter() + 0.2

    async def ask_one(number: int) -> None:
        due = began + number / rate
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        await ask(number)
        times.append(time.perf_counter() - due)

    await asyncio.gather(*(ask_one(number) for number in range(count)))
    return times


async def load(port: int, rate: int, seconds: int) -> list[float]:
    """The times of all answers."""
    bodies = [
        json.dumps(each.asked).encode() for each in questions(solve(Yahtzee()), rate * seconds)
    ]
    async with clients(port, 1) as [first]:
        path = f"solutions/{await first.solved(YAHTZEE)}/advice"
        while True:
            _, answer = await first.ask(path, bodies[0])
            if answer["bonuses"][0]["chance"] is not None:
                break  # the odds are worked out, and do not compete
            await asyncio.sleep(0.5)  # the server is asked, there is no event
    async with clients(port, CONNECTIONS) as askers:

        async def ask(number: int) -> None:
            status, _ = await askers[number % CONNECTIONS].ask(path, bodies[number])
            assert status == 200

        return await on_time(len(bodies), rate, ask)


def told_times(times: list[float]) -> str:
    """How long answers took: the mean, percentiles and the longest."""
    ordered = sorted(times)
    shares = [ordered[min(len(ordered) - 1, int(each * len(ordered)))] for each in (0.5, 0.9, 0.99)]
    told = ", ".join(f"{1000 * each:.1f} ms" for each in shares)
    return (
        f"mean {1000 * statistics.mean(times):.1f} ms, longest {1000 * ordered[-1]:.1f} ms\n"
        f"50th, 90th, 99th percentile: {told}\n"
        f"the 99th is {'under' if shares[-1] < GOAL else 'OVER'} {1000 * GOAL:.0f} ms"
    )


def main() -> None:
    """Start a server, load it, and tell how it fared."""
    rate, seconds = (*map(int, sys.argv[1:3]), 200, 30)[:2] if len(sys.argv) > 2 else (200, 30)
    with served() as server:
        times = asyncio.run(load(server.port, rate, seconds))
    print(f"{len(times):,} questions, {rate} a second for {seconds} s")
    print(told_times(times))


if __name__ == "__main__":
    main()
