"""Chromium for the tests that drive it; run as a program it sees to it that there is one.

python -m tests.web.browser
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
VARIABLE = "CHROMIUM"
REQUIRED = "CI"
"""Where the environment says so, tests that have no browser fail."""
PLAYWRIGHT = (sys.executable, "-m", "playwright")
APT = ("apt-get", "--quiet", "--yes")


def chromium() -> str | None:
    """The program that is named, or the first on the path; if there is none, Playwright's own."""
    named = os.environ.get(VARIABLE)
    return named or next((found for name in NAMES if (found := shutil.which(name))), None)


@contextmanager
def running() -> Iterator[Any]:
    """The browser, as Playwright drives it."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium())
        yield browser
        browser.close()


def missing() -> str:
    """Why no browser starts, or nothing if one does."""
    if importlib.util.find_spec("playwright") is None:
        return "Playwright is not installed"
    from playwright.sync_api import Error

    try:
        with running():
            return ""
    except Error as error:
        told = str(error).splitlines()[0]
        return f"no Chromium starts; install it, or name it in {VARIABLE} ({told})"


def ways() -> Iterator[tuple[str, list[tuple[str, ...]]]]:
    """What may bring a browser here, in the order to try, and what to say meanwhile."""
    if VARIABLE in os.environ or importlib.util.find_spec("playwright") is None:
        return
    yield "downloading Playwright's Chromium", [(*PLAYWRIGHT, "install", "chromium")]
    if shutil.which("apt-get") and os.geteuid() == 0:
        install = (*APT, "install", "--no-install-recommends", "chromium")
        yield "installing the distribution's Chromium", [(*APT, "update"), install]
        libraries = (*PLAYWRIGHT, "install-deps", "chromium")
        yield "installing the libraries of Playwright's Chromium", [libraries]


def set_up() -> str:
    """Get a browser if there is none yet; why there is none, if there still is none."""
    why = missing()
    for said, commands in ways():
        if not why:
            break
        print(f"no browser yet: {said}", flush=True)
        for command in commands:
            subprocess.run(command, check=False, capture_output=True)
        why = missing()
    return why


if __name__ == "__main__":
    failure = set_up()
    if failure and os.environ.get(REQUIRED):
        sys.exit(f"the tests need a browser: {failure}")
    found = chromium() or "Playwright's Chromium"
    print(f"the tests in a browser are skipped: {failure}" if failure else f"browser: {found}")
