"""Races for a page: the boards, and single turns."""

from __future__ import annotations

from perfectplay.errors import PerfectPlayError
from perfectplay.model.table import Table
from perfectplay.present import race
from perfectplay.solution.rating_board import RatingBoard
from perfectplay.solution.solution import Solution
from perfectplay.web.limits import Limits
from perfectplay.web.messages import BoardFacts, DiceOption, LandingFacts, TurnFacts, TurnQuestion


def require_no_larger(solution: Solution) -> None:
    """Refuse a race whose board is too large to send, or to walk through."""
    most = Limits().race_max
    if RatingBoard in solution.answers and solution.answer(RatingBoard).limit > most:
        raise PerfectPlayError(f"whole boards are sent up to max={most}; ask about single turns")


def board_facts(solution: Solution, *, last: bool) -> BoardFacts:
    """All best numbers of dice, by the mover's score and the opponent's."""
    require_no_larger(solution)
    ratings, found = solution.answer(RatingBoard), race.RatingTable.of(solution, last=last)
    return BoardFacts(
        max=ratings.limit,
        sides=ratings.sides,
        last=last,
        dice=found.dice,
        ratings=[[round(float(rating), 6) for rating in row] for row in found.ratings],
    )


def turn_facts(solution: Solution, question: TurnQuestion) -> TurnFacts:
    """The numbers of dice in a turn, and where the best of them may land."""
    table = Table(score=question.mine, opponent=question.theirs, last=question.last)
    advice = race.RaceAdvice.at(solution, solution.game.position_from_table(table))
    return TurnFacts(
        mine=question.mine,
        theirs=question.theirs,
        last=question.last,
        rating=float(advice.whole),
        options=[
            DiceOption(
                dice=int(str(option.label)),
                words=option.words,
                rating=float(option.whole),
                cost=float(option.cost),
                best=option.best,
                **{name: float(chance) for name, chance in advice.ends(option)._asdict().items()},
            )
            for option in advice.options[: Limits().options_explained]
        ],
        landings=[LandingFacts(**landing._asdict()) for landing in advice.landings()],
    )
