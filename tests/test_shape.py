"""The shape of the house: who may know whom.

Dependencies point one way; and what is special to a family of games, and to how it is solved, is
known to its engine alone. Everyone else asks a game or a solution what it offers.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path

import perfectplay

ROOT = Path(perfectplay.__file__).parent
MODULES = {
    ".".join(["perfectplay", *path.relative_to(ROOT).with_suffix("").parts]).removesuffix(
        ".__init__"
    ): ast.parse(path.read_text(encoding="utf-8"))
    for path in sorted(ROOT.rglob("*.py"))
}
CLASSES = {
    node.name: {base.id for base in node.bases if isinstance(base, ast.Name)}
    for tree in MODULES.values()
    for node in ast.walk(tree)
    if isinstance(node, ast.ClassDef)
}
"""By name, the classes that each derives from."""
FAMILIES = {
    node.name
    for tree in MODULES.values()
    for node in ast.walk(tree)
    if isinstance(node, ast.ClassDef) and node.name != "Game"
    for line in node.body
    if isinstance(line, ast.AnnAssign) and ast.unparse(line.target) == "family"
}
"""The classes of games that say which family they are: what is special to it is its engine's."""
STOREYS = [
    {"errors", "exact", "version"},
    {"objectives", "model", "extensions"},
    {"solution", "games", "strategies.strategy", "engines", "engines.ties", "request", "progress"},
    {"engines.*", "workers", "code_bundle"},
    {"solve", "threshold_search", "equilibrium", "user_code"},
    {"adapters", "analysis", "figures", "play", "strategies", "conformance"},
    {"present"},
    {"cli", "web", "brought"},
]
"""From the ground up: a part knows its own storey and those below.

What a strategy and an engine are is said for those below who hand them on, so that they stand there.
"""


def part_of(module: str) -> str:
    """The part of the house that a module belongs to: the first name below the package.

    What a game brings besides its rules, in a folder of its own, stands on top of all others.
    """
    return (
        "brought" if re.match(r"perfectplay\.games\.\w+\.", module) else f"{module}.".split(".")[1]
    )


def storey(module: str) -> int:
    """How high a module stands; the package itself, which gathers the public names, on top."""
    name = module.removeprefix("perfectplay").lstrip(".")
    for wanted in (name, f"{part_of(module)}.*", part_of(module)):
        for height, parts in enumerate(STOREYS):
            if wanted in parts:
                return height
    return len(STOREYS)


def imported(tree: ast.AST) -> set[str]:
    """The modules of ours that some code imports, wherever it does."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= (inner & set(MODULES)) or {node.module}
    return {name for name in found if name.split(".")[0] == "perfectplay"}


def imported_at_once(tree: ast.Module) -> set[str]:
    """Those that it imports when it is imported: not within a function, and not for types alone."""
    plain = [node for node in tree.body if isinstance(node, (ast.Import, ast.ImportFrom))]
    return imported(ast.Module(plain, []))


def names(tree: ast.AST) -> set[str]:
    """All names that some code uses, and those that it imports."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            found |= {part for alias in node.names for part in alias.name.split(".")}
    return found


def solutions() -> set[str]:
    """The classes that derive from `Solution`, directly or not."""
    found = {"Solution"}
    while more := {name for name, bases in CLASSES.items() if bases & found} - found:
        found |= more
    return found - {"Solution"}


def test_there_is_something_to_look_for():
    assert {"GraphSolution", "RaceSolution", "ScorecardSolution"} <= solutions()
    assert {"DiceAndBoxes", "Race"} < FAMILIES
    assert storey("perfectplay.engines") < storey("perfectplay.engines.graph.engine")
    assert storey("perfectplay.present.report") < storey("perfectplay.cli.main")
    assert storey("perfectplay.games.greed") < storey("perfectplay.games.greed.report")


def test_dependencies_point_one_way():
    wrong = [
        f"{module} knows {other}"
        for module, tree in MODULES.items()
        for other in sorted(imported_at_once(tree))
        if storey(other) > storey(module)
    ]
    assert not wrong


def test_only_engines_know_kinds_of_solutions():
    wrong = [
        f"{module} names {name}"
        for module, tree in MODULES.items()
        if part_of(module) != "engines"
        for name in sorted(names(tree) & solutions())
    ]
    assert not wrong


def test_only_engines_the_model_and_games_know_families():
    wrong = [
        f"{module} names {name}"
        for module, tree in MODULES.items()
        if part_of(module) not in ("engines", "model", "games")
        for name in sorted(names(tree) & FAMILIES)
    ]
    assert not wrong


def test_nobody_outside_engines_imports_what_is_in_a_family():
    """Its folder is known to `SHIPPED` alone; what others may ask for is an answer."""
    rooms = sorted(
        path.parent.name
        for path in (ROOT / "engines").glob("*/engine.py")
        if path.parent.name != "backends"
    )
    assert {"graph", "race", "scorecard"} < set(rooms)
    inside = re.compile(rf"perfectplay\.engines\.({'|'.join(rooms)})\b")
    wrong = [
        f"{module} knows {other}"
        for module, tree in MODULES.items()
        if part_of(module) != "engines"
        for other in sorted(imported(tree))
        if inside.match(other)
    ]
    assert not wrong


def test_games_know_no_engine_and_engines_no_game():
    wrong = [
        f"{module} knows {other}"
        for module, tree in MODULES.items()
        for other in sorted(imported(tree))
        if {part_of(module), part_of(other)} == {"games", "engines"}
    ]
    assert not wrong


def test_what_a_game_brings_is_found_by_its_entry_alone():
    wrong = [
        f"{module} knows {other}"
        for module, tree in MODULES.items()
        for other in sorted(imported(tree))
        if part_of(other) == "brought" != part_of(module)
    ]
    assert not wrong


def test_a_silenced_line_says_why():
    silenced = re.compile(r"# (noqa|type: ignore)[^#]*$")
    assert not [
        f"{path.relative_to(ROOT)}, line {number}"
        for path in sorted(ROOT.rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if silenced.search(line)
    ]


def test_no_two_classes_share_a_name():
    places = defaultdict(list)
    for module, tree in MODULES.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(module)
    assert len(places) > 400
    assert not {name: where for name, where in places.items() if len(where) > 1}
