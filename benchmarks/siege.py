"""The web page's server under siege, on loopback: whether every answer is right, and how late.

    python -m benchmarks.siege [SECONDS]

For two minutes, all at once: 200 questions for advice a second, as in `benchmarks.web`, each
answer compared with the library's; one card after another to be solved, each value compared; the
process that solves killed every ten seconds; 500 connections that send a byte a second and are
opened anew when they are closed; and requests that make no sense. It works where there is /proc.
"""

from __future__ import annotations

import asyncio
import dataclasses
import itertools
import json
import os
import random
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from benchmarks.web import (
    CONNECTIONS,
    YAHTZEE,
    Question,
    Server,
    clients,
    connected,
    on_time,
    questions,
    served,
    told_times,
)

from perfectplay import solve
from perfectplay.games.yahtzee import Yahtzee
from perfectplay.model.scorecard.declaration import parse_scorecard

DIFFERENT = 300
"""How many different questions are asked over and over: more than a server remembers."""
EXACT = 1e-6
BROKEN = "the process that solved it has ended"
"""What is told of a job whose process was killed."""
CARD: dict[str, Any] = {
    "dice": 4,
    "rerolls": 3,
    "boxes": [
        *({"name": f"face-{face}", "rule": "face", "face": face} for face in range(1, 7)),
        *({"name": f"same-{count}", "rule": "of-a-kind", "count": count} for count in (2, 3, 4)),
    ],
    "bonuses": [
        {"name": "upper", "boxes": [f"face-{face}" for face in range(1, 7)], "at": 40, "points": 20}
    ],
}
NONSENSE = (
    b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: [::1\r\n\r\n",
    b"POST /api/v1/jobs HTTP/1.1\r\nHost: localhost\r\nOrigin: http://[x\r\n\r\n",
    b"POST /api/v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
    b"GET /" + b"x" * 40_000 + b" HTTP/1.1\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
)


@dataclasses.dataclass(frozen=True)
class Plan:
    """What a siege is made of."""

    seconds: float = 120
    rate: int = 200
    slow: int = 500
    kill_every: float = 10


@dataclasses.dataclass
class Siege:
    """A server under siege, and what came of it."""

    server: Server
    plan: Plan
    card: dict[str, Any]
    """What is solved again and again, under other names."""
    value: float
    """Its value."""
    times: list[float] = dataclasses.field(default_factory=list)
    memory: list[int] = dataclasses.field(default_factory=list)
    """Bytes of its own that the server held, second by second."""
    wrong: list[str] = dataclasses.field(default_factory=list)
    solved: int = 0
    broken: int = 0
    killed: int = 0
    closed: int = 0
    nonsense: int = 0

    async def run(self, rules: dict[str, Any], asked: list[Question]) -> None:
        """Have a game solved, then all at once."""
        async with clients(self.server.port, 1) as [first]:
            key = await first.solved(rules)
        besiegers = [
            asyncio.create_task(each)
            for each in (
                self.solve_cards(),
                self.kill(),
                self.watch(),
                self.talk_nonsense(),
                *(self.dawdle() for _ in range(self.plan.slow)),
            )
        ]
        self.times = await self.ask_for_advice(key, asked)
        for each in besiegers:
            each.cancel()
        for ended in await asyncio.gather(*besiegers, return_exceptions=True):
            if not isinstance(ended, asyncio.CancelledError):
                self.wrong.append(f"a besieger has ended: {ended!r}")

    async def ask_for_advice(self, key: str, asked: list[Question]) -> list[float]:
        """Ask over and over, and compare; how long each answer took."""
        bodies = [json.dumps(each.asked).encode() for each in asked]
        async with clients(self.server.port, CONNECTIONS) as askers:

            async def ask(number: int) -> None:
                wanted, body = asked[number % len(asked)], bodies[number % len(asked)]
                asker = askers[number % CONNECTIONS]
                status, answer = await asker.ask(f"solutions/{key}/advice", body)
                best = answer["options"][0] if status == 200 else {"label": answer, "value": 0.0}
                if best["label"] != wanted.best or abs(best["value"] - wanted.value) > EXACT:
                    self.wrong.append(f"{wanted.asked}: {best}, not {wanted.best} {wanted.value}")

            return await on_time(int(self.plan.rate * self.plan.seconds), self.plan.rate, ask)

    async def solve_cards(self) -> None:
        """Have one card after another solved; they differ in their names."""
        for number in itertools.count():
            async with clients(self.server.port, 1) as [asker]:
                try:
                    key = await asker.solved({"card": {**self.card, "name": f"card {number}"}})
                except RuntimeError as error:
                    self.broken += BROKEN in str(error)
                    if BROKEN not in str(error):
                        self.wrong.append(f"card {number}: {error}")
                    continue
                _, facts = await asker.ask(f"solutions/{key}")
            self.solved += 1
            if abs(facts["value"] - self.value) > EXACT:
                self.wrong.append(f"card {number}: {facts['value']}, not {self.value}")

    async def kill(self) -> None:
        """Kill the process that solves, again and again."""
        while True:
            await asyncio.sleep(self.plan.kill_every)
            for worker in workers_of(self.server.process):
                with suppress(ProcessLookupError):
                    os.kill(worker, signal.SIGKILL)
                    self.killed += 1

    async def dawdle(self) -> None:
        """Send a request a byte a second, and begin anew when the connection is closed."""
        await asyncio.sleep(random.random())
        while True:
            with suppress(ConnectionError):
                async with connected(self.server.port) as (reader, writer):
                    for letter in itertools.cycle(b"GET / HTTP/1.1\r\nX-Slow: slow\r\n"):
                        writer.write(bytes([letter]))
                        with suppress(TimeoutError):
                            await asyncio.wait_for(reader.read(1), 1)
                            break  # it was closed
            self.closed += 1

    async def talk_nonsense(self) -> None:
        """Send what makes no sense; it is refused, or the connection is closed."""
        for request in itertools.cycle(NONSENSE):
            with suppress(ConnectionError):
                async with connected(self.server.port) as (reader, writer):
                    writer.write(request)
                    status = (await reader.read(12))[9:12]
                    if status and not b"400" <= status < b"500":
                        self.wrong.append(f"{request[:60]!r}: {status!r}")
            self.nonsense += 1
            await asyncio.sleep(0.1)

    async def watch(self) -> None:
        """Look at the memory of the server."""
        while True:
            self.memory.append(own_memory(self.server.process))
            await asyncio.sleep(1)

    def told(self) -> str:
        """What came of it."""
        plan, third = self.plan, max(1, len(self.memory) // 3)
        first, last = (
            sum(part) / len(part) / 2**20 for part in (self.memory[:third], self.memory[-third:])
        )
        return (
            f"{len(self.times):,} questions, {plan.rate} a second for {plan.seconds:g} s; meanwhile"
            f" {self.solved} cards solved, {self.killed} processes killed at {self.broken} of them,"
            f"\n{self.closed:,} slow connections closed, {plan.slow} open at a time,"
            f" {self.nonsense:,} senseless requests\n{told_times(self.times)}\n"
            f"memory of the server: {first:.0f} MiB in the first third, {last:.0f} MiB in the last,"
            f" {max(self.memory) / 2**20:.0f} MiB at most\nwrong answers: {len(self.wrong)}"
        )


def workers_of(process: int) -> list[int]:
    """The processes that solve for a server."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parent = int((path / "stat").read_text().rpartition(")")[2].split()[1])
            if parent == process and b"spawn_main" in (path / "cmdline").read_bytes():
                found.append(int(path.name))
    return found


def own_memory(process: int) -> int:
    """How many bytes a process holds that are its own, and not part of files."""
    lines = Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines()
    return 1024 * int(next(line for line in lines if line.startswith("RssAnon")).split()[1])


def main() -> None:
    """Besiege a server, and tell how it fared."""
    plan = Plan(float(sys.argv[1])) if len(sys.argv) > 1 else Plan()
    asked = questions(solve(Yahtzee()), DIFFERENT)
    value = float(solve(parse_scorecard({**CARD, "name": "card"})).value)
    with served() as server:
        siege = Siege(server, plan, CARD, value)
        began = time.perf_counter()
        asyncio.run(siege.run(YAHTZEE, asked))
    print(f"{siege.told()}\n{time.perf_counter() - began:.0f} s in all")
    for each in siege.wrong[:10]:
        print(each)
    sys.exit(bool(siege.wrong))


if __name__ == "__main__":
    main()
