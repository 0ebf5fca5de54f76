"""How play changes with the number of opponents you want to finish ahead of."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from perfectplay.equilibrium import Scores, find_equilibrium, scores_of
from perfectplay.model.game import Game
from perfectplay.model.nodes import Number
from perfectplay.objectives import Score
from perfectplay.objectives.field import FIRST, Field
from perfectplay.request import Compute, Request
from perfectplay.solution.answers import BonusRates
from perfectplay.solution.distribution import Distribution
from perfectplay.solve import require_fit, solve_for


@dataclasses.dataclass(frozen=True)
class InField:
    """The result of playing among this many others who play the same way."""

    rivals: int
    value: float
    """What best play wins among them, on average."""
    gain: float
    """How much more than its fair share it wins, on average."""
    scores: Distribution
    """The probability of each score, for each of the others."""
    by_score: float
    """What play for the expected score wins among them."""
    bonuses: Mapping[str, float]
    """How often each bonus is earned."""

    @property
    def edge(self) -> float:
        """The win as a multiple of that of play for the expected score."""
        return self.value / self.by_score


def by_rivals(
    game: Game[Any],
    rivals: Sequence[int],
    prizes: tuple[Number, ...] = FIRST,
    compute: Compute = Compute(),
) -> Iterator[InField]:
    """Play in fields of different sizes, each search starting from the previous results.

    >>> from perfectplay.games.yazy import Yazy
    >>> for found in by_rivals(Yazy(), [1, 1000]):
    ...     print(found.rivals, round(found.scores.mean, 2), round(found.edge, 3))
    1 165.36 1.007
    1000 142.67 3.312
    """
    pool: list[Scores] = []
    needs = frozenset({BonusRates}) if game.card and game.card.bonuses else frozenset()
    request = Request(Score(), needs=needs, compute=compute)
    require_fit(game, dataclasses.replace(request, objective=Field(1)))
    plain = scores_of(solve_for(game, request, Score()))
    pool.append(plain)
    for others in rivals:
        objective = Field(others, prizes)
        here = request.under(f"among {others:,}")

        def solve(goal: Any, here: Request = here) -> Any:
            return solve_for(game, here, goal)

        solution = find_equilibrium(objective, solve, pool)
        found = solution.objective
        assert isinstance(found, Field)
        assert found.at is not None
        value = float(solution.value)
        yield InField(
            others,
            value,
            float(objective.gain(value)),
            Distribution(found.at),
            float(sum(chance * found.utility(score) for score, chance in plain.items())),
            solution.answer(BonusRates) if needs else {},
        )
