"""Only this server's own pages may use it, nothing foreign is loaded, and requests are short."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from typing import Any, TypeAlias
from urllib.parse import SplitResult, urlsplit

from perfectplay.web.limits import Limits

Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
App: TypeAlias = Callable[[Message, Receive, Send], Awaitable[None]]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cache-control": "no-cache",
}
MAPPED = "::ffff:"
"""The prefix of an IPv4 address on a socket that listens for both kinds."""


class Guard:
    """Wraps the application: refuses foreign or oversized requests, and adds security headers."""

    def __init__(self, app: App, hosts: Sequence[str], limits: Limits) -> None:
        self.app, self.hosts, self.limits = app, set(hosts), limits

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = {
            name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]
        }

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = {name.lower() for name, _ in message["headers"]}
                message["headers"] = [
                    *message["headers"],
                    *(
                        (name.encode(), value.encode())
                        for name, value in HEADERS.items()
                        if name.encode() not in given
                    ),
                ]
            await send(message)

        refusal = self.refusal(scope, headers)
        body = b"" if refusal else await read_body(receive, self.limits.request_bytes)
        if body is None:
            return
        if len(body) > self.limits.request_bytes:
            refusal = self.too_long
        if refusal is not None:
            await answer(send_guarded, *refusal)
            return
        await self.app(scope, replay(body, receive), send_guarded)

    def refusal(self, scope: Message, headers: dict[str, str]) -> tuple[int, str] | None:
        """Why a request is refused; None if it is not."""
        if head_size(scope) > self.limits.head_bytes:
            most = self.limits.head_bytes
            return 431, f"the head of the request is longer than {most:,} bytes, the limit"
        method, host = scope["method"], headers.get("host", "")
        name = in_parts(f"//{host}").hostname or ""
        if name not in self.hosts and name != address_here(scope):
            return 421, (
                f"this server is not {name or 'nameless'}; use the address it printed, "
                "or start it with --allow-host NAME"
            )
        if method in ("GET", "HEAD", "OPTIONS"):
            return None
        origin = headers.get("origin")
        foreign = origin is not None and in_parts(origin).netloc != host
        if foreign or headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return 403, "only pages of this server may ask that"
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if method == "POST" and kind != "application/json":
            return 415, "requests are JSON: send them as application/json"
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > self.limits.request_bytes:
            return self.too_long
        return None

    @property
    def too_long(self) -> tuple[int, str]:
        """The error for a body that is too long."""
        most = self.limits.request_bytes
        return 413, f"the request is longer than {most:,} bytes, the limit"


def in_parts(address: str) -> SplitResult:
    """An address split into parts; empty if it cannot be parsed.

    >>> in_parts("//[::1]:8421").hostname, in_parts("//[::1").hostname
    ('::1', None)
    """
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")


def address_here(scope: Message) -> str | None:
    """The address of this machine that received a request; using it cannot be a trick.

    A foreign page can make its own name resolve to this machine, but not another's address.
    """
    host, _ = scope.get("server") or (None, None)
    return host and str(host).removeprefix(MAPPED)


def head_size(scope: Message) -> int:
    """The size of a request's head in bytes."""
    fields = sum(len(name) + len(value) for name, value in scope["headers"])
    return fields + len(scope.get("raw_path") or b"") + len(scope.get("query_string", b""))


async def read_body(receive: Receive, longest: int) -> bytes | None:
    """The body of a request, up to the limit; None if the client has disconnected."""
    body = bytearray()
    while len(body) <= longest:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        if not message.get("more_body"):
            break
    return bytes(body)


def replay(body: bytes, receive: Receive) -> Receive:
    """A body that has been read, to be read again."""
    waiting = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return waiting.pop() if waiting else await receive()

    return again


async def answer(send: Send, status: int, error: str) -> None:
    """Refuse a request with one sentence."""
    body = json.dumps({"error": error}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
