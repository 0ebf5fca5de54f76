"""The answer of `export-web`: the advisor as a folder of files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from perfectplay.cli import show
from perfectplay.cli.progress import Ticker
from perfectplay.cli.words import find_game, read_memory
from perfectplay.errors import ObjectiveError, in_bytes
from perfectplay.model.game import Game
from perfectplay.objectives import Score, read_objective
from perfectplay.request import Compute, Progress, Request
from perfectplay.solution.answers import Portable
from perfectplay.solution.solution import Solution
from perfectplay.solve import solved
from perfectplay.user_code import user_errors
from perfectplay.web.site.contents import contents_of, require_cards, title_of
from perfectplay.web.site.folder import require_replaceable, write_folder


def export_web(
    words: Sequence[str], objective: str | None, out: Path, *, memory: str, as_json: bool
) -> None:
    """Solve some games, write the site, and say how large it is."""
    games = find_games(words)
    require_cards(games)
    for game in games:
        goal = game.objective() if objective is None else read_objective(objective)
        if not goal.linear:
            raise ObjectiveError(
                f"{game.name} is played for '{goal}'; a site advises for the expected score, "
                "which is --objective score"
            )
    require_replaceable(out)
    with Ticker() as ticker:
        solutions = [solve_card(game, read_memory(memory), ticker) for game in games]
        files = contents_of(solutions, ticker)
    titles = [title_of(game) for game in games]
    write_folder(out, files, titles)
    size = sum(map(len, files.values()))
    if as_json:
        show.emit({"games": titles, "out": out, "files": len(files), "bytes": size})
        return
    show.print_line(f"{', '.join(titles)}: {in_bytes(size)} in {out}")
    show.print_line(f"open {out / 'index.html'}, or put the folder on any web host")


def find_games(words: Sequence[str]) -> list[Game[Any]]:
    """The games that some words name; `name=value` is for the game before it."""
    named: list[tuple[str, list[str]]] = []
    for word in words:
        if "=" in word and named:
            named[-1][1].append(word)
        else:
            named.append((word, []))
    return [find_game(name, given) for name, given in named]


def solve_card(game: Game[Any], memory: int, progress: Progress) -> Solution:
    """A card solved for the expected score, perhaps before, with a table to take along."""
    needs = frozenset({Portable})
    with user_errors(game):
        return solved(
            game,
            Request(Score(), compute=Compute(memory_limit=memory, progress=progress), needs=needs),
        )
