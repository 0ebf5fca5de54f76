"""A solution of draw poker: the best hold of every deal, and its value."""

from __future__ import annotations

import dataclasses
import functools
import math
from collections.abc import Hashable, Sequence
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np

from perfectplay.engines.family import StoredColumn
from perfectplay.engines.video_poker.counts import Counts, classes_of, paid_kinds
from perfectplay.engines.video_poker.engine import deals_of
from perfectplay.engines.video_poker.kernels import WAYS
from perfectplay.errors import PositionError
from perfectplay.model.nodes import Inline, Number
from perfectplay.model.video_poker import HAND, DrawPoker, places_in
from perfectplay.solution.answers import EndChances, GameEnd, HoldRanking, answers
from perfectplay.solution.distribution import Distribution
from perfectplay.solution.simulation import BATCH, Simulation, require_games
from perfectplay.solution.solution import Solution


@dataclasses.dataclass(repr=False)
class VideoPokerSolution(Solution):
    """Every deal solved in whole numbers, so values are exact if requested.

    >>> from perfectplay import solve
    >>> from perfectplay.games.video_poker import VideoPoker
    >>> poker = solve(VideoPoker(table="deuces-wild"), exact=True)
    >>> poker.value
    Fraction(32187682693, 31944279675)
    >>> poker.best(poker.read("cards=2c,Th,Qh,Ah,As"))
    '2c Th Qh Ah'
    """

    engine: ClassVar[str] = "video-poker"

    game: DrawPoker
    classes: Any
    """The payout of each hand, indexed by its number like everything here."""
    best_value: Any
    """The value of each deal with its best hold, in units."""
    holds: Any
    """The best hold of each deal."""

    @property
    def value(self) -> Number:
        return self.number(int(self.best_value.sum()), self.counts.hands * self.counts.unit)

    @property
    def exact(self) -> bool:
        return self.request.exact

    @property
    def positions(self) -> int:
        return self.counts.hands

    where_counted: ClassVar[str] = "after the deal"

    def require(self, position: Hashable) -> Any:
        if isinstance(position, Inline):
            raise self.game.misfit(position)
        return self.game.require(position)

    def value_at(self, position: Hashable, score: Number | None = None) -> Number:
        if score is not None:
            raise PositionError("a hand is all there is to know; there is no score so far")
        hand = self.require(position)
        cards, gone = self.places(hand.cards), self.places(hand.gone)
        missing = HAND - len(cards)
        if hand.drawing:
            draws = math.comb(self.counts.cards - len(cards) - len(gone), missing)
            return self.number(self.counts.having_but(cards, gone), draws)
        deals = math.comb(self.counts.cards - len(cards), missing)
        return self.number(self.deals.having(cards), deals * self.counts.unit)

    def distribution(self) -> Distribution:
        every = self.counts.hands * self.counts.unit
        masses: dict[Number, Any] = {0: every}
        for kind, counts in self.by_kind.items():
            coins, often = self.game.pays[kind], counts.total(self.holds)
            masses[coins] = masses.get(coins, 0) + often
            masses[0] -= often
        return Distribution({coins: self.number(often, every) for coins, often in masses.items()})

    def simulate(self, games: int = 100_000, seed: int = 0) -> Simulation:
        require_games(games, seed)
        generator, paid = np.random.default_rng(seed), []
        for played in range(0, games, BATCH):
            batch = min(BATCH, games - played)
            order = generator.random((batch, self.counts.cards)).argsort(axis=1)
            dealt, drawn = np.sort(order[:, :HAND], axis=1), order[:, HAND : 2 * HAND]
            held = self.holds[self.numbers_of(dealt)][:, None] >> np.arange(HAND) & 1
            paid.append(self.counts.value[self.numbers_of(np.where(held, dealt, drawn))])
        return Simulation.of(np.concatenate(paid), self.objective, seed)

    @answers(EndChances)
    def ends(self) -> EndChances:
        """What a hand may be once it is filled up by drawing, the highest payout first."""

        def of(position: Hashable) -> list[GameEnd]:
            hand = self.require(position)
            if not hand.drawing:
                return []
            cards, gone = self.places(hand.cards), self.places(hand.gone)
            draws = math.comb(self.counts.cards - len(cards) - len(gone), HAND - len(cards))
            return [
                GameEnd(kind, self.game.pays[kind], counts.having_but(cards, gone) / draws)
                for kind, counts in self.by_kind.items()
            ]

        return EndChances(of)

    @answers(HoldRanking)
    def ranking(self) -> HoldRanking:
        """The ranking of holds, the way players learn it."""
        from perfectplay.engines.video_poker.ranking import ranking_of

        return ranking_of(self)

    # Hands, for neighbouring modules

    @functools.cached_property
    def by_kind(self) -> dict[str, Counts]:
        """For each kind that is paid, which hands are of that kind; the highest payout first."""
        return {
            kind: Counts.of(self.counts.cards, self.classes == number)
            for number, kind in enumerate(paid_kinds(self.game), start=1)
        }

    @functools.cached_property
    def counts(self) -> Counts:
        """The payouts of hands."""
        pays = np.array([0, *(self.game.pays[kind] for kind in paid_kinds(self.game))])
        return Counts.of(len(self.game.deck), pays[self.classes])

    @functools.cached_property
    def deals(self) -> Counts:
        """The values of deals."""
        return Counts.of(self.counts.cards, self.best_value)

    def number(self, amount: int, of: int) -> Number:
        """A share as a float, or as a Fraction if the solution is exact."""
        return Fraction(amount, of) if self.exact else amount / of

    def numbers_of(self, hands: Any) -> Any:
        """The numbers of some hands, each given as a row of indices into the deck."""
        return self.counts.choose[np.sort(hands, axis=1), np.arange(1, HAND + 1)].sum(axis=1)

    def places(self, cards: Sequence[str]) -> list[int]:
        """The indices of some cards in the deck."""
        where = places_in(self.game.deck)
        return [where[card] for card in cards]


def kind_of(game: DrawPoker) -> type[VideoPokerSolution]:  # noqa: ARG001  # there is but one
    """The kind of solution for a game."""
    return VideoPokerSolution


def solved(game: DrawPoker, request: Any) -> VideoPokerSolution:
    """Solve a game of draw poker."""
    request.report("telling hands apart", 0)
    classes = classes_of(game)
    found = VideoPokerSolution(game, request, classes, None, None)
    request.report("weighing the holds of every deal", 0)
    found.best_value, found.holds = found.counts.best()
    return found


def schema(game: DrawPoker) -> dict[str, StoredColumn]:
    """The contents of a file: holds and their values; payouts follow from the rules."""
    unit = Counts.of(len(game.deck), np.zeros(deals_of(game), np.int64)).unit
    most = max(game.pays.values()) * unit
    return {
        "worth": StoredColumn("q", deals_of(game), 0, most),
        "holds": StoredColumn("B", deals_of(game), 0, WAYS - 1),
    }


def tensors_of(solution: VideoPokerSolution) -> dict[str, Any]:
    """The numbers stored in a file."""
    return {"worth": solution.best_value, "holds": solution.holds}


def restored(game: DrawPoker, request: Any, tensors: dict[str, Any]) -> VideoPokerSolution:
    """The solution made of a file's numbers."""
    return VideoPokerSolution(game, request, classes_of(game), tensors["worth"], tensors["holds"])
