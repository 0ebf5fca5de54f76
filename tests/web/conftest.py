"""A server in this process, with a cache of its own, the way to ask it, and a browser."""

from __future__ import annotations

import functools
import os
import threading
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest
import uvicorn

from perfectplay.web.app import ServerState, create_app
from perfectplay.web.limits import Limits
from perfectplay.web.serving import bound_socket, settings_of
from tests.waiting import PATIENCE, wait_until
from tests.web import browser as chromium

missing = functools.cache(chromium.missing)

SMALL = """
name = "small"
dice = 2
sides = 4
rerolls = 1

[[boxes]]
name = "ones"
rule = "face"
face = 1

[[boxes]]
name = "threes"
rule = "face"
face = 3

[[boxes]]
name = "any"
rule = "chance"

[[bonuses]]
name = "upper"
boxes = ["ones", "threes"]
at = 6
points = 9
"""


class Server(NamedTuple):
    address: str
    client: httpx.Client
    folder: Path

    def post(self, path, body, status=200):
        answer = self.client.post(f"/api/v1/{path}", json=body)
        assert answer.status_code == status, answer.text
        return answer.json()

    def get(self, path, status=200):
        answer = self.client.get(f"/api/v1/{path}")
        assert answer.status_code == status, answer.text
        return answer.json()

    def ended(self, path, body):
        """The job that is asked for at some address, when it is over."""
        job = self.post(f"{path}?wait=20", body)
        while job["state"] in ("waiting", "running"):
            job = self.get(f"jobs/{job['id']}?wait=20")
        return job

    def solved(self, **rules):
        job = self.ended("jobs", rules)
        assert job["state"] == "done", job
        return job["solution"]


@contextmanager
def running(limits, folder, own=()):
    """A server in a thread, with games of one's own: where it is, and what Uvicorn knows of it."""
    listener = bound_socket("127.0.0.1", 0)
    app = create_app(limits=limits, folder=folder, own=own)
    server = uvicorn.Server(settings_of(app, limits))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    wait_until(lambda: server.started)
    try:
        yield listener.getsockname()[1], server
    finally:
        server.should_exit = True
        thread.join()
        listener.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """The server; only small games have their odds worked out, to spare the time."""
    limits = Limits(
        job_seconds=PATIENCE,
        queued_jobs=4,
        request_seconds=PATIENCE,
        explain_seconds=PATIENCE,
    )
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        ask_odds = ServerState.ask_odds

        def ask_small_odds(desk, key):
            small = desk.shelf.get(key).solution.positions < 100_000
            return ask_odds(desk, key) if small else None

        patch.setattr(ServerState, "ask_odds", ask_small_odds)
        with running(limits, folder) as (port, _):
            address = f"http://127.0.0.1:{port}"
            with httpx.Client(base_url=address, timeout=PATIENCE) as client:
                yield Server(f"{address}/", client, folder)


@pytest.fixture(scope="session")
def small(server):
    """The id of a small card's solution."""
    return server.solved(toml=SMALL)


@pytest.fixture(scope="module")
def browser():
    """The browser; where there must be one, its absence is a failure."""
    if why := missing():
        (pytest.fail if os.environ.get(chromium.REQUIRED) else pytest.skip)(why)
    with chromium.running() as browser:
        yield browser


@pytest.fixture
def complaints():
    """What pages complain of."""
    return []


@pytest.fixture
def new_page(browser, complaints):
    """Makes an empty page; at the end, nothing may have been complained of in the console."""
    contexts = []

    def make(**how):
        context = browser.new_context(reduced_motion="reduce", **how)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(1_000 * PATIENCE)
        page.on(
            "console",
            lambda said: (
                complaints.append(said.text) if said.type in ("error", "warning") else None
            ),
        )
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    yield make
    for context in contexts:
        context.close()
    assert [text for text in complaints if "status of 422" not in text] == []


@pytest.fixture
def open_page(new_page, complaints, server):
    """Opens an address; nothing may be asked of any other host."""

    def open_address(address, ready=None, *, width=1200, height=900, dark=False):
        page = new_page(
            viewport={"width": width, "height": height}, color_scheme="dark" if dark else "light"
        )
        page.on(
            "request",
            lambda asked: (
                None if asked.url.startswith(server.address) else complaints.append(asked.url)
            ),
        )
        page.goto(address if address.startswith("http") else server.address + address)
        if ready:
            page.wait_for_selector(ready)
        return page

    return open_address
