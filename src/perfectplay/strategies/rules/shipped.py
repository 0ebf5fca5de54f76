"""The cards of rules that come with the package: those that the search found for games here."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import NamedTuple


class Shipped(NamedTuple):
    """A card of rules that is here, for a game by its name."""

    name: str
    game: str
    lines: list[str]


def shipped_cards() -> list[Shipped]:
    """The cards that are here, the shortest for each game first.

    >>> [card.name for card in shipped_cards() if card.game == "yahtzee"]
    ['Yahtzee in 5 lines', 'Yahtzee in 20 lines']
    """
    folder = files("perfectplay.strategies") / "cards"
    found = []
    for file in folder.iterdir():
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        found.append(Shipped(data["name"], data["game"].split()[0], data["lines"]))
    return sorted(found, key=lambda card: (card.game, len(card.lines)))
