"""How long does the money last? A game played many times over, for a coin each."""

from __future__ import annotations

import dataclasses

from perfectplay.errors import PerfectPlayError
from perfectplay.solution.distribution import Distribution
from perfectplay.solution.solution import Solution

MOST_GAMES = 10_000
MOST_COINS = 1_000_000
MOST_SCORES = 1 << 24
ROUNDING = 1e-15


@dataclasses.dataclass(frozen=True)
class Session:
    """The result of a number of games, starting with some coins and paying one for each game."""

    games: int
    coins: int
    ruin: float
    """The chance of running out of coins by the end."""
    played: float
    """The average number of games played until the coins or the session run out."""
    left: float
    """The average number of coins left."""
    result: Distribution
    """The win or loss in this many games for a player with unlimited coins."""


def session(solution: Solution, games: int, coins: int) -> Session:
    """The result of playing a game over and over by a solution, for a coin each time.

    >>> from perfectplay import solve
    >>> from perfectplay.games.coins import Coins
    >>> found = session(solve(Coins(coins=1, target=1)), games=2, coins=1)
    >>> found.ruin, found.played, found.left
    (0.75, 1.5, 0.25)
    >>> dict(found.result)
    {-2: 0.25, -1: 0.5, 0: 0.25}
    """
    for what, given, most in (("games", games, MOST_GAMES), ("coins", coins, MOST_COINS)):
        if not 1 <= given <= most:
            raise PerfectPlayError(f"a session has 1 to {most:,} {what}, not {given:,}")
    pays = whole_pays(solution)
    if games * max(pays) >= MOST_SCORES:
        raise PerfectPlayError(
            f"a session of {games:,} games that pay so much is too long; ask for fewer"
        )
    ruin, played = played_on(pays, games, coins)
    lost = 1 - sum(paid * often for paid, often in pays.items())
    return Session(games, coins, ruin, played, coins - lost * played, won(pays, games))


def whole_pays(solution: Solution) -> dict[int, float]:
    """What a game pays, in whole coins, with probabilities."""
    pays = solution.distribution()
    if any(coins < 0 or coins != int(coins) for coins in pays):
        raise PerfectPlayError(
            f"{solution.game.name} does not pay in whole coins; a session needs a game that pays "
            "a whole number of coins for each coin bet"
        )
    return {int(coins): float(often) for coins, often in pays.items()}


def played_on(pays: dict[int, float], games: int, coins: int) -> tuple[float, float]:
    """The chance of running out of coins, and the average number of games played.

    Enough coins to last for all games are one state, which is never left.
    """
    import numpy as np

    safe = games + 1
    held = np.zeros(safe + 1)
    held[min(coins, safe)] = 1.0
    played = 0.0
    for _ in range(games):
        played += float(held[1:].sum())
        bets, held[1:safe] = held[1:safe].copy(), 0.0
        for paid, often in pays.items():
            inside = max(0, min(safe - 1, safe - paid))  # betting the last of these stays below
            held[paid : paid + inside] += often * bets[:inside]
            held[safe] += often * float(bets[inside:].sum())
    return float(held[0]), played


def won(pays: dict[int, float], games: int) -> Distribution:
    """The win or loss in this many games: the distribution of one, convolved with itself."""
    import numpy as np

    length = games * max(pays) + 1
    one = np.zeros(max(pays) + 1)
    one[list(pays)] = list(pays.values())
    powers = np.fft.rfft(one, length) ** games
    chances = np.fft.irfft(powers, length)
    found = np.flatnonzero(chances > ROUNDING)
    return Distribution({int(paid) - games: float(chances[paid]) for paid in found})
