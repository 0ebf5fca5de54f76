"""Nothing foreign talks to the server, nothing foreign is loaded, and requests have a limit."""

from __future__ import annotations

import re
import socket
from importlib.metadata import files
from pathlib import Path

import pytest

from perfectplay.errors import PerfectPlayError
from perfectplay.web import app
from perfectplay.web.limits import Limits
from perfectplay.web.safety import Guard
from perfectplay.web.serving import bound_socket, hosts_of

JSON = {"content-type": "application/json"}


def test_every_answer_has_the_headers(server):
    for path in ("/", "/api/v1/limits", "/api/v1/nothing", "/style.css"):
        headers = server.client.get(path).headers
        assert headers["content-security-policy"].startswith(
            "default-src 'none'; script-src 'self'"
        )
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "set-cookie" not in headers
        assert "access-control-allow-origin" not in headers


@pytest.mark.parametrize(
    ("headers", "status", "told"),
    [
        ({"host": "evil.example"}, 421, "this server is not evil.example"),
        ({"host": "[::1"}, 421, "this server is not nameless"),
        ({"host": "[x]"}, 421, "this server is not nameless"),
        ({"host": ""}, 421, "this server is not nameless"),
        ({"origin": "http://[x"}, 403, "only pages of this server"),
        ({"origin": "http://evil.example"}, 403, "only pages of this server"),
        ({"origin": "null"}, 403, "only pages of this server"),
        ({"sec-fetch-site": "cross-site"}, 403, "only pages of this server"),
        ({"content-type": "text/plain"}, 415, "requests are JSON"),
    ],
)
def test_foreign_requests_are_refused(server, headers, status, told):
    answer = server.client.post("/api/v1/cards", content="{}", headers={**JSON, **headers})
    assert answer.status_code == status
    assert told in answer.json()["error"]


def test_long_requests_are_refused_whether_or_not_they_say_so(server):
    long = b'{"toml": "' + b"#" * 300_000 + b'"}'

    def pieces():
        yield long

    for content in (long, pieces()):
        answer = server.client.post("/api/v1/cards", content=content, headers=JSON)
        assert answer.status_code == 413
        assert "200,000 bytes" in answer.json()["error"]


def test_own_pages_may_ask(server):
    own = {"origin": server.address.rstrip("/"), "sec-fetch-site": "same-origin", **JSON}
    assert server.client.post("/api/v1/cards", content='{"game": "slots"}', headers=own).is_success


def test_files_outside_the_pages_are_not_served(server):
    for path in ("/../app.py", "/%2e%2e/app.py", "/js/../../app.py"):
        assert server.client.get(path).status_code == 404


def test_pages_load_nothing_from_elsewhere_and_run_nothing_inline():
    for page in app.STATIC.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert "//" not in re.sub(r"<!--.*?-->", "", text)
        assert not re.search(r"<script(?![^>]*\bsrc=)|\bstyle=|\bon\w+=", text)
    for script in (app.STATIC / "js").glob("*.js"):
        text = script.read_text(encoding="utf-8")
        assert not re.search(r"https?://|\beval\(|new Function|innerHTML|document\.write", text), (
            script
        )


def test_the_library_has_its_licence_beside_it():
    folder = app.STATIC / "vendor"
    types = "htm-preact.d.ts"  # ours
    assert {path.name for path in folder.iterdir()} == {"htm-preact.js", "LICENCES.txt", types}
    licences = (folder / "LICENCES.txt").read_text(encoding="utf-8")
    assert "Apache License" in licences
    assert "Preact" in licences


def test_it_listens_to_this_machine_unless_told_otherwise():
    assert hosts_of("127.0.0.1") == ("127.0.0.1", "localhost", "::1", "127.0.0.1")
    with bound_socket("127.0.0.1", 0) as taken:
        taken.listen()
        with pytest.raises(PerfectPlayError, match=r"cannot listen at 127\.0\.0\.1"):
            bound_socket("127.0.0.1", taken.getsockname()[1])


def test_listening_everywhere_it_answers_to_names_it_was_given():
    hosts = hosts_of("0.0.0.0", ["games.example", "FE80::1"])
    assert hosts == (*app.LOOPBACK, socket.gethostname().lower(), "games.example", "fe80::1")
    for name in ("games.example:80", "http://games.example", "a b", ""):
        with pytest.raises(PerfectPlayError, match="is not the name of a host"):
            hosts_of("0.0.0.0", [name])


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("192.168.1.5:8421", None),  # where the request came to: nobody else can be called so
        ("games.example", None),
        ("192.168.1.6:8421", 421),
        ("rebound.example:8421", 421),
    ],
)
@pytest.mark.parametrize("here", ["192.168.1.5", "::ffff:192.168.1.5"])
def test_a_name_that_was_made_to_stand_for_this_machine_is_refused(host, status, here):
    guard = Guard(None, hosts_of("0.0.0.0", ["games.example"]), Limits())
    scope = {"method": "GET", "server": (here, 8421), "headers": []}
    refused = guard.refusal(scope, {"host": host})
    assert (refused and refused[0]) == status


def test_static_files_are_part_of_the_package():
    root = Path(app.__file__).parent
    assert app.STATIC.is_relative_to(root)
    assert files("perfectplay") is not None
