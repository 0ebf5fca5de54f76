"""The commands that check: a saved solution, the rules of a game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from perfectplay.cli.options import AsJson, OwnGame, RulesName, Words
from perfectplay.errors import PerfectPlayError

app = typer.Typer()


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved solution.")],
    *,
    own: OwnGame = None,
    as_json: AsJson = False,
) -> None:
    """Check a saved solution against the rules, independently of how it was solved."""
    from perfectplay.cli.answers import checks

    checks.verify(file, own, as_json=as_json)


@app.command()
def check(
    game: RulesName,
    words: Words = None,
    *,
    record: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write one whole random game to a file."),
    ] = None,
    speed: Annotated[
        bool,
        typer.Option(
            "--speed",
            help="Show how fast the rules run instead, or which line cannot be compiled.",
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Check that a game keeps the promises every game makes; for authors of games."""
    from perfectplay.cli.answers import checks

    if speed and record is not None:
        raise PerfectPlayError("--speed excludes --record")
    if speed:
        checks.speed(game, words or [], as_json=as_json)
    else:
        checks.check(game, words or [], record, as_json=as_json)
