"""Solutions on disk: written, and read back with the game that they are of."""

from __future__ import annotations

import dataclasses
import json
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from perfectplay.engines.graph import file as graph_file
from perfectplay.engines.graph.solution import GraphSolution
from perfectplay.engines.race.solution import RaceSolution
from perfectplay.errors import FileError, ModelError, ObjectiveError
from perfectplay.games import registry
from perfectplay.model.game import Game
from perfectplay.model.parameters import spell
from perfectplay.model.scorecard import DiceAndBoxes, Scorecard
from perfectplay.objectives import Objective, read_objective
from perfectplay.solution.solution import Solution
from perfectplay.solution.storage.container import open_file, write_file
from perfectplay.strategies.strategy import Played
from perfectplay.version import __version__

GRAPH, SCORECARD, LEAD, RACE = "graph", "scorecard", "lead", "race"
"""The engines, as a header names them."""


def save(solution: Solution, path: str | os.PathLike[str]) -> None:
    """Write a solution to a file, whole or not at all."""
    if isinstance(solution.game, Played):
        raise FileError("play by given strategies is not kept in files; save a solved game")
    header = {
        **told_of(solution.game, solution.objective),
        "seconds": repr(solution.seconds),
    }
    if isinstance(solution, GraphSolution):
        header |= {"engine": GRAPH, **graph_file.header_of(solution)}
        tensors = dict(graph_file.tensors_of(solution))
    elif isinstance(solution, RaceSolution):
        from perfectplay.engines.race import file as race_file

        header["engine"] = RACE
        tensors = race_file.tensors_of(solution)
    else:
        more, tensors = card_parts(solution)
        header |= more
    write_file(Path(path), header, tensors)


def told_of(game: Game[Any], objective: Objective) -> dict[str, str]:
    """What a header tells of what was solved."""
    return {
        "version": __version__,
        "game": game.name,
        "rules": rules(game),
        "parameters": json.dumps(game.chosen),
        "objective": str(objective),
        **card_header(game),
    }


def card_parts(solution: Solution) -> tuple[dict[str, str], dict[str, Any]]:
    """The rest of the header, and the tensors, of a solution by an engine for scorecards."""
    from perfectplay.engines.scorecard import file as scorecard_file
    from perfectplay.engines.scorecard.lead import file as lead_file
    from perfectplay.engines.scorecard.lead.solution import LeadSolution
    from perfectplay.engines.scorecard.solution import ScorecardSolution

    if isinstance(solution, ScorecardSolution):
        return {"engine": SCORECARD}, scorecard_file.tensors_of(solution)
    assert isinstance(solution, LeadSolution)
    header = {"engine": LEAD, **lead_file.header_of(solution)}
    return header, lead_file.tensors_of(solution)


def load(
    path: str | os.PathLike[str],
    game: Game[Any] | None = None,
    objective: Objective | None = None,
) -> Solution:
    """Read a solution from a file: it is checked whole; its numbers are mapped, not copied.

    A game of one's own, which the file can only name, is given as `game`; so is an objective that
    has no text.

    >>> import tempfile
    >>> from perfectplay import load, solve
    >>> from perfectplay.games.coins import Coins
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     solve(Coins(coins=3, target=5), exact=True).save(f"{folder}/coins.safetensors")
    ...     load(f"{folder}/coins.safetensors").value
    Fraction(73, 256)
    """
    path = Path(path)
    header, tensors = open_file(path)
    try:
        parameters = json.loads(header["parameters"])
        game = game or stored_game(path, header, parameters)
        if (rules(game), game.chosen) != (header["rules"], parameters):
            raise FileError(f"{path} holds {header['rules']} with {parameters}, not {game!r}")
        if isinstance(game, DiceAndBoxes) and game.card.fingerprint != header["card"]:
            raise FileError(f"{path} holds the solution of another scorecard than {game.name}")
        objective = objective or stored_objective(path, header)
        if header["engine"] == GRAPH:
            return graph_file.restored(game, objective, header, dict(tensors))
        if header["engine"] == RACE:
            from perfectplay.engines.race import file as race_file

            return race_file.restored(path, game, objective, header, tensors)
        if header["engine"] == SCORECARD:
            from perfectplay.engines.scorecard import file as scorecard_file

            return scorecard_file.restored(path, game, objective, header, tensors)
        if header["engine"] != LEAD:
            raise FileError(f"{path} was solved by '{header['engine']}', which is unknown here")
        from perfectplay.engines.scorecard.lead import file as lead_file

        return lead_file.restored(path, game, objective, header, tensors)
    except (KeyError, ValueError, TypeError) as error:
        raise FileError(f"{path} is damaged: {error!r}") from error


def card_header(game: Game[Any]) -> dict[str, str]:
    """What a header tells of a scorecard: its fingerprint, and a declaration that has no class.

    One that a file cannot declare, as it has boxes scored by Python code, cannot be told; whoever
    loads it must have it.
    """
    if not isinstance(game, DiceAndBoxes):
        return {}
    header = {"card": game.card.fingerprint}
    if isinstance(game, Scorecard):
        from perfectplay.model.scorecard.declaration import as_data

        with suppress(ModelError):
            header["declaration"] = json.dumps(as_data(game))
    return header


def stored_objective(path: Path, header: Mapping[str, str]) -> Objective:
    """The objective that a file names, if it has a text."""
    try:
        return read_objective(header["objective"])
    except ObjectiveError:
        raise FileError(
            f"{path} was solved for {header['objective']}, which has no text form; "
            "pass it as load(path, objective=...)"
        ) from None


def stored_game(path: Path, header: Mapping[str, str], parameters: dict[str, Any]) -> Game[Any]:
    """The game that a file names, if it is a registered one."""
    name = header["game"]
    if "declaration" in header:
        from perfectplay.model.scorecard.declaration import parse_scorecard

        try:
            return dataclasses.replace(
                parse_scorecard(json.loads(header["declaration"])), **parameters
            )
        except ModelError as error:
            raise FileError(f"{path} declares a scorecard that cannot be: {error}") from error
    if name in registry.names():
        game = registry.find(name)(**parameters)
        if rules(game) == header["rules"]:
            return game
    raise FileError(
        f"{path} holds a solution of {header['rules']}, which is not a registered game; "
        "pass the game itself, as load(path, game=...) or with --game FILE.py:CLASS"
    )


def rules(game: Game[Any]) -> str:
    """Which class the rules of a game are; a script is called the same when it is imported."""
    module = type(game).__module__
    script = getattr(sys.modules.get("__main__"), "__file__", None)
    if module == "__main__" and script:
        module = Path(script).stem
    return f"{module}.{type(game).__qualname__}"


def parameter_words(header: Mapping[str, str]) -> list[str]:
    """The game's parameters that a header states, as `name=value` words."""
    return [f"{name}={spell(value)}" for name, value in json.loads(header["parameters"]).items()]
