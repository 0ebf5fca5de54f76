"""Which figures a solution has, by name, and how each is drawn."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Hashable, Mapping

from matplotlib.figure import Figure

from perfectplay.engines.graph.solution import GraphSolution
from perfectplay.engines.race.solution import RaceSolution
from perfectplay.engines.scorecard.lead.target import EveryTargetSolution
from perfectplay.engines.scorecard.solution import ScorecardSolution
from perfectplay.errors import PerfectPlayError, did_you_mean
from perfectplay.figures.survival import Curve, curve_of
from perfectplay.model.nodes import Number
from perfectplay.model.race import Race
from perfectplay.model.scorecard import DiceAndBoxes, Rolled, Turn
from perfectplay.objectives import Win
from perfectplay.present.units import Measure
from perfectplay.solution.distribution import Distribution
from perfectplay.solution.solution import Solution

OWN = "optimal"
"""What the solution's own play is called beside others."""


@dataclasses.dataclass(frozen=True)
class Wish:
    """What is to be drawn of a solution: where, beside which other strategies, and how."""

    solution: Solution
    at: Hashable | None = None
    score: Number | None = None
    beside: Mapping[str, Curve] = dataclasses.field(default_factory=dict)
    dark: bool = False

    @property
    def name(self) -> str:
        """The game with its parameters, as one would type it."""
        return " ".join([self.solution.game.name, *self.solution.game.words])

    @functools.cached_property
    def distribution(self) -> Distribution:
        """The distribution of the final score, worked out once."""
        return self.solution.distribution()


def draw(wish: Wish, kind: str | None = None) -> Figure:
    """Draw a figure of a kind; by default the first that the solution has."""
    known = kinds_of(wish.solution)
    chosen = next(iter(known)) if kind is None else kind
    if chosen not in known:
        hint = did_you_mean(chosen, known)
        raise PerfectPlayError(f"{wish.solution.game.name} has no figure '{chosen}'; {hint}")
    if wish.beside and chosen != "at-least":
        raise PerfectPlayError("other strategies are drawn in the figure 'at-least' only")
    if wish.at is not None and chosen not in ("turn", "policy", "last"):
        raise PerfectPlayError(f"the figure '{chosen}' is of the whole game, not of a position")
    return known[chosen](wish)


def kinds_of(solution: Solution) -> dict[str, Callable[[Wish], Figure]]:
    """The figures that a solution has, the most telling first.

    >>> from perfectplay import solve
    >>> from perfectplay.games.slots import Slots
    >>> list(kinds_of(solve(Slots())))
    ['scores', 'at-least', 'policy', 'decisions', 'graph']
    """
    if isinstance(solution.game, Race) and isinstance(solution.objective, Win):
        graph = {"graph": draw_graph} if isinstance(solution, GraphSolution) else {}
        return {"policy": draw_board, "last": draw_last_board, **graph}
    if isinstance(solution, EveryTargetSolution):
        return {"at-least": draw_every_target}
    kinds: dict[str, Callable[[Wish], Figure]] = {"scores": draw_scores, "at-least": draw_survival}
    if isinstance(solution, GraphSolution):
        kinds |= {"policy": draw_policy}
    kinds |= {"decisions": draw_decisions}
    if isinstance(solution, ScorecardSolution) and solution.objective.linear:
        kinds |= {"boxes": draw_boxes}
    if has_turns(solution):
        kinds |= {"turn": draw_turn}
    if isinstance(solution, GraphSolution):
        kinds |= {"graph": draw_graph}
    return kinds


def has_turns(solution: Solution) -> bool:
    """Whether one player's turns with rerolls can be drawn."""
    game = solution.game
    return isinstance(game, DiceAndBoxes) and game.players == 1 and game.card.rerolls > 0


def draw_scores(wish: Wish) -> Figure:
    """The distribution of the final score."""
    from perfectplay.figures.scores import scores

    return scores(wish.distribution, wish.name, dark=wish.dark)


def draw_survival(wish: Wish) -> Figure:
    """The chance to reach each score, beside that of other strategies."""
    from perfectplay.figures.survival import survival

    own = {OWN: curve_of(wish.distribution)}
    return survival({**own, **wish.beside}, wish.name, dark=wish.dark)


def draw_every_target(wish: Wish) -> Figure:
    """The best chance to reach each score, beside that of play for the expected score."""
    from perfectplay.analysis.targets import by_score
    from perfectplay.figures.survival import survival

    solution = wish.solution
    assert isinstance(solution, EveryTargetSolution)
    own = {"best for each x": solution.chances, "for the expected score": by_score(solution)}
    return survival({**own, **wish.beside}, wish.name, dark=wish.dark)


def draw_policy(wish: Wish) -> Figure:
    """The best option everywhere, on a plane or in panels."""
    from perfectplay.figures.placing import placing
    from perfectplay.figures.plane import plane

    solution = wish.solution
    assert isinstance(solution, GraphSolution)
    if wish.at is not None:
        raise PerfectPlayError("the figure 'policy' is of the whole game, not of a position")
    card = solution.game.card if isinstance(solution.game, DiceAndBoxes) else None
    if card and card.dice == 1 and not card.rerolls and not card.bonuses and solution.tracked:
        return placing(solution, dark=wish.dark)
    return plane(solution, wish.name, dark=wish.dark)


def draw_decisions(wish: Wish) -> Figure:
    """What each decision is worth."""
    from perfectplay.analysis.decisions import MOST_TURNS, frequent_decisions
    from perfectplay.figures.mistakes import mistakes

    solution = wish.solution
    part = "" if isinstance(solution, GraphSolution) else f"; the {MOST_TURNS} commonest turns"
    decisions = frequent_decisions(solution)
    return mistakes(decisions, wish.name + part, Measure.told_by(solution), dark=wish.dark)


def draw_boxes(wish: Wish) -> Figure:
    """What an open box is worth, by turn."""
    from perfectplay.analysis.boxes import box_worth
    from perfectplay.figures.box_values import box_values

    assert isinstance(wish.solution, ScorecardSolution)
    return box_values(box_worth(wish.solution), wish.name, dark=wish.dark)


def draw_turn(wish: Wish) -> Figure:
    """The graph of one turn."""
    from perfectplay.figures.turn_graph import turn_graph

    if wish.at is not None and not isinstance(wish.at, (Turn, Rolled)):
        raise PerfectPlayError("the figure 'turn' is of a turn, or of a roll in it")
    score = wish.score
    if wish.solution.tracked and score is None:
        score = 0
    return turn_graph(wish.solution, wish.at, score, dark=wish.dark)


def draw_graph(wish: Wish) -> Figure:
    """The graph of a small game."""
    from perfectplay.figures.game_graph import game_graph

    assert isinstance(wish.solution, GraphSolution)
    return game_graph(wish.solution, wish.name, dark=wish.dark)


def draw_board(wish: Wish) -> Figure:
    """All turns of a race before the last; or one of them."""
    return draw_race(wish, last=False)


def draw_last_board(wish: Wish) -> Figure:
    """All last turns of a race; or one of them."""
    return draw_race(wish, last=True)


def draw_race(wish: Wish, *, last: bool) -> Figure:
    """The boards of a race, or its options at one turn."""
    from perfectplay.figures.board import board
    from perfectplay.figures.last_turn import last_turn
    from perfectplay.figures.options import options

    solution = as_race(wish.solution)
    if wish.at is None:
        return board(solution.ratings, last=last, dark=wish.dark)
    turn = solution.turn(wish.at)
    if last or turn.last:
        return last_turn(solution.ratings, turn.mine, turn.theirs, runner_up=True, dark=wish.dark)
    return options(solution.ratings, turn.mine, turn.theirs, dark=wish.dark)


def as_race(solution: Solution) -> RaceSolution:
    """A race solved for the chance to win, as tables of ratings: a small one is solved again."""
    if isinstance(solution, RaceSolution):
        return solution
    from perfectplay.solve import solve

    found = solve(solution.game, solution.objective, exact=solution.exact, engine="race")
    assert isinstance(found, RaceSolution)
    return found
