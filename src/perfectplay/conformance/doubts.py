"""What is allowed but hardly intended: bonuses, boxes and options that do nothing.

Missing explanations are listed, too.
"""

from __future__ import annotations

import ast
import dataclasses
import inspect
import sys
import textwrap
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from perfectplay.analysis.measures.usage import Usage
from perfectplay.errors import ParameterError, PerfectPlayError
from perfectplay.model.game import Game
from perfectplay.model.nodes import Label
from perfectplay.model.scorecard import Scorecard
from perfectplay.request import Compute
from perfectplay.solution.solution import Solution
from perfectplay.solve import solve

QUICK_LOOK = 64 << 20


def doubts(game: Game[Any]) -> list[str]:
    """What the author should look at again, one sentence each.

    >>> from perfectplay import Bonus, Box, Scorecard
    >>> from perfectplay.model.scorecard import Face
    >>> boxes = [Box("sixes", Face(6)), Box("sevens", Face(7))]
    >>> bonus = Bonus("all", ["sixes"], at=31, points=9)
    >>> for doubt in doubts(Scorecard("two", boxes=boxes, bonuses=[bonus])):
    ...     print(doubt)
    the box 'sevens' never scores: no roll of five dice brings points there
    the bonus 'all' is out of reach: it takes 31 points, and its boxes hold 30 at most
    """
    return [*of_words(game), *(of_card(game.card) if game.card else of_options(game))]


def of_words(game: Game[Any]) -> Iterator[str]:
    """A game, or parameters, without a description."""
    if not game.summary():
        yield f"{type(game).__name__} has no docstring; its first line is shown with the game"
    for name, parameter in game.parameters().items():
        if not parameter.doc:
            yield (
                f"nothing says what the parameter '{name}' means; write {name} = "
                f"parameter(default={parameter.default!r}, doc=...)"
            )


def of_card(card: Scorecard) -> Iterator[str]:
    """Boxes that never score, and bonuses out of reach."""
    for name in card.names:
        if card.most(name) == 0:
            dice = "one die" if card.dice == 1 else f"{COUNTS[card.dice]} dice"
            yield f"the box '{name}' never scores: no roll of {dice} brings points there"
    for bonus in card.bonuses:
        most = sum(map(card.most, bonus.boxes))
        if most < bonus.at:
            yield (
                f"the bonus '{bonus.name}' is out of reach: it takes {bonus.at} points, and its "
                f"boxes hold {most} at most"
            )


COUNTS = ("no", "one", "two", "three", "four", "five", "six")


def of_options(game: Game[Any]) -> Iterator[str]:
    """Options that are never offered, that never pay, or that make no difference."""
    try:
        usage = Usage.of(solved_here(game))
    except PerfectPlayError:  # another check reports it
        return
    written = written_options(type(game))
    unseen = written.keys() - {option.label for option in usage}
    for variant in variants(game) if unseen else ():
        unseen -= labels(variant)
    for label in sorted(unseen, key=str):
        yield f"the option '{label}' ({written[label]}) is never offered"
    never = [str(option.label) for option in usage if option.never_pays]
    idle = [str(option.label) for option in usage if option.idle]
    if never:
        yield f"{named(never)} never pay{'s' * (len(never) == 1)}: a better one is always on offer"
    if idle:
        one = len(idle) == 1
        yield f"{named(idle)} make{'s' * one} no difference: another one is always as good"


def variants(game: Game[Any]) -> Iterator[Game[Any]]:
    """The game with each switch flipped: a rule may apply to one setting only."""
    for name, parameter in game.parameters().items():
        values = (False, True) if parameter.type is bool else parameter.choices or ()
        for value in values:
            if value != getattr(game, name):
                with suppress(ParameterError):  # it does not go with the other values
                    yield dataclasses.replace(game, **{name: value})  # type: ignore[type-var]  # any game is one


def labels(game: Game[Any]) -> set[Label]:
    """All options that a game offers anywhere, if it is small."""
    try:
        return {option.label for option in Usage.of(solved_here(game))}
    except PerfectPlayError:
        return set()


def solved_here(game: Game[Any]) -> Solution:
    """A game solved position by position, if it is small."""
    return solve(game, compute=Compute(engine="graph", memory_limit=QUICK_LOOK))


def named(labels: list[str]) -> str:
    """Some options in a sentence.

    >>> named(["2"]), named(["2", "3", "4"])
    ("the option '2'", "the options '2', '3' and '4'")
    """
    quoted = [f"'{label}'" for label in labels]
    if len(quoted) == 1:
        return f"the option {quoted[0]}"
    return f"the options {', '.join(quoted[:-1])} and {quoted[-1]}"


def written_options(rules: type) -> dict[Label, str]:
    """The options named in the source of a game, each with its file and line.

    These are the keys of a mapping written in a `Choice`, or passed to one.
    """
    found: dict[Label, str] = {}
    for kind in rules.__mro__:
        if kind in (Game, object) or not issubclass(kind, Game):
            continue
        try:
            lines, first = inspect.getsourcelines(kind)
        except (OSError, TypeError):
            continue
        path = inspect.getsourcefile(kind) or ""
        names = vars(sys.modules.get(kind.__module__, kind))
        for method in ast.walk(ast.parse(textwrap.dedent("".join(lines)))):
            if isinstance(method, ast.FunctionDef):
                for key in keys_in(method):
                    for label in labels_of(key, names):
                        place = f"{Path(path).name}, line {first + key.lineno - 1}"
                        found.setdefault(label, place)
    return found


def keys_in(method: ast.FunctionDef) -> Iterator[ast.expr]:
    """The keys of the mappings that a method passes to a `Choice`."""
    handed: set[str] = set()
    for node in ast.walk(method):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("Choice") and node.args:
            given = node.args[0]
            if isinstance(given, ast.Dict):
                yield from filter(None, given.keys)
            elif isinstance(given, ast.Name):
                handed.add(given.id)
    for node in ast.walk(method):
        targets = node.targets if isinstance(node, ast.Assign) else []
        if isinstance(node, ast.AnnAssign):
            targets = [node.target]
        for target in targets:
            if isinstance(target, ast.Subscript) and ast.unparse(target.value) in handed:
                yield target.slice
            value = getattr(node, "value", None)
            if isinstance(target, ast.Name) and target.id in handed and isinstance(value, ast.Dict):
                yield from filter(None, value.keys)


def labels_of(key: ast.expr, names: Any) -> Iterator[Label]:
    """The value of a key, if it is a literal or a named constant."""
    if isinstance(key, ast.Constant):
        yield key.value
    elif isinstance(key, ast.Name) and isinstance(names.get(key.id), (str, int)):
        yield names[key.id]
