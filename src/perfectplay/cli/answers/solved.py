"""What a game is worth, and what to do at a position."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from pathlib import Path
from typing import Any

from perfectplay.cli import show
from perfectplay.engines.graph.solution import GraphSolution
from perfectplay.errors import PerfectPlayError
from perfectplay.model.nodes import Number
from perfectplay.model.scorecard import DiceAndBoxes
from perfectplay.model.text import write_value
from perfectplay.objectives import EveryTarget, Exponential, read_number
from perfectplay.solution.options import Option
from perfectplay.solution.solution import Solution

MOST_MOVES = 24
MOST_TIES = 8
MOST_OUTCOMES = 60


def solve(solution: Solution, saved: Path | None, *, as_json: bool) -> None:
    """A solved game's value, size and first moves."""
    if isinstance(solution.objective, EveryTarget):
        from perfectplay.cli.answers import targets
        from perfectplay.engines.scorecard.lead.target import EveryTargetSolution

        assert isinstance(solution, EveryTargetSolution)
        targets.solve(solution, saved, as_json=as_json)
        return
    value = solution.value
    start = solution.game.start()
    if as_json:
        show.emit(
            {
                **show.heading(solution),
                "value": float(value),
                "exact": show.exact_text(value),
                **show.proved(solution),
                "never_ends": float(solution.never_ends),
                "positions": solution.positions,
                "seconds": solution.seconds,
                "saved": saved,
            }
        )
        return
    show.say(show.game_line(solution.game))
    show.facts(
        [
            (solution.meaning, show.number(value, solution.digits) + show.fraction(value)),
            ("worth as much", certain(solution)),
            ("proved", between(solution)),
            ("endless play", goes_on(solution)),
            ("first move", "\n".join(moves(solution, start))),
            ("positions", f"{solution.positions:,}{where_counted(solution)}"),
            ("time", f"{solution.seconds:.2f} s"),
            ("saved in", str(saved or "")),
        ]
    )


def certain(solution: Solution) -> str:
    """The score for sure that is worth as much as the game, where that is something else."""
    objective = solution.objective
    if not isinstance(objective, Exponential):
        return ""
    known = getattr(solution, "certain", None)
    sure = objective.certain(solution.value) if known is None else known
    return f"{show.number(sure)} points for sure"


def between(solution: Solution) -> str:
    """Between which bounds the value lies, where play can go round in cycles."""
    bounds = show.proved(solution)
    if solution.exact or bounds["lower"] is None:
        return ""
    return f"from {bounds['lower']!r} to {bounds['upper']!r}"


def goes_on(solution: Solution) -> str:
    """How likely best play goes on for ever, and what that pays, where it does."""
    if not solution.never_ends:
        return ""
    share = show.percent(solution.never_ends)
    pays = show.number(solution.game.endless)
    return f"best play goes on for ever with a chance of {share}; that pays {pays}"


def where_counted(solution: Solution) -> str:
    """Which positions were counted: all of them, or on a large scorecard those between turns."""
    at_table = isinstance(solution.game, DiceAndBoxes) and not isinstance(solution, GraphSolution)
    return " between turns" if at_table else ""


def moves(solution: Solution, position: Hashable) -> list[str]:
    """The best moves at a position, or after each outcome of the chance there."""
    kind = solution.kind(position)
    score = 0 if solution.tracked else None
    if kind == "choice":
        return [best_moves(solution, position, 0)]
    outcomes = solution.outcomes(position, score) if kind == "chance" else []
    if len(outcomes) > MOST_MOVES:
        return [f"depends on {len(outcomes)} outcomes; ask with perfectplay advise"]
    return [
        f"{told(solution, outcome.position, position)}: "
        + best_moves(solution, outcome.position, outcome.points)
        for outcome in outcomes
        if solution.kind(outcome.position) == "choice"
    ]


def best_moves(solution: Solution, position: Hashable, score: Number) -> str:
    """The best moves at a choice, with the score so far."""
    options = solution.options(position, score if solution.tracked else None)
    best = [str(option.label) for option in options if option.best]
    if 1 < len(best) == len(options):
        return "any"
    more = [f"{len(best) - MOST_TIES} others"] if len(best) > MOST_TIES else []
    return " or ".join(best[:MOST_TIES] + more)


def told(solution: Solution, position: Hashable, before: Hashable) -> str:
    """A position by what is new in it: the fields that the position before did not have."""
    old, new = solution.game.columns(before), solution.game.columns(position)
    if "position" in new:
        return solution.game.text(position)
    changed = {name for name, value in new.items() if name not in old or old[name] != value}
    return " ".join(f"{name}={write_value(new[name])}" for name in new if name in changed)


def advise(solution: Solution, at: str | None, score_text: str | None, *, as_json: bool) -> None:
    """The ranked options at a position, or what to do after each outcome."""
    position = solution.game.start() if at is None else solution.read(at)
    score = None if score_text is None else read_number(score_text, f"--score {score_text}")
    if score is not None and not solution.tracked:
        raise PerfectPlayError(
            f"the score does not matter for '{solution.objective}'; leave it out"
        )
    value = solution.value_at(position, score)
    kind = solution.kind(position)
    options = solution.options(position, score) if kind == "choice" else []
    outcomes = solution.outcomes(position, score) if kind == "chance" else []
    if as_json:
        show.emit(
            {
                **show.heading(solution),
                "position": solution.game.text(position),
                "score": None if score is None else show.whole(score),
                "kind": kind,
                "value": float(value),
                "exact": show.exact_text(value),
                "options": [told_option(option) for option in options],
                "outcomes": [
                    {
                        "position": solution.game.text(outcome.position),
                        "probability": float(outcome.probability),
                        "points": show.whole(outcome.points),
                        "value": float(outcome.value),
                    }
                    for outcome in outcomes
                ],
            }
        )
        return
    where = "" if score is None else f", score {score}"
    show.say(f"{show.game_line(solution.game)}, at {solution.game.text(position)}{where}")
    show.facts([(solution.meaning, show.number(value) + show.fraction(value))])
    if kind == "final":
        show.say("The game is over.")
    elif kind == "choice":
        show_options(options)
    else:
        rows = []
        for outcome in outcomes[:MOST_OUTCOMES]:
            after = ""
            if solution.kind(outcome.position) == "choice":
                base = 0 if score is None else score
                after = best_moves(solution, outcome.position, base + outcome.points)
            rows.append(
                (
                    told(solution, outcome.position, position),
                    show.percent(outcome.probability),
                    show.aligned(outcome.value),
                    after,
                )
            )
        show.table(["outcome", "chance", "value", "then"], rows, right=["chance", "value"])
        if len(rows) < len(outcomes):
            show.say(f"{len(outcomes) - len(rows):,} more outcomes; --json has all")


def told_option(option: Option) -> dict[str, Any]:
    """An option for programs."""
    return {
        "option": option.label,
        "value": float(option.value),
        "exact": show.exact_text(option.value),
        "cost": float(option.cost),
        "best": option.best,
    }


def show_options(options: Sequence[Option]) -> None:
    """Options for people: the best ones are marked."""
    rows = [
        (
            "best" if option.best else "",
            str(option.label),
            show.aligned(option.value),
            "" if option.best else show.aligned(option.cost),
        )
        for option in options
    ]
    show.table(["", "option", "value", "cost"], rows, right=["value", "cost"])
