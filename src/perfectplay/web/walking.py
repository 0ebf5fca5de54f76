"""A position of any game, for a page that walks through it."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Literal

from perfectplay.errors import PositionError
from perfectplay.model.game import Game
from perfectplay.model.nodes import Choice, Final, Number
from perfectplay.objectives import as_text, read_number
from perfectplay.play.line import Standing
from perfectplay.play.neighbourhood import Around, Edge
from perfectplay.solution.solution import Solution
from perfectplay.web.limits import Limits
from perfectplay.web.messages import EdgeFacts, PositionFacts, PositionQuestion


def look_around(solution: Solution, question: PositionQuestion) -> PositionFacts:
    """What there is at a position, and what can follow."""
    game = solution.game
    name: Hashable = game.start() if question.at is None else solution.read(question.at)
    score: Number = 0
    if question.score is not None:
        score = read_number(question.score, question.score)
    try:
        around = Around.of(solution, name, score)
    except (LookupError, TypeError) as error:
        if isinstance(error, PositionError):
            raise
        raise PositionError(f"{question.at} is not a position of {game.name}") from None
    most = Limits().outcomes
    return PositionFacts(
        at=game.text(name),
        words=game.tell(name),
        kind=kind_of(around.here),
        player=around.player,
        value=float(around.here.value),
        score=as_text(score),
        edges=[told_edge(game, edge) for edge in around.edges[:most]],
        left_out=max(0, len(around.edges) - most),
    )


def kind_of(standing: Standing) -> Literal["choice", "chance", "final"]:
    """What there is at a standing."""
    if isinstance(standing.node, Choice):
        return "choice"
    return "final" if isinstance(standing.node, Final) else "chance"


def told_edge(game: Game[Hashable], edge: Edge) -> EdgeFacts:
    """An option or an outcome."""
    over = isinstance(edge.then.node, Final)
    return EdgeFacts(
        label=str(edge.label),
        words=final_words(edge.then) if over else game.tell(edge.then.name),
        kind=kind_of(edge.then),
        value=float(edge.then.value),
        at=None if over else game.text(edge.then.name),
        score=as_text(edge.then.score),
        points=float(edge.points),
        cost=None if edge.cost is None else float(edge.cost),
        best=edge.best,
        probability=edge.probability,
    )


def final_words(standing: Standing) -> str:
    """How a game has ended."""
    assert isinstance(standing.node, Final)
    return f"over, final score {as_text(standing.score + standing.node.payoff)}"
