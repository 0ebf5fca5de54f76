"""The commands of `perfectplay farkle`: which six of your dice to play with."""

from __future__ import annotations

from typing import Annotated

import typer

from perfectplay.cli import show
from perfectplay.cli.options import AsJson
from perfectplay.cli.progress import Ticker
from perfectplay.games.farkle_dice import FarkleDice
from perfectplay.request import Compute

app = typer.Typer(name="farkle", invoke_without_command=True)

Words = Annotated[
    list[str] | None,
    typer.Argument(metavar="NAME=VALUE", help="The rules, such as rules=medieval target=2000."),
]
MOST_ROWS = 10


@app.callback()
def root(ctx: typer.Context) -> None:
    """Farkle with dice of your own: which six of them win most."""
    if ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help())


@app.command()
def dice(
    words: Words = None,
    *,
    have: Annotated[
        str,
        typer.Option(metavar="DICE", help="The dice that you own, such as lucky*3,odd*2,fair*6."),
    ],
    against: Annotated[
        str, typer.Option(metavar="DICE", help="The six dice of your opponent.")
    ] = "fair*6",
    as_json: AsJson = False,
) -> None:
    """Rank all sets of six that your dice allow by the chance to win with them."""
    from perfectplay.games.inventory.choosing import chances_of_sets

    game = FarkleDice.from_words([*(words or []), f"theirs={against}"])
    with Ticker() as ticker:
        found = list(chances_of_sets(game, have, Compute(progress=ticker)))
    found.sort(key=lambda each: -each.chance)
    if as_json:
        rows = [
            {"dice": each.text, "first": each.first, "second": each.second, "chance": each.chance}
            for each in found
        ]
        rules = {"rules": game.rules, "target": game.target}
        show.emit({**rules, "have": have, "against": against, "sets": rows})
        return
    show.print_line(
        f"Farkle to {game.target:,}, rules={game.rules}, against {against}: P(win) with best play"
    )
    shown = [
        [each.text, *(f"{chance:.6f}" for chance in (each.first, each.second, each.chance))]
        for each in found[:MOST_ROWS]
    ]
    numbers = ["going first", "going second", "either"]
    show.table(["dice", *numbers], shown, right=numbers)
    if len(found) > MOST_ROWS:
        show.print_line(f"{len(found) - MOST_ROWS} sets that win less are left out; --json has all")
