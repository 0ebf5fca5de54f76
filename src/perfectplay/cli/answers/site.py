"""The answer of `export-web`: the advisor as a folder of files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from perfectplay.cli import show
from perfectplay.cli.progress import Ticker
from perfectplay.cli.words import find_game, read_memory
from perfectplay.errors import in_bytes
from perfectplay.model.game import Game
from perfectplay.objectives import read_objective
from perfectplay.request import Compute, Request
from perfectplay.solution.solution import Solution
from perfectplay.solve import solved
from perfectplay.user_code import user_errors
from perfectplay.web.site.contents import request_for, require_different, site_of, title_of
from perfectplay.web.site.folder import require_replaceable, write_folder


def export_web(
    words: Sequence[str], objective: str | None, out: Path, *, memory: str, as_json: bool
) -> None:
    """Solve some games, write the site, and report its size."""
    games = find_games(words)
    require_different(games)
    require_replaceable(out)
    goal = None if objective is None else read_objective(objective)
    with Ticker() as ticker:
        compute = Compute(memory_limit=read_memory(memory), progress=ticker)
        requests = [request_for(game, goal or game.objective(), compute) for game in games]
        solutions = list(map(solved_here, games, requests))
        files, notes = site_of(solutions, ticker)
    titles = [title_of(game) for game in games]
    write_folder(out, files, titles)
    size = sum(map(len, files.values()))
    if as_json:
        told = {"games": titles, "out": out, "files": len(files), "bytes": size, "notes": notes}
        show.emit(told)
        return
    for note in notes:
        show.print_line(note)
    show.print_line(f"{', '.join(titles)}: {in_bytes(size)} in {out}")
    show.print_line(f"open {out / 'index.html'}, or put the folder on any web host")


def find_games(words: Sequence[str]) -> list[Game[Any]]:
    """The games named by some words; `name=value` belongs to the game before it."""
    named: list[tuple[str, list[str]]] = []
    for word in words:
        if "=" in word and named:
            named[-1][1].append(word)
        else:
            named.append((word, []))
    return [find_game(name, given) for name, given in named]


def solved_here(game: Game[Any], request: Request) -> Solution:
    """A solved game, perhaps from an earlier solve."""
    with user_errors(game):
        return solved(game, request)
