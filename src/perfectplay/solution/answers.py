"""Questions only some solutions can answer, asked by the type of the answer.

`solution.answer(Chart)` is the chart of a solution that has one, and an error with a remedy if
there is none; `solution.answers` lists what is available. An engine's solution declares an answer
at the method that makes it. Of the questions for which `Solution` itself has a method, it answers
those that it overrides. So a question is a type of answer, or a method of `Solution`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Hashable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar

from perfectplay.errors import NotOfferedError
from perfectplay.request import Storage

if TYPE_CHECKING:
    import polars as pl

    from perfectplay.model.nodes import Number
    from perfectplay.model.scorecard import Turn
    from perfectplay.request import Request
    from perfectplay.solution.options import Aim
    from perfectplay.solution.regret import Regret
    from perfectplay.solution.solution import Solution

Need: TypeAlias = type | Callable[..., Any]
Maker = TypeVar("Maker", bound=Callable[..., Any])


class Declared(NamedTuple):
    """The method of a solution that makes an answer, and whether a given solution has it."""

    method: str
    where: Callable[[Any], bool] | None


def answers(kind: type, where: Callable[[Any], bool] | None = None) -> Callable[[Maker], Maker]:
    """Declare that a method of a solution makes an answer, always or `where` a condition holds."""

    def declare(method: Maker) -> Maker:
        method.answers = kind, Declared(method.__name__, where)  # type: ignore[attr-defined]  # ours
        return method

    return declare


def sentence(question: Need) -> str:
    """What a question is about: the first line of its description.

    >>> from perfectplay.solution.chart import Chart
    >>> sentence(Chart)
    'what to do with every kind of hand against every dealer card, by totals alone'
    """
    first = (question.__doc__ or question.__name__).partition("\n")[0].rstrip(".")
    return first[0].lower() + first[1:]


def request_for(solution: Solution, question: Need) -> Request:
    """The request with which an engine solves the same game and can answer a question, too."""
    here = solution.request
    compute = dataclasses.replace(here.compute, engine=None, progress=None)
    needs = frozenset({question})
    return dataclasses.replace(here, needs=needs, compute=compute, storage=Storage())


def refusal(solution: Solution, question: Need) -> NotOfferedError:
    """The error if a question has no answer here, saying how to get one."""
    return NotOfferedError(
        f"the engine '{solution.engine}' cannot answer this for {solution.game.name} for "
        f"'{solution.objective}': {sentence(question)}; {solution.remedy(question)}"
    )


# The answers; other modules of this folder have the longer ones.


@dataclasses.dataclass(frozen=True)
class WhenToTake:
    """When to take an option and when to keep it, by groups of decisions."""

    table: Callable[..., pl.DataFrame]
    """Called with the label of the option, and the fields to group by."""


@dataclasses.dataclass(frozen=True)
class PolicyRegret:
    """What a policy loses at each decision, weighted by how often it reaches the decision itself.

    One policy for each player, or one that plays for all of them: a function of a `Decision`, a
    mapping from positions, or a table as the `Numbering` has it. A card of rules says which of its
    lines decides.
    """

    of: Callable[..., Regret]


@dataclasses.dataclass(frozen=True)
class Exploitability:
    """How much a best response to a policy gains, in a game for two: the mean of both sides.

    It is what each player could gain by leaving the policy for the best response to it, and 0 for
    best play.

    >>> from perfectplay import Compute, solve
    >>> from perfectplay.games.greed import Greed
    >>> from perfectplay.strategies.strategy import at_random
    >>> greed = solve(Greed(max=3, sides=2), exact=True, compute=Compute(engine="graph"))
    >>> exploitability = greed.answer(Exploitability)
    >>> exploitability.of(at_random), exploitability.of(greed.play)
    (Fraction(595, 2048), Fraction(0, 1))
    """

    of: Callable[..., Number]


@dataclasses.dataclass(frozen=True)
class Expectations:
    """Expectations about the end of a game: the mean of any numbers known by then.

    `of` takes what a final position shows, and returns an array with the expectations for every
    position from which play continues; `row` is the index of a position in it.
    """

    of: Callable[[Callable[[Hashable], Sequence[float]]], Any]
    row: Callable[..., int]


@dataclasses.dataclass(frozen=True)
class FinalScores:
    """All final scores that there can be, the least first."""

    scores: Sequence[Number]


@dataclasses.dataclass(frozen=True)
class PlayReach:
    """How often chance decides in a game of best play, and how many positions that never comes to.

    >>> from perfectplay import solve
    >>> from perfectplay.games.royal_ur import RoyalUr
    >>> reach = solve(RoyalUr(pieces=1), exact=True).answer(PlayReach)
    >>> round(float(reach.rolls), 6), reach.unreached
    (17.061881, 0)
    """

    rolls: Number
    unreached: int


class GameEnd(NamedTuple):
    """An end of a game: what it is called, what it pays, how likely it is."""

    words: str
    pays: Number
    chance: float


@dataclasses.dataclass(frozen=True)
class EndChances:
    """How likely each end of a game is from a position on, where nothing more is to be decided."""

    of: Callable[[Hashable], Sequence[GameEnd]]


class HoldKind(NamedTuple):
    """A kind of hold: its name, the share of all deals for which it is best, what those return."""

    name: str
    share: float
    mean: float
    least: float
    most: float


@dataclasses.dataclass(frozen=True)
class HoldRanking:
    """Which kinds of holds are best, how often, and what they return; the best paid first."""

    kinds: Sequence[HoldKind]


@dataclasses.dataclass(frozen=True)
class LeastShortfalls:
    """The least mean of the points that are missing to a score, for every score of a range."""

    between: Callable[[int, int], Sequence[float]]


@dataclasses.dataclass(frozen=True)
class ChancesByTarget:
    """The greatest chance of at least x points, for every x from 0 to the highest score.

    >>> from perfectplay import EveryTarget, solve
    >>> from perfectplay.games.yazy import Yazy
    >>> yazy = solve(Yazy(), EveryTarget()).answer(ChancesByTarget)
    >>> round(yazy.chances[200], 6), round(yazy.solution(200).value, 6)
    (0.219134, 0.219134)
    """

    chances: Sequence[float]
    solution: Callable[[Number], Solution]
    """The solution for a single number of points."""


class Prospects:
    """Where a turn on a scorecard may end after a move, under best play."""

    def aims(self, keep: tuple[int, ...], rerolls: int) -> list[Aim]:
        """How the turn may end if some dice are kept with this many rerolls left."""
        raise NotImplementedError

    def bonuses(self, keep: tuple[int, ...], rerolls: int) -> tuple[float, ...]:
        """The chance of each bonus if some dice are kept with this many rerolls left."""
        raise NotImplementedError


@dataclasses.dataclass(frozen=True)
class TurnProspects:
    """Where a turn on a scorecard may end after each move, under best play.

    Given the chance of each bonus from a turn on, these are included, too.

    >>> from perfectplay import solve
    >>> from perfectplay.games.yazy import Yazy
    >>> yazy = solve(Yazy())
    >>> turn = yazy.game.start()._replace(open=("sixes", "five-of-a-kind"))
    >>> for aim in yazy.answer(TurnProspects).of(turn).aims((6, 6, 6), rerolls=1):
    ...     print(f"{aim.box} {aim.made:.4f} {aim.filled:.4f} {aim.points:.1f}")
    sixes 1.0000 0.9722 19.7
    five-of-a-kind 0.0278 0.0278 50.0
    """

    find: Callable[[Turn, Callable[[Turn], Sequence[float]] | None], Prospects]
    most_bytes: int
    """The most memory the prospects of one turn take."""

    def of(self, turn: Turn, bonus: Callable[[Turn], Sequence[float]] | None = None) -> Prospects:
        """The prospects of a turn."""
        return self.find(turn, bonus)


class BoxValues(dict[str, Sequence[float]]):
    """What each box of a scorecard is worth while it is open, turn by turn."""


class BonusRates(dict[str, float]):
    """How often each bonus is earned."""


class Baselines(dict[str, "Number"]):
    """The expected scores of players of simple habits, by the name of the habit."""


class TurnDeviations(tuple[float, ...]):
    """How far the final scores to be expected differ after each turn, as standard deviations."""

    __slots__ = ()


class WholePolicy:
    """Every decision of a game that has too many for one data frame, one piece at a time."""

    @property
    def count(self) -> int:
        """The number of decisions."""
        raise NotImplementedError

    def decisions(self) -> Iterator[pl.DataFrame]:
        """The decisions, as a series of data frames."""
        raise NotImplementedError

    def write(self, out: Path, advance: Callable[[int], None] | None = None) -> None:
        """Write all decisions to a file."""
        raise NotImplementedError


class RuleTrials:
    """What lines of rules are worth, and what others would gain.

    Some games are played, and lines are tried on the turns that came up; `strategies.distil` uses
    it to look for better ones.
    """

    solution: Any

    def follow(self, lines: Sequence[Any]) -> Any:
        """Play by some lines, with its values."""
        raise NotImplementedError

    def sample(self, play: Any, games: int, seed: int) -> Any:
        """The turns of some games by given play, or by best play."""
        raise NotImplementedError

    def some(self, sample: Any, which: Any) -> Any:
        """Some of the sampled turns."""
        raise NotImplementedError

    def rated(self, sample: Any, lines: Sequence[Any]) -> Any:
        """What some lines decide at sampled turns."""
        raise NotImplementedError

    def line_arrays(self, line: Any) -> Any:
        """A line as arrays, step by step."""
        raise NotImplementedError

    def gains(self, sample: Any, rated: Any, line_arrays: Any, lines: int) -> Any:
        """For each sampled turn and line, the gain of another line placed before that one."""
        raise NotImplementedError

    def gain(self, sample: Any, rated: Any, line: Any, at: int) -> float:
        """The gain of a line placed before one of the rated lines."""
        raise NotImplementedError

    def price_changes(
        self, sample: Any, rated: Any, rows: Any, points: Any, over: Any, step: int
    ) -> Any:
        """For each box, the gain from raising its price by one step, and from lowering it."""
        raise NotImplementedError

    def gain_by_prices(self, sample: Any, rated: Any, rows: Any, points: Any, over: Any) -> float:
        """The gain from scoring some rolls where points exceed the price by most."""
        raise NotImplementedError

    def holds(self, sample: Any, line: Any) -> Any:
        """The sampled turns at which a line may apply, judging by its conditions on boxes."""
        raise NotImplementedError


@dataclasses.dataclass(frozen=True)
class Portable:
    """A scorecard as plain numbers, for a walker of turns that knows no rules.

    >>> from perfectplay import solve
    >>> from perfectplay.games.yazy import Yazy
    >>> yazy = solve(Yazy()).answer(Portable)
    >>> yazy.columns["values"].shape, yazy.facts["keeps"][300], yazy.facts["words"][300]
    ((2048,), [1, 4, 4, 6], 'keep 1 4 4 6, reroll one')
    """

    facts: dict[str, Any]
    """For each keep its dice, name and words; the sections; the placings; the tie tolerance."""
    columns: dict[str, Any]
    """Arrays: the values, where those of each mask begin, the lattice, and what rolls score."""
