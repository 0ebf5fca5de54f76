"""The commands of `perfectplay greed`: the game of Greed, figure by figure."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from perfectplay.cli.options import AsJson, DarkPage, Exact, Page
from perfectplay.errors import PerfectPlayError

app = typer.Typer(
    name="greed",
    invoke_without_command=True,
)

Words = Annotated[
    list[str] | None,
    typer.Argument(metavar="NAME=VALUE", help="The game's parameters, such as max=100 sides=6."),
]
Out = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Draw the figure in a .svg or .png file."),
]
Dark = Annotated[bool, typer.Option("--dark", help="Draw on a dark background; with --out.")]
At = Annotated[
    str | None,
    typer.Option(
        metavar="MINE,THEIRS",
        help="One state only: the score of the player to move, and the other's.",
    ),
]


@app.callback()
def root(ctx: typer.Context) -> None:
    """Greed in full: sums of dice, all best rolls, going first, conjectures, players."""
    if ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help())


@app.command()
def pmf(
    *,
    dice: Annotated[str, typer.Option(metavar="N,...", help="Numbers of dice.")] = "2,3,4",
    sides: Annotated[int, typer.Option(metavar="S", help="Sides of each die.")] = 6,
    as_json: AsJson = False,
    out: Out = None,
    dark: Dark = False,
) -> None:
    """Show in how many ways some dice add up to each total, with mean and variance."""
    from perfectplay.games.greed import answers

    require_figure(out, dark=dark)
    answers.pmf(dice, sides, out, dark=dark, as_json=as_json)


@app.command()
def terminal(
    words: Words = None,
    *,
    at: At = None,
    exact: Exact = False,
    as_json: AsJson = False,
    out: Out = None,
    dark: Dark = False,
) -> None:
    """Show how many dice to roll in the last turn, at all scores or at one."""
    from perfectplay.games.greed import answers

    require_figure(out, dark=dark)
    answers.board(words or [], at, out, last=True, exact=exact, dark=dark, as_json=as_json)


@app.command()
def normal(
    words: Words = None,
    *,
    at: At = None,
    exact: Exact = False,
    as_json: AsJson = False,
    out: Out = None,
    dark: Dark = False,
) -> None:
    """Show how many dice to roll before the last turn, at all scores or at one."""
    from perfectplay.games.greed import answers

    require_figure(out, dark=dark)
    answers.board(words or [], at, out, last=False, exact=exact, dark=dark, as_json=as_json)


@app.command("first-move")
def first_move(
    *,
    limits: Annotated[
        str, typer.Option("--max", metavar="M,...", help="Values of max, such as 10,20 or 1-100.")
    ] = "10,20,50,100",
    sides: Annotated[str, typer.Option(metavar="S,...", help="Sides of the dice.")] = "3,6",
    exact: Exact = False,
    as_json: AsJson = False,
    out: Out = None,
    dark: Dark = False,
) -> None:
    """Show what going first is worth, for each max and kind of dice."""
    from perfectplay.games.greed import answers

    require_figure(out, dark=dark)
    answers.first_move(limits, sides, out, exact=exact, dark=dark, as_json=as_json)


@app.command()
def conjectures(words: Words = None, *, as_json: AsJson = False) -> None:
    """Check the conjectures about the ratings, exactly and at every state."""
    from perfectplay.games.greed import conjectures

    conjectures.conjectures(words or [], as_json=as_json)


@app.command()
def players(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NAME=VALUE... PLAYER...",
            help="The game's parameters, then players: until:SCORE, always:DICE, by-the-mean, "
            "as-if-last, random or FILE.py:FUNCTION; by default some of each kind.",
        ),
    ] = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Show how players with simple habits fare against best play, going first and second."""
    from perfectplay.games.greed import players

    players.players(words or [], as_json=as_json)


@app.command()
def report(
    words: Words = None,
    *,
    out: Page,
    dark: DarkPage = False,
    as_json: AsJson = False,
) -> None:
    """Write everything on one page: value, going first, both boards, conjectures."""
    from perfectplay.games.greed import answers

    if out.suffix != ".html":
        raise PerfectPlayError(f"{out} must end in .html")
    answers.report(words or [], out, dark=dark, as_json=as_json)


def require_figure(out: Path | None, *, dark: bool) -> None:
    """Refuse a file for a figure that is of no known kind, before any work is done."""
    if out is None:
        if dark:
            raise PerfectPlayError("--dark goes with --out FILE.svg or FILE.png")
    else:
        from perfectplay.figures.files import require_suffix

        require_suffix(out)
