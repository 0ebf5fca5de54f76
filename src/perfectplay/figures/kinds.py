"""Which figures a solution has, by name, and how each is drawn."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Hashable, Mapping
from itertools import chain
from typing import Any, NamedTuple

from matplotlib.figure import Figure

from perfectplay import extensions
from perfectplay.analysis.measures.summary import Summary, refuses_measures
from perfectplay.errors import MemoryLimitError, PerfectPlayError, did_you_mean
from perfectplay.figures.survival import Curve, curve_of
from perfectplay.model.game import Game
from perfectplay.model.nodes import Number
from perfectplay.objectives import Win
from perfectplay.solution.answers import (
    BoxValues,
    ChancesByTarget,
    HoldRanking,
    Need,
    sentence,
)
from perfectplay.solution.chart import Chart
from perfectplay.solution.decisions import Decisions
from perfectplay.solution.distribution import Distribution
from perfectplay.solution.solution import Solution

OWN = "optimal"
"""The name of the solution's own play next to others."""


@dataclasses.dataclass(frozen=True)
class FigureRequest:
    """A request to draw a solution: at which position, next to which strategies, and how."""

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
    def summary(self) -> Summary:
        """The measures of the game, taken once."""
        return Summary.of(self.solution, distribution=lambda: self.distribution)

    @property
    def distribution(self) -> Distribution:
        """The distribution of the final score (or the error if it is too expensive), cached."""
        if isinstance(self.odds, MemoryLimitError):
            raise self.odds
        return self.odds

    @functools.cached_property
    def odds(self) -> Distribution | MemoryLimitError:
        """The distribution, or the reason there is none."""
        try:
            return self.solution.distribution()
        except MemoryLimitError as error:
            return error


class FigureKind(NamedTuple):
    """A kind of figure: its name, its caption on a page, whom it suits, and how to draw it.

    `refuses` says why a solution has no such figure; None if it has one.
    """

    name: str
    heading: str
    refuses: Callable[[Solution], str | None]
    draw: Callable[[FigureRequest], Figure]
    at_a_position: bool = False
    """Whether there is also one for each position."""
    teaches: bool = False
    """Whether it is a chart for learning how to play."""


def draw(wish: FigureRequest, name: str | None = None) -> Figure:
    """Draw a figure; by default the first kind the solution has."""
    kind = find(wish.solution, name)
    if wish.beside and kind.name != "at-least":
        raise PerfectPlayError("other strategies are drawn in the figure 'at-least' only")
    if wish.at is not None and not kind.at_a_position:
        raise PerfectPlayError(f"the figure '{kind.name}' shows the whole game, not a position")
    return kind.draw(wish)


def find(solution: Solution, name: str | None = None) -> FigureKind:
    """The kind with this name, if the solution has it; by default its first."""
    game, reason = solution.game.name, None
    for kind in all_kinds(solution.game):
        if name in {None, kind.name}:
            reason = kind.refuses(solution)
            if reason is None:
                return kind
    if name is not None and reason is not None:
        raise PerfectPlayError(f"{game} has no figure '{name}': {reason}")
    known = kinds_of(solution)
    if not known:
        raise PerfectPlayError(
            f"there is nothing to draw of {game} with these rules for '{solution.objective}'; "
            f"`perfectplay report {game}` describes it in words and tables"
        )
    raise PerfectPlayError(f"{game} has no figure '{name}'; {did_you_mean(name or '', known)}")


def all_kinds(game: Game[Any]) -> list[FigureKind]:
    """The kinds a game may have, the most informative first, with its own before all others."""
    return [*chain.from_iterable(extensions.brought(extensions.FIGURES, game)), *KINDS]


def kinds_of(solution: Solution, *, teaching: bool = False) -> dict[str, FigureKind]:
    """The figures a solution has, the most informative first; or only those for learning to play.

    >>> from perfectplay import solve
    >>> from perfectplay.games.slots import Slots
    >>> list(kinds_of(solve(Slots())))
    ['scores', 'at-least', 'policy', 'decisions', 'glance']
    """
    found: dict[str, FigureKind] = {}
    for kind in all_kinds(solution.game):
        wanted = kind.teaches or not teaching
        if wanted and kind.name not in found and kind.refuses(solution) is None:
            found[kind.name] = kind
    return found


# Which solutions have a figure


def refuses_without_answer(question: Need) -> Callable[[Solution], str | None]:
    """Refuse solutions that cannot answer a question."""

    def refuses(solution: Solution) -> str | None:
        if question in solution.answers:
            return None
        return f"the engine '{solution.engine}' cannot answer this: {sentence(question)}"

    return refuses


def unless_made(make: Callable[[Solution], object]) -> Callable[[Solution], str | None]:
    """Refuse solutions for which the thing to draw cannot be made."""

    def refuses(solution: Solution) -> str | None:
        try:
            make(solution)
        except PerfectPlayError as error:
            return str(error)
        return None

    return refuses


def refuses_scores(solution: Solution) -> str | None:
    """Refuse games that are simply won or lost, whose scores only say who wins."""
    if is_won_or_lost(solution):
        return "it is won or lost; --kind chances draws who wins"
    return refuses_without_answer(Solution.distribution)(solution)


def refuses_chances(solution: Solution) -> str | None:
    """Refuse games unless they are simply won or lost."""
    if not is_won_or_lost(solution):
        return "it is played for points"
    return refuses_without_answer(Solution.distribution)(solution)


def is_won_or_lost(solution: Solution) -> bool:
    """Whether two players play only to win, without a card that shows by how much."""
    return isinstance(solution.objective, Win) and solution.game.card is None


def refuses_placing(solution: Solution) -> str | None:
    """Refuse everything except games of one die and boxes, played to reach a number of points."""
    card = solution.game.card
    plain = card and card.dice == 1 and not card.rerolls and not card.bonuses
    if plain and solution.game.players == 1 and solution.tracked:
        return refuses_without_answer(Decisions)(solution)
    return "it is not one die that goes into boxes, for a number of points"


def make_plane(solution: Solution) -> object:
    """The policy as a plane."""
    from perfectplay.analysis.plane import Plane

    return Plane.of(solution)


def make_turn(solution: Solution) -> object:
    """One turn."""
    from perfectplay.figures.turn_graph import card_of

    card_of(solution.game)
    return solution.value_at(solution.game.start(), 0 if solution.tracked else None)


def make_diagram(solution: Solution) -> object:
    """All positions and steps of a game."""
    from perfectplay.analysis.diagram import Diagram

    return Diagram.of(solution)


# How to draw each figure


def draw_every_target(wish: FigureRequest) -> Figure:
    """The best chance of reaching each score, next to that of play for the expected score."""
    from perfectplay.analysis.targets import by_score
    from perfectplay.figures.survival import survival

    solution = wish.solution
    own = {
        "best for each x": solution.answer(ChancesByTarget).chances,
        "for the expected score": by_score(solution),
    }
    return survival({**own, **wish.beside}, wish.name, dark=wish.dark)


def draw_scores(wish: FigureRequest) -> Figure:
    """The distribution of the final score."""
    from perfectplay.figures.scores import scores

    return scores(wish.distribution, wish.name, dark=wish.dark)


def draw_chances(wish: FigureRequest) -> Figure:
    """Who wins, in one bar."""
    from perfectplay.figures.chances import chances

    return chances(wish.distribution, wish.name, dark=wish.dark)


def draw_survival(wish: FigureRequest) -> Figure:
    """The chance of reaching each score, next to that of other strategies."""
    from perfectplay.figures.survival import survival

    own = {OWN: curve_of(wish.distribution)}
    return survival({**own, **wish.beside}, wish.name, dark=wish.dark)


def draw_placing(wish: FigureRequest) -> Figure:
    """Which box to use for each roll."""
    from perfectplay.figures.placing import placing

    return placing(wish.solution, dark=wish.dark)


def draw_plane(wish: FigureRequest) -> Figure:
    """The best option everywhere, on a plane."""
    from perfectplay.figures.plane import plane

    return plane(wish.solution, wish.name, dark=wish.dark)


def draw_chart(wish: FigureRequest) -> Figure:
    """The chart of what to do with every kind of hand."""
    from perfectplay.figures.chart import chart

    return chart(wish.solution.answer(Chart), wish.name, dark=wish.dark)


def draw_holds(wish: FigureRequest) -> Figure:
    """The ranking of holds."""
    from perfectplay.figures.holds import holds

    return holds(wish.solution.answer(HoldRanking), wish.name, dark=wish.dark)


def draw_decisions(wish: FigureRequest) -> Figure:
    """The value of each decision."""
    from perfectplay.figures.mistakes import mistakes

    return mistakes(wish.solution, wish.name, dark=wish.dark)


def draw_boxes(wish: FigureRequest) -> Figure:
    """The value of an open box, by turn."""
    from perfectplay.figures.box_values import box_values

    return box_values(wish.solution.answer(BoxValues), wish.name, dark=wish.dark)


def draw_turn(wish: FigureRequest) -> Figure:
    """The graph of one turn."""
    from perfectplay.figures.turn_graph import turn_graph

    score = 0 if wish.score is None and wish.solution.tracked else wish.score
    return turn_graph(wish.solution, wish.at, score, dark=wish.dark)


def draw_graph(wish: FigureRequest) -> Figure:
    """The graph of a small game."""
    from perfectplay.figures.game_graph import game_graph

    return game_graph(wish.solution, wish.name, dark=wish.dark)


def draw_glance(wish: FigureRequest) -> Figure:
    """All measures of a game."""
    from perfectplay.figures.glance import glance

    return glance(wish.summary, wish.name, dark=wish.dark)


POLICY, AT_LEAST = "The policy as a picture", "How far you can count on getting"
KINDS = (
    FigureKind(
        "holds", "What to hold", refuses_without_answer(HoldRanking), draw_holds, teaches=True
    ),
    FigureKind("at-least", AT_LEAST, refuses_without_answer(ChancesByTarget), draw_every_target),
    FigureKind(
        "scores",
        "How the scores are spread",
        refuses_scores,
        draw_scores,
    ),
    FigureKind("at-least", AT_LEAST, refuses_scores, draw_survival),
    FigureKind(
        "chart",
        "What to do with every hand",
        refuses_without_answer(Chart),
        draw_chart,
        teaches=True,
    ),
    FigureKind("policy", POLICY, refuses_placing, draw_placing, teaches=True),
    FigureKind("policy", POLICY, unless_made(make_plane), draw_plane, teaches=True),
    FigureKind(
        "decisions", "Which decisions matter", refuses_without_answer(Decisions), draw_decisions
    ),
    FigureKind("boxes", "What the boxes are worth", refuses_without_answer(BoxValues), draw_boxes),
    FigureKind("turn", "One turn", unless_made(make_turn), draw_turn, True),
    FigureKind("graph", "The whole game", unless_made(make_diagram), draw_graph),
    FigureKind("chances", "Who wins", refuses_chances, draw_chances),
    FigureKind("glance", "The game at a glance", refuses_measures, draw_glance),
)
"""The kinds for any game, the most informative first; of equal names, the first that suits."""
