"""The process that solves: it receives orders as plain data, and can be killed at any time."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

ROOM = 1 << 30
"""Memory the process needs besides the game."""


def work(orders: Connection) -> None:
    """Process orders until there are no more, reporting the progress and the end of each."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError, AttributeError):
        os.nice(10)  # pages take precedence
    while True:
        try:
            order = orders.recv()
        except (EOFError, OSError):
            return
        try:
            solve_order(order, orders)
        except MemoryError:
            answer = ("failed", "there is not enough memory for this game")
        except Exception as error:  # noqa: BLE001  # whatever it is, the page is told
            answer = ("failed", in_one_sentence(error))
        else:
            answer = ("done", "")
        with suppress(OSError):
            orders.send(answer)


def in_one_sentence(error: Exception) -> str:
    """An error, in one sentence."""
    from perfectplay.errors import PerfectPlayError

    if isinstance(error, PerfectPlayError):
        return " ".join(str(error).split())
    return f"solving failed: {type(error).__name__}"


def solve_order(order: dict[str, Any], orders: Connection) -> None:
    """Solve a game or an end game, or compute odds, and store the result in the cache."""
    limit_memory(order["memory"])
    from perfectplay.solution.storage.cache import Cache
    from perfectplay.user_code import user_game
    from perfectplay.web.dueling import solve_for_two
    from perfectplay.web.odds import keep_odds
    from perfectplay.web.solving import solve_for_pages

    def progress(stage: str, positions: int) -> None:
        orders.send(("progress", stage, positions))

    for place in order.get("own", ()):
        user_game(place)
    cache = Cache(Path(order["folder"]))
    if order["what"] == "solve":
        solution = solve_for_pages(order["rules"], order["memory"], progress)
        cache.keep(order["solution"], solution)
    elif order["what"] == "end-game":
        cache.keep(order["solution"], solve_for_two(cache, order["end_game"], progress))
    else:
        keep_odds(cache, order["solution"], progress)


def limit_memory(size: int) -> None:
    """Limit the process's memory for data, where the system supports that."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (size + ROOM, resource.RLIM_INFINITY))
