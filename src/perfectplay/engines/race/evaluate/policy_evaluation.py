"""Given play in a race, followed exactly: how it ends from every turn it reaches."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np

from perfectplay.engines.race.engine import refuses_tables
from perfectplay.engines.race.solve.throws import Throws
from perfectplay.engines.ties import ABSOLUTE_TIE
from perfectplay.errors import PositionError
from perfectplay.exact import exactly
from perfectplay.model.nodes import Inline, Label, Number
from perfectplay.model.race import Race, RaceOver, RaceTurn
from perfectplay.request import Request
from perfectplay.solution.distribution import Distribution
from perfectplay.solution.solution import Solution
from perfectplay.strategies.strategy import (
    Decision,
    Policy,
    answered,
    as_strategy,
    require_one_for_each,
)

MARGINS = (1, 0, -1)
"""The margins of the three ends, in the order of `throws`."""

Array = Any
Shares = Mapping[int, Number]
"""How often each number of dice is rolled."""


class DicePlan:
    """What a player rolls: the answers of a strategy, asked once for each turn; or the best."""

    def __init__(self, game: Race, policy: Policy | None, player: int, *, exact: bool) -> None:
        self.game, self.player, self.exact = game, player, exact
        self.strategy = None if policy is None else as_strategy(policy)
        self.shares = functools.cache(self.ask)

    def options(self, turn: RaceTurn) -> range:
        """The available numbers of dice."""
        return range(min(self.game.limit - turn.mine, self.game.most) + 1)

    def ask(self, turn: RaceTurn) -> Shares | None:
        """What is rolled at a turn; None where the best has yet to be found."""
        if self.strategy is None:
            return None
        options = tuple(self.options(turn))
        decision = Decision(turn, 0, self.player, options)
        labels, weights = answered(self.game, self.strategy, decision)
        counts = [options.index(label) for label in labels]  # a count may be written as a float
        if len(counts) == 1:
            return {counts[0]: 1}
        given = [Fraction(exactly(each)) if self.exact else float(each) for each in weights]
        pairs, total = zip(counts, given, strict=True), sum(given)
        return {count: weight / total for count, weight in pairs if weight}


@dataclasses.dataclass(repr=False)
class RacePolicySolution(Solution):
    """A race with its strategies fixed, as a solution; a missing one gives the best response.

    >>> from perfectplay import Rules, evaluate
    >>> from perfectplay.games.greed import Greed
    >>> greed = Greed(max=30, sides=6)
    >>> by_four = Rules(greed, ["mine >= 27: 0", "(max - mine) // 4"])
    >>> answer = evaluate(greed, None, by_four)
    >>> round(answer.value, 6), answer.best(greed.start())
    (0.572997, 6)
    """

    engine: ClassVar[str] = "race"

    game: Race
    plans: Sequence[DicePlan]
    throws: Throws
    turns: Mapping[RaceTurn, Shares]
    """What is rolled at the turns that play reaches, in the order it reaches them."""
    ends: Array
    """The chances of each end, by player, last turn or not, and both scores."""
    values: Array
    """Their values: chances times `stakes`."""
    stakes: Array
    """The value of each end as a whole number; the first is a win."""

    @property
    def value(self) -> Number:
        return self.value_at(self.game.start())

    @property
    def exact(self) -> bool:
        return self.throws.exact

    @property
    def positions(self) -> int:
        """How many turns play reaches."""
        return len(self.turns)

    def value_at(self, position: Hashable, score: Number | None = None) -> Number:
        if score is not None:
            raise PositionError("the scores of both players are part of the position")
        one = self.throws.one
        match position:
            case RaceOver(margin) if margin in MARGINS:
                value = self.stakes[MARGINS.index(margin)] * one
            case RaceTurn() if position in self.turns:
                value = self.values[place_of(position)]
            case Inline(RaceTurn() as turn, (int(dice),)) if dice and dice in self.rolled(turn):
                (value,) = self.throws.mean(turn, np.array([dice]), self.values, self.stakes * one)
            case _:
                raise PositionError(f"this strategy never reaches {self.game.text(position)}")
        return self.number(value) / int(self.stakes[0])

    def require(self, position: Hashable) -> Hashable:
        self.value_at(position)
        return position

    def best(self, position: Hashable, score: Number | None = None) -> Label:
        self.value_at(position, score)
        if not isinstance(position, RaceTurn) or self.plans[position.player].strategy is not None:
            raise PositionError(f"there is no choice to make at {self.game.text(position)}")
        (dice,) = self.turns[position]
        return dice

    def visits(self) -> dict[Hashable, Number]:
        often = np.zeros_like(self.values)
        often[place_of(self.game.start())] = 1
        for turn, shares in self.turns.items():
            mine, theirs, last, player = turn
            if last:
                continue
            here, other = often[place_of(turn)], 1 - player
            often[other, 1, theirs, mine] += here * shares.get(0, 0)
            dice, parts = columns({count: shares[count] for count in shares if count})
            totals = self.throws.totals(dice, self.game.limit - mine)
            often[other, 0, theirs, mine:] += here * (parts @ totals)
        kind: Any = Fraction if self.exact else float
        found: dict[Hashable, Number] = {turn: kind(often[place_of(turn)]) for turn in self.turns}
        found |= {RaceOver(int(margin)): chance for margin, chance in self.distribution().items()}
        return {position: chance for position, chance in found.items() if chance}

    def distribution(self) -> Distribution:
        ends = map(self.number, self.ends[place_of(self.game.start())])
        return Distribution(dict(zip(MARGINS, ends, strict=True)))

    # For neighbouring modules

    def rolled(self, turn: RaceTurn) -> Sequence[int]:
        """The value of play by strategies, one for each player; not all engines support this."""
        plan, shares = self.plans[turn.player], self.turns.get(turn, {})
        return plan.options(turn) if shares and plan.strategy is None else [*shares]

    def number(self, chance: Any) -> Number:
        """An entry of the tables as a probability."""
        return Fraction(chance) / self.throws.one if self.exact else float(chance)


def plans_of(game: Race, policies: Sequence[Policy | None], *, exact: bool) -> list[DicePlan]:
    """A plan for each player."""
    require_one_for_each(game, policies)
    if refusal := refuses_tables(policies):
        raise refusal
    return [DicePlan(game, policy, player, exact=exact) for player, policy in enumerate(policies)]


def follow(game: Race, plans: Sequence[DicePlan], request: Request) -> RacePolicySolution:
    """Follow plans as far as they lead, and evaluate them backwards."""
    request.report("following play", 0)
    exact, asked = request.exact, come_to(game, plans)
    mixed = any(shares is not None and len(shares) > 1 for shares in asked.values())
    throws = Throws(game, exact=exact, mixed=mixed)
    tie, kind = Fraction(exactly(request.objective.utility(0))), throws.likely.dtype
    stakes = np.array([tie.denominator, tie.numerator, 0], kind)
    finals = np.eye(len(MARGINS), dtype=kind) * throws.one
    ends = np.zeros((2, 2, game.limit + 1, game.limit + 1, len(MARGINS)), kind)
    value = ends @ stakes
    answers: dict[RaceTurn, Shares] = {}
    for turn in reversed(asked):
        shares = asked[turn]
        if shares is not None:
            answers[turn] = shares
        else:
            dice = np.arange(len(plans[turn.player].options(turn)))
            rated = throws.mean(turn, dice, value, stakes * throws.one)
            rated = rated if turn.player == 0 else -rated
            as_good = rated >= rated.max() - (0 if exact else ABSOLUTE_TIE * stakes[0])
            answers[turn] = {int(as_good.argmax()): 1}  # the least, as everywhere
            shares = {int(rated.argmax()): 1}  # keep what is reported best to the last digit
        dice, parts = columns(shares)
        ends[place_of(turn)] = parts @ throws.mean(turn, dice, ends, finals)
        value[place_of(turn)] = ends[place_of(turn)] @ stakes
    in_order = {turn: answers[turn] for turn in asked}
    return RacePolicySolution(game, request, plans, throws, in_order, ends, value, stakes)


def come_to(game: Race, plans: Sequence[DicePlan]) -> dict[RaceTurn, Shares | None]:
    """The turns that play can reach, with what is rolled there; last turns come last."""
    size = game.limit + 1
    dice, totals = np.ogrid[:size, :size]
    lands = (dice > 0) & (dice <= totals) & (totals <= dice * game.faces)
    reached = np.zeros((2, 2, size, size), bool)
    reached[place_of(game.start())] = True
    found: dict[RaceTurn, Shares | None] = {}
    for last, both in np.ndindex(2, 2 * size - 1):
        for mine in range(max(0, both - game.limit), min(game.limit, both) + 1):
            theirs = both - mine
            for player in np.flatnonzero(reached[:, last, mine, theirs]).tolist():
                turn = RaceTurn(mine, theirs, bool(last), player)
                shares = found[turn] = plans[player].shares(turn)
                if last:
                    continue
                rolled = [*(plans[player].options(turn) if shares is None else shares)]
                reached[1 - player, 1, theirs, mine] |= 0 in rolled
                reached[1 - player, 0, theirs, mine:] |= lands[rolled, : size - mine].any(axis=0)
    return found


def columns(shares: Shares) -> tuple[Array, Array]:
    """Numbers of dice and their shares, as arrays."""
    return np.array([*shares], int), np.array([*shares.values()])


def place_of(turn: RaceTurn) -> tuple[int, int, int, int]:
    """The indices of a turn in the tables."""
    return turn.player, int(turn.last), turn.mine, turn.theirs
