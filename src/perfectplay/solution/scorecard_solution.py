"""What came out of solving a scorecard: a value for every anchor, and the rest on demand."""

from __future__ import annotations

import dataclasses
import functools
import math
from collections.abc import Callable, Hashable, Mapping
from typing import TYPE_CHECKING, Any

from perfectplay.engines.scorecard.anchors import ABSENT, Anchors
from perfectplay.engines.scorecard.lattice import Lattice
from perfectplay.engines.scorecard.play import Play
from perfectplay.engines.scorecard.turn import TurnValues
from perfectplay.engines.ties import equally_good
from perfectplay.errors import PerfectPlayError, PositionError
from perfectplay.model.nodes import Inline, Label, Number
from perfectplay.model.scorecard import DiceAndBoxes, Rolled, Turn
from perfectplay.model.scorecard.game import keep_words, keeps, rolled, rolls
from perfectplay.solution.distribution import Distribution
from perfectplay.solution.options import Option, Outcome, ranked
from perfectplay.solution.simulation import Simulation, require_games
from perfectplay.solution.solution import Solution

if TYPE_CHECKING:
    import polars as pl

TURNS_KEPT = 4096


@dataclasses.dataclass(repr=False)
class ScorecardSolution(Solution):
    """A scorecard solved for the expected score, from the last box to the first.

    Only the values between turns are kept; what there is inside a turn is worked out when someone
    asks for it. A value counts the points still to come.

    >>> from perfectplay import solve
    >>> from perfectplay.games.yazy import Yazy
    >>> yazy = solve(Yazy())
    >>> round(yazy.value, 6)
    165.757319
    >>> yazy.best(yazy.read("open=sixes,straight roll=2,3,4,6,6 rerolls=1"))
    'keep 6 6'
    """

    game: DiceAndBoxes
    anchors: Anchors
    lattice: Lattice
    values: Any

    @property
    def value(self) -> float:
        return float(self.values[-1])

    @property
    def positions(self) -> int:
        """How many positions between turns were solved."""
        return self.anchors.count

    @property
    def drawn_at_once(self) -> bool:
        """No: the distribution of a large card takes some seconds."""
        return False

    # Asking about one position

    def options(self, position: Hashable, score: Number | None = None) -> list[Option]:
        require_finite(score)
        place = self.moment(position)
        if not isinstance(position, Rolled) or not isinstance(place, Rolled):
            reason = "the game is over" if self.kind(position) == "final" else "chance decides"
            raise PositionError(
                f"there is nothing to choose at {self.game.text(position)}: {reason}"
            )
        turn = self.turn(place.turn)
        if place.rerolls:
            values: Mapping[Label, float] = {
                keep_words(keep, self.game.card.dice): value
                for keep, value in turn.keeps(place.roll, place.rerolls).items()
            }
        else:
            values = turn.boxes(place.roll)
        return ranked(values, self.ties)

    def outcomes(self, position: Hashable, score: Number | None = None) -> list[Outcome]:
        require_finite(score)
        if self.kind(position) != "chance":
            raise PositionError(f"{self.game.text(position)} is not left to chance")
        card = self.game.card
        place = self.moment(position)
        if isinstance(place, Turn):
            kept: tuple[int, ...] = ()
            left = card.rerolls
        else:
            kept, left = self.kept(position, place), place.rerolls - 1
        turn = place if isinstance(place, Turn) else place.turn
        values = self.turn(turn)
        chance = rolls(card.dice - len(kept), card.sides)
        pairs = zip(chance.thens, chance.odds.floats(), strict=True)
        found = []
        for new, likely in pairs:
            roll = tuple(sorted(kept + new))
            found.append(Outcome(rolled(turn, roll, left), likely, 0, values.roll(roll, left)))
        return found

    def value_at(self, position: Hashable, score: Number | None = None) -> float:
        require_finite(score)
        place = self.moment(position)
        if isinstance(place, Turn):
            return self.value_of(place)
        turn = self.turn(place.turn)
        if isinstance(position, Inline):
            return turn.keeps(place.roll, place.rerolls)[self.kept(position, place)]
        return turn.roll(place.roll, place.rerolls)

    def kind(self, position: Hashable) -> str:
        place = self.moment(position)
        if isinstance(place, Turn):
            return "chance" if place.open else "final"
        return "chance" if isinstance(position, Inline) else "choice"

    def read(self, text: str) -> Hashable:
        place, *path = text.split(" > ")
        position = self.game.read(place)
        named: Hashable = Inline(position, tuple(path)) if path else position
        self.moment(named)
        return named

    # The whole of play

    def visits(self) -> dict[Hashable, Number]:
        """How often each turn arises.

        Where a bonus is out of reach, the turn stands for all those with lower totals as well.
        """
        visits = self.played.visits
        return {
            turn: float(visits[anchor])
            for anchor, turn in self.anchors.turns()
            if visits[anchor] > 0
        }

    def distribution(self) -> Distribution:
        chances = self.played.distribution(self.memory_limit)
        return Distribution({score: float(chance) for score, chance in enumerate(chances)})

    def simulate(self, games: int = 100_000, seed: int = 0) -> Simulation:
        require_games(games, seed)
        scores = self.played.simulate(games, seed)
        deviation = float(scores.std(ddof=1)) if games > 1 else 0.0
        return Simulation(games, seed, float(scores.mean()), deviation)

    def table(self, *, every: bool = False) -> pl.DataFrame:  # noqa: ARG002  # there is but one
        """A data frame with one row for each turn: its value, and how often it arises."""
        from perfectplay.solution.scorecard_table import turns

        return turns(self)

    def when(self, label: Label, by: list[str] | None = None) -> pl.DataFrame:
        raise PerfectPlayError(
            f"{self.game.name} has too many decisions to tell when to take "
            f"{' by '.join([str(label), *(by or [])])}; `table --decisions --out FILE` writes all"
        )

    # Turns, for the modules beside this one

    @functools.cached_property
    def turn(self) -> Callable[[Turn], TurnValues]:
        """The values inside a turn; those asked for lately are remembered."""

        @functools.lru_cache(TURNS_KEPT)
        def values_of(turn: Turn) -> TurnValues:
            return TurnValues(self.game, self.lattice, turn, self.value_of)

        return values_of

    @functools.cached_property
    def played(self) -> Play:
        """Play by this solution."""
        return Play(self.anchors, self.lattice, self.values)

    def value_of(self, turn: Turn) -> float:
        """The expected points still to come at a turn."""
        anchor = self.anchors.anchor(turn)
        if anchor == ABSENT:
            raise PositionError(
                f"the position {self.game.text(turn)} cannot occur in {self.game!r}; its totals or "
                "its repeat bonus do not go with the boxes that are filled"
            )
        return float(self.values[anchor])

    def ties(self, value: Number, best: Number) -> bool:
        """Whether two values are equally good."""
        return equally_good(float(value), float(best), self.played.absolute_tie)

    def moment(self, position: Hashable) -> Turn | Rolled:
        """The turn or roll that a position is, or lies behind; refused if it cannot occur."""
        place = position.position if isinstance(position, Inline) else position
        if not isinstance(place, (Turn, Rolled)) or not is_whole(place):
            raise PositionError(f"{position!r} is not a position of {self.game.name}")
        self.require(place)
        if isinstance(position, Inline):
            if not isinstance(place, Rolled):
                raise PositionError(f"nothing is chosen at {self.game.text(place)}")
            self.kept(position, place)
        return place

    def require(self, place: Turn | Rolled) -> None:
        """Refuse a position that cannot occur."""
        card = self.game.card
        unknown = [name for name in place.open if name not in card.names]
        sound = not unknown and len(place.totals) == len(card.bonuses)
        sound = sound and [name for name in card.names if name in place.open] == [*place.open]
        within = zip(place.totals, card.bonuses, strict=False)
        sound = sound and all(0 <= total <= bonus.at for total, bonus in within)
        if sound and isinstance(place, Rolled):
            sound = place.roll in self.lattice.number and len(place.roll) == card.dice
            sound = sound and 0 <= place.rerolls <= card.rerolls and len(place.open) > 0
        if not sound:
            raise PositionError(
                f"the position {self.game.text(place)} cannot occur in {self.game!r}"
            )
        self.value_of(place if isinstance(place, Turn) else place.turn)

    def kept(self, position: Hashable, place: Rolled) -> tuple[int, ...]:
        """The dice that a chance behind a roll keeps."""
        assert isinstance(position, Inline)
        dice = self.game.card.dice
        for keep in keeps(place.roll)[1:] if place.rerolls else []:
            if position.path == (keep_words(keep, dice),):
                return keep
        raise PositionError(
            f"there is no '{' > '.join(map(str, position.path))}' at {self.game.text(place)}"
        )


def require_finite(score: Number | None) -> None:
    """A score so far changes nothing here, if it is one."""
    if score is not None and not math.isfinite(score):
        raise PositionError(f"the score cannot be {score}")


def is_whole(place: Turn | Rolled) -> bool:
    """Whether the fields of a position are of the right kinds."""
    tuples = [place.open, place.totals, place.roll if isinstance(place, Rolled) else ()]
    if not all(isinstance(each, tuple) for each in tuples) or not isinstance(place.repeat, bool):
        return False
    return all(type(number) is int for number in (*tuples[1], *tuples[2]))
