"""The engine for races of two scores: ratings of all turns, a die at a time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import log2
from typing import TYPE_CHECKING, Any, ClassVar

from perfectplay.engines import Engine, Size
from perfectplay.errors import (
    ForeignGameError,
    MemoryLimitError,
    PerfectPlayError,
    StrategyError,
    in_bytes,
)
from perfectplay.exact import exactly
from perfectplay.model.game import Game
from perfectplay.model.race import Race
from perfectplay.objectives import Objective, Win
from perfectplay.request import Progress, Request
from perfectplay.strategies.strategy import is_table

if TYPE_CHECKING:
    from perfectplay.engines.race.evaluate.policy_evaluation import RacePolicySolution
    from perfectplay.engines.race.solution import RaceSolution
    from perfectplay.solution.comparison import Result
    from perfectplay.solution.storage.container import Stored
    from perfectplay.solution.verification import Verification
    from perfectplay.strategies.strategy import Policy

HALF = Fraction(1, 2)
START = 1.0
"""Seconds until machine code is loaded."""
BY_PYTHON = 1500
"""How many times slower than machine code plain Python is."""
STEPS_A_SECOND = 1e9
SECONDS_A_GIVEN_TURN = 5e-5
"""Seconds to ask a strategy about a turn, and to follow its answer."""
BYTES_OF_A_NUMBER = 32


class RaceEngine(Engine):
    """Solves races for the chance of winning, in floats or exactly."""

    name: ClassVar[str] = "race"
    solves: ClassVar[str] = "races of two scores, for the chance to win"

    def refuses(self, game: Game[Any], request: Request) -> PerfectPlayError | None:
        if not isinstance(game, Race):
            return ForeignGameError(f"{game.name} is not a race of two scores")
        if len({*game.weights}) > 1:
            return ForeignGameError(
                f"{game!r} is played with a loaded die, but a race needs a fair one"
            )
        if not isinstance(request.objective, Win):
            return ForeignGameError(
                f"a race can be solved for the chance to win, not for '{request.objective}'"
            )
        if refusal := refuses_tables(request.strategies.values()):
            return refusal
        need, limit = bytes_needed(game, request), request.compute.memory_limit
        if need > limit:
            return MemoryLimitError(
                f"{game.name} up to {game.limit} with {game.faces} sides needs about "
                f"{in_bytes(need)}, more than the memory limit of {in_bytes(limit)}; "
                "raise it or choose a lower max"
            )
        return None

    def result(
        self,
        game: Game[Any],  # noqa: ARG002  # it has but one kind
        request: Request,  # noqa: ARG002  # it has but one kind
    ) -> type[RaceSolution]:
        from perfectplay.engines.race.solution import RaceSolution

        return RaceSolution

    def size(self, game: Game[Any], request: Request) -> Size:
        assert isinstance(game, Race)
        states = 4 * (game.limit + 1) ** 2
        each = SECONDS_A_GIVEN_TURN if request.strategies else game.limit / STEPS_A_SECOND
        work = states * each
        return Size(states, bytes_needed(game, request), START + work, BY_PYTHON * work)

    def solve(self, game: Game[Any], request: Request) -> RaceSolution:
        from perfectplay.engines.race.ratings import Ratings
        from perfectplay.engines.race.solution import RaceSolution

        assert isinstance(game, Race)
        rules = game.limit, game.faces, game.most, tie_of(request.objective)
        ratings = Ratings.of(*rules, exact=request.exact, progress=request.compute.progress)
        return RaceSolution(game, request, ratings)

    def evaluate(
        self, game: Game[Any], strategies: Sequence[Policy | None], request: Request
    ) -> RacePolicySolution:
        from perfectplay.engines.race.evaluate.policy_evaluation import follow, plans_of

        assert isinstance(game, Race)
        return follow(game, plans_of(game, strategies, exact=request.exact), request)

    def compare(self, game: Game[Any], request: Request) -> list[Result]:
        from perfectplay.engines.race.evaluate.matches import matches

        assert isinstance(game, Race)
        return matches(game, request.strategies, request)

    def write(self, solution: RaceSolution) -> tuple[dict[str, str], dict[str, Any]]:
        from perfectplay.engines.race.file import tensors_of

        return {}, tensors_of(solution)

    def read(self, stored: Stored, game: Game[Any], request: Request) -> RaceSolution:
        from perfectplay.engines.race.file import restored

        return restored(stored, game, request)

    def verify(self, solution: RaceSolution, progress: Progress | None = None) -> Verification:
        from perfectplay.engines.race.verify import verify_race

        return verify_race(solution, progress)


def refuses_tables(policies: Iterable[Policy | None]) -> StrategyError | None:
    """Why policies cannot be followed in a race if one of them is a table."""
    if not any(is_table(policy) for policy in policies):
        return None
    return StrategyError(
        "a race is played by functions, mappings and cards; a table has the numbers of decisions "
        "found position by position"
    )


def tie_of(objective: Objective) -> Fraction:
    """The value of a tie to the first player."""
    assert isinstance(objective, Win)
    return Fraction(exactly(objective.tie))


def bytes_needed(game: Race, request: Request) -> int:
    """An estimate of the bytes for the ratings, and for computing them."""
    from perfectplay.engines.race.ratings import memory_needed

    movers = 1 if tie_of(request.objective) == HALF else 2
    limit, sides = game.limit, game.faces
    if not request.exact:
        return memory_needed(limit, sides, movers)
    each = BYTES_OF_A_NUMBER + 2 * limit * log2(max(sides, 2)) / 8
    numbers = movers * (limit + 1) * (2 * (limit + 1) + (sides + 1) * (game.most + 1))
    return int(each * numbers)
