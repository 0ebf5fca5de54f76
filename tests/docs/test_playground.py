"""The page on which readers change and solve a game: its examples, and what it does in a browser."""

import functools
import http.server
import io
import json
import os
import runpy
import subprocess
import sys
import threading
import zipfile

import pytest
from docs.playground import build

from tests.web import browser as chromium
from tests.web.conftest import browser, complaints, new_page  # noqa: F401  # fixtures
from tests.web.pages import shows

EXAMPLES = {each["name"]: each["source"] for each in build.examples()}
RUN = "import runner, sys; print('told:', runner.run(sys.stdin.read()))"


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    """The archive of the page, unpacked."""
    folder = tmp_path_factory.mktemp("library")
    zipfile.ZipFile(io.BytesIO(build.library())).extractall(folder)
    return folder


@pytest.fixture
def run_bare(library, tmp_path):
    """Runs a program as the page does, on a Python without any packages; what it prints, and what is told of it."""

    def run(source):
        done = subprocess.run(
            [sys.executable, "-S", "-c", RUN],
            input=source,
            capture_output=True,
            text=True,
            check=True,
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(library)},
        )
        printed, _, told = done.stdout.partition("told: ")
        return printed, json.loads(told)

    return run


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_ends_with_a_game_and_needs_nothing_but_the_core(name, run_bare):
    printed, told = run_bare(EXAMPLES[name])
    assert printed
    assert "error" not in told
    found = runpy.run_path(str(build.HERE / "examples" / f"{name}.py"))["game"]
    assert told["facts"]["value"] == pytest.approx(float(found.value), abs=1e-12)


@pytest.mark.parametrize(
    ("source", "error"),
    [
        ("from perfectplay import solve\nsolve(3)", "line 2: "),
        ("1 +", "invalid syntax"),
        ("x = 1\n\nx / 0", "line 3: ZeroDivisionError: division by zero"),
        (
            "from perfectplay import solve\nfrom perfectplay.games.pig import Pig\nsolve(Pig(target=0))",
            "line 3: pig",
        ),
        (
            "from perfectplay import solve\nfrom perfectplay.games.yahtzee import Yahtzee\nsolve(Yahtzee())",
            "line 3: this needs NumPy",
        ),
        ("import numpy", "which this page does not have"),
    ],
)
def test_a_mistake_is_told_with_its_line(source, error, run_bare):
    _, told = run_bare(source)
    assert error in told["error"]


def test_the_value_of_the_last_line_is_told(run_bare):
    assert run_bare("print('hello')\n6 * 7") == ("hello\n", {"value": "42"})
    assert run_bare("x = 1") == ("", {})


class Server:
    """A server of files that can be shut down, and counts what it is asked for."""

    def __init__(self, folder):
        self.asked = asked = []

        class Handler(http.server.SimpleHTTPRequestHandler):
            def log_message(self, _form, *words):
                asked.append(str(words[0]))

        handler = functools.partial(Handler, directory=str(folder))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}/"
        self.thread = threading.Thread(target=self.server.serve_forever)
        self.thread.start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


@pytest.fixture(scope="module")
def whole_site(site):
    """The site with its playground; where there must be one, its absence is a failure."""
    if why := build.add_playground(site):
        (pytest.fail if os.environ.get(chromium.REQUIRED) else pytest.skip)(why)
    return site


@pytest.fixture
def server(whole_site):
    server = Server(whole_site)
    yield server
    server.close()


@pytest.fixture
def playground(new_page, server, complaints):  # noqa: F811
    """The page, as soon as Python is ready; it may ask nobody else for anything."""
    page = new_page()
    page.on(
        "request",
        lambda asked: (
            None
            if asked.url.startswith((server.address, "blob:", "data:"))
            else complaints.append(asked.url)
        ),
    )
    page.goto(f"{server.address}playground/index.html")
    shows(page.locator("[data-part=status]"), "Ready, from now on without a network, too.")
    return page


def run(page):
    page.get_by_role("button", name="Run", exact=True).click()


def status(page):
    return page.locator("[data-part=status]")


@pytest.mark.slow
def test_a_game_is_changed_solved_and_played_without_a_network(playground, server):
    page = playground
    big = [line for line in server.asked if ".wasm" in line]
    assert len(big) == 1, "Python is fetched once"
    run(page)
    page.wait_for_selector("[data-part=output]:has-text('17/4')")
    server.close()
    page.reload()
    shows(status(page), "Ready, from now on without a network, too.")
    code = page.locator("[data-part=code]")
    code.fill(code.input_value().replace("d6", "d8"))
    run(page)
    page.wait_for_selector("[data-part=output]:has-text('11/2')")
    page.wait_for_selector("li.best")  # the table, after the roll
    page.locator("#take").click()
    page.wait_for_selector("h2:has-text('Over, final score')")
    page.reload()
    shows(status(page), "Ready, from now on without a network, too.")
    assert "d8" in code.input_value()
    page.get_by_role("button", name="Undo my changes").click()
    assert "d8" not in code.input_value()


@pytest.mark.slow
def test_a_program_is_stopped_and_a_mistake_told(playground):
    page, code = playground, playground.locator("[data-part=code]")
    code.fill("while True:\n    pass")
    run(page)
    page.get_by_role("button", name="Stop").click()
    page.wait_for_selector("[data-part=run]:not([disabled])")
    code.fill("print('before')\n1 / 0")
    run(page)
    shows(status(page), "line 2: ZeroDivisionError: division by zero")
    shows(page.locator("[data-part=output]"), "before\n")


@pytest.mark.slow
def test_every_example_runs_in_the_browser(playground):
    page = playground
    for name in EXAMPLES:
        page.locator("[data-part=choice]").select_option(name)
        run(page)
        page.wait_for_selector("[data-part=run]:not([disabled])")
        page.wait_for_selector("[data-part=status]:has-text('Done')")
        page.wait_for_selector("#here-title")
        assert page.locator("[data-part=output]").inner_text()


@pytest.mark.slow
def test_the_page_suits_everyone(playground):
    from axe_playwright_python.sync_playwright import Axe

    page = playground
    page.locator("[data-part=choice]").select_option("2-push-your-luck")
    run(page)
    page.wait_for_selector("#take:not([aria-disabled])")
    for scheme in ("default", "slate"):
        page.evaluate(f"document.body.dataset.mdColorScheme = '{scheme}'")
        found = Axe().run(page, context="#playground")
        assert found.violations_count == 0, found.generate_report()
    page.set_viewport_size({"width": 390, "height": 800})
    page.wait_for_function("document.scrollingElement.scrollWidth <= 390")


def test_the_same_files_make_the_same_archive():
    assert build.library() == build.library()
