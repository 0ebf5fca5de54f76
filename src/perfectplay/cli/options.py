"""The arguments and options shared by several commands."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from perfectplay.errors import PerfectPlayError


def complete_game(incomplete: str) -> list[str]:
    """The games whose names begin with what has been typed."""
    from perfectplay.games import registry

    return [name for name in registry.names() if name.startswith(incomplete)]


def complete_word(ctx: typer.Context, incomplete: str) -> list[str]:
    """The parameters of the game typed before."""
    from perfectplay.games import registry

    words = ctx.params.get("words") or []
    try:
        known = registry.find(ctx.params["game"]).parameters()
    except (PerfectPlayError, KeyError):
        return []
    given = {word.partition("=")[0] for word in words}
    return [f"{name}=" for name in known if name.startswith(incomplete) and name not in given]


GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A game's name, FILE.toml or FILE.py:CLASS for one of your own, or a saved solution.",
        autocompletion=complete_game,
    ),
]
RulesName = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A game's name, or FILE.toml or FILE.py:CLASS for one of your own.",
        autocompletion=complete_game,
    ),
]
Words = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="NAME=VALUE",
        help="The game's parameters; `perfectplay games` lists them.",
        autocompletion=complete_word,
    ),
]
ObjectiveText = Annotated[
    str | None,
    typer.Option(
        "--objective",
        "-o",
        metavar="OBJECTIVE",
        help="score, at-least:POINTS, at-least:all, quantile:SHARE, cvar:SHARE, field:OTHERS, "
        "exponential:RATE, win, win:tie=VALUE, within:TURNS:OBJECTIVE or FIRST:then:SECOND; by "
        "default the game's own.",
    ),
]
DieText = Annotated[
    str | None,
    typer.Option(
        "--die",
        metavar="WEIGHT,...",
        help="How often each face comes up, such as 1,1,1,1,1,2. Give LOW..HIGH for each face to "
        "get the value that is guaranteed whatever the chances within these bounds.",
    ),
]
LabelsName = Annotated[
    str | None,
    typer.Option(
        "--labels",
        metavar="LANGUAGE",
        help="The language of the box names: de for Kniffel; sv, da, no or fi for Yatzy; or any "
        "that a card of your own has labels for.",
    ),
]
Exact = Annotated[bool, typer.Option("--exact", help="Solve in exact fractions.")]
EngineName = Annotated[
    str | None,
    typer.Option(
        "--engine",
        metavar="NAME",
        help="The engine that solves it; by default the cheapest. solve --explain names them.",
    ),
]
BackendName = Annotated[
    str,
    typer.Option(
        "--backend",
        metavar="NAME",
        help="Where it is computed: threads, gpu, or auto, which uses a GPU if there is one and "
        "it is worth it.",
    ),
]
Width = Annotated[
    float | None,
    typer.Option(
        metavar="WIDTH",
        help="In games with cycles: how close the bounds of the value must be.",
    ),
]
Memory = Annotated[
    str, typer.Option(metavar="SIZE", help="The most memory a game may use, such as 500m or 8g.")
]
Folder = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR",
        help="Solve in blocks, each a file in this folder, so that the game may be larger than "
        "memory; for scorecards played to win, and any game whose rules are compiled.",
    ),
]
ClusterAddress = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="With --folder: the Ray cluster that does it, as HOST:PORT; local:3 has three "
        "workers on this machine.",
    ),
]
Keep = Annotated[
    str,
    typer.Option(
        metavar="WHAT",
        help="With --folder: keep the whole table, or the value of the start alone.",
    ),
]
AsJson = Annotated[
    bool, typer.Option("--json", help="Print one JSON object on stdout, and nothing else.")
]
OwnGame = Annotated[
    str | None,
    typer.Option(
        "--game",
        metavar="FILE.py:CLASS",
        help="With a saved solution of a game of your own: that game.",
    ),
]
At = Annotated[
    str | None,
    typer.Option(
        metavar="POSITION",
        help="The position, as `perfectplay table` writes it; by default the start.",
    ),
]
RunningScore = Annotated[
    str | None,
    typer.Option("--score", metavar="POINTS", help="The score so far, where it matters."),
]
Dark = Annotated[bool, typer.Option("--dark", help="Draw on a dark background.")]
Page = Annotated[Path, typer.Option(metavar="FILE.html", help="The page to write.")]
DarkPage = Annotated[bool, typer.Option("--dark", help="A dark page.")]
