"""The interactive commands: games, practice, the web page, and what prepares them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from perfectplay.cli.options import AsJson, BackendName
from perfectplay.cli.question import Question, asks

app = typer.Typer()


@app.command()
@asks
def play(
    question: Question,
    *,
    against: Annotated[
        str | None,
        typer.Option(
            metavar="WHOM",
            help="dice, optimal or person; by default the dice, or optimal play in a game for two.",
        ),
    ] = None,
    second: Annotated[
        bool, typer.Option("--second", help="In a game for two: you go second.")
    ] = False,
    seed: Annotated[int | None, typer.Option(min=0, help="The seed of the dice.")] = None,
    save: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="On a scorecard: write the game down for a review."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play a game, with hints, undo, and an account of luck and skill."""
    from perfectplay.cli.answers import playing

    playing.play(question, against, seed=seed, second=second, save=save, as_json=as_json)


@app.command()
@asks
def practice(
    question: Question,
    *,
    only: Annotated[
        str | None,
        typer.Option(
            metavar="WHAT",
            help="On a scorecard: early, late, keep, place, a box, a bonus, straights; or several.",
        ),
    ] = None,
    many: Annotated[int, typer.Option(min=1, max=1000, help="How many positions.")] = 10,
    daily: Annotated[
        bool, typer.Option("--daily", help="Today's positions, the same for everyone.")
    ] = False,
    seed: Annotated[int | None, typer.Option(min=0, help="The seed of the positions.")] = None,
    record: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Record what each session lost, and suggest what to practise."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Practise: positions as they arise in play, your choice, then what it cost and why."""
    from perfectplay.cli.answers import practising

    practising.practise(
        question,
        only=only,
        many=many,
        seed=seed,
        daily=daily,
        record=record,
        as_json=as_json,
    )


@app.command()
def warm(*, as_json: AsJson = False) -> None:
    """Compile everything that the first large game of each kind would have to wait for."""
    from perfectplay.cli.answers import warming

    warming.warm(as_json=as_json)


@app.command()
def serve(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="The game to open with; FILE.py:CLASS and CARD.toml bring your own to the page.",
            show_default=False,
        ),
    ] = None,
    *,
    host: Annotated[
        str, typer.Option(help="The address to listen on; by default this machine only.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="The port; 0 for any that is free.")
    ] = 8421,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Another host name under which the page may be opened."),
    ] = None,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
    memory: Annotated[
        str, typer.Option(metavar="SIZE", help="The most memory that solving a game may take.")
    ] = "2g",
    seconds: Annotated[
        int, typer.Option(min=1, help="The longest time that solving a game may take.")
    ] = 300,
    backend: BackendName = "auto",
) -> None:
    """Start the web page: a table for any game, your own included, with advice while you play."""
    from perfectplay.cli.answers import serving

    serving.serve(
        game,
        host,
        port,
        allow_host or (),
        open_page=open_page,
        memory=memory,
        seconds=seconds,
        backend=backend,
    )
