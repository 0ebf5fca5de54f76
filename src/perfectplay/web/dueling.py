"""Two players: an end game from two cards on, and what to do in it."""

from __future__ import annotations

import dataclasses
from typing import Any, Self

from perfectplay.engines import Progress, Request
from perfectplay.engines.scorecard.lead.duel import DuelSolution
from perfectplay.engines.scorecard.lead.engine import solve_end_game
from perfectplay.errors import PerfectPlayError, PositionError
from perfectplay.model.scorecard import DiceAndBoxes, Duel
from perfectplay.model.scorecard.table import Table
from perfectplay.objectives import Win
from perfectplay.present.duel import DuelAdvice
from perfectplay.solution.options import Option
from perfectplay.solution.solution import Solution
from perfectplay.solution.storage.cache import Cache, key_of
from perfectplay.solution.storage.files import load
from perfectplay.web.advising import card_game, card_words, rounded
from perfectplay.web.messages import DuelFacts, DuelOption, DuelQuestion, EndGameQuestion
from perfectplay.web.shelf import Entry


@dataclasses.dataclass(frozen=True)
class EndGame:
    """The end game of two cards: where it begins, and what its solution is known by."""

    alone: str
    """The key of the game for one player."""
    table: Table
    key: str

    @classmethod
    def of(cls, entry: Entry, question: EndGameQuestion) -> Self:
        """The end game that two cards lead to."""
        game = for_two(entry.solution)
        table = Table.read(game, card_words(question.card), card_words(question.other))
        start = f"from {game.text(table.before)} with {table.first_lead}"
        key = key_of(game, Request(Win()), start)
        assert key is not None  # what is at hand may be kept
        return cls(entry.key, table, key)

    def told_by(self, entry: Entry) -> bool:
        """Whether a solution tells what to do from here on."""
        found = end_of(entry.solution, self.table.game)
        return found is not None and found.covers(self.table.before, self.table.first_lead)

    def order(self, memory: int) -> dict[str, Any]:
        """What the process is told."""
        start = self.table.game.text(self.table.before)
        return {
            "alone": self.alone,
            "start": start,
            "lead": self.table.first_lead,
            "memory": memory,
        }


def for_two(solution: Solution) -> DiceAndBoxes:
    """The game for two players."""
    game = card_game(solution)
    if game.players != 1:
        raise PerfectPlayError(f"{game!r} is for two; ask by the solution for one player")
    return dataclasses.replace(game, players=2)


def solve_for_two(cache: Cache, order: dict[str, Any], progress: Progress) -> DuelSolution:
    """Solve an end game as it was ordered."""
    game = for_two(load(cache.path(order["alone"])))
    start = game.read(order["start"])
    assert isinstance(start, Duel)
    memory = order["memory"]
    return solve_end_game(game, start, order["lead"], memory_limit=memory, progress=progress)


def advise_two(entry: Entry, end: Entry, question: DuelQuestion) -> DuelFacts:
    """The options by the chance to win, and what one would do without the other."""
    game = for_two(entry.solution)
    solution = end_of(end.solution, game)
    if solution is None:
        raise PositionError(f"{end.key} is not an end game of {game.name}")
    if question.dice is None and question.rerolls is not None:
        raise PositionError("rerolls go with dice")
    cards = card_words(question.card), card_words(question.other)
    table = Table.read(game, *cards, question.dice, question.rerolls)
    advice = DuelAdvice.of(solution, table)
    by_points = None
    if advice.options:
        option = advice.for_points(entry.solution)
        by_points = told_option(option, advice.spoken(option))
    return DuelFacts(
        position=game.text(table.position),
        lead=table.lead,
        chance=rounded(advice.chance),
        tie=advice.tie,
        options=[told_option(option, advice.words(option)) for option in advice.options],
        for_points=by_points,
    )


def end_of(solution: Solution, game: DiceAndBoxes) -> DuelSolution | None:
    """The solution, if it is that of an end game of two who play this game."""
    if not isinstance(solution, DuelSolution):
        return None
    return solution if solution.game.card.fingerprint == game.card.fingerprint else None


def told_option(option: Option, words: str) -> DuelOption:
    """An option, in words."""
    return DuelOption(
        label=str(option.label),
        words=words,
        chance=rounded(option.value),
        cost=rounded(option.cost),
        best=option.best,
    )
