"""Players with simple habits against best play."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from perfectplay.cli import show, words
from perfectplay.cli.progress import Ticker
from perfectplay.errors import ParameterError, PerfectPlayError, did_you_mean
from perfectplay.games.greed import Greed
from perfectplay.games.greed import strategies as race_players
from perfectplay.games.greed.words import read_game
from perfectplay.objectives import Win
from perfectplay.request import Compute
from perfectplay.solution.comparison import Result
from perfectplay.solution.rating_board import RatingBoard
from perfectplay.solve import evaluate, solve
from perfectplay.strategies.strategy import Strategy
from perfectplay.user_code import user_errors

BEST = "best play"
LARGEST = 100
"""The largest max whose matches can be computed within half a minute."""
HABITS: dict[str, Callable[[Greed], Strategy]] = {
    "by-the-mean": lambda game: race_players.by_the_mean(game.limit, game.faces),
    "as-if-last": lambda game: race_players.as_if_last(
        solve(game, compute=Compute(engine="race")).answer(RatingBoard)
    ),
}
NUMBERED: dict[str, Callable[[Greed, int], Strategy]] = {
    "until": lambda _, score: race_players.until(score),
    "always": lambda game, count: race_players.always(count, game.limit, game.faces),
}


def players(given: list[str], *, as_json: bool) -> None:
    """Each player against best play, going first and second: how often they win, tie and lose."""
    parameters = [word for word in given if "=" in word and ":" not in word]
    game = read_game(parameters)
    if game.max > LARGEST:
        raise ParameterError(f"greed: players are matched up to max={LARGEST}, not {game.max}")
    chosen = [word for word in given if word not in parameters] or simple_players(game)
    strategies = {word: find_player(word, game) for word in chosen}
    with Ticker("working out the matches"), user_errors(game):
        results = against_best(game, strategies)
    if as_json:
        show.emit({**show.named(game), "matches": [match_facts(result) for result in results]})
        return
    show.print_line(f"{show.game_line(game)}: against best play; whoever goes first is named first")
    head = ["first", "second", "rating of first", "wins", "ties", "losses"]
    show.table(
        head,
        [
            (
                *result.strategies,
                f"{float(result.value):.8f}",
                *(show.percent(result.distribution.get(margin, 0)) for margin in (1, 0, -1)),
            )
            for result in results
        ],
        right=head[2:],
    )


def simple_players(game: Greed) -> list[str]:
    """Some players of each kind: one who rolls die by die, two who always roll the same number."""
    most = max(game.max, 1)
    near, count = max(most - game.sides // 2, 1), max(most // (2 * (game.sides + 1)), 2)
    fixed = dict.fromkeys(f"always:{min(each, most)}" for each in (count, 2 * count))
    return [f"until:{near}", *fixed, *HABITS]


def find_player(word: str, game: Greed) -> Strategy:
    """A player: until:SCORE, always:DICE, a habit, random, or a user's own `file.py:it`."""
    name, colon, number = word.partition(":")
    if word in HABITS:
        return HABITS[word](game)
    if ".py" in word or word in words.STRATEGIES:
        return words.find_strategy(word, game, Win())
    if name not in NUMBERED:
        known = [*(f"{each}:NUMBER" for each in NUMBERED), *HABITS, *words.STRATEGIES]
        raise PerfectPlayError(f"there is no player '{word}'; {did_you_mean(word, known)}")
    if not colon or not number.isdecimal() or not 0 < int(number[:9]) <= max(game.max, 1):
        raise PerfectPlayError(
            f"'{word}' is not a player; write it like {name}:{max(game.max // 2, 1)}, "
            f"with a number from 1 to {max(game.max, 1)}"
        )
    return NUMBERED[name](game, int(number))


def against_best(game: Greed, strategies: dict[str, Strategy]) -> list[Result]:
    """The matches of each player against best play, going first and second."""
    best = solve(game, compute=Compute(engine="race")).play
    everyone = {name: functools.cache(each) for name, each in {BEST: best, **strategies}.items()}
    results = []
    for names in (pair for name in strategies for pair in ((BEST, name), (name, BEST))):
        played = evaluate(game, *map(everyone.__getitem__, names), compute=Compute(engine="race"))
        results.append(Result(names, played.value, played.distribution()))
    return results


def match_facts(result: Result) -> dict[str, Any]:
    """A match for programs."""
    win, tie, lose = (float(result.distribution.get(margin, 0)) for margin in (1, 0, -1))
    first, second = result.strategies
    return {
        "first": first,
        "second": second,
        "rating": float(result.value),
        "win": win,
        "tie": tie,
        "lose": lose,
    }
