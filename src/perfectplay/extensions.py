"""What a game adds besides its rules: commands, figures, a page; ours, and other packages'.

Another package declares an entry point in one of these groups, with the value `module:name`:

- `perfectplay.commands`: a Typer app, whose commands follow the entry's name.
- `perfectplay.figures`: kinds of figures, as in `figures.kinds`, for the game or family of games
  that the entry is named after.
- `perfectplay.pages`: a function that makes the report of a solution, or None if it does not
  apply; the entry is named as for figures.
"""

from __future__ import annotations

import functools
import importlib
from typing import Any

from perfectplay.errors import PerfectPlayError
from perfectplay.model.game import Game

COMMANDS, FIGURES, PAGES = "perfectplay.commands", "perfectplay.figures", "perfectplay.pages"

SHIPPED = {
    COMMANDS: {
        "farkle": "perfectplay.games.inventory.commands:app",
        "greed": "perfectplay.games.greed.commands:app",
    },
    FIGURES: {
        "race": "perfectplay.games.greed.figures:KINDS",
        "turn-game": "perfectplay.games.stopping.figures:KINDS",
    },
    PAGES: {"race": "perfectplay.games.greed.report:page_of"},
}


@functools.cache
def places(group: str) -> dict[str, str]:
    """The location of each extension in a group, as `module:name`; ours cannot be replaced.

    >>> "greed" in places(COMMANDS)
    True
    """
    return installed(group) | SHIPPED[group]


def installed(group: str) -> dict[str, str]:
    """What other packages offer for a group, by name."""
    from importlib.metadata import entry_points

    return {entry.name: entry.value for entry in entry_points(group=group)}


def load(place: str, what: str, refusal: type[PerfectPlayError] = PerfectPlayError) -> Any:
    """The object at a location.

    >>> load("math:pi", "a number")
    3.141592653589793
    """
    module, _, attribute = place.partition(":")
    try:
        return getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise refusal(f"{what} cannot be loaded from {place}: {error}") from error


def find(group: str, name: str) -> Any:
    """The extension with this name, or None."""
    place = SHIPPED[group].get(name) or places(group).get(name)
    return None if place is None else load(place, f"'{name}' of {group}")


def brought(group: str, game: Game[Any]) -> list[Any]:
    """The extensions of a game: its own, and those of its family.

    >>> from perfectplay.games.coins import Coins
    >>> brought(FIGURES, Coins())
    []
    """
    found = [find(group, name) for name in (game.name, game.family)]
    return [each for each in found if each is not None]
