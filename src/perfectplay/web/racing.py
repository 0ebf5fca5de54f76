"""Races for a page: the boards, and one turn of them."""

from __future__ import annotations

from typing import Any

from perfectplay.engines.race.roll import Roll
from perfectplay.engines.race.solution import RaceSolution
from perfectplay.errors import PerfectPlayError
from perfectplay.model.game import Game
from perfectplay.model.race import Race, Turn
from perfectplay.solution.options import Option
from perfectplay.solution.solution import Solution
from perfectplay.web.limits import Limits
from perfectplay.web.messages import Board, DiceOption, Landing, TurnFacts, TurnQuestion

NEGLIGIBLE = 1e-6


def race_of(solution: Solution) -> RaceSolution:
    """The solution, if it is that of a race."""
    if not isinstance(solution, RaceSolution):
        raise PerfectPlayError(f"{solution.game.name} is not a race")
    return solution


def require_no_larger(game: Game[Any], most: int) -> None:
    """Refuse a race that is larger than is answered for, here."""
    if isinstance(game, Race) and game.limit > most:
        raise PerfectPlayError(
            f"that is answered for races up to max={most}; ask for single turns, "
            "or on the command line"
        )


def board(solution: Solution, *, last: bool) -> Board:
    """All best numbers of dice, by the mover's score and the other's."""
    race = race_of(solution)
    require_no_larger(race.game, Limits().race_max)
    ratings = race.ratings
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
            dice_option(race, place, option) for option in options[: Limits().options_explained]
        ],
        landings=[
            Landing(score=score, chance=chance, meaning=roll.meaning(score))
            for score, chance in roll.scores.items()
            if chance >= NEGLIGIBLE
        ],
    )


def dice_option(race: RaceSolution, place: Turn, option: Option) -> DiceOption:
    """A number of dice: its rating, its cost, and how it may end."""
    mine, theirs, last, player = place
    dice = int(str(option.label))
    win, tie, bust = race.ratings.ends.rolling(dice, mine, theirs, last=last, player=player)
    return DiceOption(
        dice=dice,
        rating=float(option.value),  # the first player's, who moves
        cost=float(option.cost),
        best=option.best,
        win=float(win),
        tie=float(tie),
        bust=float(bust),
    )
