"""All measures of a solved game together, with reasons for those that cannot be computed."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Mapping
from typing import Any, Self

from perfectplay.analysis.measures.course import Drama, GameCourse, turns_of
from perfectplay.analysis.measures.fairness import Fairness, is_contest
from perfectplay.analysis.measures.play import TurnByTurn
from perfectplay.analysis.measures.skill import PlayerComparison, skill
from perfectplay.analysis.measures.stakes import DecisionStakes
from perfectplay.analysis.measures.usage import Usage
from perfectplay.errors import NotOfferedError, PerfectPlayError
from perfectplay.objectives import AtLeast, Win
from perfectplay.solution.answers import BoxValues, TurnDeviations
from perfectplay.solution.distribution import Distribution
from perfectplay.solution.markov_chain import MarkovChain
from perfectplay.solution.solution import Solution
from perfectplay.strategies.strategy import Policy

MOST_POSITIONS, MOST_STEPS = 50_000, 500_000
"""Larger games are only measured on request."""


@dataclasses.dataclass(frozen=True)
class Summary:
    """What a designer wants to know about a game; None stands for what is `missing`, and why.

    >>> from perfectplay import solve
    >>> from perfectplay.games.coins import Coins
    >>> summary = Summary.of(solve(Coins()))
    >>> round(summary.turns.mean, 4), round(summary.stakes.matter, 4), summary.course.settled(0.5)
    (5.1986, 3.6998, 2)
    >>> summary.missing
    {'fairness': 'coins is not a game that two players play to win', ...}
    """

    solution: Solution
    turns: Distribution | None
    stakes: DecisionStakes | None
    course: GameCourse | None
    drama: Drama | None
    fairness: Fairness | None
    skill: list[PlayerComparison] | None
    usage: Usage | None
    boxes: dict[str, float] | None
    """The value of each box of a scorecard at the start."""
    chances: bool | None
    """Whether values are chances; None if that is too expensive to determine."""
    missing: dict[str, str]

    @classmethod
    def of(
        cls,
        solution: Solution,
        cards: Mapping[str, Policy] | None = None,
        distribution: Callable[[], Distribution] | None = None,
    ) -> Self:
        """The measures of a solution; `cards` are ways of playing to compare it with.

        `distribution` is the distribution of the final score, or the error that it is too
        expensive.
        """
        found: dict[str, Any] = {}
        scores = distribution or functools.cache(solution.distribution)
        missing: dict[str, str] = {}

        def measure(name: str, made: Callable[[], Any]) -> None:
            """Take a measure, or record why it is not available."""
            try:
                found[name] = made()
            except PerfectPlayError as error:
                found[name], missing[name] = None, str(error)

        contest = is_contest(solution)
        measure("chances", lambda: tells_chances(solution, scores))
        missing.clear()  # how values are written is not a measure
        measure("play", lambda: TurnByTurn(solution))
        play = found.pop("play")
        graph = solution if play is None else play.solution
        if play is None:
            missing["turns"] = missing["course"] = missing["drama"] = missing.pop("play")
        measure("turns", lambda: turns_of(play) if play else turns_of_card(solution))
        told = scores if Solution.distribution in solution.answers else graph.distribution
        measure("stakes", lambda: DecisionStakes.of(graph, unit_of(graph, told)))
        found["course"] = found["drama"] = found["fairness"] = None
        if play is not None:
            measure("course", lambda: GameCourse.of(play))
        elif TurnDeviations in solution.answers:
            measure("course", lambda: GameCourse.of_card(solution))
        if not contest:
            missing |= dict.fromkeys(
                ("fairness", "drama"),
                f"{solution.game.name} is not a game that two players play to win",
            )
        else:
            measure("fairness", lambda: Fairness.of(graph))
            if play is not None:
                measure("drama", lambda: Drama.of(play))
        measure("skill", lambda: skill(graph if play else solution, cards))
        measure("usage", lambda: Usage.of(graph))
        found["boxes"] = boxes_of(solution) if solution.game.card is not None else None
        missing = {name: reason for name, reason in missing.items() if found.get(name) is None}
        return cls(solution, missing=missing, **found)


def refuses_measures(solution: Solution) -> str | None:
    """Why a game is not measured unless requested; None if it takes little time."""
    extent = solution.game.extent()
    small = MarkovChain in solution.answers and solution.positions <= MOST_POSITIONS
    if small or (solution.game.card is None and extent is not None and extent.about <= MOST_STEPS):
        return None
    return "it takes long to measure; ask with `perfectplay measure`"


def turns_of_card(solution: Solution) -> Distribution:
    """The turns of a game on a scorecard: one for each box and player."""
    game = solution.game
    if game.card is None:
        raise NotOfferedError(f"{game.name} has too many positions to follow its turns")
    return Distribution({game.players * len(game.card.boxes): 1})


def boxes_of(solution: Solution) -> dict[str, float] | None:
    """The value of each box at the start, if known."""
    if BoxValues not in solution.answers:
        return None
    return {name: float(worth[0]) for name, worth in solution.answer(BoxValues).items()}


def tells_chances(solution: Solution, scores: Callable[[], Distribution]) -> bool:
    """Whether values are chances: of winning, of reaching a score, or of a payoff of 1."""
    if solution.objective.linear:
        return scores().keys() <= {0, 1}
    return isinstance(solution.objective, (Win, AtLeast))


def unit_of(solution: Solution, scores: Callable[[], Distribution]) -> float:
    """What counts as a lot: a win if values are chances, else a deviation of the score."""
    return 1.0 if tells_chances(solution, scores) else scores().deviation or 1.0
