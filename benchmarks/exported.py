"""How large an exported site is, how soon its first advice stands, and whether its figures hold.

    python -m benchmarks.exported [QUESTIONS]

Yahtzee is exported and opened in Chromium from the folder itself, as fast as this machine is and
slowed down fourfold, as a phone is. Then it is asked what players ask in games as they are played,
and every value and cost is compared with the library's, digit by digit.
"""

from __future__ import annotations

import gzip
import json
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.web import questions
from tests.web.browser import running

from perfectplay.games.yahtzee import Yahtzee
from perfectplay.model.table import Table
from perfectplay.objectives import Score
from perfectplay.present.cards import CardAdvice
from perfectplay.request import Request
from perfectplay.solution.answers import Portable
from perfectplay.solution.solution import Solution
from perfectplay.solve import solved
from perfectplay.web.advising import card_words
from perfectplay.web.site.contents import site_of
from perfectplay.web.site.folder import write_folder

KEY = "1-yahtzee"
OPENED = 5
DIGITS = 4
"""As many as are ever shown."""
ASK = """async (questions) => JSON.stringify(await Promise.all(JSON.parse(questions).map((body) =>
    perfectplay.ask("solutions/KEY/advice", { body }))))""".replace("KEY", KEY)


def sizes(files: dict[str, bytes]) -> None:
    """Tell what the parts take, as they are and compressed as a host does it."""
    parts = {"values": f"data/{KEY}/table.js", "odds": f"data/{KEY}/odds.js"}
    for name, path in parts.items():
        print(f"{name:8} {len(files[path]):9,} bytes, {len(gzip.compress(files[path])):9,} sent")
    page = [content for path, content in files.items() if not path.startswith("data/")]
    sent = sum(len(gzip.compress(content)) for content in page)
    print(f"{'page':8} {sum(map(len, page)):9,} bytes, {sent:9,} sent")


def first_advice(browser: Any, address: str, slowed: int) -> None:
    """Open the page with dice on the table, and tell when the first advice stood there."""
    times = []
    for _ in range(OPENED):
        context = browser.new_context()
        page = context.new_page()
        session = context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": slowed})
        page.goto(f"{address}#/table?dice=66633&rerolls=2")
        page.wait_for_selector("li.best")
        times.append(page.evaluate("performance.now()"))
        context.close()
    print(f"first advice, slowed down {slowed}-fold: {statistics.median(times):.0f} ms")


def compared(browser: Any, address: str, solution: Solution, count: int) -> None:
    """Ask page and library the same, and count the figures that differ."""
    asked = [each.asked for each in questions(solution, count)]
    page = browser.new_page()
    page.goto(address)
    page.wait_for_selector("#card-title")
    page.set_default_timeout(0)
    answers = json.loads(page.evaluate(ASK, json.dumps(asked)))
    figures = differ = 0
    for question, answer in zip(asked, answers, strict=True):
        table = Table(question["dice"], question["rerolls"], card_words(question["card"]))
        advice = CardAdvice.at(solution, solution.game.position_from_table(table))
        here = {option["label"]: option for option in answer["options"]}
        for option in advice.options:
            told = here[str(option.label)]
            for value, other in ((option.whole, told["value"]), (option.cost, told["cost"])):
                figures += 1
                differ += f"{value:.{DIGITS}f}" != f"{other:.{DIGITS}f}"
    print(f"{figures:,} values and costs compared: {differ} differ in {DIGITS} digits")


def main() -> None:
    """Export, open, ask."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000
    request = Request(Score(), needs=frozenset({Portable}))
    solution = solved(Yahtzee(), request)
    files = site_of([solution], lambda stage, _: print(stage)).files
    sizes(files)
    with tempfile.TemporaryDirectory() as folder, running() as browser:
        site = Path(folder) / "site"
        write_folder(site, files, ["yahtzee"])
        address = (site / "index.html").as_uri()
        for slowed in (1, 4):
            first_advice(browser, address, slowed)
        compared(browser, address, solution, count)


if __name__ == "__main__":
    main()
