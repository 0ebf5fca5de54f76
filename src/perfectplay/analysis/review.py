"""Review a finished game: what each decision lost, and how lucky the dice were.

A value here is that of the whole game, as the objective counts it: for the expected score, the
points so far plus those still to come. Only rolls and decisions change it, so

    result of the game = its value at the start + the luck of all rolls - the losses of decisions
"""

from __future__ import annotations

import dataclasses

from perfectplay.model.nodes import Number
from perfectplay.model.scorecard import Rolled
from perfectplay.model.scorecard.record import PlayedTurn, Record
from perfectplay.model.scorecard.scoring import Roll
from perfectplay.solution.options import Option
from perfectplay.solution.solution import Solution
from perfectplay.solution.whole_game import whole_options, whole_value_at

WORST = 3


@dataclasses.dataclass(frozen=True)
class Throw:
    """A roll, with the value before and after it."""

    roll: Roll
    before: Number
    after: Number

    @property
    def luck(self) -> Number:
        """What the roll gained or lost."""
        return self.after - self.before


@dataclasses.dataclass(frozen=True)
class Verdict:
    """A decision: where it was made, what was chosen, and every option that would have been best.

    `before` is the value with the best option, `after` with the chosen one; an option that ties
    with the best loses nothing.
    """

    turn: int
    position: Rolled
    score: int
    chosen: Option
    best: tuple[Option, ...]
    before: Number
    after: Number

    @property
    def lost(self) -> Number:
        """What the decision cost."""
        return self.chosen.cost


@dataclasses.dataclass(frozen=True)
class ReviewedTurn:
    """A turn as it was played, with its rolls and decisions in order."""

    played: PlayedTurn
    throws: tuple[Throw, ...]
    decisions: tuple[Verdict, ...]

    @property
    def luck(self) -> Number:
        """What the rolls of the turn gained or lost."""
        return sum(throw.luck for throw in self.throws)

    @property
    def lost(self) -> Number:
        """What the decisions of the turn cost."""
        return sum(decision.lost for decision in self.decisions)


@dataclasses.dataclass(frozen=True)
class Review:
    """A game as it was played, with its value at the start and its result.

    If the game is unfinished, `final` is its value under best play from here.
    """

    record: Record
    value: Number
    turns: tuple[ReviewedTurn, ...]
    final: Number

    @property
    def decisions(self) -> list[Verdict]:
        """All decisions, in order."""
        return [decision for turn in self.turns for decision in turn.decisions]

    @property
    def luck(self) -> Number:
        """What all rolls gained or lost."""
        return sum(turn.luck for turn in self.turns)

    @property
    def lost(self) -> Number:
        """What all decisions cost."""
        return sum(turn.lost for turn in self.turns)

    @property
    def worst(self) -> list[Verdict]:
        """The costliest decisions, up to three."""
        costly = [decision for decision in self.decisions if decision.lost]
        return sorted(costly, key=lambda decision: -decision.lost)[:WORST]


def review(solution: Solution, record: Record) -> Review:
    """Review a game with its solution.

    >>> from perfectplay import solve
    >>> from perfectplay.games.yazy import Yazy
    >>> record = Record.read(Yazy(), "12366 keep 66 24566 keep 66 34666 sixes")
    >>> game = review(solve(Yazy()), record)
    >>> [worst] = game.worst
    >>> worst.chosen.label, worst.best[0].label, round(worst.lost, 4)
    ('sixes', 'three-of-a-kind', 1.5186)
    >>> round(game.value + game.luck - game.lost - game.final, 9)
    0.0
    """
    turns = []
    score = 0
    for number, played in enumerate(record.turns, start=1):
        turns.append(review_turn(solution, number, played, score))
        score += played.points
    return Review(
        record, solution.value, tuple(turns), whole_value_at(solution, record.last, score)
    )


def review_turn(solution: Solution, number: int, played: PlayedTurn, score: int) -> ReviewedTurn:
    """Review a turn that began with some score."""
    decisions = [
        judge(solution, number, position, score, label) for position, label in played.decisions
    ]
    before = [whole_value_at(solution, played.turn, score), *(each.after for each in decisions)]
    throws = map(Throw, played.rolls, before, (each.before for each in decisions))
    return ReviewedTurn(played, tuple(throws), tuple(decisions))


def judge(solution: Solution, number: int, position: Rolled, score: int, label: str) -> Verdict:
    """The value of a decision, compared with the best."""
    options = whole_options(solution, position, score)
    [chosen] = [option for option in options if option.label == label]
    best = tuple(option for option in options if option.best)
    before = whole_value_at(solution, position, score)
    return Verdict(number, position, score, chosen, best, before, chosen.value)
