"""List the games."""

from __future__ import annotations

from typing import Any

from perfectplay.cli import show
from perfectplay.errors import UnknownGameError
from perfectplay.games import registry
from perfectplay.model.parameters import Parameter


def games(*, as_json: bool) -> None:
    """The known games."""
    known, broken = [], []
    for name in registry.names():
        try:
            known.append(registry.find(name))
        except UnknownGameError as error:
            broken.append(str(error))
    for complaint in broken:
        show.warn(complaint)
    if as_json:
        show.emit(
            {
                "games": [
                    {
                        "name": game.name,
                        "summary": game.summary(),
                        "players": game.players,
                        "parameters": [
                            describe(parameter) for parameter in game.parameters().values()
                        ],
                    }
                    for game in known
                ]
            }
        )
        return
    for game in known:
        show.print_line(f"{game.name}: {game.summary()}")
        show.facts((str(parameter), " ") for parameter in game.parameters().values())
        show.print_line("")


def describe(parameter: Parameter) -> dict[str, Any]:
    """A parameter for programs."""
    return {
        "name": parameter.name,
        "type": parameter.type.__name__,
        "default": parameter.default,
        "low": parameter.low,
        "high": parameter.high,
        "choices": list(parameter.choices),
        "doc": parameter.doc,
    }
