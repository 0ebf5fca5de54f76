"""The commands about best play: the value of a game, what to do, and reviews."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from perfectplay.cli.options import (
    AsJson,
    At,
    ClusterAddress,
    Folder,
    Keep,
    Memory,
    ObjectiveText,
    RunningScore,
    Width,
    Words,
    complete_game,
)
from perfectplay.cli.question import Question, asks
from perfectplay.errors import PerfectPlayError
from perfectplay.request import Storage

app = typer.Typer()


@app.command()
def games(*, as_json: AsJson = False) -> None:
    """List the games there are, with their parameters."""
    from perfectplay.cli.answers import listing

    listing.games(as_json=as_json)


@app.command()
@asks
def solve(
    question: Question,
    *,
    width: Width = None,
    save: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep the solution in a .safetensors file."),
    ] = None,
    explain: Annotated[
        bool,
        typer.Option(
            "--explain", help="Show which engine would solve it and why, without solving it."
        ),
    ] = False,
    folder: Folder = None,
    cluster: ClusterAddress = None,
    keep: Keep = "table",
    plan: Annotated[
        bool,
        typer.Option(
            "--plan", help="Show what solving it in a folder would take, without solving it."
        ),
    ] = False,
    workers: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="With --plan: how many cores work on it; by default those of this machine.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Solve a game: its value, its size, the first move.

    A long solve with --save keeps what is done beside FILE; if it is stopped, the same command
    goes on from there. So does a solve in a --folder, which may be larger than memory.
    """
    from perfectplay.cli.answers import solved

    if workers is not None and not plan:
        raise PerfectPlayError("--workers goes with --plan")
    if explain:
        solved.explain(question, as_json=as_json)
    elif plan:
        from perfectplay.cli.answers import planned

        planned.plan(question, workers, Storage(folder=folder), as_json=as_json)
    elif folder is not None and save is not None:
        raise PerfectPlayError("--folder keeps the solution itself; leave out --save")
    else:
        storage = Storage(folder=folder, cluster=cluster, keep=keep)
        solved.solve(question, save, width, storage, as_json=as_json)


@app.command()
@asks
def advise(
    question: Question,
    *,
    at: At = None,
    score: RunningScore = None,
    dice: Annotated[
        str | None,
        typer.Option(metavar="DICE", help="The dice on the table, such as 66633."),
    ] = None,
    rerolls: Annotated[
        int | None,
        typer.Option(metavar="N", help="How many rerolls are left; by default all."),
    ] = None,
    card: Annotated[
        str | None,
        typer.Option(
            metavar="BOXES", help="The boxes that are filled, such as 'ones=3 fours=12 yahtzee=0'."
        ),
    ] = None,
    mine: Annotated[
        str | None,
        typer.Option(metavar="BOXES", help="With players=2: your filled boxes, with their points."),
    ] = None,
    theirs: Annotated[
        str | None,
        typer.Option(
            metavar="BOXES", help="With players=2: the opponent's filled boxes, with their points."
        ),
    ] = None,
    opponent: Annotated[
        int | None,
        typer.Option(
            metavar="POINTS", help="In a game for two: the opponent's score; --score is yours."
        ),
    ] = None,
    last: Annotated[bool, typer.Option("--last", help="In a race: it is the last turn.")] = False,
    cards: Annotated[
        str | None,
        typer.Option(
            metavar="CARDS",
            help="The hand: in poker such as 'Ah Kh Qh Jh 9c', in blackjack such as '10 6'.",
        ),
    ] = None,
    up: Annotated[
        str | None,
        typer.Option(metavar="CARD", help="With --cards, in blackjack: the dealer's up card."),
    ] = None,
    why: Annotated[
        bool,
        typer.Option(
            "--why",
            help="Show what the best move and the runner-up aim at; with two players, what you "
            "would do for points.",
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Rank the options at a position, with what each costs against the best.

    For a scorecard, describe the table: the dice, the rerolls left, the boxes filled.
    With players=2, describe both cards; the game is then solved from there on, to win.
    """
    from perfectplay.cli.answers import advice
    from perfectplay.model.table import Table
    from perfectplay.objectives import read_number

    if mine is not None or theirs is not None:
        if any(word is not None for word in (at, score, card, opponent)) or question.exact or last:
            raise PerfectPlayError(
                "--mine and --theirs exclude --at, --score, --card, --opponent, --last and --exact"
            )
        card, theirs = mine, theirs or ""
    if last and opponent is None:
        raise PerfectPlayError("--last goes with --opponent, in a race such as greed")
    if card is not None and (at is not None or score is not None):
        raise PerfectPlayError("--card excludes --at and --score")
    points = None if score is None else read_number(score, f"--score {score}")
    if cards is not None and any(word is not None for word in (dice, rerolls, card)):
        raise PerfectPlayError("--cards excludes --dice, --rerolls and --card")
    if up is not None and cards is None:
        raise PerfectPlayError("--up goes with --cards, which are your own")
    table = Table(dice, rerolls, card, theirs, points, opponent, last, cards, up)
    advice.advise(question, table, at, why=why, as_json=as_json)


@app.command()
def review(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A game you played, one line per turn.")
    ],
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="The game, unless the file names it in its first line.",
            autocompletion=complete_game,
        ),
    ] = None,
    words: Words = None,
    *,
    objective: ObjectiveText = None,
    memory: Memory = "4g",
    as_json: AsJson = False,
) -> None:
    """Look back on a game played on a scorecard: its luck, its losses, its worst decisions."""
    from perfectplay.cli.answers import reviewed

    reviewed.review(file, game, words or [], objective, memory=memory, as_json=as_json)
