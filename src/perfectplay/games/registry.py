"""The known games: ours, and those added by other packages.

To add a game here, write its file and its line in `SHIPPED`. Another package declares an entry
point in the group `perfectplay.games`, whose name is the game's and whose value is `module:Class`.
"""

from __future__ import annotations

from typing import Any

from perfectplay import extensions
from perfectplay.errors import UnknownGameError, did_you_mean
from perfectplay.model.game import Game
from perfectplay.model.naming import meant, several

GROUP = "perfectplay.games"

SHIPPED = {
    "bear-off": "perfectplay.games.bear_off:BearOff",
    "blackjack": "perfectplay.games.blackjack:Blackjack",
    "cant-stop": "perfectplay.games.cant_stop:CantStop",
    "coins": "perfectplay.games.coins:Coins",
    "farkle": "perfectplay.games.farkle:Farkle",
    "generala": "perfectplay.games.generala:Generala",
    "greed": "perfectplay.games.greed:Greed",
    "hog": "perfectplay.games.hog:Hog",
    "hypergammon": "perfectplay.games.hypergammon:Hypergammon",
    "hypergammon-cube": "perfectplay.games.hypergammon_cube:HypergammonCube",
    "kniffel": "perfectplay.games.kniffel:Kniffel",
    "knucklebones": "perfectplay.games.knucklebones:Knucklebones",
    "pig": "perfectplay.games.pig:Pig",
    "piglet": "perfectplay.games.piglet:Piglet",
    "qwixx": "perfectplay.games.qwixx:Qwixx",
    "royal-ur": "perfectplay.games.royal_ur:RoyalUr",
    "shut-the-box": "perfectplay.games.shut_the_box:ShutTheBox",
    "slots": "perfectplay.games.slots:Slots",
    "snackjack": "perfectplay.games.snackjack:Snackjack",
    "video-poker": "perfectplay.games.video_poker:VideoPoker",
    "yacht": "perfectplay.games.yacht:Yacht",
    "yahtzee": "perfectplay.games.yahtzee:Yahtzee",
    "yatzy": "perfectplay.games.yatzy:Yatzy",
    "yazy": "perfectplay.games.yazy:Yazy",
}


BROUGHT: dict[str, str] = {}
"""Games of the user's own, known to this process; they take precedence."""


def places() -> dict[str, str]:
    """The location of each game, as `module:Class`; packages cannot replace shipped games."""
    return extensions.installed(GROUP) | SHIPPED | BROUGHT


def bring(game: type[Game[Any]]) -> None:
    """Register a user's game for this process; its module has been imported."""
    BROUGHT[game.name] = f"{game.__module__}:{game.__qualname__}"


def names() -> list[str]:
    """The names of all games.

    >>> "slots" in names()
    True
    """
    return sorted(places())


def find(name: str) -> type[Game[Any]]:
    """The game with a name; the beginning of the name is enough if it is unambiguous.

    >>> find("coins")
    <class 'perfectplay.games.coins.Coins'>
    """
    place = BROUGHT.get(name) or SHIPPED.get(name) or places().get(name)
    if place is None:
        found = meant(name, names())
        if len(found) > 1:
            raise UnknownGameError(several(name, found))
        if not found:
            raise UnknownGameError(f"there is no game '{name}'; {did_you_mean(name, names())}")
        place = places()[found[0]]
    game: type[Game[Any]] = extensions.load(place, f"the game '{name}'", UnknownGameError)
    return game
