"""`perfectplay serve`: it says where it is, stops on Ctrl-C, and refuses a port that is taken."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import urllib.request

import pytest

from perfectplay.web.serving import bound_socket
from tests.waiting import PATIENCE


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent otherwise there")
def test_it_says_where_it_is_and_stops():
    program = [sys.executable, "-c", "from perfectplay.cli.main import main; main()"]
    server = subprocess.Popen(
        [*program, "serve", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    try:
        said = server.stdout.readline()
        [address] = re.findall(r"http://127\.0\.0\.1:\d+/", said)
        with urllib.request.urlopen(address) as page:
            assert b"<title>perfectplay</title>" in page.read()
        server.send_signal(signal.SIGINT)
        out, err = server.communicate(timeout=PATIENCE)
        assert (server.returncode, out, err) == (0, "", "")
    finally:
        server.kill()
        server.wait()


def test_a_port_that_is_taken_is_told(perfectplay):
    with bound_socket("127.0.0.1", 0) as taken:
        taken.listen()
        ran = perfectplay("serve", "--port", str(taken.getsockname()[1]))
    assert ran.code == 2
    assert "try another --port" in ran.err
    assert perfectplay("serve", "--memory", "much").code == 2


def test_a_host_that_cannot_be_is_told(perfectplay):
    ran = perfectplay("serve", "--allow-host", "games.example:80")
    assert ran.code == 2
    assert "'games.example:80' is not the name of a host" in ran.err
