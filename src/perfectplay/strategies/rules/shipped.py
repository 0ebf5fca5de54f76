"""The cards of rules in the package: those that the search found for the games here."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from perfectplay.model.game import Game
from perfectplay.strategies.rules.rules import Rules
from perfectplay.strategies.rules.toml import game_of


class Shipped(NamedTuple):
    """A shipped card of rules, with the name of its game."""

    name: str
    game: str
    lines: list[str]


def shipped_for(game: Game[Any]) -> list[Rules]:
    """The shipped cards for a game with exactly these parameters.

    >>> from perfectplay.games.yahtzee import Yahtzee
    >>> [len(rules.lines) for rules in shipped_for(Yahtzee())], shipped_for(Yahtzee(bonus=False))
    ([5, 20], [])
    """
    return [
        Rules(game, data["lines"], data["name"])
        for data in card_data()
        if data["game"].split()[0] == game.name and game_of(data["game"], Path()) == game
    ]


def shipped_cards() -> list[Shipped]:
    """The shipped cards, the shortest for each game first.

    >>> [card.name for card in shipped_cards() if card.game == "yahtzee"]
    ['Yahtzee in 5 lines', 'Yahtzee in 20 lines']
    """
    return [Shipped(each["name"], each["game"].split()[0], each["lines"]) for each in card_data()]


def card_data() -> list[dict[str, Any]]:
    """The contents of the card files."""
    folder = files("perfectplay.strategies") / "cards"
    data = [tomllib.loads(file.read_text(encoding="utf-8")) for file in folder.iterdir()]
    return sorted(data, key=lambda each: (each["game"].split()[0], len(each["lines"])))
