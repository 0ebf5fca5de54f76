"""Search for the list of lines that loses least."""

from __future__ import annotations

from perfectplay.errors import PerfectPlayError
from perfectplay.progress import shown
from perfectplay.request import Progress
from perfectplay.solution.answers import RuleTrials
from perfectplay.solution.decision_costs import DecisionCosts
from perfectplay.solution.solution import Solution
from perfectplay.solve import solution_offering
from perfectplay.strategies.distil.distilled import Distilled
from perfectplay.strategies.rules import Rules

MOST_LINES = 200
MOST_DECISIONS = 30_000
"""The most decisions the search considers, taking the most frequent ones."""


def distil(
    solution: Solution,
    lines: int = 12,
    *,
    start: Rules | None = None,
    seed: int = 0,
    progress: Progress | None = None,
) -> Distilled:
    """The lists of at most `lines` lines that lose least, among those that the search found.

    It starts from `start`, or from a card that comes with the package for this game, or else from
    nothing; the result is no worse than the starting card if that is short enough. Every loss is
    exact. The same seed finds the same lists. An interrupt stops the search and returns what was
    found so far. In a game for two, a list plays against the best response to it.

    >>> from perfectplay import solve
    >>> from perfectplay.games.coins import Coins
    >>> found = distil(solve(Coins(), exact=True), lines=3)
    >>> [(point.lines, str(point.loss)) for point in found.curve]
    [(1, '1801/16384'), (2, '129/65536'), (3, '0')]
    """
    if not 1 <= lines <= MOST_LINES:
        raise PerfectPlayError(f"{lines} lines are not possible; ask for 1 to {MOST_LINES}")
    game = solution.game
    if start is not None and start.game != game:
        raise PerfectPlayError(f"'{start.name}' is for {start.game!r}, not for {game!r}")
    if game.card is not None and game.players == 2:
        raise PerfectPlayError(
            f"search for lines of {game.name} with players=1; `evaluate` computes their value "
            "for two"
        )
    if game.card is not None and solution.objective.linear:
        from perfectplay.strategies.distil.cards import distil_card

        with shown(progress) as told:
            return distil_card(solution_offering(solution, RuleTrials), lines, start, seed, told)
    from perfectplay.strategies.distil import language, scored
    from perfectplay.strategies.distil.lists import distil_lists

    decisions = frequent_rows(solution_offering(solution, DecisionCosts).answer(DecisionCosts))
    if not len(decisions.visits):
        raise PerfectPlayError(f"there are no decisions in {game.name}")
    if game.card is None:
        spoken = language.language_of(game, decisions)
    else:
        spoken = scored.language_of(game, decisions, solution.objective)
    if not spoken.conditions:
        raise PerfectPlayError(
            f"positions of {game.name} have no numbers and words by which lines could tell them "
            "apart"
        )
    if not spoken.endings:
        raise PerfectPlayError(
            f"no option of {game.name} is on offer at every decision, so that no list of lines can "
            "play it"
        )
    with shown(progress) as told:
        return distil_lists(solution, spoken, decisions, lines, start, told)


def frequent_rows(decisions: DecisionCosts) -> DecisionCosts:
    """The decisions that best play reaches most often; all, if there are few."""
    import numpy as np

    if len(decisions.visits) <= MOST_DECISIONS:
        return decisions
    often = np.argsort(-decisions.visits, kind="stable")[:MOST_DECISIONS]
    return decisions.at(np.sort(often))
