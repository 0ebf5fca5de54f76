"""The commands that write files: figures, pages, models."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from perfectplay.cli.options import (
    AsJson,
    At,
    Dark,
    DarkPage,
    Memory,
    ObjectiveText,
    Page,
    RunningScore,
    complete_game,
)
from perfectplay.cli.question import Question, asks

app = typer.Typer()


@app.command()
@asks
def plot(
    question: Question,
    *,
    kind: Annotated[
        str | None,
        typer.Option(
            metavar="KIND",
            help="scores, at-least, policy, last, decisions, boxes, turn or graph, if the game has "
            "it; by default the most telling, and the others are listed.",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A .svg or .png file; by default GAME-KIND.svg."),
    ] = None,
    dark: Dark = False,
    beside: Annotated[
        list[str] | None,
        typer.Option(
            "--with",
            metavar="STRATEGY",
            help="Draw another strategy's curve too: random, first, an objective, FILE.py:FUNCTION "
            "or a saved solution; may be repeated.",
        ),
    ] = None,
    at: At = None,
    score: RunningScore = None,
    as_json: AsJson = False,
) -> None:
    """Draw a solved game: its scores, its policy, its decisions, its graph."""
    from perfectplay.cli.answers import drawing

    drawing.plot(
        question,
        kind,
        at=at,
        score=score,
        beside=beside or [],
        out=out,
        dark=dark,
        as_json=as_json,
    )


@app.command()
@asks
def report(
    question: Question,
    *,
    out: Page,
    dark: DarkPage = False,
    as_json: AsJson = False,
) -> None:
    """Write one page about a game: rules, value, odds, how to play, figures."""
    from perfectplay.cli.answers import drawing

    drawing.report(question, out, dark=dark, as_json=as_json)


@app.command()
@asks
def export(
    question: Question,
    *,
    out: Annotated[
        Path,
        typer.Option(metavar="FILE", help="The model to write, as .umb, .drn or .prism."),
    ],
    as_json: AsJson = False,
) -> None:
    """Write a game as a model for model checkers, such as Storm and PRISM."""
    from perfectplay.cli.answers import exporting

    exporting.export(question, out, as_json=as_json)


@app.command()
def export_web(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="GAME [NAME=VALUE]...",
            help="Games, each with its parameters: names, or FILE.toml or FILE.py:CLASS for one "
            "of your own.",
            autocompletion=complete_game,
        ),
    ],
    *,
    out: Annotated[
        Path, typer.Option(metavar="DIR", help="The folder to write; an exported site is replaced.")
    ],
    objective: ObjectiveText = None,
    memory: Memory = "4g",
    as_json: AsJson = False,
) -> None:
    """Write the advisor as a folder of files, for any web host, a memory stick or a phone.

    It needs no server and, once opened, no network.
    """
    from perfectplay.cli.answers import site

    site.export_web(words, objective, out, memory=memory, as_json=as_json)
