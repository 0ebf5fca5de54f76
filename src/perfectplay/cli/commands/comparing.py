"""The commands that compare: ways to play, cards of rules, variants of a game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from perfectplay.cli.options import (
    AsJson,
    BackendName,
    Dark,
    Exact,
    Memory,
    ObjectiveText,
    RulesName,
    Words,
    complete_game,
)
from perfectplay.cli.question import Question, asks

app = typer.Typer()


@app.command()
def compare(
    game: RulesName,
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="NAME=VALUE... STRATEGY...",
            help="The game's parameters, then the strategies: optimal, random, first, an "
            "objective to be optimal for, FILE.toml for a card of rules, or FILE.py:FUNCTION.",
        ),
    ],
    *,
    objective: ObjectiveText = None,
    exact: Exact = False,
    backend: BackendName = "auto",
    memory: Memory = "4g",
    as_json: AsJson = False,
) -> None:
    """Compare strategies exactly; in a game for two, each against each."""
    from perfectplay.cli.answers import contest

    contest.compare(
        game, words, objective, exact=exact, backend=backend, memory=memory, as_json=as_json
    )


@app.command()
@asks
def evaluate(
    question: Question,
    *,
    rules: Annotated[
        Path, typer.Option("--rules", metavar="FILE.toml", help="The card of rules to play by.")
    ],
    why: Annotated[bool, typer.Option("--why", help="Where the rules lose most.")] = False,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Print the card: FILE.svg, or FILE.html as an A6 page."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show exactly what a card of rules is worth, and what it loses to best play."""
    from perfectplay.cli.answers import cards

    cards.evaluate(question, rules, out, why=why, as_json=as_json)


@app.command()
@asks
def distil(
    question: Question,
    *,
    lines: Annotated[int, typer.Option(min=1, help="How many lines at most.")] = 12,
    start: Annotated[
        Path | None,
        typer.Option("--from", metavar="FILE.toml", help="The card to go on from."),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="The seed of the search.")] = 0,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the best card: FILE.toml, FILE.svg or FILE.html."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Search for the short list of rules that loses least; Ctrl-C stops with the best so far."""
    from perfectplay.cli.answers import cards

    cards.distil(question, lines, start, seed, out, as_json=as_json)


@app.command()
@asks
def measure(
    question: Question,
    *,
    rules: Annotated[
        list[Path] | None,
        typer.Option(
            "--rules",
            metavar="FILE.toml",
            help="A card of rules to compare best play with, instead of the best short one; may be "
            "repeated.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Measure a game for its designer: length, fairness, skill, drama, and which options pay."""
    from perfectplay.cli.answers import measuring

    measuring.measure(question, rules or [], as_json=as_json)


@app.command()
def study(
    game: Annotated[
        str,
        typer.Argument(
            metavar="BASE",
            help="A game's name, FILE.toml or FILE.py:CLASS for one of your own, or a study in a "
            "TOML file.",
            autocompletion=complete_game,
        ),
    ],
    words: Words = None,
    *,
    vary: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KEY=VALUES",
            help="What varies: a parameter or a key of the card, such as joker=forced,free or "
            "bonuses.upper.at=40..90:5 or boxes.chance=on,off; may be repeated.",
        ),
    ] = None,
    measure: Annotated[
        str | None,
        typer.Option(
            metavar="NAME,...",
            help="value, deviation, percentiles, bonuses, boxes, options, turns, rolls, "
            "decisions, skill, advantage, fair, drama or "
            "FILE.py:FUNCTION; by default the value.",
        ),
    ] = None,
    sample: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Draw N rows from the grid; by default all."),
    ] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="The seed of the sample.")] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write all rows to a .parquet or .csv file."),
    ] = None,
    figure: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Draw the rows: a .svg or .png file."),
    ] = None,
    dark: Dark = False,
    workers: Annotated[
        int | None,
        typer.Option(min=1, help="How many processes; by default one per core."),
    ] = None,
    cluster: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS",
            help="The Ray cluster that solves the rows; local:3 starts one with 3 workers here.",
        ),
    ] = "local",
    objective: ObjectiveText = None,
    backend: BackendName = "auto",
    memory: Memory = "4g",
    as_json: AsJson = False,
) -> None:
    """Solve many variants of a game and measure what their rules do.

    Rows that are done are kept: if it is stopped, the same command goes on from there.
    """
    from perfectplay.cli.answers import studying

    studying.study(
        game,
        words or [],
        vary=vary or [],
        measures=measure,
        objective=objective,
        sample=sample,
        seed=seed,
        memory=memory,
        backend=backend,
        workers=workers,
        cluster=cluster,
        out=out,
        figure=figure,
        dark=dark,
        as_json=as_json,
    )
