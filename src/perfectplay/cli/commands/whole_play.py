"""The commands about the whole of play: every decision, all scores, many games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from perfectplay.cli.options import AsJson
from perfectplay.cli.question import Question, asks
from perfectplay.errors import PerfectPlayError

app = typer.Typer()

GameCount = Annotated[int, typer.Option("--games", "-n", min=1, help="How many games to play.")]


@app.command()
@asks
def table(
    question: Question,
    *,
    rows: Annotated[int, typer.Option(min=1, help="How many rows to show.")] = 20,
    every: Annotated[
        bool, typer.Option("--every", help="Every position, not only the decisions.")
    ] = False,
    decisions: Annotated[
        bool,
        typer.Option("--decisions", help="On a large scorecard: every decision, with --out."),
    ] = False,
    when: Annotated[
        str | None,
        typer.Option(metavar="OPTION", help="When to take this option and when to keep it."),
    ] = None,
    by: Annotated[
        str | None,
        typer.Option(metavar="COLUMN,...", help="With --when: what to group the decisions by."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write all rows to a .csv or .parquet file."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show the policy: every decision, those that matter most first.

    For a large scorecard, it shows what every turn is worth and how often it arises.
    """
    from perfectplay.cli.answers import spread

    if by is not None and when is None:
        raise PerfectPlayError("--by goes with --when OPTION")
    if out is not None:
        spread.require_suffix(out)
    if every + decisions + (when is not None) > 1:
        raise PerfectPlayError("--every, --decisions and --when exclude each other")
    if decisions:
        spread.all_decisions(question, rows, out, as_json=as_json)
    elif when is not None:
        spread.option_conditions(question, when, by, rows, out, as_json=as_json)
    else:
        spread.table(question, rows, out, every=every, as_json=as_json)


@app.command()
@asks
def distribution(
    question: Question,
    *,
    as_json: AsJson = False,
) -> None:
    """Show the exact distribution of the final score under optimal play."""
    from perfectplay.cli.answers import spread

    spread.distribution(question, as_json=as_json)


@app.command()
@asks
def simulate(
    question: Question,
    *,
    count: GameCount = 100_000,
    seed: Annotated[int, typer.Option(min=0, help="The seed of the dice.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Play many games optimally and compare their mean with the value."""
    from perfectplay.cli.answers import spread

    spread.simulate(question, count, seed, as_json=as_json)


@app.command()
@asks
def session(
    question: Question,
    *,
    count: GameCount,
    coins: Annotated[int, typer.Option(min=1, help="How many coins you start with.")],
    as_json: AsJson = False,
) -> None:
    """Show how long your money lasts in a game that costs a coin to play and pays in coins."""
    from perfectplay.cli.answers import spread

    spread.session(question, count, coins, as_json=as_json)
