"""The table of a game as plain data, for a page or a widget that draws it.

This needs only the game and its solution: `answer` is called by a server, by a notebook, and by a
page on which Python itself runs.

>>> from perfectplay import solve
>>> from perfectplay.games.coins import Coins
>>> coins = solve(Coins(coins=2, target=2))
>>> start = answer(coins, "position", {})
>>> [(step["words"], step["value"], step["best"]) for step in start["edges"]]
[('flip 1 coin', 0.5, True), ('flip 2 coins', 0.375, False)]
>>> answer(coins, "position", {"at": start["edges"][0]["at"]})["kind"]
'chance'
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import accumulate
from typing import Any

from perfectplay.analysis.units import Measure
from perfectplay.errors import PositionError
from perfectplay.model import view
from perfectplay.model.completing import complete
from perfectplay.model.nodes import Number, position_of
from perfectplay.model.text import write_value
from perfectplay.objectives import Win, as_text, read_number
from perfectplay.present.place import Place, ValuedStep
from perfectplay.solution.solution import Solution

MOST_STEPS = 500
"""The most outcomes of a chance that are listed."""
KINDS: dict[type, str] = {
    view.Dice: "dice",
    view.CoinPieces: "coins",
    view.Cards: "cards",
    view.Tiles: "tiles",
    view.Counter: "counter",
    view.Board: "board",
    view.ScoreSheet: "sheet",
}
"""The names of the kinds of pieces in drawings."""


def answer(solution: Solution, question: str, body: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to a drawn table: the place at a `position`, or what `chance` brings there."""
    place, assumed = place_at(solution, body.get("at"), body.get("score"))
    if question == "chance":
        return drawn_by_chance(place, random.random())  # noqa: S311  # dice of a game, no secret
    return position_data(place, assumed)


def place_at(solution: Solution, at: str | None, score: str | None) -> tuple[Place, list[str]]:
    """The place given by a text (by default the start), and what was filled in."""
    game, assumed = solution.game, list[str]()
    position: Any = game.start()
    if at is not None:
        whole = complete(game, at)
        position, assumed = solution.read(whole.text), list(whole.assumed)
    so_far: Number = 0 if score is None else read_number(score, score)
    return Place.of(solution, position, so_far), assumed


def solution_data(solution: Solution) -> dict[str, Any]:
    """A solved game: its name, what its values mean, and who plays.

    >>> from perfectplay import solve
    >>> from perfectplay.games.coins import Coins
    >>> solution_data(solve(Coins(coins=2, target=2)))["title"]
    'coins coins=2 target=2'
    """
    game = solution.game
    return {
        "name": game.name,
        "title": " ".join([game.name, *game.words]),
        "objective": str(solution.objective),
        "meaning": solution.meaning,
        "percent": Measure.of(solution).scale == 100 or isinstance(solution.objective, Win),
        "tracked": solution.tracked,
        "value": float(solution.value),
        "positions": solution.positions,
        "seconds": solution.seconds,
        "start": game.text(game.start()),
        "players": game.players,
        "both": float(solution.objective.for_player(1, 0)) if game.players == 2 else None,
    }


def position_data(place: Place, assumed: list[str]) -> dict[str, Any]:
    """The table at a place, and what can follow."""
    position, ways = place.position, place.ways
    stands = position_of(position)
    names = getattr(stands, "_fields", ())
    return {
        "at": place.solution.game.text(position),
        "assumed": assumed,
        "words": place.words,
        "kind": place.kind,
        "player": place.player,
        "value": float(place.whole),
        "score": as_text(place.score or 0),
        "pieces": [piece_data(piece) for piece in place.view.pieces],
        "fields": {name: write_value(getattr(stands, name)) for name in names},
        "edges": [step_data(place, way) for way in ways[:MOST_STEPS]],
        "left_out": max(0, len(ways) - MOST_STEPS),
    }


def step_data(place: Place, way: ValuedStep) -> dict[str, Any]:
    """An option or an outcome: its value, and where it leads."""
    solution, end = place.solution, place.end(way)
    game, by_chance = solution.game, way.probability is not None
    event = game.event(place.position, end.position) if by_chance else None
    return {
        "label": str(way.label),
        "words": game.describe_outcome(place.position, end.position)
        if by_chance
        else game.describe_option(place.position, way.label),
        "leads": place.step_words(way),
        "kind": solution.kind(end.position),
        "value": float(way.whole),
        "at": game.text(end.position),
        "score": as_text((place.score or 0) + end.points),
        "points": float(end.points),
        "cost": None if by_chance else float(way.cost),
        "best": way.best,
        "probability": None if way.probability is None else float(way.probability),
        "marks": [{**mark._asdict(), "places": list(mark.places)} for mark in place.marks(way)],
        "brings": [piece_data(piece) for piece in event.pieces] if event else [],
        "bust": bool(event and event.bust),
        "passes": not by_chance and place.passes(way),
    }


def drawn_by_chance(place: Place, spot: float) -> dict[str, Any]:
    """What chance brings at a place; `spot` is a random number between 0 and 1."""
    if place.kind != "chance":
        raise PositionError("nothing is left to chance here")
    sums = accumulate(float(way.probability or 0) for way in place.ways)
    found = next(
        (way for way, below in zip(place.ways, sums, strict=True) if spot < below), place.ways[-1]
    )
    return step_data(place, found)


def piece_data(piece: view.Piece) -> dict[str, Any]:
    """A piece on the table, in the form in which it is drawn.

    >>> piece_data(view.Tiles("tiles", (1, 2, 3), open=(2,)))
    {'kind': 'tiles', 'name': 'tiles', 'tiles': [1, 2, 3], 'open': [2], 'player': None, 'field': ''}
    """
    parts: dict[str, Any] = {"kind": KINDS[type(piece)]}
    for name, part in piece._asdict().items():
        if isinstance(part, tuple):
            parts[name] = [each._asdict() if hasattr(each, "_asdict") else each for each in part]
        elif isinstance(part, int | str) or part is None:
            parts[name] = part
        else:
            parts[name] = float(part)  # a fraction
    return parts
