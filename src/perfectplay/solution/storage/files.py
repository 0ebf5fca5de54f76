"""Solutions on disk: written, and read back together with their game."""

from __future__ import annotations

import dataclasses
import json
import math
import os
import sys
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from perfectplay import engines
from perfectplay.errors import (
    EngineError,
    FileError,
    ModelError,
    ObjectiveError,
    PerfectPlayError,
)
from perfectplay.exact import exactly
from perfectplay.games import registry
from perfectplay.model.game import Game
from perfectplay.model.parameters import spell
from perfectplay.model.turn_limit import limited, unlimited
from perfectplay.objectives import Number, Objective, Sought, read_objective
from perfectplay.objectives.field import Field
from perfectplay.request import Request
from perfectplay.solution.solution import Solution
from perfectplay.solution.storage.container import (
    LONGEST_WORD,
    Stored,
    is_word,
    open_file,
    write_file,
)
from perfectplay.version import __version__

FIELD = "field"
"""The header's key for the chances of rivals, if the game was solved against these."""
SLACK = 1e-9
"""How far rounded probabilities may be from adding up to one."""
MANIFEST = "solution.safetensors"
"""The file name of a solution whose values are in blocks, in the folder next to it."""


def save(solution: Solution, path: str | os.PathLike[str]) -> None:
    """Write a solution to a file, atomically."""
    more, tensors = engines.find(solution.engine).write(solution)
    header = {
        **described(solution.game, solution.objective),
        "seconds": repr(solution.seconds),
        "exact": spell(solution.exact),
        "engine": solution.engine,
        **more,
    }
    write_file(Path(path), header, tensors)


def described(game: Game[Any], objective: Objective) -> dict[str, str]:
    """The header's description of what was solved."""
    game = unlimited(game)
    header = {
        "version": __version__,
        "game": game.name,
        "rules": rules(game),
        "parameters": json.dumps(game.parameter_values),
        "objective": str(objective),
        "fingerprint": game.fingerprint,
    }
    declaration = game.declaration()
    if declaration is not None:
        header["declaration"] = json.dumps(declaration)
    return header if not isinstance(objective, Field) else header | {FIELD: field_text(objective)}


def load(
    path: str | os.PathLike[str],
    game: Game[Any] | None = None,
    objective: Objective | None = None,
) -> Solution:
    """Read a solution from a file, which is checked completely; its numbers are mapped, not copied.

    A game of your own, which the file can only name, has to be passed as `game`; likewise an
    objective without a text form.

    >>> import tempfile
    >>> from perfectplay import load, solve
    >>> from perfectplay.games.coins import Coins
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     solve(Coins(coins=3, target=5), exact=True).save(f"{folder}/coins.safetensors")
    ...     load(f"{folder}/coins.safetensors").value
    Fraction(73, 256)
    """
    path = Path(path)
    stored = open_file(path)
    try:
        return restored(stored, game, objective)
    except EngineError as error:
        raise FileError(f"{path} was solved by another engine: {error}") from error
    except (
        ArithmeticError,
        LookupError,
        ModelError,
        RecursionError,
        TypeError,
        ValueError,
    ) as error:
        reason = str(error) if isinstance(error, (PerfectPlayError, ValueError)) else repr(error)
        reason = reason if is_word(reason) else repr(reason)[:LONGEST_WORD]
        raise FileError(f"{path} is damaged: {reason}") from error


def restored(stored: Stored, game: Game[Any] | None, objective: Objective | None) -> Solution:
    """The solution stored in a file, if it is for this game and objective."""
    path, header, _ = stored
    parameters = json.loads(header["parameters"])
    if not isinstance(parameters, dict):
        raise ValueError("parameters are no table")  # noqa: TRY004  # it is the file's fault
    game = game or stored_game(stored, parameters)
    if (rules(game), game.parameter_values) != (stored.word("rules"), parameters):
        held = f"{header['rules']} with {stored.word('parameters')}"
        raise FileError(f"{path} holds {held}, not {game!r}")
    if game.fingerprint != header["fingerprint"]:
        raise FileError(f"{path} holds the solution of other rules than those of {game.name}")
    found = stored_objective(stored, objective)
    if game.players not in found.players:
        raise ValueError(f"'{found}' is not for {game.players} players")
    exact = header.get("exact", spell(False))  # files of old versions do not say
    request = Request(found, exact=exact == spell(True))
    solution = engines.find(stored.word("engine")).read(stored, limited(game, found), request)
    if "exact" in header and exact != spell(solution.exact):
        raise ValueError(f"exact={exact} does not match its numbers")
    solution.request = dataclasses.replace(solution.request, exact=solution.exact)
    solution.seconds = float(header["seconds"])
    if not 0 <= solution.seconds < math.inf:
        raise ValueError(f"it took {solution.seconds} seconds")
    return solution


def stored_objective(stored: Stored, given: Objective | None) -> Objective:
    """The objective a file was solved for; if it has no text, the one that is given."""
    stated = stored.word("objective")
    try:
        found = given if str(given) == stated else read_objective(stated)
    except ObjectiveError:
        found = None
    if isinstance(found, Field):
        found = dataclasses.replace(found, at=read_field(stored.header[FIELD]))
    if found is None:
        raise FileError(
            f"{stored.path} was solved for {stated}, which has no text form; "
            "pass it as load(path, objective=...)"
        )
    if given not in (None, found) and not (
        isinstance(found, Sought) and given == found.as_requested
    ):
        raise FileError(f"{stored.path} was solved for '{stated}', not for '{given}'")
    return found


def field_text(objective: Field) -> str:
    """The rivals' chance of each score, as `score=chance` words with all digits."""
    return " ".join(f"{exactly(score)}={chance}" for score, chance in (objective.at or {}).items())


def read_field(text: str) -> dict[Number, Number]:
    """The chances stored in a header."""
    pairs = [word.split("=") for word in text.split(" ")]
    chances: dict[Number, Any] = {
        exactly(Fraction(score)): number_of(chance) for score, chance in pairs
    }
    if any(chance < 0 for chance in chances.values()) or abs(sum(chances.values()) - 1) > SLACK:
        raise ValueError("the chances of the field do not add up to one")
    return chances


def number_of(text: str) -> Number:
    """A fraction, or a float with all its digits."""
    return float(text) if "." in text or "e" in text else Fraction(text)


def stored_game(stored: Stored, parameters: dict[str, Any]) -> Game[Any]:
    """The game that a file names, if it is registered."""
    path, header, _ = stored
    name = stored.word("game")
    if "declaration" in header:
        from perfectplay.model.scorecard.declaration import parse_scorecard

        try:
            card = parse_scorecard(json.loads(header["declaration"]))
            if parameters.keys() != card.parameters().keys():
                raise ValueError(f"a scorecard has no {sorted(parameters)}")
            return dataclasses.replace(card, **parameters)
        except ModelError as error:
            raise FileError(f"{path} declares an impossible scorecard: {error}") from error
    if name in registry.SHIPPED or name in registry.names():
        game = registry.find(name)(**parameters)
        if rules(game) == header["rules"]:
            return game
    raise FileError(
        f"{path} holds a solution of {stored.word('rules')}, which is not a registered game; "
        "pass the game itself, as load(path, game=...) or with --game FILE.py:CLASS"
    )


def rules(game: Game[Any]) -> str:
    """The class of a game's rules; a script has the same name when it is imported."""
    module = type(game).__module__
    script = getattr(sys.modules.get("__main__"), "__file__", None)
    if module == "__main__" and script:
        module = Path(script).stem
    return f"{module}.{type(game).__qualname__}"


def parameter_words(header: Mapping[str, str]) -> list[str]:
    """The game's parameters in a header, as `name=value` words."""
    return [f"{name}={spell(value)}" for name, value in json.loads(header["parameters"]).items()]
