"""Charts for learning how to play a game, as pictures for a page."""

from __future__ import annotations

from perfectplay.errors import MemoryLimitError
from perfectplay.solution.solution import Solution
from perfectplay.web.table_messages import ChartFacts


def chart_facts(solution: Solution, *, dark: bool) -> list[ChartFacts]:
    """The charts of a game in light or dark colours; empty if its play has none.

    >>> from perfectplay import solve
    >>> from perfectplay.games.coins import Coins
    >>> [chart.heading for chart in chart_facts(solve(Coins(coins=2, target=2)), dark=False)]
    ['The policy as a picture']
    """
    from perfectplay.figures.files import svg_text
    from perfectplay.figures.kinds import FigureRequest, kinds_of

    wish, found = FigureRequest(solution, dark=dark), []
    for kind in kinds_of(solution, teaching=True).values():
        try:
            figure = kind.draw(wish)
        except MemoryLimitError:
            continue
        title = figure.get_suptitle()
        found.append(ChartFacts(heading=kind.heading, title=title, svg=svg_text(figure)))
    return found
