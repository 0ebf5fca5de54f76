"""A connection with limits on bytes and seconds.

Uvicorn closes a connection that is idle after an answer. But it would wait for ever for an
unfinished request, for headers that never end, and for an answer that nobody reads; this does not.
"""

from __future__ import annotations

import asyncio
from typing import ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from perfectplay.web.limits import Limits

PIPELINED = 16
"""The most requests on a connection that wait for an earlier answer."""


class Connection(HttpToolsProtocol):
    """A connection whose requests must arrive, and whose answers must be read, in time."""

    limits: ClassVar[Limits] = Limits()
    head = 0
    """The bytes received since the last that belonged to a body or ended a request."""
    arriving: asyncio.TimerHandle | None = None
    """Closes the connection unless the request has arrived by then."""
    leaving: asyncio.TimerHandle | None = None
    """Closes the connection unless the answer has been read by then."""

    @classmethod
    def within(cls, limits: Limits) -> type[Connection]:
        """A connection class with these limits."""
        return type(cls.__name__, (cls,), {"limits": limits})

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # always TCP
        """Start waiting for a request, unless there are too many connections."""
        super().connection_made(transport)
        self.expect_request()
        if len(self.connections) > self.limits.connections:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self.request_is_here()
        self.answer_is_taken()
        super().connection_lost(exc)

    # Receiving

    def data_received(self, data: bytes) -> None:
        """Receive some bytes: of headers, of a body, or of something that never ends."""
        self.expect_request()
        self.head += len(data)
        super().data_received(data)
        if self.head > self.limits.head_bytes and not self.transport.is_closing():
            most = self.limits.head_bytes
            self.send_400_response(f"The head of a request has {most:,} bytes at most.")

    def on_message_begin(self) -> None:
        """A request begins, possibly queued behind another."""
        self.expect_request()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """The headers are complete."""
        super().on_headers_complete()
        if len(self.pipeline) > PIPELINED:
            self.transport.abort()
            raise ConnectionAbortedError  # stop reading

    def on_body(self, body: bytes) -> None:
        """Part of a body, for which the application has its own limit."""
        self.head = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        """A request is complete."""
        self.head = 0
        self.request_is_here()
        super().on_message_complete()

    def expect_request(self) -> None:
        """Require the request to end in time."""
        if self.arriving is None:
            seconds = self.limits.request_seconds
            self.arriving = self.loop.call_later(seconds, self.request_is_late)

    def request_is_here(self) -> None:
        """Stop waiting for a request."""
        if self.arriving is not None:
            self.arriving.cancel()
            self.arriving = None

    def request_is_late(self) -> None:
        """Close the connection, unless it is waiting for us to read on."""
        self.arriving = None
        if self.flow.read_paused:
            self.expect_request()
        else:
            self.transport.abort()

    # Sending

    def pause_writing(self) -> None:
        """The other side is not reading fast enough."""
        self.expect_taking()
        super().pause_writing()

    def resume_writing(self) -> None:
        """The other side has read most of it."""
        self.answer_is_taken()
        super().resume_writing()

    def on_response_complete(self) -> None:
        """An answer is written; if it ends the connection, it still has to be read."""
        super().on_response_complete()
        if self.transport.is_closing():
            self.expect_taking()

    def timeout_keep_alive_handler(self) -> None:
        """Close an idle connection without waiting for unread data."""
        self.transport.abort()

    def expect_taking(self) -> None:
        """Require an answer to be read in time."""
        if self.leaving is None:
            self.leaving = self.loop.call_later(self.limits.request_seconds, self.transport.abort)

    def answer_is_taken(self) -> None:
        """Stop waiting for an answer to be read."""
        if self.leaving is not None:
            self.leaving.cancel()
            self.leaving = None
