"""A solved game on one page: rules, value, odds, the policy in words, measures, figures."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from html import escape
from typing import Any

from perfectplay import extensions
from perfectplay.analysis.measures.summary import refuses_measures
from perfectplay.analysis.units import Measure
from perfectplay.errors import MemoryLimitError, NotOfferedError
from perfectplay.figures.chances import shares
from perfectplay.figures.kinds import FigureRequest, is_won_or_lost, kinds_of
from perfectplay.figures.look import look_of
from perfectplay.model.nodes import Choice
from perfectplay.model.scorecard import Scorecard
from perfectplay.model.view_picture import picture_of
from perfectplay.model.walk import edges
from perfectplay.present.measures import sections
from perfectplay.present.page import drawn, page, table
from perfectplay.present.place import Place
from perfectplay.present.policy import policy_words
from perfectplay.solution.distribution import Distribution
from perfectplay.solution.solution import Solution
from perfectplay.version import __version__

MOST_STEPS = 20
"""How many steps from the start a decision is looked for."""
SHARES = (0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99)
MOST_SCORES = 12
"""With at most this many scores, the odds of each are listed."""


def report(solution: Solution, *, dark: bool = False) -> str:
    """The page as HTML, without external resources.

    >>> from perfectplay import solve
    >>> from perfectplay.games.coins import Coins
    >>> page = report(solve(Coins(coins=2, target=2)))
    >>> page.count("<svg"), "<script" in page, "choose 1" in page
    (7, False, True)
    """
    wish = FigureRequest(solution, dark=dark)
    sentences = policy_words(solution)
    parts = [
        f"<h1>{escape(wish.name)}</h1>",
        value(solution),
        "<h2>The rules</h2>",
        rules(solution),
        *table_drawn(solution, dark=dark),
        *odds(wish),
        *(["<h2>How to play</h2>", listed(sentences)] if sentences else []),
        *measured(wish),
        *figures(wish),
        f"<p class='foot'>Computed by perfectplay {escape(__version__)}.</p>",
    ]
    return page(wish.name, parts, look_of(dark=dark))


def value(solution: Solution) -> str:
    """The value of the game, as a sentence."""
    shown = f"{float(solution.value):.12g}"
    exact = f" = {solution.value}" if solution.exact and len(str(solution.value)) <= 60 else ""
    return (
        f"<p>With best play, the {escape(solution.meaning)} is <strong>{shown}</strong>"
        f"{escape(exact)}. {counted(solution)}</p>"
    )


def counted(solution: Solution) -> str:
    """How many positions were solved, saying which are counted if not all are.

    >>> from perfectplay import solve
    >>> from perfectplay.games.farkle import Farkle
    >>> counted(solve(Farkle()))
    '1 position at the start of a turn was solved.'
    """
    many = solution.positions
    which = f" {solution.where_counted}" if solution.where_counted else ""
    if many == 1:
        return f"1 position{which} was solved."
    return f"{many:,} positions{which} were solved."


def rules(solution: Solution) -> str:
    """The game in its author's words, its parameters, and the boxes of a scorecard."""
    game = solution.game
    parts = []
    if game.card is not game:
        parts = [
            f"<p>{escape(part)}</p>"
            for part in inspect.cleandoc(type(game).__doc__ or "").split("\n\n")
        ]
        known = game.parameters()
        if known:
            parts.append(
                table(
                    ["parameter", "here", "meaning"],
                    (
                        [name, str(game.parameter_values[name]), each.doc]
                        for name, each in known.items()
                    ),
                )
            )
    if game.card is not None:
        parts.append(card_rules(game.card))
    return "".join(parts)


def table_drawn(solution: Solution, *, dark: bool) -> Iterator[str]:
    """The table at the first decision, with the best option marked on the pieces."""
    position = first_decision(solution)
    if position is None:
        return
    score = 0 if solution.tracked else None
    try:
        place = Place.of(solution, position, score)
    except NotOfferedError:  # what is best depends on the points to reach
        return
    best = place.ways[0]
    told = solution.game.describe_option(position, best.label)
    yield "<h2>On the table</h2>"
    words = place.words[:1].upper() + place.words[1:]
    yield f"<p>{escape(words)}. Best: <strong>{escape(told)}</strong>.</p>"
    picture = picture_of(place.view, place.marks(best), dark=dark)
    yield f'<div class="table">{picture}</div>'


def first_decision(solution: Solution) -> Any:
    """The first position with a decision, reached by typical chance outcomes."""
    game, position = solution.game, solution.game.start()
    for _ in range(MOST_STEPS):
        node = game.ask(position)
        if isinstance(node, Choice) and len(node.options) > 1:
            return position
        steps = [edge for edge in edges(position, node) if edge.node is None]
        if not steps:
            return None
        position = steps[len(steps) // 2].place
    return None


def card_rules(card: Scorecard) -> str:
    """The contents of a card: the dice, the boxes with the most each can hold, the bonuses."""
    rerolls = f"{card.rerolls or 'no'} reroll{'' if card.rerolls == 1 else 's'}"
    dice = f"{card.dice} {'die' if card.dice == 1 else 'dice'} of {card.sides} sides"
    bonuses = [
        f"{escape(bonus.name)}: {bonus.points} points if {escape(', '.join(bonus.boxes))} hold "
        f"{bonus.at} or more together."
        for bonus in card.bonuses
    ]
    if card.repeat is not None:
        bonuses.append(
            f"A further roll for {escape(card.repeat.box)} brings {card.repeat.points} points if "
            f"that box holds points; joker rule: {card.repeat.joker}."
        )
    scored = [[name, share_scoring(card, name), str(card.most(name))] for name in card.names]
    return (
        f"<p>{dice}, {rerolls} a turn, {len(card.boxes)} boxes"
        f"{', filled in order' if card.in_order else ''}.</p>"
        + table(["box", "first rolls that score", "most points"], scored)
        + "".join(f"<p>{each}</p>" for each in bonuses)
    )


def share_scoring(card: Scorecard, name: str) -> str:
    """The share of all rolls that score in a box."""
    from perfectplay.model.scorecard.scoring import ways

    total = card.sides**card.dice
    scoring = sum(ways(roll) for roll in card.rolls if card.points[name][roll])
    return f"{100 * scoring / total:.3g} %"


def odds(wish: FigureRequest) -> Iterator[str]:
    """Mean, spread and percentiles; or the chance of each score if there are few."""
    if Solution.distribution not in wish.solution.answers:
        return
    try:
        distribution = wish.distribution
    except MemoryLimitError:
        return
    yield "<h2>The odds</h2>"
    if is_won_or_lost(wish.solution):
        sides = shares(distribution).items()
        yield table(["with best play", "chance"], ([who, f"{100 * p:.4f} %"] for who, p in sides))
        return
    if len(distribution) > MOST_SCORES:
        yield spread(distribution, Measure.of(wish.solution))
    else:
        chances = [(f"{float(score):g}", float(p)) for score, p in distribution.items()]
        rows = ([score, f"{100 * chance:.4f} %"] for score, chance in chances)
        yield table(["final score", "chance"], rows)


def spread(distribution: Distribution, measure: Measure) -> str:
    """A distribution as a sentence and a row of percentiles."""
    goal = ""
    if measure.scale == 1:
        goal = " Nine games of ten lie between the 5th and the 95th."
    return (
        f"<p>The final score has a mean of {float(distribution.mean):.6g} and a standard deviation "
        f"of {distribution.deviation:.4g}; it goes from {float(min(distribution)):g} to "
        f"{float(max(distribution)):g}.{goal}</p>"
        + table(
            ["percentile", *(f"{100 * share:.0f}" for share in SHARES)],
            [["score", *(f"{float(distribution.quantile(share)):g}" for share in SHARES)]],
        )
    )


def listed(sentences: list[str]) -> str:
    """Sentences as an HTML list."""
    return f"<ul>{''.join(f'<li>{escape(each)}</li>' for each in sentences)}</ul>"


def measured(wish: FigureRequest) -> Iterator[str]:
    """What a designer wants to know about a game, if it does not take long."""
    if refuses_measures(wish.solution) is not None:
        return
    for section in sections(wish.summary):
        yield f"<h2>{escape(section.heading)}</h2>"
        yield "".join(f"<p>{escape(sentence)}</p>" for sentence in section.sentences)
        if section.rows:
            yield table(section.head, section.rows)


def figures(wish: FigureRequest) -> Iterator[str]:
    """Every figure the solution has, except those of odds that need too much memory."""
    for name, kind in kinds_of(wish.solution).items():
        try:
            figure = kind.draw(wish)
        except MemoryLimitError:
            continue
        yield f"<h2>{kind.heading}</h2>"
        yield drawn(figure, name)


def page_of(solution: Solution, *, dark: bool = False) -> str:
    """The report for a solution; some games have their own."""
    for make in extensions.brought(extensions.PAGES, solution.game):
        text: str | None = make(solution, dark=dark)
        if text is not None:
            return text
    return report(solution, dark=dark)
