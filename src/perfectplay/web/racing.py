"""Races for a page: the boards, and one turn of them."""

from __future__ import annotations

from perfectplay.engines.race.roll import Roll
from perfectplay.engines.race.solution import RaceSolution
from perfectplay.errors import PerfectPlayError
from perfectplay.model.nodes import Number
from perfectplay.model.race import Turn
from perfectplay.solution.solution import Solution
from perfectplay.web.limits import Limits
from perfectplay.web.messages import Board, DiceOption, Landing, TurnFacts, TurnQuestion

NEGLIGIBLE = 1e-6


def race_of(solution: Solution) -> RaceSolution:
    """The solution, if it is that of a race."""
    if not isinstance(solution, RaceSolution):
        raise PerfectPlayError(f"{solution.game.name} is not a race")
    return solution


def board(solution: Solution, *, last: bool) -> Board:
    """All best numbers of dice, by the mover's score and the other's."""
    race = race_of(solution)
    ratings, most = race.ratings, Limits().race_max
    if ratings.limit > most:
        raise PerfectPlayError(f"boards are sent up to max={most}; ask for single turns")
    scores = range(ratings.limit + 1)
    cells = [
        [ratings.best(mine, theirs, last=last, player=0) for theirs in scores] for mine in scores
    ]
    return Board(
        max=ratings.limit,
        sides=ratings.sides,
        last=last,
        dice=[[dice for _, dice in row] for row in cells],
        ratings=[[round(float(rating), 6) for rating, _ in row] for row in cells],
    )


def turn(solution: Solution, question: TurnQuestion) -> TurnFacts:
    """The numbers of dice at one turn, and where the best of them may land."""
    race = race_of(solution)
    place = Turn(question.mine, question.theirs, question.last)
    options = race.options(place)
    best = options[0].label
    assert isinstance(best, int)
    roll = Roll(place.mine, place.theirs, race.ratings.limit, best, race.ratings.sides)
    return TurnFacts(
        mine=place.mine,
        theirs=place.theirs,
        last=place.last,
        rating=float(options[0].value),
        options=[
            dice_option(race, place, int(str(option.label)), option.cost, best=option.best)
            for option in options[: Limits().options_explained]
        ],
        landings=[
            Landing(score=score, chance=chance, meaning=roll.meaning(score))
            for score, chance in roll.scores.items()
            if chance >= NEGLIGIBLE
        ],
    )


def dice_option(
    race: RaceSolution, place: Turn, dice: int, cost: Number, *, best: bool
) -> DiceOption:
    """A number of dice: its rating, its cost, and how it may end."""
    mine, theirs, last, player = place
    win, tie, bust = race.ratings.ends.rolling(dice, mine, theirs, last=last, player=player)
    rating = race.ratings.options(mine, theirs, last=last, player=player)[dice]
    return DiceOption(
        dice=dice,
        rating=float(rating),
        cost=float(cost),
        best=best,
        win=float(win),
        tie=float(tie),
        bust=float(bust),
    )
