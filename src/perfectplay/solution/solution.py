"""What came out of solving a game, and what can be asked of it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from perfectplay.engines import Request
from perfectplay.engines.ties import equally_good
from perfectplay.errors import NotOfferedError, PositionError, extras_told
from perfectplay.model.game import Game
from perfectplay.model.nodes import Chance, Choice, Final, Label, Node, Number
from perfectplay.model.walk import Edge, edges, node_at
from perfectplay.objectives import Objective
from perfectplay.solution.decisions import Decisions
from perfectplay.solution.distribution import Distribution
from perfectplay.solution.options import Option, Options, Outcome, ranked
from perfectplay.solution.simulation import Simulation
from perfectplay.strategies.strategy import Decision, Policy

if TYPE_CHECKING:
    from os import PathLike

    import polars as pl
    from matplotlib.figure import Figure

    from perfectplay.engines.race.ratings import Ratings
    from perfectplay.engines.scorecard.portable import Portable
    from perfectplay.engines.scorecard.prospects import Prospects
    from perfectplay.engines.scorecard.table import WholePolicy
    from perfectplay.model.explicit import ExplicitModel
    from perfectplay.model.scorecard import Turn
    from perfectplay.solution.chart import Chart
    from perfectplay.solution.columns import Columns
    from perfectplay.solution.numbering import Numbering
    from perfectplay.solution.regret import Regret
    from perfectplay.solution.weighing import Weighing


KINDS = {Final: "final", Choice: "choice", Chance: "chance"}
QUESTIONS = {
    "visits": "how often each position arises",
    "distribution": "the distribution of scores",
    "simulate": "what simulated games come to",
    "table": "a table of decisions",
    "when": "when to take an option",
    "policy": "every decision, a piece at a time",
    "chances": "the best chance of every score",
    "at": "what one number of points asks for",
    "board": "the ratings of all turns",
    "decisions": "which decisions arise, and how often",
    "numbering": "decisions and options as numbers",
    "columns": "decisions as columns",
    "weighing": "what every option costs, to look for rules",
    "regret": "what a policy loses, decision by decision",
    "exploitability": "what a best answer to a policy gains",
    "explicit": "the game as a model for model checkers",
    "expected": "what is expected of the end of a game",
    "prospects": "where a turn may end after each move",
    "box_worth": "what each open box is worth",
    "habits": "what players of simple habits come to",
    "drill": "what lines of rules would gain",
    "portable": "a table to take along, and what turns are made of",
    "chart": "what to do with every kind of hand",
}
"""The questions that not every solution answers, and what each is after."""


@dataclasses.dataclass
class Solution:
    """A solved game: its value, the best option everywhere, and the odds.

    Positions are given as the game knows them. Where the objective needs the running score, the
    questions about a position take it as `score`; it may be left out where only one is possible.
    An engine's solution tells what positions are worth; the rest follows from the rules, or the
    engine tells it faster. Questions about the whole of play not every solution can answer:
    `offers` tells which ones it does.

    >>> from perfectplay import solve
    >>> from perfectplay.games.slots import Slots
    >>> slots = solve(Slots(), exact=True)
    >>> slots.value
    Fraction(13817, 46656)
    >>> slots.best(slots.read("open=x3,bin roll=5"), score=30)
    'x3'
    """

    game: Game[Any]
    request: Request
    seconds: float = dataclasses.field(default=0.0, kw_only=True)

    engine: ClassVar[str]
    """The name of the engine that it came from."""

    def __repr__(self) -> str:
        return f"<Solution of {self.game!r} for {self.objective}: {self.value}>"

    @property
    def objective(self) -> Objective:
        """What was to be best."""
        return self.request.objective

    @property
    def value(self) -> Number:
        """The value of the game, from player 0's side: a float, or a Fraction if it is exact."""
        raise NotImplementedError

    @property
    def lower(self) -> Number | None:
        """What the value is proved to be at least, rounding included; None if nothing was proved.

        >>> from perfectplay import solve
        >>> from perfectplay.games.pig import Pig
        >>> pig = solve(Pig(target=20))
        >>> pig.lower <= pig.value <= pig.upper, pig.upper - pig.lower < 1e-12
        (True, True)
        """
        return self.value if self.exact else None

    @property
    def upper(self) -> Number | None:
        """What the value is proved to be at most, rounding included; None if nothing was proved."""
        return self.value if self.exact else None

    @property
    def certain(self) -> float | None:
        """The score for sure that is worth as much as the game, where that says something new."""
        return self.objective.certain(self.value)

    @property
    def meaning(self) -> str:
        """What the value is, in words."""
        return self.game.meaning(self.objective)

    @property
    def exact(self) -> bool:
        """Whether the numbers are exact fractions."""
        return False

    @property
    def digits(self) -> int:
        """How many decimals of a value are worth showing."""
        return 12

    @property
    def tracked(self) -> bool:
        """Whether the objective needs the running score, so that questions must tell it."""
        return False

    @property
    def positions(self) -> int:
        """How many positions were solved; each running score counts where it is tracked."""
        raise NotImplementedError

    where_counted: ClassVar[str] = ""
    """Where the positions are that were counted, if not everywhere."""

    @property
    def cyclic(self) -> bool:
        """Whether play can come back to where it was, so that it has no end to go back from."""
        return False

    @property
    def drawn_at_once(self) -> bool:
        """Whether its first figure takes no time to speak of, so that a notebook may draw it."""
        return True

    def _repr_html_(self) -> str:
        from perfectplay.solution.notebook import shown_solution

        return shown_solution(self)

    # What it offers

    @classmethod
    def answers(cls) -> frozenset[str]:
        """The questions about the whole of play that solutions of this kind answer."""
        return frozenset(
            name for name in QUESTIONS if getattr(cls, name) is not getattr(Solution, name)
        )

    def offers(self, question: str) -> bool:
        """Whether it answers a question: the name of a method, such as 'visits'.

        >>> from perfectplay import AtLeast, solve
        >>> from perfectplay.games.yazy import Yazy
        >>> solve(Yazy()).offers("distribution"), solve(Yazy(), AtLeast(200)).offers("distribution")
        (True, False)
        """
        return question in self.answers()

    def request_for(self, question: str) -> Request:
        """What to ask of an engine to have the same game solved and a question answered too."""
        needs = frozenset({question})
        here = self.request.in_memory()
        return dataclasses.replace(here, engine=None, needs=needs, progress=None, checkpoint=None)

    def refusal(self, question: str) -> NotOfferedError:
        """What to say where a question has no answer here, and who has one."""
        from perfectplay import engines

        others = [
            opinion.engine.name
            for opinion in engines.opinions(self.game, self.request_for(question))
            if opinion.refusal is None and opinion.engine.name != self.engine
        ]
        remedy = "simulate it" if self.offers("simulate") else "take a smaller game"
        if others:
            remedy = f"solve it with the engine '{others[0]}'"
        return NotOfferedError(
            f"the engine '{self.engine}' does not tell {QUESTIONS[question]} of {self.game.name} "
            f"for '{self.objective}'; {remedy}"
        )

    # Asking about one position

    def whole(self, value: Number, score: Number | None) -> Number:
        """What the whole game is worth, from a value at a position and the score so far.

        This alone knows how that score enters: a value counts it already where it is tracked,
        and leaves it out elsewhere. A score that nobody knows is left out.

        >>> from perfectplay import Exponential, solve
        >>> from perfectplay.games.yazy import Yazy
        >>> solve(Yazy()).whole(20.0, 100), solve(Yazy()).whole(20.0, None)
        (120.0, 20.0)
        >>> cautious = solve(Yazy(), Exponential(-0.01))
        >>> utility = cautious.whole(cautious.objective.utility(20), 100)
        >>> round(cautious.objective.certain(utility), 9)
        120.0
        """
        if score is None or not self.adds_score:
            return value
        return self.objective.whole(value, score)

    @property
    def adds_score(self) -> bool:
        """Whether values leave the score so far out, so that it has to be added to them."""
        return self.objective.memoryless and not self.tracked

    def whole_at(self, position: Hashable, score: Number | None = None) -> Number:
        """What the whole game is worth at a position, with the score so far.

        >>> from perfectplay import Score, solve
        >>> from perfectplay.games.slots import Slots
        >>> slots = solve(Slots(), Score(), exact=True)
        >>> position = slots.read("open=bin")
        >>> slots.value_at(position), slots.whole_at(position, 30)
        (Fraction(0, 1), Fraction(30, 1))
        """
        return self.whole(self.value_at(position, score if self.tracked else None), score)

    def whole_options(self, position: Hashable, score: Number | None = None) -> list[Option]:
        """The options at a choice, with what the whole game is worth by each."""
        options = self.options(position, score if self.tracked else None)
        return Options(self.whole_option(option, score) for option in options)

    def whole_option(self, option: Option, score: Number | None) -> Option:
        """An option with what the whole game is worth by it, and what it costs of that."""
        if score is None or not self.adds_score:
            return option
        cost = self.objective.scale(score) * option.cost
        return dataclasses.replace(option, value=self.whole(option.value, score), cost=cost)

    def best(self, position: Hashable, score: Number | None = None) -> Label:
        """The best option at a choice; among equally good ones, the first in the game's order."""
        return self.options(position, score)[0].label

    def options(self, position: Hashable, score: Number | None = None) -> list[Option]:
        """The options at a choice, best first, each with its value and its cost.

        >>> from perfectplay import solve
        >>> from perfectplay.games.coins import Coins, Purse
        >>> for option in solve(Coins(coins=2, target=2)).options(Purse(2, 0)):
        ...     print(option)
        Option(label=1, value=0.5, cost=0.0, best=True)
        Option(label=2, value=0.375, cost=0.125, best=False)
        """
        node = self.rules_at(position)
        if not isinstance(node, Choice):
            reason = "the game is over" if isinstance(node, Final) else "chance decides"
            raise PositionError(
                f"there is nothing to choose at {self.game.text(position)}: {reason}"
            )
        worth = {edge.step: self.value_of(edge, score) for edge in edges(position, node)}
        return ranked(worth, self.ties, least=node.player == 1)

    def outcomes(self, position: Hashable, score: Number | None = None) -> list[Outcome]:
        """The outcomes at a chance, in the game's order."""
        node = self.rules_at(position)
        if not isinstance(node, Chance):
            raise PositionError(f"{self.game.text(position)} is not left to chance")
        shares: Sequence[Number] = node.odds.fractions() if self.exact else node.odds.floats()
        merged: dict[Any, Outcome] = {}
        for edge, share in zip(edges(position, node), shares, strict=True):
            key = edge.place, edge.points
            known = merged[key].probability if key in merged else 0
            merged[key] = Outcome(
                edge.place, known + share, edge.points, self.value_of(edge, score)
            )
        return list(merged.values())

    def value_at(self, position: Hashable, score: Number | None = None) -> Number:
        """The value of a position: of what is still to come, or of the whole if tracked."""
        raise NotImplementedError

    def covers(self, position: Hashable, score: Number | None = None) -> bool:
        """Whether a position can occur, with a score so far, where this was solved from.

        >>> from perfectplay import solve
        >>> from perfectplay.games.coins import Coins, Purse
        >>> coins = solve(Coins(coins=2, target=2))
        >>> coins.covers(Purse(1, 1)), coins.covers(Purse(3, 0))
        (True, False)
        """
        try:
            self.value_at(position, score)
        except PositionError:
            return False
        return True

    def kind(self, position: Hashable) -> str:
        """What there is at a position: a 'choice', a 'chance' or a 'final'."""
        return KINDS[type(self.rules_at(position))]

    def rules_at(self, position: Hashable) -> Node:
        """What there is at a position that can occur, or at a node written in place below one."""
        return node_at(self.game, self.require(position))

    def require(self, position: Hashable) -> Hashable:
        """The position itself, or that of a node in place below one, if it can occur."""
        return position

    def value_of(self, edge: Edge, score: Number | None) -> Number:
        """What an option or an outcome is worth, with the points it gains at once."""
        if self.tracked and score is not None:
            return self.value_at(edge.place, score + edge.points)
        return edge.points + self.value_at(edge.place, score)

    def rounding(
        self,
        position: Hashable,  # noqa: ARG002  # for who knows
        score: Number | None = None,  # noqa: ARG002  # for who knows
    ) -> Number:
        """How far the value of a position may be off by rounding, where that is known."""
        return 0

    def ties(self, value: Number, best: Number) -> bool:
        """Whether two values are equally good: equal if exact, else equal but for rounding."""
        if self.exact:
            return value == best
        return equally_good(float(value), float(best), 0.0)

    def play(self, decision: Decision) -> Label:
        """The solution as a strategy: its best option."""
        return self.best(decision.position, decision.score if self.tracked else None)

    def read(self, text: str) -> Hashable:
        """The position that a text stands for, if it can occur.

        >>> from perfectplay import solve
        >>> from perfectplay.games.coins import Coins
        >>> solve(Coins()).read("coins=3 points=2")
        Purse(coins=3, points=2)
        """
        place, *path = text.split(" > ")
        position = self.game.read(place)
        for step in path:
            here = edges(position, self.rules_at(position))
            found = next((edge for edge in here if str(edge.step) == step), None)
            if found is None or found.node is None:
                raise PositionError(f"there is no '{step}' at {self.game.text(position)}")
            position = found.place
        return position

    # The whole of play

    def visits(self) -> dict[Hashable, Number]:
        """How often each position arises in play: by position, or by (position, score) if tracked.

        >>> from perfectplay import solve
        >>> from perfectplay.games.coins import Coins, Purse
        >>> solve(Coins(coins=1, target=1)).visits()[Purse(0, 0)]
        0.5
        """
        raise self.refusal("visits")

    def length(self) -> Number:
        """How many positions a game passes through in the mean, the final one not counted.

        It is infinite if play may go on for ever.

        >>> from perfectplay import solve
        >>> from perfectplay.games.coins import Coins
        >>> solve(Coins(coins=1, target=2), exact=True).length()
        Fraction(3, 2)
        """
        total: Number = 0
        for place, often in self.visits().items():
            position = place[0] if self.tracked and isinstance(place, tuple) else place
            if self.kind(position) != "final":
                total += often
        return total

    @property
    def never_ends(self) -> Number:
        """How likely play goes on for ever."""
        return 0

    def distribution(self) -> Distribution:
        """The exact distribution of the final score under this solution's play.

        Where points are scored on a cycle there are infinitely many scores; those that are left
        out are together as likely as its `cut`.

        >>> from perfectplay import solve
        >>> from perfectplay.games.greed import Greed
        >>> solve(Greed(max=2, sides=2)).distribution()
        Distribution({-1: 0.125, 0: 0.75, 1: 0.125})
        """
        raise self.refusal("distribution")

    def deviation(self) -> float:
        """The standard deviation of the final score under this solution's play.

        >>> from perfectplay import solve
        >>> from perfectplay.games.greed import Greed
        >>> solve(Greed(max=2, sides=2)).deviation()
        0.5
        """
        return self.distribution().deviation

    def simulate(self, games: int = 100_000, seed: int = 0) -> Simulation:  # noqa: ARG002  # for who tells
        """Play many games by this solution, with dice from a generator with this seed."""
        raise self.refusal("simulate")

    def table(self, *, every: bool = False) -> pl.DataFrame:  # noqa: ARG002  # for who tells
        """A data frame with one row for each decision, or for every position."""
        raise self.refusal("table")

    def when(self, label: Label, by: list[str] | None = None) -> pl.DataFrame:  # noqa: ARG002  # for who tells
        """When to take an option and when to keep it: one row for each group of decisions."""
        raise self.refusal("when")

    def decisions(self) -> Decisions:
        """The decisions that arise in play, weighed; of a large game, the most frequent ones.

        >>> from perfectplay import solve
        >>> from perfectplay.games.coins import Coins
        >>> solve(Coins(coins=2, target=2)).decisions()[0]
        Weighed(position=Purse(coins=2, points=0), score=None, best=(1,), second=2, cost=0.125,
                visits=1.0)
        """
        raise self.refusal("decisions")

    def numbering(self) -> Numbering:
        """The decisions as rows and the options as columns, for a learner's table."""
        raise self.refusal("numbering")

    def columns(self) -> Columns:
        """All decisions at once, as columns of what a card of rules may ask of them."""
        raise self.refusal("columns")

    def explicit(self) -> ExplicitModel:
        """The game as an explicit-state model; `adapters.models.export` writes it to a file.

        >>> from perfectplay import solve
        >>> from perfectplay.games.coins import Coins
        >>> model = solve(Coins(coins=1, target=1)).explicit()
        >>> model.states, model.names[0], sorted(model.labels)
        (5, 'coins=1 points=0', ['over', 'win'])
        """
        raise self.refusal("explicit")

    def weighing(self) -> Weighing:
        """All decisions, with what each option costs; for `distil`."""
        raise self.refusal("weighing")

    def regret(self, *policies: Policy) -> Regret:  # noqa: ARG002  # for who tells
        """What a policy loses at each decision, weighed by how often it gets there itself.

        One policy for each player, or one that plays for all of them: a function of a `Decision`,
        a mapping from positions, or a table as the `numbering` has it. A card of rules tells which
        of its lines decides.
        """
        raise self.refusal("regret")

    def exploitability(self, *policies: Policy) -> Number:  # noqa: ARG002  # for who tells
        """How much a best answer to a policy gains, in a game for two: the mean of both sides.

        It is what each player could gain by leaving the policy for the best answer to it, the mean
        of the two, and 0 for best play.

        >>> from perfectplay import solve
        >>> from perfectplay.games.greed import Greed
        >>> from perfectplay.strategies.strategy import at_random
        >>> greed = solve(Greed(max=3, sides=2), exact=True, engine="graph")
        >>> greed.exploitability(at_random), greed.exploitability(greed.play)
        (Fraction(595, 2048), Fraction(0, 1))
        """
        raise self.refusal("exploitability")

    def expected(self, of: Callable[[Hashable], Sequence[float]]) -> Any:  # noqa: ARG002  # for who tells
        """The mean, under its play, of some numbers that a final position tells.

        It is an array of them for every position from which play goes on, each in its `row`.
        """
        raise self.refusal("expected")

    def row(self, position: Hashable, score: Number | None = None) -> int:  # noqa: ARG002  # for who tells
        """Where a position is found in what is `expected`."""
        raise self.refusal("expected")

    # What only some families can be asked

    def policy(self) -> WholePolicy:
        """Every decision of a game that has too many for one data frame, a piece at a time."""
        raise self.refusal("policy")

    @property
    def chances(self) -> Sequence[float]:
        """The greatest chance of at least x points, for every x from 0 to the highest score."""
        raise self.refusal("chances")

    def at(self, points: Number) -> Solution:  # noqa: ARG002  # for who tells
        """The solution for one number of points, from one for all of them."""
        raise self.refusal("at")

    @property
    def board(self) -> Ratings:
        """The ratings of all turns of a race of two scores."""
        raise self.refusal("board")

    def prospects(
        self,
        turn: Turn,  # noqa: ARG002  # for who tells
        bonus: Callable[[Turn], Sequence[float]] | None = None,  # noqa: ARG002  # for who tells
    ) -> Prospects:
        """Where a turn on a scorecard may end after each move, with `bonus` told for every turn."""
        raise self.refusal("prospects")

    def box_worth(self) -> Mapping[str, Sequence[float]]:
        """What each box of a scorecard is worth while it is open, turn by turn."""
        raise self.refusal("box_worth")

    def habits(self) -> Mapping[str, Number]:
        """The expected scores of players of simple habits, by the name of the habit."""
        raise self.refusal("habits")

    def drill(self) -> Any:
        """Where lines of rules are tried, and what others would gain; see `distil`."""
        raise self.refusal("drill")

    def portable(self) -> Portable:
        """A scorecard as plain numbers, for a walker of turns that knows no rules."""
        raise self.refusal("portable")

    def chart(self) -> Chart:
        """What to do with every kind of hand against every card of a dealer, by totals alone."""
        raise self.refusal("chart")

    def figure(
        self,
        kind: str | None = None,
        *,
        at: Hashable | None = None,
        score: Number | None = None,
        beside: Mapping[str, Mapping[Number, Number] | Sequence[Number]] | None = None,
        dark: bool = False,
    ) -> Figure:
        """A figure of a kind; by default the first that this solution has.

        The kinds are `scores`, `at-least`, `policy`, `chart`, `last`, `decisions`, `boxes`, `turn`
        and `graph`, where they fit the game. `at` is a position, for `turn` and for races; `beside`
        are other strategies for `at-least`: by name, P(score >= x) for each x.

        >>> from perfectplay import solve
        >>> from perfectplay.games.coins import Coins
        >>> solve(Coins(coins=2, target=2)).figure("graph").get_suptitle()
        'The whole game, and how best to play it'
        """
        with extras_told():
            from perfectplay.figures.kinds import Wish, draw

        return draw(Wish(self, at, score, beside or {}, dark), kind)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the solution to a file, whole or not at all; `load` reads it back."""
        from perfectplay.solution.storage.files import save

        save(self, path)
