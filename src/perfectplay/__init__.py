"""Exact optimal play for finite games of chance.

Describe a game of dice, coins or cards, or take one that is here, and `solve` it:

>>> from perfectplay import solve
>>> from perfectplay.games.coins import Coins
>>> solve(Coins(coins=3, target=5), exact=True).value
Fraction(73, 256)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from perfectplay.errors import PerfectPlayError
from perfectplay.model import Chance, Choice, Final, Gain, Game, Node, parameter
from perfectplay.objectives import (
    AtLeast,
    EveryTarget,
    Exponential,
    Objective,
    Score,
    Utility,
    Win,
    Within,
)
from perfectplay.request import Compute, Progress, Storage
from perfectplay.solution.comparison import Result
from perfectplay.solution.distribution import Distribution
from perfectplay.solution.options import Option, Outcome
from perfectplay.solution.simulation import Simulation
from perfectplay.solution.solution import Solution
from perfectplay.solve import compare, evaluate, solve, solve_end_game
from perfectplay.strategies.strategy import Decision, Policy, Strategy
from perfectplay.version import __version__ as __version__

if TYPE_CHECKING:
    from perfectplay.analysis.review import Review, review
    from perfectplay.analysis.studies.study import study
    from perfectplay.model.scorecard import (
        Bonus,
        Box,
        Face,
        FullHouse,
        Listed,
        NamedStraight,
        OfAKind,
        Pairs,
        Repeat,
        Rule,
        Scorecard,
        Straight,
        Total,
        faces,
    )
    from perfectplay.model.scorecard.record import Record
    from perfectplay.objectives.field import Field
    from perfectplay.objectives.lexicographic import Lexicographic
    from perfectplay.objectives.shares import CVaR, Quantile
    from perfectplay.solution.storage.files import load
    from perfectplay.solution.verification import Verification, verify
    from perfectplay.strategies.distil.distilled import Distilled
    from perfectplay.strategies.distil.search import distil
    from perfectplay.strategies.rules import Rules, read_rules

WHEN_ASKED = {
    "Bonus": "model.scorecard",
    "Box": "model.scorecard",
    "CVaR": "objectives.shares",
    "Distilled": "strategies.distil.distilled",
    "Face": "model.scorecard",
    "Field": "objectives.field",
    "FullHouse": "model.scorecard",
    "Lexicographic": "objectives.lexicographic",
    "Listed": "model.scorecard",
    "NamedStraight": "model.scorecard",
    "OfAKind": "model.scorecard",
    "Pairs": "model.scorecard",
    "Quantile": "objectives.shares",
    "Record": "model.scorecard.record",
    "Repeat": "model.scorecard",
    "Review": "analysis.review",
    "Rule": "model.scorecard",
    "Rules": "strategies.rules",
    "Scorecard": "model.scorecard",
    "Straight": "model.scorecard",
    "Total": "model.scorecard",
    "Verification": "solution.verification",
    "distil": "strategies.distil.search",
    "faces": "model.scorecard",
    "load": "solution.storage.files",
    "read_rules": "strategies.rules",
    "review": "analysis.review",
    "study": "analysis.studies.study",
    "verify": "solution.verification",
}
"""Where names are imported from on first use, so that importing the package stays fast."""

__all__ = [
    "AtLeast",
    "Bonus",
    "Box",
    "CVaR",
    "Chance",
    "Choice",
    "Compute",
    "Decision",
    "Distilled",
    "Distribution",
    "EveryTarget",
    "Exponential",
    "Face",
    "Field",
    "Final",
    "FullHouse",
    "Gain",
    "Game",
    "Lexicographic",
    "Listed",
    "NamedStraight",
    "Node",
    "Objective",
    "OfAKind",
    "Option",
    "Outcome",
    "Pairs",
    "PerfectPlayError",
    "Policy",
    "Progress",
    "Quantile",
    "Record",
    "Repeat",
    "Result",
    "Review",
    "Rule",
    "Rules",
    "Score",
    "Scorecard",
    "Simulation",
    "Solution",
    "Storage",
    "Straight",
    "Strategy",
    "Total",
    "Utility",
    "Verification",
    "Win",
    "Within",
    "compare",
    "distil",
    "evaluate",
    "faces",
    "load",
    "parameter",
    "read_rules",
    "review",
    "solve",
    "solve_end_game",
    "study",
    "verify",
]


def __dir__() -> list[str]:
    """All public names, including those not imported yet."""
    return [*__all__, "__version__"]


def __getattr__(name: str) -> Any:
    """Import a public name on first use."""
    if name not in WHEN_ASKED:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"{__name__}.{WHEN_ASKED[name]}"), name)
    return found
