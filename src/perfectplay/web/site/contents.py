"""The contents of the folder: the page, the data of its games, and what a phone needs offline."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import BaseModel

from perfectplay.errors import ObjectiveError, ParameterError
from perfectplay.model.game import Game
from perfectplay.objectives import Objective
from perfectplay.request import Compute, Progress, Request
from perfectplay.solution.answers import Portable
from perfectplay.solution.solution import Solution
from perfectplay.web.messages import GameFacts, RulesFacts
from perfectplay.web.rules import parameter_facts, printed_name
from perfectplay.web.site.bundle import bundled
from perfectplay.web.site.by_card import cards_for
from perfectplay.web.site.data import data_of, is_card
from perfectplay.web.site.extent import TableTooLargeError

STATIC = Path(__file__).parents[1] / "static"
FILES = Path(__file__).parent / "files"
"""Files only a site has: icons, and the service worker that keeps it on a device."""
ENTRY, SEAM = "js/site/main.js", {"js/api.js": "js/site/api.js"}
"""Where the page asks a server, a site asks its own data."""
MODULES = '<script type="module" src="js/main.js"></script>'
SCRIPT = '<link rel="apple-touch-icon" href="icon-192.png">\n<script defer src="app.js"></script>'
MANIFEST = {
    "name": "perfectplay",
    "short_name": "perfectplay",
    "description": "Exact advice for games of chance.",
    "start_url": "./",
    "scope": "./",
    "display": "standalone",
    "background_color": "#f6f7f8",
    "theme_color": "#00695c",
    "icons": [
        {"src": "icon-192.png", "sizes": "192x192", "type": "image/png"},
        {"src": "icon-512.png", "sizes": "512x512", "type": "image/png"},
        {"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"},
    ],
}


def title_of(game: Game[Any]) -> str:
    """The title of a game on a site: its name, and the parameters that differ from the defaults.

    >>> from perfectplay.games.yahtzee import Yahtzee
    >>> from perfectplay.games.cant_stop import CantStop
    >>> title_of(Yahtzee()), title_of(Yahtzee(joker="free")), title_of(CantStop())
    ('yahtzee', 'yahtzee joker=free', 'cant-stop')
    """
    defaults = {name: each.default for name, each in game.parameters().items()}
    plain: Game[Any] = dataclasses.replace(game, **defaults)  # type: ignore[type-var]  # as any game
    usual = plain.parameter_values
    own = {name for name, value in game.parameter_values.items() if value != usual[name]}
    chosen = [word for word in game.words if word.partition("=")[0] in own]
    return " ".join([game.name, *chosen])


def require_different(games: Sequence[Game[Any]]) -> None:
    """Refuse a game that is given twice, before solving anything."""
    titles = [title_of(game) for game in games]
    for title in titles:
        if titles.count(title) > 1:
            raise ParameterError(f"{title} is given twice")


def request_for(game: Game[Any], objective: Objective, compute: Compute) -> Request:
    """The request for a game on a site; impossible ones are refused before solving.

    A card for the expected score is stored turn by turn, any other game position by position.
    """
    if game.card is not None and game.players == 1 and objective.linear:
        return Request(objective, compute=compute, needs=frozenset({Portable}))
    if objective.memoryless and not objective.linear:
        raise ObjectiveError(f"a site does not advise for '{objective}'; use perfectplay serve")
    return Request(objective, compute=compute)


class ExportedSite(NamedTuple):
    """All files of a site, by path, and sentences about what it had to leave out."""

    files: dict[str, bytes]
    notes: list[str]


def site_of(solutions: Sequence[Solution], progress: Progress) -> ExportedSite:
    """Some solved games as a site."""
    facts = SiteFacts(games=[facts_of(solution) for solution in solutions])
    data = {}
    for number, (game, solution) in enumerate(zip(facts.games, solutions, strict=True), start=1):
        facts.keys[game.name] = key = key_of(number, game.name)
        cards = cards_for(solution.game) if is_card(solution) else []
        facts.rules += [RulesFacts(name=c.name, game=game.name, lines=c.texts) for c in cards]
        try:
            texts, untabled = data_of(key, solution, progress)
        except TableTooLargeError as error:
            raise ParameterError(f"{game.name} is too large for a site: {error}") from None
        if untabled:
            facts.untabled[key] = (
                f"{game.title} has no table on this site, because {untabled}; with smaller "
                "parameters it may fit, and perfectplay serve always has its table"
            )
        for part, text in texts.items():
            data[f"data/{key}/{part}.js"] = f'perfectplay.data["{key}/{part}"] = "{text}";\n'
    files = {
        **{name: text.encode() for name, text in {**pages(facts), **data}.items()},
        **{icon.name: icon.read_bytes() for icon in sorted(FILES.glob("*.png"))},
    }
    return ExportedSite({**files, "worker.js": worker(files).encode()}, [*facts.untabled.values()])


def key_of(number: int, title: str) -> str:
    """The name of a game's files.

    >>> key_of(2, "yahtzee joker=free")
    '2-yahtzee-joker-free'
    """
    return "-".join([str(number), *re.findall("[a-z0-9]+", title.lower())])


def facts_of(solution: Solution) -> GameFacts:
    """A game on a site: its rules are fixed, so there are no parameters to choose."""
    game = solution.game
    title = title_of(game).replace(game.name, printed_name(game), 1)
    usual = [parameter_facts(each) for each in game.parameters().values()]
    return GameFacts(
        name=title_of(game),
        title=title,
        kind="scorecard" if is_card(solution) else "other",
        summary="" if is_card(solution) else game.summary(),
        players=game.players,
        parameters=[each.model_copy(update={"quiet": True}) for each in usual],
    )


class SiteFacts(BaseModel):
    """What the page receives at once about its games; their data are loaded on demand."""

    games: list[GameFacts]
    keys: dict[str, str] = {}
    """The file name of each game, by its title."""
    untabled: dict[str, str] = {}
    """The reason why a game has no table, by title."""
    rules: list[RulesFacts] = []
    """The cards of rules to play by."""
    data: dict[str, str] = {}


def pages(facts: SiteFacts) -> dict[str, str]:
    """The page as served, with a plain script in place of its modules."""
    site = json.dumps(facts.model_dump_json())
    return {
        "index.html": text_of("index.html").replace(MODULES, SCRIPT),
        "app.js": f"self.perfectplay = JSON.parse({site});\n{bundled(STATIC, ENTRY, SEAM)}",
        "style.css": text_of("style.css"),
        "icon.svg": text_of("icon.svg"),
        "licences.txt": text_of("vendor/LICENCES.txt"),
        "manifest.webmanifest": json.dumps(MANIFEST, indent=2),
    }


def text_of(name: str) -> str:
    """A file of the served pages."""
    return (STATIC / name).read_text(encoding="utf-8")


def worker(files: Mapping[str, bytes]) -> str:
    """The service worker that keeps these files on a device, named after their contents."""
    print_of = hashlib.blake2b(b"".join(files.values()), digest_size=8).hexdigest()
    kept = json.dumps({"print": print_of, "files": ["./", *files]})
    return f"const kept = {kept};\n{(FILES / 'worker.js').read_text(encoding='utf-8')}"
