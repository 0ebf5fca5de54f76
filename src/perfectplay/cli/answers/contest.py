"""Strategies side by side."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from perfectplay import engines
from perfectplay.cli import show, words
from perfectplay.cli.progress import Ticker
from perfectplay.engines.backends.clock import duration
from perfectplay.errors import PerfectPlayError
from perfectplay.model.game import Game
from perfectplay.objectives import Win, read_objective
from perfectplay.request import Compute, Request
from perfectplay.solution.comparison import Result
from perfectplay.solve import compare as compare_exactly
from perfectplay.solve import require_fit
from perfectplay.user_code import user_errors

LONG = 20
"""Seconds that are worth announcing beforehand."""


def compare(
    name: str,
    given: list[str],
    objective_text: str | None,
    *,
    exact: bool,
    backend: str,
    memory: str,
    as_json: bool,
) -> None:
    """Strategies side by side."""
    parameters = [word for word in given if "=" in word and ":" not in word]
    game = words.find_game(name, parameters)
    chosen = [word for word in given if word not in parameters]
    twice = next((word for word in chosen if chosen.count(word) > 1), None)
    if twice is not None:
        raise PerfectPlayError(f"the strategy {twice} is named twice")
    if not chosen:
        raise PerfectPlayError("name the strategies to compare, such as: optimal random")
    objective = game.objective() if objective_text is None else read_objective(objective_text)
    limit = words.read_memory(memory)
    strategies = {
        word: words.find_strategy(word, game, objective, limit, backend) for word in chosen
    }
    compute = Compute(backend=backend, memory_limit=limit)
    request = Request(objective, exact=exact, strategies=strategies, compute=compute)
    with user_errors(game):
        announce_duration(game, request, len(chosen) ** game.players)
    with Ticker() as ticker, user_errors(game):
        results = compare_exactly(
            game,
            strategies,
            objective,
            exact=exact,
            compute=dataclasses.replace(compute, progress=ticker),
        )
    if as_json:
        show.emit(
            {
                **show.question_facts(game, objective),
                "results": [
                    {
                        "strategies": result.strategies,
                        "value": float(result.value),
                        "exact": show.exact_text(result.value),
                        "mean": float(result.distribution.mean),
                        "deviation": result.distribution.deviation,
                        "played": result.loss and result.loss.games,
                        "loss_interval": result.loss and result.loss.interval(),
                    }
                    for result in results
                ],
            }
        )
        return
    show.print_line(f"{show.game_line(game)}: {game.meaning(objective)}")
    if game.players == 1:
        show_contest(results)
    else:
        show_matches(results, by_win=isinstance(objective, Win))


def announce_duration(game: Game[Any], request: Request, times: int) -> None:
    """Announce how long it may take to compare this many strategies, if it is long."""
    require_fit(game, request)
    seconds = engines.choose(game, request, "compare").size(game, request).seconds
    if seconds is not None and times * seconds >= LONG:
        show.warn(f"this may take up to {duration(times * seconds)}")


def show_contest(results: Sequence[Result]) -> None:
    """Strategies of a single player, best first."""
    best = max(result.value for result in results)
    show.table(
        ["strategy", "value", "behind", "mean score", "deviation"],
        [
            (
                result.strategies[0],
                show.aligned(result.value),
                show.aligned(best - result.value),
                f"{float(result.distribution.mean):.6f}",
                f"{result.distribution.deviation:.6f}",
            )
            for result in sorted(results, key=lambda result: -result.value)
        ],
        right=["value", "behind", "mean score", "deviation"],
    )
    for result in results:
        if result.loss:
            low, high = result.loss.interval()
            show.print_line(
                f"{result.strategies[0]} was simulated, not computed exactly: "
                f"{result.loss.games:,} games, with every decision compared with best play's on "
                f"the same dice. It loses {result.loss.mean:.2f} points, between {low:.2f} and "
                f"{high:.2f} with 95 %."
            )
    if len(results) == 2 and not any(result.loss for result in results):
        first, second = results
        wins, ties = first.distribution.beats(second.distribution)
        show.print_line(
            f"Side by side, {first.strategies[0]} scores more than {second.strategies[0]} in "
            f"{show.percent(wins)} of games, as much in {show.percent(ties)}."
        )


def show_matches(results: Sequence[Result], *, by_win: bool) -> None:
    """Strategies for two players, each against each."""
    head = ["first player", "second player", "value"]
    rows = [[*result.strategies, show.aligned(result.value)] for result in results]
    if by_win:
        head += ["wins", "ties", "losses"]
        for row, result in zip(rows, results, strict=True):
            masses = result.distribution
            wins = sum(mass for score, mass in masses.items() if score > 0)
            ties = masses.get(0, 0)
            row += [show.percent(wins), show.percent(ties), show.percent(1 - wins - ties)]
    show.table(head, rows, right=head[2:])
