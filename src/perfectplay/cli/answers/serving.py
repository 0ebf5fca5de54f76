"""The web page, started from the command line."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from perfectplay.cli import show
from perfectplay.cli.words import read_memory
from perfectplay.engines.backends.gpu import the_gpu
from perfectplay.request import Compute
from perfectplay.web import serving
from perfectplay.web.limits import Limits


def serve(
    host: str,
    port: int,
    allowed: Sequence[str],
    *,
    open_page: bool,
    memory: str,
    seconds: int,
    backend: str,
) -> None:
    """Serve the pages until Ctrl-C, and say where they are."""
    limits = Limits(job_memory_bytes=read_memory(memory), job_seconds=seconds)
    if Compute(backend=backend).backend == "gpu":
        the_gpu()  # or it is refused

    def ready(address: str) -> None:
        show.say(f"perfectplay is at {address}  (Ctrl-C stops it)")
        if host in serving.EVERYWHERE:
            show.warn("it listens to all machines that can reach this one; it has no passwords")

    with suppress(KeyboardInterrupt):  # that is how it is stopped
        serving.serve(
            host,
            port,
            allowed=allowed,
            limits=limits,
            backend=backend,
            ready=ready,
            open_page=open_page,
        )
