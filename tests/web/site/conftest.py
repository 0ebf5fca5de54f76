"""A site with several cards: jokers of each kind, bonuses of each kind, boxes in order, a file."""

from __future__ import annotations

import functools
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple

import pytest

from perfectplay.games.yazy import Yazy
from perfectplay.model.scorecard import (
    Bonus,
    Box,
    Face,
    OfAKind,
    Pairs,
    Repeat,
    Scorecard,
    Straight,
    Total,
)
from perfectplay.model.scorecard.declaration import parse_toml
from perfectplay.objectives import Score
from perfectplay.request import Request
from perfectplay.solution.answers import Portable
from perfectplay.solution.solution import Solution
from perfectplay.solve import solve_request
from perfectplay.strategies.rules.shipped import Shipped, shipped_cards
from perfectplay.web.site import by_card
from perfectplay.web.site.contents import site_of, title_of
from perfectplay.web.site.folder import write_folder
from tests.web.conftest import SMALL

UPPER = ("ones", "twos", "threes")
BOXES = [
    *(Box(name, Face(face)) for face, name in enumerate(UPPER, start=1)),
    *(Box("pair", Pairs(1)), Box("row", Straight(3, 15)), Box("alike", OfAKind(3, 20))),
    Box("any", Total()),
]


def jokers(joker):
    """A card with the repeat bonus, and three bonuses: two on the same boxes, one for nothing."""
    return Scorecard(
        f"{joker} jokers",
        dice=3,
        sides=4,
        boxes=BOXES,
        bonuses=[
            Bonus("upper", UPPER, at=12, points=10),
            Bonus("more", UPPER, at=15, points=5),
            Bonus("idle", ["pair", "any"], at=9, points=0),
        ],
        repeat=Repeat("alike", 30, joker),
    )


IN_ORDER = Scorecard(
    "in order",
    dice=2,
    sides=12,
    rerolls=3,
    boxes=[Box("any", Total()), Box("alike", OfAKind(2, 20)), Box("tens", Face(10))],
    bonuses=[Bonus("high", ["any", "tens"], at=25, points=9)],
    repeat=Repeat("alike", 7, "none"),
    in_order=True,
)
LINES = [
    "three alike of an open face or a pair of open 2s to 3s for alike, 2 rerolls left: keep them",
    "20 in alike or 15 in row, upper on course: score it",
    "two in a row open at both ends for row, 3 or fewer boxes left: keep them",
    "a pair, upper 2 ahead, pair filled: keep them",
    "upper 2 behind, 1 reroll left: keep 3s to 4s",
    "more lost, 4 or more boxes left: keep all",
    "keep 4s",
    "no rerolls left, upper behind: score the most with upper double over ones 2, threes 5, any 9",
    "upper on course: score the most over twos 1, pair 2, row 3, alike 9",
    "score the most",
]
"""A card of rules for cards with jokers: all that a line can look at but for the score so far."""
CARDS = [Yazy(), *map(jokers, ("forced", "free", "none")), IN_ORDER, parse_toml("small", SMALL)]


class Site(NamedTuple):
    folder: Path
    solutions: list[Solution]

    @property
    def address(self):
        """The page as a file."""
        return (self.folder / "index.html").as_uri()


def quiet(stage, positions):
    """Is told of progress, and says nothing."""


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The folder, and what was exported to it."""
    request = Request(Score(), needs=frozenset({Portable}))
    solutions = [solve_request(card, request) for card in CARDS]
    folder = tmp_path_factory.mktemp("sites") / "site"
    shipped = [*shipped_cards(), *(Shipped("ten lines", card.name, LINES) for card in CARDS[1:4])]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(by_card, "shipped_cards", lambda: shipped)
        files = site_of(solutions, quiet).files
    write_folder(folder, files, [title_of(card) for card in CARDS])
    return Site(folder, solutions)


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        """Say nothing."""


@pytest.fixture(scope="module")
def hosted():
    """Puts folders on plain hosts of files."""
    servers = []

    def host(folder):
        handler = functools.partial(QuietHandler, directory=folder)
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        thread = threading.Thread(target=server.serve_forever)
        servers.append((server, thread))
        thread.start()
        return f"http://127.0.0.1:{server.server_port}/"

    yield host
    for server, thread in servers:
        server.shutdown()
        thread.join()
        server.server_close()
