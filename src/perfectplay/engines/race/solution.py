"""A solution of a race of two scores: a rating for every turn."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Hashable
from fractions import Fraction
from numbers import Integral
from typing import TYPE_CHECKING, Any, ClassVar

from perfectplay.engines.race.ratings import Ratings
from perfectplay.engines.ties import ABSOLUTE_TIE, equally_good
from perfectplay.errors import PositionError
from perfectplay.exact import exactly
from perfectplay.model.nodes import Inline, Label, Number
from perfectplay.model.race import Race, RaceOver, RaceTurn, compare
from perfectplay.solution.answers import Exploitability, PolicyRegret, answers
from perfectplay.solution.decision_costs import DecisionCosts
from perfectplay.solution.distribution import Distribution
from perfectplay.solution.options import Option, Options, Outcome, ranked
from perfectplay.solution.rating_board import RatingBoard
from perfectplay.solution.simulation import BATCH, Simulation, require_games
from perfectplay.solution.solution import Solution

if TYPE_CHECKING:
    import polars as pl


LONGEST_NUMBER = 9


@dataclasses.dataclass(repr=False)
class RaceSolution(Solution):
    """A race solved for the chance of winning: two tables of ratings, the rest computed on demand.

    A rating is the mover's own: 0.7 in the tables means 0.3 to the other player. The values of this
    solution are the first player's, as everywhere.

    >>> from perfectplay import solve
    >>> from perfectplay.games.greed import Greed
    >>> greed = solve(Greed(max=100, sides=6))
    >>> round(greed.value, 12), greed.best(greed.game.start())
    (0.513841733041, 24)
    """

    engine: ClassVar[str] = "race"

    game: Race
    ratings: Ratings

    @answers(RatingBoard)
    def board(self) -> RatingBoard:
        """All ratings."""
        return self.ratings

    @property
    def value(self) -> Number:
        return self.value_at(self.game.start())

    @property
    def exact(self) -> bool:
        return self.ratings.unit > 0

    @property
    def positions(self) -> int:
        """The number of turns solved, for either player."""
        return 4 * (self.ratings.limit + 1) ** 2

    # Questions about one position

    def best(self, position: Hashable, score: Number | None = None) -> Label:
        turn = self.turn(position, score)
        return self.ratings.best(turn.mine, turn.theirs, last=turn.last, player=turn.player)[1]

    def options(self, position: Hashable, score: Number | None = None) -> list[Option]:
        turn = self.turn(position, score)
        ratings = self.ratings.options(turn.mine, turn.theirs, last=turn.last, player=turn.player)
        return Options(
            dataclasses.replace(option, value=own(option.value, turn.player))
            for option in ranked(dict(enumerate(ratings)), self.ties)
        )

    def outcomes(self, position: Hashable, score: Number | None = None) -> list[Outcome]:
        if not isinstance(position, Inline):
            raise PositionError(f"{self.game.text(position)} is not a chance")
        turn, dice = self.turn(position.position, score), self.rolled(position)
        mine, theirs, last, player = turn
        sides, room = self.ratings.sides, self.ratings.limit - mine
        chances: dict[RaceTurn | RaceOver, Any] = {}
        for total in range(dice, min(dice * sides, room) + 1):
            likely = self.ratings.chance(total, dice)
            then = (
                compare(mine + total, theirs, player)
                if last
                else RaceTurn(theirs, mine + total, False, 1 - player)
            )
            chances[then] = chances.get(then, 0) + likely
        if bust := self.ratings.bust(mine, dice):
            lost = RaceOver(2 * player - 1)
            chances[lost] = chances.get(lost, 0) + bust
        return [Outcome(then, likely, 0, self.value_at(then)) for then, likely in chances.items()]

    def value_at(self, position: Hashable, score: Number | None = None) -> Number:
        if isinstance(position, RaceOver):
            value = self.objective.utility(position.margin)
            return Fraction(exactly(value)) if self.exact else float(value)
        if isinstance(position, Inline):
            turn, dice = self.turn(position.position, score), self.rolled(position)
            ratings = self.ratings.options(
                turn.mine, turn.theirs, last=turn.last, player=turn.player
            )
            return own(ratings[dice], turn.player)
        turn = self.turn(position, score)
        rating, _ = self.ratings.best(turn.mine, turn.theirs, last=turn.last, player=turn.player)
        return own(rating, turn.player)

    def kind(self, position: Hashable) -> str:
        if isinstance(position, RaceOver):
            return "final"
        if isinstance(position, Inline):
            self.rolled(position)
            return "chance"
        self.turn(position)
        return "choice"

    def read(self, text: str) -> Hashable:
        place, *path = text.split(" > ")
        position = self.game.read(place)
        if path:
            position = Inline(
                position, tuple(int(step) if is_short_number(step) else step for step in path)
            )
        self.kind(position)
        return position

    # The whole of play

    def distribution(self) -> Distribution:
        start = self.game.start()
        won, level, lost = self.ratings.ends.best(
            start.mine, start.theirs, last=start.last, player=start.player
        )
        margin = 1 if start.player == 0 else -1
        return Distribution({margin: won, 0: level, -margin: lost})

    def simulate(self, games: int = 100_000, seed: int = 0) -> Simulation:
        import numpy as np

        from perfectplay.engines.race.answers.simulation import play

        require_games(games, seed)
        generator, counts = np.random.default_rng(seed), np.zeros(3, np.int64)
        for played in range(0, games, BATCH):
            batch = min(BATCH, games - played)
            margins = play(self.ratings, self.game.start(), batch, generator)
            counts += np.bincount(margins + 1, minlength=3)
        value = np.array([float(self.objective.utility(margin)) for margin in (-1, 0, 1)])
        mean = float(counts @ value) / games
        spread = float(counts @ (value - mean) ** 2)
        return Simulation(games, seed, mean, math.sqrt(spread / max(1, games - 1)))

    def table(self, *, every: bool = False) -> pl.DataFrame:  # noqa: ARG002  # there is but one
        """A data frame with one row for each turn: the best number of dice, and its rating."""
        from perfectplay.engines.race.answers.tables import turns

        return turns(self)

    @answers(DecisionCosts)
    def decision_costs(self) -> DecisionCosts:
        """All decisions, with what each option costs."""
        from perfectplay.engines.race.answers.decision_costs import decision_costs

        return decision_costs(self)

    @answers(PolicyRegret)
    def regret(self) -> PolicyRegret:
        """What policies lose."""
        from perfectplay.engines.race.evaluate.regret import regret

        return PolicyRegret(lambda *policies: regret(self, policies))

    @answers(Exploitability)
    def exploitability(self) -> Exploitability:
        """What best responses to policies gain."""
        from perfectplay.engines.race.evaluate.regret import exploitability

        return Exploitability(lambda *policies: exploitability(self, policies))

    # Turns, for neighbouring modules

    def ties(self, value: Number, best: Number) -> bool:
        """Whether two ratings are equally good."""
        if self.exact:
            return value == best
        return equally_good(float(value), float(best), ABSOLUTE_TIE)

    def turn(self, position: Hashable, score: Number | None = None) -> RaceTurn:
        """A position as a turn; refused if it is invalid or impossible."""
        if score is not None:
            raise PositionError("the scores of both players are part of the position")
        limit = self.ratings.limit
        if isinstance(position, RaceOver):
            raise PositionError("there is nothing to choose: the game is over")
        if not isinstance(position, RaceTurn):
            raise PositionError(f"{position!r} is not a position of {self.game.name}")
        scores = position.mine, position.theirs
        if not all(isinstance(each, Integral) and 0 <= each <= limit for each in scores):
            raise PositionError(
                f"the position {self.game.text(position)} cannot occur; scores go from 0 to {limit}"
            )
        if position.player not in (0, 1):
            raise PositionError(f"there is no player {position.player}; they are 0 and 1")
        return position

    def rolled(self, position: Inline) -> int:
        """The number of dice rolled at a chance node."""
        turn = self.turn(position.position)
        most = min(self.ratings.limit - turn.mine, self.ratings.most)
        match position.path:
            case (int(dice),) if 1 <= dice <= most:
                return dice
        step = " > ".join(map(str, position.path))
        raise PositionError(f"there is no '{step}' at {self.game.text(turn)}")


def is_short_number(text: str) -> bool:
    """Whether a text is a whole number with no more digits than a score may have."""
    return text.isdecimal() and len(text) <= LONGEST_NUMBER


def own(rating: Number, player: int) -> Number:
    """A mover's rating as seen by the first player."""
    return rating if player == 0 else 1 - rating
