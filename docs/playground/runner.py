"""Runs what a reader has written on the page; Pyodide calls it."""

import ast
import json
import sys
import traceback
import types
from pathlib import Path

from perfectplay.errors import PerfectPlayError
from perfectplay.present.table import answer, solution_data
from perfectplay.solution.solution import Solution

FILE = Path("game.py")
shown: list[Solution] = []
"""The game on the table: that of the last line."""


def run(source: str) -> str:
    """Run a program, and say in JSON what the value of its last line is, or what went wrong."""
    shown.clear()
    FILE.write_text(source, encoding="utf-8")
    module = types.ModuleType(FILE.stem)
    module.__file__ = str(FILE)
    sys.modules[FILE.stem] = module
    try:
        value = last_value(source, module)
        return json.dumps(facts(value))
    except Exception as error:  # noqa: BLE001  # whatever a reader's program raises
        return json.dumps({"error": told(error)})


def last_value(source: str, module: types.ModuleType) -> object:
    """Run a program, and give the value of its last line if that is an expression."""
    tree = ast.parse(source, str(FILE))
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, str(FILE), "exec"), vars(module))  # noqa: S102  # it is the reader's own
    if last is None:
        return None
    return eval(compile(ast.Expression(last.value), str(FILE), "eval"), vars(module))  # noqa: S307


def facts(value: object) -> dict[str, object]:
    """What the page shows of a value: a solution as a table, anything else as Python writes it."""
    if isinstance(value, Solution):
        shown.append(value)
        return {"facts": solution_data(value)}
    return {} if value is None else {"value": repr(value)}


def told(error: Exception) -> str:
    """An error as the page shows it: where it arose in the reader's own lines, and what it is."""
    if isinstance(error, ModuleNotFoundError):
        return f"this needs {error.name}, which this page does not have; run it on your own machine"
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == str(FILE)]
    place = f"line {lines[-1]}: " if lines else ""
    if isinstance(error, PerfectPlayError):
        return f"{place}{error}"
    return place + "".join(traceback.format_exception_only(error)).strip()


def ask(question: str, body: str) -> str:
    """The answer to a question of the table."""
    try:
        return json.dumps({"found": answer(shown[0], question, json.loads(body))})
    except PerfectPlayError as error:
        return json.dumps({"error": str(error)})
