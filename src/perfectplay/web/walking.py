"""A position of any game, for a page that walks through it."""

from __future__ import annotations

from perfectplay.model.nodes import Number
from perfectplay.objectives import as_text, read_number
from perfectplay.present.place import Place, Way
from perfectplay.solution.solution import Solution
from perfectplay.web.limits import Limits
from perfectplay.web.messages import EdgeFacts, PositionFacts, PositionQuestion


def look_around(solution: Solution, question: PositionQuestion) -> PositionFacts:
    """What there is at a position, and what can follow."""
    game, most = solution.game, Limits().outcomes
    position = game.start() if question.at is None else solution.read(question.at)
    score: Number = 0
    if question.score is not None:
        score = read_number(question.score, question.score)
    place = Place.of(solution, position, score)
    return PositionFacts(
        at=game.text(position),
        words=game.describe(position),
        kind=place.kind,  # type: ignore[arg-type]  # it is one of three
        player=place.player,
        value=float(place.whole),
        score=as_text(score),
        edges=[way_facts(place, way) for way in place.ways[:most]],
        left_out=max(0, len(place.ways) - most),
    )


def way_facts(place: Place, way: Way) -> EdgeFacts:
    """An option or an outcome."""
    solution, end = place.solution, place.end(way)
    kind = solution.kind(end.position)
    return EdgeFacts(
        label=str(way.label),
        words=place.tell(way),
        kind=kind,  # type: ignore[arg-type]  # it is one of three
        value=float(way.whole),
        at=None if kind == "final" else solution.game.text(end.position),
        score=as_text((place.score or 0) + end.points),
        points=float(end.points),
        cost=float(way.cost) if way.probability is None else None,
        best=way.best,
        probability=None if way.probability is None else float(way.probability),
    )
