"""The odds of a solved game, worked out once and kept beside it: its scores and its bonuses."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from perfectplay.analysis.bonuses import BonusChances
from perfectplay.engines import Progress
from perfectplay.errors import FileError, PerfectPlayError
from perfectplay.solution.distribution import Distribution
from perfectplay.solution.solution import Solution
from perfectplay.solution.storage.cache import Cache
from perfectplay.solution.storage.container import open_file, write_file
from perfectplay.solution.storage.files import load

PART = "odds"


@dataclasses.dataclass(frozen=True)
class Odds:
    """The distribution of the final score, and the chances of the bonuses if there are any."""

    distribution: Distribution | None
    bonus: BonusChances | None
    refusal: str = ""
    """Why there is no distribution, if there is none."""


def keep_odds(cache: Cache, key: str, progress: Progress) -> None:
    """Work out the odds of a solution that is kept, and keep them; or why they cannot be told."""
    solution = load(cache.path(key))
    header, tensors = {"solution": key}, dict[str, Any]()
    if BonusChances.are_told(solution):
        progress("working out the chances of the bonuses", 0)
        tensors["bonus"] = BonusChances.of(solution).chances.ravel()
    progress("working out the distribution of the scores", 0)
    try:
        distribution = solution.distribution()
    except PerfectPlayError as error:
        distribution = Distribution({})
        header["refusal"] = " ".join(str(error).split())
    tensors["scores"] = np.array([float(score) for score in distribution] or [0.0])
    tensors["chances"] = np.array([float(chance) for chance in distribution.values()] or [0.0])
    write_file(cache.path(key, PART), header, tensors)


def find_odds(cache: Cache, key: str, solution: Solution) -> Odds | None:
    """The odds of a solution, if they were worked out."""
    if solution.offers("board"):  # a race tells them at once
        return Odds(solution.distribution(), None)
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
    return Odds(distribution, bonus, header.get("refusal", ""))
