"""The web page, started from the command line."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from perfectplay.cli import show
from perfectplay.cli.words import read_memory
from perfectplay.engines.backends.gpu import the_gpu
from perfectplay.games import registry
from perfectplay.request import Compute
from perfectplay.user_code import user_game
from perfectplay.web import serving
from perfectplay.web.limits import Limits


def page_of(game: str | None) -> tuple[list[str], str]:
    """The locations of games to bring to the page, and the one it opens with."""
    if game is None:
        return [], ""
    if game.endswith(".toml"):
        from perfectplay.model.scorecard.declaration import read_scorecard

        read_scorecard(game)  # raises if it is invalid
        packed = base64.urlsafe_b64encode(Path(game).read_bytes()).decode().rstrip("=")
        return [], f"#/table?card64={packed}"
    if ".py" in game:
        return [game], f"#/table?game={user_game(game).name}"
    return [], f"#/table?game={registry.find(game).name}"


def serve(
    game: str | None,
    host: str,
    port: int,
    allowed: Sequence[str],
    *,
    open_page: bool,
    memory: str,
    seconds: int,
    backend: str,
) -> None:
    """Serve the pages until Ctrl-C, and print their address."""
    limits = Limits(job_memory_bytes=read_memory(memory), job_seconds=seconds)
    if Compute(backend=backend).backend == "gpu":
        the_gpu()  # raises if there is none

    own, page = page_of(game)

    def ready(address: str) -> None:
        show.print_line(f"perfectplay is at {address}  (Ctrl-C stops it)")
        if host in serving.EVERYWHERE:
            show.warn("it listens to all machines that can reach this one; it has no passwords")

    with suppress(KeyboardInterrupt):  # the way to stop it
        serving.serve(
            host,
            port,
            allowed=allowed,
            limits=limits,
            backend=backend,
            ready=ready,
            open_page=open_page,
            own=own,
            page=page,
        )
