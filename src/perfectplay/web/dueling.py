"""Two players: an end game that starts from two cards, and what to do in it."""

from __future__ import annotations

import dataclasses
from typing import Any, Self

from perfectplay.errors import PerfectPlayError, PositionError
from perfectplay.model.game import Game
from perfectplay.model.table import Table, TablePosition
from perfectplay.objectives import Win
from perfectplay.present.advice import Ranked
from perfectplay.present.cards import DuelAdvice, card_of
from perfectplay.request import Compute, Progress, Request
from perfectplay.solution.solution import Solution
from perfectplay.solution.storage.cache import Cache, key_of
from perfectplay.solution.storage.files import load
from perfectplay.solve import solve_end_game
from perfectplay.web.advising import card_words, rounded
from perfectplay.web.messages import DuelFacts, DuelOption, DuelQuestion, EndGameQuestion
from perfectplay.web.solution_store import StoredSolution


@dataclasses.dataclass(frozen=True)
class EndGame:
    """The end game of two cards: where it begins, and the key of its solution."""

    alone: str
    """The key of the game for a single player."""
    game: Game[Any]
    seen: TablePosition
    key: str

    @classmethod
    def of(cls, entry: StoredSolution, question: EndGameQuestion) -> Self:
        """The end game that follows two cards."""
        game = for_two(entry.solution)
        seen = game.position_from_table(
            Table(card=card_words(question.card), other=card_words(question.other))
        )
        start = f"from {game.text(seen.position)} with {seen.score}"
        key = key_of(game, Request(Win()), start)
        assert key is not None  # what is loaded can be cached
        return cls(entry.key, game, seen, key)

    def is_answered_by(self, entry: StoredSolution) -> bool:
        """Whether a solution covers everything from here on."""
        solution = entry.solution
        return is_end_game_of(self.game, solution) and solution.covers(*self.seen[:2])

    def order(self, memory: int, backend: str) -> dict[str, Any]:
        """The order sent to the process."""
        start = self.game.text(self.seen.position)
        asked = {"alone": self.alone, "start": start, "lead": self.seen.score}
        return {**asked, "memory": memory, "backend": backend}


def for_two(solution: Solution) -> Game[Any]:
    """The game for two players."""
    card_of(solution.game)
    if solution.game.players != 1:
        raise PerfectPlayError(
            f"{solution.game!r} is for two players; use the solution for one player"
        )
    return solution.game.for_words(["players=2"])


def solve_for_two(cache: Cache, order: dict[str, Any], progress: Progress) -> Solution:
    """Solve an end game as ordered."""
    game = for_two(load(cache.path(order["alone"])))
    start: Any = game.read(order["start"])
    return solve_end_game(
        game,
        start,
        order["lead"],
        compute=Compute(None, order["backend"], order["memory"], progress),
    )


def advise_two(entry: StoredSolution, end: StoredSolution, question: DuelQuestion) -> DuelFacts:
    """The options by the chance of winning, and what you would do without an opponent."""
    game = for_two(entry.solution)
    if not is_end_game_of(game, end.solution):
        raise PositionError(f"{end.key} is not an end game of {game.name}")
    cards = card_words(question.card), card_words(question.other)
    advice = DuelAdvice.at(
        end.solution, game.position_from_table(Table(question.dice, question.rerolls, *cards))
    )
    alone = advice.for_points(entry.solution) if advice.options else None
    return DuelFacts(
        position=game.text(advice.position),
        lead=advice.lead,
        chance=rounded(advice.whole),
        tie=advice.tie,
        options=[option_facts(option, option.words) for option in advice.options],
        for_points=None if alone is None else option_facts(alone, advice.spoken(alone)),
    )


def is_end_game_of(game: Game[Any], solution: Solution) -> bool:
    """Whether a solution is of an end game for two of this game."""
    other = solution.game
    alike = other.players == 2 and other.fingerprint == game.fingerprint
    return alike and isinstance(solution.objective, Win)


def option_facts(option: Ranked, words: str) -> DuelOption:
    """An option, in words."""
    return DuelOption(
        label=str(option.label),
        words=words,
        chance=rounded(option.whole),
        cost=rounded(option.cost),
        best=option.best,
    )
