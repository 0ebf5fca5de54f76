"""An exported site with hostile names, opened by forged links: nothing of them is run."""

from __future__ import annotations

import random
from urllib.parse import quote

import pytest

from perfectplay.model.scorecard import Bonus, Box, Face, Scorecard, Total
from perfectplay.objectives import Score
from perfectplay.request import Request
from perfectplay.solution.answers import Portable
from perfectplay.solve import solve_request
from perfectplay.web.site.contents import key_of, site_of, title_of
from perfectplay.web.site.folder import write_folder
from tests.web.conftest import browser, complaints, new_page  # noqa: F401  # fixtures
from tests.web.site.conftest import quiet

RUN = "ran=1"
HOSTILE = [
    f"<img src=x onerror={RUN}>",
    f"</script><script>{RUN}</script>",
    f"\"><svg onload='{RUN}'>",
    "\u202eevil\u2066 <b>name</b>",
    "${" + RUN + "}",
    "'; " + RUN + "; //",
    "]]>--><!--&lt;",
    "x" * 30 + "\u0301" * 9,
]
PAGES = ["", "table", "greed", "games", "card", "review", "practice", "__proto__", "constructor"]
WORDS = ["card", "game", "dice", "rerolls", "key", "solution", "held", "toml", "__proto__", "at"]
WIDE = "document.documentElement.scrollWidth <= document.documentElement.clientWidth + 1"
ELEMENTS = "document.querySelectorAll('img, svg[onload], b, script:not([src])').length"


@pytest.fixture(scope="module")
def hostile_site(tmp_path_factory):
    """Cards with hostile names, exported; the address of the page, and what cards have as keys."""
    cards = [
        Scorecard(
            name,
            dice=2,
            sides=3,
            rerolls=1,
            boxes=[Box("a'b\"c", Face(1)), Box("{{x}}", Face(2)), Box("any", Total())],
            bonuses=[Bonus("up", ["a'b\"c", "any"], at=3, points=2)],
        )
        for name in HOSTILE
    ]
    request = Request(Score(), needs=frozenset({Portable}))
    solutions = [solve_request(card, request) for card in cards]
    folder = tmp_path_factory.mktemp("hostile") / "site"
    write_folder(folder, site_of(solutions, quiet).files, [title_of(card) for card in cards])
    return (folder / "index.html").as_uri(), [
        key_of(n, title_of(each)) for n, each in enumerate(cards)
    ]


def forged(keys, draw):
    """What a link may say after the #: anything, with keys that there are and that there are not."""
    values = [*keys, *HOSTILE, "", "0", "-1", "9" * 40, "[]", "{}", "null", "%", "\x00", "é"]
    said = [(draw.choice(WORDS), draw.choice(values)) for _ in range(draw.randrange(4))]
    text = "&".join(
        f"{name}={quote(value) if draw.random() < 0.8 else value}" for name, value in said
    )
    page = draw.choice([*PAGES, quote(draw.choice(HOSTILE))])
    return draw.choice([f"#/{page}?{text}", f"#{page}?{text}", f"#{text}", f"?{text}#/{page}"])


def test_hostile_names_and_links_are_only_shown(hostile_site, new_page, seeds, count):  # noqa: F811
    address, keys = hostile_site
    page, dialogs = new_page(viewport={"width": 420, "height": 800}), []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    page.goto(address)
    page.wait_for_selector("#card-title")
    elements = page.evaluate(ELEMENTS)
    for seed in seeds:
        link = forged(keys, random.Random(seed))
        page.goto("about:blank")
        page.goto(address + link.replace("\n", ""))
        page.wait_for_selector("main *")
        count("links")
        assert page.evaluate("window.ran") is None, link
        assert page.evaluate(ELEMENTS) == elements, link
        assert page.evaluate(WIDE), link
        assert page.evaluate("location.href").startswith(address), link
    assert dialogs == []
