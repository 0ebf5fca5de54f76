"""The command about finishing ahead of opponents."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from perfectplay.cli.options import AsJson, Memory, RulesName, Words

app = typer.Typer()


@app.command()
def field(
    game: RulesName,
    words: Words = None,
    *,
    others: Annotated[
        str,
        typer.Option(metavar="N,N,...", help="The number of other players, one row for each."),
    ] = "1,10,100",
    prizes: Annotated[
        str,
        typer.Option(metavar="PRIZE,...", help="What each place wins, first place first."),
    ] = "1",
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Draw it, as .svg or .png."),
    ] = None,
    memory: Memory = "4g",
    as_json: AsJson = False,
) -> None:
    """Show how play changes with the number of opponents you want to finish ahead of.

    All play at once, in the same way, and nobody sees another's score; ties share the prize.
    """
    from perfectplay.cli.answers import fields

    fields.show_fields(game, words or [], others, prizes, out, memory=memory, as_json=as_json)
