"""Where Chromium is, for the tests that drive it; run as a program it says so.

python -m tests.web.browser
"""

import importlib.util
import os
import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
VARIABLE = "CHROMIUM"


def chromium() -> str | None:
    """The program that is Chromium: the one that is named, or the first on the path."""
    named = os.environ.get(VARIABLE)
    return named or next((found for name in NAMES if (found := shutil.which(name))), None)


def missing() -> str:
    """Why there can be no tests in a browser, or nothing if there can."""
    if importlib.util.find_spec("playwright") is None:
        return "Playwright is not installed"
    if chromium() is None:
        return f"there is no Chromium on the path; install it, or name it in {VARIABLE}"
    return ""


if __name__ == "__main__":
    why = missing()
    print(f"the tests in a browser are skipped: {why}" if why else f"browser: {chromium()}")
