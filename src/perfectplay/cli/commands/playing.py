"""The commands to play with: games, and positions to practise."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from perfectplay.cli.options import AsJson
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
            show_default=False,
        ),
    ] = None,
    second: Annotated[
        bool, typer.Option("--second", help="In a game for two: you go second.")
    ] = False,
    seed: Annotated[
        int | None, typer.Option(min=0, help="The seed of the dice.", show_default=False)
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="On a scorecard: write the game down for a review."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play a game: with hints, undo, and what was luck and what was skill."""
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
            show_default=False,
        ),
    ] = None,
    many: Annotated[int, typer.Option(min=1, max=1000, help="How many positions.")] = 10,
    daily: Annotated[
        bool, typer.Option("--daily", help="Those of today, the same for everyone.")
    ] = False,
    seed: Annotated[
        int | None, typer.Option(min=0, help="The seed of the positions.", show_default=False)
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Keep what was lost, and tell what to practise next by all of it.",
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Practise: positions as they come in play, your choice, then what it cost and why."""
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
