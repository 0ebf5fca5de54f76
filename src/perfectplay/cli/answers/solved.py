"""The value of a game, the engine that computes it, and what to do at a position."""

from __future__ import annotations

import dataclasses
from collections.abc import Hashable, Sequence
from pathlib import Path
from typing import Any

from perfectplay import engines
from perfectplay.cli import show
from perfectplay.cli.answers import targets
from perfectplay.cli.question import Question
from perfectplay.cli.words import kept_beside, kept_in
from perfectplay.engines import Opinion
from perfectplay.errors import PerfectPlayError, WidthError, in_bytes
from perfectplay.model.completing import CompletedPosition, complete
from perfectplay.model.nodes import Number
from perfectplay.model.text import write_value
from perfectplay.objectives.field import Field
from perfectplay.objectives.lexicographic import Lexicographic
from perfectplay.present.drawn import lines_of
from perfectplay.present.place import Place, ValuedStep
from perfectplay.request import Storage
from perfectplay.solution.answers import ChancesByTarget
from perfectplay.solution.solution import Solution
from perfectplay.solution.storage.files import MANIFEST
from perfectplay.solve import require_fit
from perfectplay.user_code import user_errors

MOST_MOVES = 24
MOST_TIES = 8
MOST_OUTCOMES = 60
WIDE = 10
"""With fewer decimals than this, the reason is given."""
WHY = "play cycles for too long for floats to be more precise; --exact is"


def explain(question: Question, *, as_json: bool) -> None:
    """Each engine's answer to a question: how large the game is, or why it refuses."""
    game = question.rules()
    request = question.request(game)
    require_fit(game, request)
    with user_errors(game):
        opinions = engines.opinions(game, request, everyone=True)
        ways = [each.engine.way(game, request) if not each.refusal else "" for each in opinions]
    if as_json:
        show.emit(
            {
                **show.question_facts(game, request.objective),
                "engines": [
                    {
                        "engine": each.engine.name,
                        "solves": each.engine.solves,
                        "taken": each is opinions[0] and each.refusal is None,
                        "refusal": None if each.refusal is None else str(each.refusal),
                        **each.size._asdict(),
                        "way": way or None,
                    }
                    for each, way in zip(opinions, ways, strict=True)
                ],
            }
        )
        return
    show.print_line(f"{show.game_line(game)}: {game.meaning(request.objective)}")
    taken = opinions[0] if opinions[0].refusal is None else None
    show.facts(
        (each.engine.name, opinion_text(each, way, taken=each is taken))
        for each, way in zip(opinions, ways, strict=True)
    )


def opinion_text(opinion: Opinion, way: str, *, taken: bool) -> str:
    """An engine's answer, for people."""
    if opinion.refusal is not None:
        return f"refuses: {opinion.refusal}"
    states, size, seconds, _ = opinion.size
    about = [
        "" if states is None else f"{states:,} states",
        "" if size is None else in_bytes(size),
        "" if seconds is None else f"{'at least ' if states is None else ''}{seconds:.1f} s",
    ]
    known = ", ".join(filter(None, about)) or "its size is known only once it has been explored"
    return "\n".join(filter(None, [f"{'solves it' if taken else 'could solve it'}: {known}", way]))


def solve(
    question: Question, save: Path | None, width: float | None, storage: Storage, *, as_json: bool
) -> None:
    """Solve a game and show its value, size and first moves; optionally save the solution.

    A game solved in a folder has its solution kept there.
    """
    if save is not None and save.suffix != ".safetensors":
        raise PerfectPlayError(f"{save} must end in .safetensors")
    folder = None if storage.folder is None else Path(storage.folder)
    with kept_beside(save) as checkpoint, kept_in(folder):
        storage = dataclasses.replace(storage, checkpoint=checkpoint)
        solution = question.solution(every_target=True, fresh=True, width=width, storage=storage)
        if save is not None:
            with user_errors(solution.game):
                solution.save(save)
    saved = save if folder is None else folder / MANIFEST
    if ChancesByTarget in solution.answers:
        targets.show_chances(solution, saved, as_json=as_json)
    else:
        show_solution(solution, saved, as_json=as_json)


def show_solution(solution: Solution, saved: Path | None, *, as_json: bool) -> None:
    """A solved game's value, size and first moves."""
    value, sure = solution.value, solution.certainty_equivalent
    bounds = [solution.lower, solution.upper] if solution.exact or solution.cyclic else [None, None]
    lower, upper = (None if bound is None else float(bound) for bound in bounds)
    if as_json:
        show.emit(
            {
                **show.heading(solution),
                "value": float(value),
                "exact": show.exact_text(value),
                **stages_in_order(solution),
                "lower": lower,
                "upper": upper,
                "never_ends": None if (often := never_ends(solution)) is None else float(often),
                "positions": solution.positions,
                "seconds": solution.seconds,
                "engine": solution.engine,
                "saved": saved,
            }
        )
        return
    between = "" if solution.exact or lower is None else f"from {lower!r} to {upper!r}"
    if solution.digits < WIDE:
        between += f"\n{WHY}"
    show.print_line(show.game_line(solution.game))
    show.facts(
        [
            *stages(solution),
            ("could gain", gain_text(solution)),
            ("certainty equivalent", "" if sure is None else f"{show.number(sure)} points"),
            ("proved", between),
            ("endless play", goes_on(solution)),
            ("first move", "\n".join(moves(Place.of(solution, solution.game.start(), 0)))),
            ("positions", f"{solution.positions:,} {solution.where_counted}".strip()),
            ("time", f"{solution.seconds:.2f} s"),
            ("saved in", str(saved or "")),
        ]
    )


def stages(solution: Solution) -> list[tuple[str, str]]:
    """The results for the parts of an objective, such as the two of a lexicographic one."""
    objective, values = solution.objective, [solution.value]
    meanings = [solution.meaning]
    if isinstance(objective, Lexicographic):
        values = [*objective.stages(solution.distribution())]
        meanings = [objective.first.meaning, objective.second.meaning]
    texts = [show.number(value, solution.digits) + show.fraction(value) for value in values]
    return list(zip(meanings, texts, strict=True))


def stages_in_order(solution: Solution) -> dict[str, list[float]]:
    """The values of two objectives in order, for programs."""
    if not isinstance(solution.objective, Lexicographic):
        return {}
    return {"stages": [float(each) for each in solution.objective.stages(solution.distribution())]}


def gain_text(solution: Solution) -> str:
    """How much more than the others a player could still win, if all play the same way."""
    objective = solution.objective
    return f"{max(objective.gain(solution.value), 0):.1e}" if isinstance(objective, Field) else ""


def never_ends(solution: Solution) -> Number | None:
    """The chance that best play goes on for ever, if floats can represent it."""
    try:
        return solution.never_ends
    except WidthError:
        return None


def goes_on(solution: Solution) -> str:
    """The chance that best play goes on for ever, and what that pays, where it can."""
    often = never_ends(solution)
    if often is None:
        return "floats cannot tell how likely best play is to go on for ever; solve it exactly"
    if not often:
        return ""
    share = show.percent(often)
    pays = show.number(solution.game.endless)
    return f"best play goes on for ever with a chance of {share}; that pays {pays}"


def moves(place: Place) -> list[str]:
    """The best moves at a position, or after each outcome if chance decides there."""
    if place.kind == "choice":
        return [in_one_line([way.label for way in place.ways if way.best], len(place.ways))]
    if (outcomes := len(set(place.ends.values()))) > MOST_MOVES:  # too many to evaluate
        return [f"depends on {outcomes} outcomes; ask with perfectplay advise"]
    return [
        f"{new_fields(place, way)}: {then}"
        for way in place.ways
        if (then := best_after(place, way))
    ]


def best_after(place: Place, way: ValuedStep) -> str:
    """The best moves after an outcome, if there is anything to choose."""
    solution, end = place.solution, place.end(way)
    if solution.kind(end.position) != "choice":
        return ""
    score = (place.score or 0) + end.points if solution.tracked else None
    options = solution.options(end.position, score)
    return in_one_line([option.label for option in options if option.best], len(options))


def in_one_line(best: Sequence[Hashable], count: int) -> str:
    """The best of some options."""
    if 1 < len(best) == count:
        return "any"
    more = [f"{len(best) - MOST_TIES} others"] if len(best) > MOST_TIES else []
    return " or ".join([str(label) for label in best[:MOST_TIES]] + more)


def new_fields(place: Place, way: ValuedStep) -> str:
    """What an outcome leads to, described by the fields that the position before did not have."""
    game, end = place.solution.game, place.end(way)
    old, new = game.row_of(place.position), game.row_of(end.position)
    if "position" in new:
        return game.text(end.position)
    changed = {name for name, value in new.items() if name not in old or old[name] != value}
    return " ".join(f"{name}={write_value(new[name])}" for name in new if name in changed)


def advise(solution: Solution, at: str | None, score: Number | None, *, as_json: bool) -> None:
    """The ranked options at a position, or what to do after each outcome."""
    whole = CompletedPosition("") if at is None else complete(solution.game, at)
    position = solution.game.start() if at is None else solution.read(whole.text)
    if score is not None and not solution.tracked:
        raise PerfectPlayError(
            f"the score does not matter for '{solution.objective}'; leave it out"
        )
    place = Place.of(solution, position, score)
    options = place.ways if place.kind == "choice" else []
    outcomes = place.ways if place.kind == "chance" else []
    if as_json:
        show.emit(
            {
                **show.heading(solution),
                "position": solution.game.text(position),
                "assumed": list(whole.assumed),
                "score": None if score is None else show.points(score),
                "kind": place.kind,
                "value": float(place.value),
                "exact": show.exact_text(place.value),
                "options": [option_facts(option) for option in options],
                "outcomes": [outcome_facts(place, outcome) for outcome in outcomes],
            }
        )
        return
    where = "" if score is None else f", score {score}"
    show.print_line(f"{show.game_line(solution.game)}, at {solution.game.text(position)}{where}")
    wide = solution.digits < WIDE
    for line in lines_of(place.view):
        show.print_line(line)
    show.facts(
        [
            ("filled in", ", ".join(whole.assumed)),
            (
                solution.meaning,
                show.number(place.value, solution.digits) + show.fraction(place.value),
            ),
            ("proved", f"to {float(solution.rounding(position, score)):.1e} only" if wide else ""),
        ]
    )
    if options:
        show_options(options, solution.digits)
    elif outcomes:
        show_outcomes(place)
    else:
        show.print_line("The game is over.")


def option_facts(option: ValuedStep) -> dict[str, Any]:
    """An option for programs."""
    return {
        "option": option.label,
        "value": float(option.value),
        "exact": show.exact_text(option.value),
        "cost": float(option.cost),
        "best": option.best,
    }


def outcome_facts(place: Place, outcome: ValuedStep) -> dict[str, Any]:
    """An outcome for programs."""
    end = place.end(outcome)
    return {
        "position": place.solution.game.text(end.position),
        "probability": float(outcome.probability or 0),
        "points": show.points(end.points),
        "value": float(outcome.value),
    }


def show_options(options: Sequence[ValuedStep], digits: int) -> None:
    """Options for people: the best ones are marked."""
    rows = [
        (
            "best" if option.best else "",
            str(option.label),
            show.aligned(option.value, digits),
            "" if option.best else show.aligned(option.cost, digits),
        )
        for option in options
    ]
    show.table(["", "option", "value", "cost"], rows, right=["value", "cost"])


def show_outcomes(place: Place) -> None:
    """Outcomes for people, each with what to do then."""
    rows = [
        (
            new_fields(place, way),
            show.percent(way.probability or 0),
            show.aligned(way.value, place.solution.digits),
            best_after(place, way),
        )
        for way in place.ways[:MOST_OUTCOMES]
    ]
    show.table(["outcome", "chance", "value", "then"], rows, right=["chance", "value"])
    if len(rows) < len(place.ways):
        show.print_line(f"{len(place.ways) - len(rows):,} more outcomes; --json has all")
