"""The odds of a solved game, computed once and stored next to it: its scores and its bonuses."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from perfectplay.analysis.bonuses import BonusChances
from perfectplay.errors import FileError, PerfectPlayError
from perfectplay.request import Progress
from perfectplay.solution.distribution import Distribution
from perfectplay.solution.rating_board import RatingBoard
from perfectplay.solution.solution import Solution
from perfectplay.solution.storage.cache import Cache
from perfectplay.solution.storage.container import open_file, write_file
from perfectplay.solution.storage.files import load
from perfectplay.web.messages import DistributionFacts

PART = "odds"
SHARES = (0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99)


@dataclasses.dataclass(frozen=True)
class ScoreOdds:
    """The distribution of the final score, and the chances of the bonuses, if any."""

    distribution: Distribution | None
    bonus: BonusChances | None
    refusal: str = ""
    """Why there is no distribution, if there is none."""


def odds_of(solution: Solution, progress: Progress) -> ScoreOdds:
    """Compute the odds of a solution, or the reason they are not available."""
    bonus, distribution, refusal = None, None, ""
    if BonusChances.are_known(solution):
        progress("working out the chances of the bonuses", 0)
        bonus = BonusChances.of(solution)
    progress("working out the distribution of the scores", 0)
    try:
        distribution = solution.distribution()
    except PerfectPlayError as error:
        refusal = " ".join(str(error).split())
    return ScoreOdds(distribution, bonus, refusal)


def keep_odds(cache: Cache, key: str, progress: Progress) -> None:
    """Compute and store the odds of a cached solution, or the reason they are not available."""
    odds = odds_of(load(cache.path(key)), progress)
    distribution = odds.distribution or Distribution({})
    header, tensors = {"solution": key}, dict[str, Any]()
    if odds.refusal:
        header["refusal"] = odds.refusal
    if odds.bonus:
        tensors["bonus"] = odds.bonus.chances.ravel()
    tensors["scores"] = np.array([float(score) for score in distribution] or [0.0])
    tensors["chances"] = np.array([float(chance) for chance in distribution.values()] or [0.0])
    write_file(cache.path(key, PART), header, tensors)


def find_odds(cache: Cache, key: str, solution: Solution) -> ScoreOdds | None:
    """The odds of a solution, if they have been computed."""
    if RatingBoard in solution.answers:  # a race gives them at once
        return ScoreOdds(solution.distribution(), None)
    path = cache.path(key, PART)
    if not path.is_file():
        return None
    try:
        _, header, tensors = open_file(path)
    except FileError:
        return None
    masses = dict(zip(tensors["scores"], tensors["chances"], strict=True))
    distribution = Distribution(masses) if any(masses.values()) else None
    bonus, card = None, solution.game.card
    if card is not None and "bonus" in tensors:
        chances = np.frombuffer(tensors["bonus"], np.float64)
        bonus = BonusChances(solution, chances.reshape(-1, len(card.bonuses)))
    return ScoreOdds(distribution, bonus, header.get("refusal", ""))


def spread_facts(distribution: Distribution) -> DistributionFacts:
    """The distribution of the final score, in the form a page expects."""
    return DistributionFacts(
        mean=float(distribution.mean),
        deviation=distribution.deviation,
        percentiles={f"{100 * each:g}": float(distribution.quantile(each)) for each in SHARES},
        scores=[float(score) for score in distribution],
        chances=[float(chance) for chance in distribution.values()],
    )
