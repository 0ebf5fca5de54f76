"""Connections have bounds in bytes and in seconds, whatever the other side does or leaves undone."""

from __future__ import annotations

import json
import socket

import pytest

from perfectplay.web.connection import PIPELINED
from perfectplay.web.limits import Limits
from tests.waiting import PATIENCE, wait_until
from tests.web.conftest import running

HEAD = b"Host: 127.0.0.1\r\n"
GET = b"GET /api/v1/limits HTTP/1.1\r\n" + HEAD
POST = b"POST /api/v1/cards HTTP/1.1\r\n" + HEAD + b"Content-Type: application/json\r\n"


@pytest.fixture(scope="module")
def hasty(tmp_path_factory):
    """A server that waits for nobody."""
    limits = Limits(request_seconds=0.2, idle_seconds=1)
    with running(limits, tmp_path_factory.mktemp("cache")) as (port, server):
        yield port, server


@pytest.fixture(scope="module")
def patient(tmp_path_factory):
    """A server that waits as long as it takes, so that only bytes can be too many."""
    limits = Limits(request_seconds=PATIENCE, idle_seconds=PATIENCE, connections=3)
    with running(limits, tmp_path_factory.mktemp("cache")) as (port, server):
        yield port, server


def connected(port):
    return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)


def rest(connection):
    """All that comes until the other side ends the connection."""
    parts = []
    try:
        while part := connection.recv(1 << 16):
            parts.append(part)
    except ConnectionError:
        pass
    return b"".join(parts)


def until_gone(server):
    wait_until(lambda: not server.server_state.connections)


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"\r\n",
        b"GET / HT",
        GET,
        POST + b"Content-Length: 100\r\n\r\n{",
        POST + b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n",
        POST + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nTrailer: x",
        GET + b"\r\n" + GET,
        GET + b"\r\n" + b"\r\n",
    ],
)
def test_a_request_that_does_not_come_to_its_end_is_not_waited_for(hasty, sent):
    port, server = hasty
    with connected(port) as connection:
        connection.sendall(sent)
        rest(connection)
    until_gone(server)


@pytest.mark.parametrize("closing", [b"", b"Connection: close\r\n"])
def test_an_answer_that_is_not_taken_is_not_waited_for(hasty, closing):
    port, server = hasty
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.connect(("127.0.0.1", port))
    with connection:
        connection.settimeout(PATIENCE)
        request = b"GET /vendor/htm-preact.js HTTP/1.1\r\n" + HEAD
        try:
            for _ in range(5_000):
                connection.sendall(request + b"\r\n")
            connection.sendall(request + closing + b"\r\n")
        except ConnectionError:
            pass  # it was not waited for
        until_gone(server)


def flooded(port, first, part):
    """How many bytes a server takes of a request that has no end, and what it says."""
    taken = 0
    with connected(port) as connection:
        try:
            connection.sendall(first)
            while taken < 300_000_000:
                connection.sendall(part)
                taken += len(part)
        except ConnectionError:
            pass
        said = rest(connection)
    return taken, said


@pytest.mark.parametrize(
    ("first", "part"),
    [
        (GET, b"X-Many: " + b"x" * 10_000 + b"\r\n"),
        (GET + b"X-Long: ", b"x" * 10_000),
        (b"GET /", b"x" * 10_000),
        (
            POST + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n",
            b"X-Trailer: " + b"x" * 10_000 + b"\r\n",
        ),
    ],
)
def test_a_head_without_end_is_refused(patient, first, part):
    port, server = patient
    taken, said = flooded(port, first, part)
    assert taken < 64_000_000  # what lies in the system's buffers is not ours
    assert said == b"" or b"400 Bad Request" in said
    until_gone(server)


def test_a_long_head_is_refused_in_one_sentence(patient):
    port, _ = patient
    with connected(port) as connection:
        connection.sendall(GET + b"Connection: close\r\nX-Long: " + b"x" * 20_000 + b"\r\n\r\n")
        said = rest(connection)
    if b"431" in said:  # it came in one piece, else it is refused on the way
        told = json.loads(said.partition(b"\r\n\r\n")[2])
        assert told == {"error": "the head of the request is longer than 16,384 bytes, the limit"}
    else:
        assert b"400 Bad Request" in said or said == b""


def test_there_are_only_so_many_connections(patient):
    port, server = patient
    until_gone(server)
    held = [connected(port) for _ in range(3)]
    wait_until(lambda: len(server.server_state.connections) == 3)
    with connected(port) as one_more:
        assert rest(one_more) == b""
    held[0].sendall(GET + b"Connection: close\r\n\r\n")
    assert b"200 OK" in rest(held[0])
    for each in held:
        each.close()
    until_gone(server)


def test_only_so_many_requests_wait_for_the_one_before(patient):
    port, server = patient
    with connected(port) as connection:
        connection.sendall((GET + b"\r\n") * 1_000)
        said = rest(connection)
    assert said.count(b"200 OK") <= 2 * PIPELINED
    until_gone(server)


def test_an_upgrade_is_answered_as_any_request(patient):
    port, _ = patient
    for what in (b"websocket", b"h2c"):
        wish = b"Connection: Upgrade\r\nUpgrade: " + what + b"\r\n\r\n"
        with connected(port) as connection:
            connection.sendall(GET + wish)
            assert connection.recv(1 << 16).startswith(b"HTTP/1.1 200 OK")
