"""A race on one page: its value, going first, both boards and the audit."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from perfectplay.figures.look import look_of
from perfectplay.games.greed.audit import Finding, audit
from perfectplay.games.greed.figures import refuses_board
from perfectplay.games.greed.figures.board import board
from perfectplay.games.greed.figures.first_move import first_move
from perfectplay.games.greed.figures.sums import count, sided, sums
from perfectplay.games.greed.first_moves import first_moves
from perfectplay.present.page import drawn, page, table
from perfectplay.present.policy import policy_words
from perfectplay.present.report import listed, rules
from perfectplay.solution.rating_board import RatingBoard
from perfectplay.solution.solution import Solution
from perfectplay.solve import solution_offering

LARGEST_AUDIT = 100
KINDS = (2, 3, 4, 6, 10)
LIMITS = range(10, 101)
TABLED = (10, 20, 50, 100)


def report(solution: Solution, name: str, *, dark: bool = False) -> str:
    """The page as HTML, without external resources.

    >>> from perfectplay.games.greed import Greed
    >>> from perfectplay.objectives import Win
    >>> from perfectplay import Compute, solve
    >>> page = report(solve(Greed(max=4, sides=2), compute=Compute(engine="race")), "Greed up to 4")
    >>> page.count("<svg"), "<script" in page
    (4, False)
    """
    look, ratings = look_of(dark=dark), solution.answer(RatingBoard)
    limit, sides = ratings.limit, ratings.sides
    kinds = sorted({*KINDS, sides})
    parts = [
        f"<h1>{escape(name)}, {sided(sides)}</h1>",
        value(solution),
        "<h2>The rules</h2>",
        rules(solution),
        "<h2>How to play</h2>",
        listed(policy_words(solution)),
        "<h2>Going first</h2>",
        first_move_table(sorted({*TABLED, limit}), kinds),
        drawn(
            first_move(
                {
                    kind: {
                        move.limit: float(move.rating) - 0.5 for move in first_moves(LIMITS, kind)
                    }
                    for kind in kinds
                },
                dark=dark,
            ),
            "first",
        ),
        "<h2>What the dice add up to</h2>",
        drawn(sums([2, 3, 4], sides, dark=dark), "sums"),
        "<h2>The last turn</h2>",
        drawn(board(ratings, last=True, dark=dark), "last"),
        "<h2>Before the last turn</h2>",
        drawn(board(ratings, last=False, dark=dark), "normal"),
        "<h2>What is conjectured, and what holds</h2>",
        audit_table(limit, sides),
    ]
    return page(f"{name}, {sided(sides)}", parts, look)


def page_of(solution: Solution, *, dark: bool = False) -> str | None:
    """The page of a race in which any number of dice may be rolled; None for any other game."""
    if refuses_board(solution) is not None:
        return None
    race = solution_offering(solution, RatingBoard)
    ratings = race.answer(RatingBoard)
    if ratings.most < ratings.limit:
        return None
    return report(race, f"{race.game.name} up to {ratings.limit}", dark=dark)


def value(solution: Solution) -> str:
    """The rating of going first, how play ends, and the best first roll."""
    start = solution.game.start()
    _, dice = solution.answer(RatingBoard).best(start.mine, start.theirs, last=False, player=0)
    ends = solution.distribution()
    win, tie = float(ends.get(1, 0)), float(ends.get(0, 0))
    return (
        f"<p>With best play, whoever goes first has a rating of "
        f"<strong>{float(solution.value):.12f}</strong> (the chance to win and half the chance to "
        f"tie): they win {100 * win:.3f}&nbsp;% of games, tie {100 * tie:.3f}&nbsp;% and lose "
        f"{100 * (1 - win - tie):.3f}&nbsp;%. The best first roll is {count(dice)}.</p>"
    )


def first_move_table(limits: Sequence[int], kinds: Sequence[int]) -> str:
    """The rating of going first and the best first roll, by limit and dice."""
    columns = [first_moves(limits, kind) for kind in kinds]
    return (
        table(
            ["max", *(sided(kind) for kind in kinds)],
            (
                [str(limit), *(f"{float(move.rating):.6f} ({move.dice})" for move in moves)]
                for limit, *moves in zip(limits, *columns, strict=True)
            ),
        )
        + "<p>In brackets: the best number of dice to begin with.</p>"
    )


def audit_table(limit: int, sides: int) -> str:
    """The conjectures, checked at every state."""
    if limit > LARGEST_AUDIT:
        return f"<p>Every state is checked up to max {LARGEST_AUDIT}.</p>"
    return (
        table(
            ["statement", "states", "counterexamples", "levels", "holds"],
            (
                [
                    finding.statement,
                    f"{finding.states:,}",
                    f"{len(finding.fails):,}",
                    f"{finding.levels:,}",
                    holding(finding),
                ]
                for finding in audit(limit, sides)
            ),
        )
        + "<p>Levels: how often a rating stays the same that should rise or fall.</p>"
    )


def holding(finding: Finding) -> str:
    """Whether a statement holds, in a word."""
    return "strictly" if finding.strictly else "weakly" if finding.holds else "no"
