"""The conjectures about Greed, and which of them are true."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from perfectplay.cli import show
from perfectplay.cli.progress import Ticker
from perfectplay.errors import ParameterError
from perfectplay.games.greed import Greed
from perfectplay.games.greed.audit import AuditCase, Finding, audit
from perfectplay.games.greed.words import read_game

LARGEST = 200
"""The largest max whose states can all be audited in a few seconds."""
MOST_CASES = 5
LONGEST = 25


def conjectures(words: list[str], *, as_json: bool) -> None:
    """Each statement with its verdict, and the first states where it fails."""
    game = read_game(words)
    with Ticker("checking every state"):
        findings = audited(game)
    if as_json:
        facts = [finding_facts(finding) for finding in findings]
        show.emit({**show.named(game), "findings": facts})
        return
    show.print_line(f"{show.game_line(game)}: checked at every state, in exact fractions")
    for finding in findings:
        show.print_line(f"\n{finding.statement}")
        show.facts([(verdict(finding), " ")])
        if finding.fails:
            show_cases(finding.fails)


def audited(game: Greed) -> list[Finding]:
    """The findings about a game; refused if it has too many states."""
    if game.max > LARGEST:
        raise ParameterError(f"greed: every state is checked up to max={LARGEST}, not {game.max}")
    if game.dice:
        raise ParameterError("greed: the conjectures are for any number of dice; leave out dice")
    return audit(game.max, game.sides)


def verdict(finding: Finding) -> str:
    """Whether a statement holds, and how."""
    if finding.fails:
        cases = len({(case.mine, case.theirs) for case in finding.fails})
        return f"fails at {cases:,} of {finding.states:,} states"
    if finding.level is None:
        return f"holds strictly: no counterexample among {finding.states:,} states"
    case = finding.level
    return (
        f"holds weakly: no counterexample among {finding.states:,} states, but {finding.levels:,} "
        f"times the rating stays the same, as from {case.dice} to {case.more} dice at {case.mine} "
        f"against {case.theirs} ({short(case.rating)})"
    )


def show_cases(cases: Sequence[AuditCase]) -> None:
    """The first counterexamples: a state, and two numbers of dice with their ratings."""
    show.table(
        ["mine", "theirs", "dice", "rating", "more", "its rating"],
        [
            (
                str(case.mine),
                str(case.theirs),
                str(case.dice),
                short(case.rating),
                str(case.more),
                short(case.its_rating),
            )
            for case in cases[:MOST_CASES]
        ],
        right=["mine", "theirs", "dice", "rating", "more", "its rating"],
    )
    if len(cases) > MOST_CASES:
        show.print_line(f"{len(cases) - MOST_CASES:,} more; --json has all, with fractions")


def short(rating: Fraction) -> str:
    """A rating as a fraction, or in decimals if that is too long.

    >>> short(Fraction(1, 3)), short(Fraction(1, 3**60))
    ('1/3', '2.3590e-29')
    """
    text = str(rating)
    return text if len(text) <= LONGEST else show.aligned(float(rating))


def finding_facts(finding: Finding) -> dict[str, Any]:
    """A finding for programs."""
    return {
        "statement": finding.statement,
        "states": finding.states,
        "holds": finding.holds,
        "strictly": finding.strictly,
        "levels": finding.levels,
        "level": None if finding.level is None else case_facts(finding.level),
        "fails": [case_facts(case) for case in finding.fails],
    }


def case_facts(case: AuditCase) -> dict[str, Any]:
    """A case for programs."""
    return {
        "mine": case.mine,
        "theirs": case.theirs,
        "dice": case.dice,
        "rating": str(case.rating),
        "more": case.more,
        "its_rating": str(case.its_rating),
    }
