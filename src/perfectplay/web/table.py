"""A position of any game on the table of a page, and how play goes on from it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate

from perfectplay.errors import PositionError
from perfectplay.model.completing import complete
from perfectplay.model.nodes import Choice, Inline, Number, position_of
from perfectplay.model.text import write_value
from perfectplay.objectives import as_text, read_number
from perfectplay.present.place import Place, ValuedStep
from perfectplay.solution.solution import Solution
from perfectplay.strategies.strategy import Decision
from perfectplay.web.advising import read_lines
from perfectplay.web.limits import Limits
from perfectplay.web.messages import LineFacts
from perfectplay.web.solution_store import StoredSolution
from perfectplay.web.table_messages import (
    CardQuestion,
    EdgeFacts,
    MarkFacts,
    PositionFacts,
    PositionQuestion,
    piece_facts,
)


def place_of(solution: Solution, question: PositionQuestion) -> tuple[Place, list[str]]:
    """The place that is asked about, and what was filled in."""
    game, assumed = solution.game, list[str]()
    position, score = game.start(), score_of(question.score)
    if question.at is not None:
        whole = complete(game, question.at)
        position, assumed = solution.read(whole.text), list(whole.assumed)
    return Place.of(solution, position, score), assumed


def position_facts(solution: Solution, question: PositionQuestion) -> PositionFacts:
    """What there is at a position, and what can follow."""
    place, assumed = place_of(solution, question)
    game, most, position = solution.game, Limits().outcomes, place.position
    stands = position_of(position)
    names = getattr(stands, "_fields", ())
    return PositionFacts(
        at=game.text(position),
        assumed=assumed,
        words=place.words,
        kind=place.kind,  # type: ignore[arg-type]  # it is one of three
        player=place.player,
        value=float(place.whole),
        score=as_text(place.score or 0),
        pieces=[piece_facts(piece) for piece in place.view.pieces],
        fields={name: write_value(getattr(stands, name)) for name in names},
        edges=[edge_facts(place, way) for way in place.ways[:most]],
        left_out=max(0, len(place.ways) - most),
    )


def edge_facts(place: Place, way: ValuedStep) -> EdgeFacts:
    """An option or an outcome."""
    solution, end = place.solution, place.end(way)
    game, by_chance = solution.game, way.probability is not None
    event = game.event(place.position, end.position) if by_chance else None
    return EdgeFacts(
        label=str(way.label),
        words=game.describe_outcome(place.position, end.position)
        if by_chance
        else game.describe_option(place.position, way.label),
        leads=place.step_words(way),
        kind=solution.kind(end.position),  # type: ignore[arg-type]  # it is one of three
        value=float(way.whole),
        at=game.text(end.position),
        score=as_text((place.score or 0) + end.points),
        points=float(end.points),
        cost=None if by_chance else float(way.cost),
        best=way.best,
        probability=float(way.probability) if way.probability is not None else None,
        marks=[MarkFacts(**mark._asdict()) for mark in place.marks(way)],
        brings=[piece_facts(piece) for piece in event.pieces] if event else [],
        bust=bool(event and event.bust),
        passes=not by_chance and place.passes(way),
    )


def chance_brings(
    solution: Solution, question: PositionQuestion, spot: Callable[[], float]
) -> EdgeFacts:
    """What chance brings at a position; `spot` is a random number from 0 to 1."""
    place, _ = place_of(solution, question)
    if place.kind != "chance":
        raise PositionError("nothing is left to chance here")
    at = spot()
    sums = accumulate(float(way.probability or 0) for way in place.ways)
    found = next(
        (way for way, below in zip(place.ways, sums, strict=True) if at < below), place.ways[-1]
    )
    return edge_facts(place, found)


def card_line(entry: StoredSolution, question: CardQuestion) -> LineFacts:
    """The line of a card of rules that applies at a position."""
    place, _ = place_of(entry.solution, question)
    if not isinstance(place.node, Choice) or isinstance(place.position, Inline):
        raise PositionError("there is nothing to decide here for which a card has lines")
    options = tuple(place.node.options)
    decision = Decision(place.position, place.score or 0, place.node.player, options)
    line, option = read_lines(entry.solution.game, tuple(question.lines)).applied(decision)
    return LineFacts(line=line, option=str(option))


def score_of(text: str | None) -> Number:
    """The score so far that a text tells."""
    return 0 if text is None else read_number(text, text)
