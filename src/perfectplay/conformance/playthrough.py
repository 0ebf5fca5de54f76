"""One whole game, written out for a reader; a recording catches accidental changes of rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from perfectplay.conformance.walk import WalkEvent, walk
from perfectplay.model.game import Game
from perfectplay.model.nodes import Chance, Choice, Final

OUTCOMES_SHOWN = 12


def playthrough(game: Game[Any], seed: int = 1) -> str:
    """A random game, step by step, with everything that was possible at each step.

    >>> from perfectplay.games.coins import Coins
    >>> print(playthrough(Coins(coins=1, target=1), seed=4))
    coins coins=1 target=1, for 1 player, objective score
    <BLANKLINE>
    coins=1 points=0
      player 0 chooses among: 1
      takes 1
    coins=1 points=0 > 1
      chance: 1/2, 1/2
      comes up: outcome 0 (1/2)
    coins=0 points=0
      over: payoff 0, final score 0
    <BLANKLINE>
    """
    players = "1 player" if game.players == 1 else f"{game.players} players"
    title = f"{' '.join([game.name, *game.words])}, for {players}, objective {game.objective()}"
    lines = [line for event in walk(game, seed) for line in event_text(game, event)]
    return "\n".join([title, "", *lines, ""])


def event_text(game: Game[Any], event: WalkEvent) -> Iterator[str]:
    """One event in words."""
    score = f" (score {event.score})" if event.score else ""
    yield f"{game.text(event.name)}{score}"
    gain = f", gaining {event.gain}" if event.gain else ""
    if isinstance(event.node, Final):
        payoff = event.node.payoff
        yield f"  over: payoff {payoff}, final score {event.score + payoff}"
    elif isinstance(event.node, Choice):
        options = ", ".join(map(str, event.node.options))
        yield f"  player {event.node.player} chooses among: {options}"
        yield f"  takes {event.taken}{gain}"
    elif isinstance(event.node, Chance):
        total = event.node.odds.total
        over = "" if total == 1 else f"/{total}"
        odds = [f"{weight}{over}" for weight in event.node.odds.weights]
        shown = odds[:OUTCOMES_SHOWN]
        if len(odds) > OUTCOMES_SHOWN:
            shown.append(f"and {len(odds) - OUTCOMES_SHOWN} more")
        yield f"  chance: {', '.join(shown)}"
        assert isinstance(event.taken, int)
        yield f"  comes up: outcome {event.taken} ({odds[event.taken]}){gain}"
