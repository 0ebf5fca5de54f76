"""A connection that gives what is asked of it, within bounds in bytes and in seconds.

Uvicorn closes a connection that is idle after an answer. It waits for ever for a request that does
not come to its end, for a head that has none, and for an answer that is not taken; not so here.
"""

from __future__ import annotations

import asyncio
from typing import ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from perfectplay.web.limits import Limits

PIPELINED = 16
"""The most requests on a connection that wait for an answer to the one before."""


class Connection(HttpToolsProtocol):
    """A connection whose requests arrive, and whose answers are taken, in time."""

    limits: ClassVar[Limits] = Limits()
    head = 0
    """The bytes that came since the last that were part of a body or ended a request."""
    arriving: asyncio.TimerHandle | None = None
    """Ends the connection unless the request has come by then."""
    leaving: asyncio.TimerHandle | None = None
    """Ends the connection unless the answer was taken by then."""

    @classmethod
    def within(cls, limits: Limits) -> type[Connection]:
        """Connections with these limits."""
        return type(cls.__name__, (cls,), {"limits": limits})

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # always TCP
        """Expect a request, unless there are too many connections."""
        super().connection_made(transport)
        self.expect_request()
        if len(self.connections) > self.limits.connections:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Expect nothing more."""
        self.request_is_here()
        self.answer_is_taken()
        super().connection_lost(exc)

    # What comes

    def data_received(self, data: bytes) -> None:
        """Take some bytes: part of a head, of a body, or of nothing that ends."""
        self.expect_request()
        self.head += len(data)
        super().data_received(data)
        if self.head > self.limits.head_bytes and not self.transport.is_closing():
            most = self.limits.head_bytes
            self.send_400_response(f"The head of a request has {most:,} bytes at most.")

    def on_message_begin(self) -> None:
        """A request begins; it may be the next one behind another."""
        self.expect_request()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """A head is complete."""
        super().on_headers_complete()
        if len(self.pipeline) > PIPELINED:
            self.transport.abort()
            raise ConnectionAbortedError  # reads no further

    def on_body(self, body: bytes) -> None:
        """A part of a body: the application has its own limit for that."""
        self.head = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        """A request is complete."""
        self.head = 0
        self.request_is_here()
        super().on_message_complete()

    def expect_request(self) -> None:
        """Have a request come to its end in time."""
        if self.arriving is None:
            seconds = self.limits.request_seconds
            self.arriving = self.loop.call_later(seconds, self.request_is_late)

    def request_is_here(self) -> None:
        """Wait no more for a request."""
        if self.arriving is not None:
            self.arriving.cancel()
            self.arriving = None

    def request_is_late(self) -> None:
        """End the connection; not if it waits for us to read on."""
        self.arriving = None
        if self.flow.read_paused:
            self.expect_request()
        else:
            self.transport.abort()

    # What goes

    def pause_writing(self) -> None:
        """More is to be sent than the other side takes."""
        self.expect_taking()
        super().pause_writing()

    def resume_writing(self) -> None:
        """The other side has taken most of it."""
        self.answer_is_taken()
        super().resume_writing()

    def on_response_complete(self) -> None:
        """An answer is written; one that ends the connection is still to be taken."""
        super().on_response_complete()
        if self.transport.is_closing():
            self.expect_taking()

    def timeout_keep_alive_handler(self) -> None:
        """End a connection that is idle, and do not wait for what it has not taken."""
        self.transport.abort()

    def expect_taking(self) -> None:
        """Have an answer taken in time."""
        if self.leaving is None:
            self.leaving = self.loop.call_later(self.limits.request_seconds, self.transport.abort)

    def answer_is_taken(self) -> None:
        """Wait no more for an answer to be taken."""
        if self.leaving is not None:
            self.leaving.cancel()
            self.leaving = None
