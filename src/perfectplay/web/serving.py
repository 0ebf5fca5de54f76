"""Start and stop the server."""

from __future__ import annotations

import re
import socket
import threading
import webbrowser
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import uvicorn

from perfectplay.errors import PerfectPlayError
from perfectplay.web.app import LOOPBACK, create_app
from perfectplay.web.connection import Connection
from perfectplay.web.limits import Limits

EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104  # named in order to be told apart
HOST = re.compile(r"[\w.-]+|[0-9a-fA-F.]*:[0-9a-fA-F:.]*:[0-9a-fA-F:.]*")
"""A host name, or an IPv4 or IPv6 address, without a port."""


def bound_socket(host: str, port: int) -> socket.socket:
    """A socket listening at an address, if that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise PerfectPlayError(
            f"cannot listen at {host} port {port}: {error.strerror or error}; try another --port"
        ) from None
    return listener


def hosts_of(host: str, allowed: Sequence[str] = ()) -> tuple[str, ...]:
    """The names by which the server may be addressed, besides the address of the request.

    >>> hosts_of("192.168.1.5", ["Games.example"])
    ('127.0.0.1', 'localhost', '::1', '192.168.1.5', 'games.example')
    """
    for name in allowed:
        if not HOST.fullmatch(name):
            raise PerfectPlayError(
                f"'{name}' is not the name of a host; give it alone, as --allow-host games.example"
            )
    own = socket.gethostname() if host in EVERYWHERE else host
    return (*LOOPBACK, *(name.lower() for name in (own, *allowed)))


def address_of(host: str, port: int) -> str:
    """The address of the pages.

    >>> address_of("127.0.0.1", 8000), address_of("::1", 8000)
    ('http://127.0.0.1:8000/', 'http://[::1]:8000/')
    """
    name = "127.0.0.1" if host in EVERYWHERE else host
    return f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"


def serve(
    host: str,
    port: int,
    *,
    allowed: Sequence[str] = (),
    limits: Limits | None = None,
    folder: Path | None = None,
    backend: str = "auto",
    ready: Callable[[str], None] | None = None,
    open_page: bool = False,
    own: Sequence[str] = (),
    page: str = "",
) -> None:
    """Serve until interrupted; `ready` is called with the address of the pages.

    `allowed` are further names by which the server may be addressed, `own` the locations of the
    user's games, and `page` what to open first.
    """
    hosts, limits = hosts_of(host, allowed), limits or Limits()
    with bound_socket(host, port) as listener:
        address = address_of(host, listener.getsockname()[1]) + page
        settings = settings_of(create_app(hosts, limits, folder, backend, own), limits)
        server = Announcing(settings, lambda: announce(address, ready, open_page=open_page))
        server.run(sockets=[listener])


def settings_of(app: Any, limits: Limits) -> uvicorn.Config:
    """The settings for an application: within its limits, and without access logs."""
    return uvicorn.Config(
        app,
        http=Connection.within(limits),
        ws="none",
        timeout_keep_alive=limits.idle_seconds,
        timeout_graceful_shutdown=limits.idle_seconds,
        log_level="error",
        access_log=False,
    )


def announce(address: str, ready: Callable[[str], None] | None, *, open_page: bool) -> None:
    """Print the address of the pages, and open them if requested."""
    if ready is not None:
        ready(address)
    if open_page:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


class Announcing(uvicorn.Server):
    """A server that announces when it is up."""

    def __init__(self, config: uvicorn.Config, up: Callable[[], None]) -> None:
        super().__init__(config)
        self.up = up

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start up, and announce it."""
        await super().startup(sockets)
        self.up()
