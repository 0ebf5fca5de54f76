"""The command about loaded dice."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from perfectplay.cli.options import AsJson, ObjectiveText, RulesName, Words

app = typer.Typer()


@app.command()
def loaded(
    game: RulesName,
    words: Words = None,
    *,
    face: Annotated[
        int, typer.Option(metavar="FACE", help="The face whose chance is varied, counted from 1.")
    ],
    between: Annotated[
        str,
        typer.Option(metavar="LOW..HIGH", help="The lowest and the highest chance of that face."),
    ] = "0..1",
    objective: ObjectiveText = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw it, as .svg or .png.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show exactly what a small game is worth, as one face of its die becomes more likely.

    The other faces keep their odds. It lists every chance at which best play changes, as a fraction
    if it is one.
    """
    from perfectplay.cli.answers import loaded as answers

    answers.show_loaded(game, words or [], face, between, objective, out, as_json=as_json)
