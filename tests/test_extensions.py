"""Commands, figures and pages that a package from outside brings."""

from importlib import metadata

import pytest
import typer
from matplotlib.figure import Figure

from perfectplay import extensions, solve
from perfectplay.figures.kinds import FigureKind, kinds_of
from perfectplay.games.coins import Coins
from perfectplay.games.slots import Slots
from perfectplay.present.report import page_of

app = typer.Typer()
KINDS = (FigureKind("purse", "The purse", lambda solution: None, lambda wish: Figure()),)


@app.command()
def count():
    """Count the coins."""
    typer.echo("five coins")


@app.command()
def toss():
    """Toss a coin."""


def page(solution, *, dark):
    return None if dark else "A page of coins"


@pytest.fixture(autouse=True)
def another_package(monkeypatch):
    """A package with something for Coins, and one that is broken."""
    added = [
        metadata.EntryPoint("coins", "tests.test_extensions:app", extensions.COMMANDS),
        metadata.EntryPoint("gone", "no_such_module:app", extensions.COMMANDS),
        metadata.EntryPoint("greed", "tests.test_extensions:app", extensions.COMMANDS),
        metadata.EntryPoint("coins", "tests.test_extensions:KINDS", extensions.FIGURES),
        metadata.EntryPoint("coins", "tests.test_extensions:page", extensions.PAGES),
    ]
    monkeypatch.setattr(
        metadata, "entry_points", lambda group: [each for each in added if each.group == group]
    )
    for known in (extensions.places, typer.main.get_command):
        known.cache_clear()
    yield
    for known in (extensions.places, typer.main.get_command):
        known.cache_clear()


def test_a_command_is_run(perfectplay):
    assert perfectplay("coins", "count") == (0, "five coins\n", "")


def test_ours_is_not_replaced(perfectplay):
    assert "pmf" in perfectplay("greed", "--help").out


def test_a_broken_command_is_told_and_hides_no_other(perfectplay):
    told = "cannot be loaded from no_such_module:app: No module named 'no_such_module'"
    ran = perfectplay("--help")
    assert ran.code == 0
    assert all(name in ran.out for name in ("solve", "greed", "coins"))
    assert told in ran.err
    ran = perfectplay("gone")
    assert ran.code == 2
    assert told in ran.err


def test_a_command_that_was_meant_is_suggested(perfectplay):
    ran = perfectplay("coin")
    assert ran.code == 2
    assert "Did you mean 'coins'" in ran.err


def test_a_figure_is_the_first_of_its_game_and_of_no_other():
    assert next(iter(kinds_of(solve(Coins())))) == "purse"
    assert "purse" not in kinds_of(solve(Slots()))


def test_a_page_is_taken_where_it_suits():
    solution = solve(Coins())
    assert page_of(solution) == "A page of coins"
    assert "The rules" in page_of(solution, dark=True)
