"""A game that was played, looked back on: its luck, its losses, its worst decisions."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from perfectplay.analysis import review as looking_back
from perfectplay.analysis.review import Review, ReviewedTurn, Verdict
from perfectplay.analysis.units import Measure
from perfectplay.cli import show, words
from perfectplay.cli.answers.advice import reason, rerolls_left, show_reasons
from perfectplay.errors import PerfectPlayError, PositionError
from perfectplay.model.scorecard import DiceAndBoxes, Rolled
from perfectplay.model.scorecard.record import Record, game_words, write_dice
from perfectplay.model.scorecard.text_file import read_text
from perfectplay.objectives import Exponential, read_objective
from perfectplay.present.words import in_words
from perfectplay.solution.solution import Solution

MOST_AIMS = 6


def review(
    file: Path,
    name: str | None,
    given: list[str],
    objective: str | None,
    *,
    memory: str,
    as_json: bool,
) -> None:
    """Look back on a game in a file; a game that is named here goes before one named there."""
    words.require_one_target(objective)
    if objective is not None and isinstance(read_objective(objective), Exponential):
        raise PerfectPlayError("a review counts points; look back for score or at-least:POINTS")
    text = read_text(file)
    named = game_words(text) if name is None else [name, *given]
    if not named:
        raise PerfectPlayError(
            f"which game is in {file}? name it here, or in its first line, like: game yahtzee"
        )
    if name is None and ".py" in named[0]:
        raise PerfectPlayError(
            f"{file} names a Python file, {named[0]}, which is run only if you name it yourself: "
            f"perfectplay review {file} {named[0]}"
        )
    solution = words.find_solution(named[0], named[1:], objective=objective, memory=memory)
    game = solution.game
    if not isinstance(game, DiceAndBoxes):
        raise PerfectPlayError(
            f"{game.name} is not played on a scorecard; only such a game can be reviewed"
        )
    with words.user_code(game):
        try:
            record = Record.read(game, text)
        except PositionError as error:
            raise PositionError(f"{file}, {error}") from None
        show_review(solution, looking_back.review(solution, record), as_json=as_json)


def show_review(solution: Solution, found: Review, *, as_json: bool) -> None:
    """Turn by turn what was lost and what luck there was, the sum of it, the worst decisions."""
    if as_json:
        show.emit({**show.heading(solution), **told_review(solution, found)})
        return
    measure = Measure.of(solution.objective)
    show_turns(found, measure)
    show_sum(solution, found, measure)
    if not found.lost:
        show.say("\nEvery decision was a best one.")
    for rank, verdict in enumerate(found.worst, start=1):
        show_verdict(solution, rank, verdict, measure)


def show_turns(found: Review, measure: Measure) -> None:
    """The game for people, a row for each turn."""
    record = found.record
    boxes = len(record.game.card.boxes)
    many = f"{len(record.turns)} of {boxes}" if len(record.turns) < boxes else str(boxes)
    turns = f"{many} turn{'' if boxes == 1 else 's'}"
    unit = f"; lost and luck in{measure.unit}" if measure.unit else ""
    show.say(f"{show.game_line(record.game)}: {turns}{unit}")
    show.table(
        ["turn", "rolls (kept)", "box", "points", "lost", "luck"],
        [
            (
                str(number),
                in_one_line(record, turn),
                turn.played.box,
                points_in_one_cell(turn),
                measure.loss(turn.lost) if turn.lost else "",
                measure.change(turn.luck),
            )
            for number, turn in enumerate(found.turns, start=1)
        ],
        right=["turn", "points", "lost", "luck"],
    )


def in_one_line(record: Record, turn: ReviewedTurn) -> str:
    """The rolls of a turn, with what was kept between them."""
    played, card = turn.played, record.game.card
    cells = [write_dice(card, played.rolls[0])]
    for keep, roll in zip(played.keeps, played.rolls[1:], strict=False):
        cells += [f"({write_dice(card, keep)})", write_dice(card, roll)]
    return " ".join(cells)


def points_in_one_cell(turn: ReviewedTurn) -> str:
    """The points of a turn; a bonus for a repeat goes beside those in the box."""
    placed = turn.played.placed
    return f"{placed.points}+{placed.extra}" if placed.extra else str(placed.points)


def show_sum(solution: Solution, found: Review, measure: Measure) -> None:
    """How the game came to what it came to."""
    over, linear = found.record.over, solution.objective.linear
    known = over and linear
    show.facts(
        [
            ("value of the game", measure.value(found.value)),
            ("luck of the dice", measure.change(found.luck)),
            ("lost by decisions", measure.loss(found.lost)),
            (
                solution.meaning if over else f"{solution.meaning} now",
                "" if known else measure.value(found.final),
            ),
            ("final score" if over else "score so far", str(found.record.score)),
        ]
    )
    if linear:
        would = "would have been" if over else "would now be expected to be"
        best = measure.value(found.value + found.luck)
        show.say(f"With best play and dice as lucky, the final score {would} {best}.")


def show_verdict(solution: Solution, rank: int, verdict: Verdict, measure: Measure) -> None:
    """One of the worst decisions: where it was made, what it cost, and why."""
    position, best = verdict.position, verdict.best[0]
    swap = f"{verdict.chosen.label} instead of {best.label}"
    lost = f"lost {measure.loss(verdict.lost)}{measure.unit}"
    show.say(f"\n{rank}. Turn {verdict.turn}: {swap} {lost}.")
    left = rerolls_left(solution, position)
    chosen = in_words(position, verdict.chosen)
    best_ones = " or ".join(in_words(position, option) for option in verdict.best)
    show.facts(
        [
            ("dice", f"{' '.join(map(str, position.roll))}{left}"),
            ("open", ", ".join(position.open)),
            ("score so far", str(verdict.score)),
            ("chosen", f"{chosen}: {solution.meaning} {measure.value(verdict.after)}"),
            ("best", f"{best_ones}: {solution.meaning} {measure.value(verdict.before)}"),
        ]
    )
    show_reasons(
        position, [verdict.chosen, best], most_telling(reasons_of(solution, verdict), position)
    )


def reasons_of(solution: Solution, verdict: Verdict) -> list[dict[str, Any]]:
    """What the chosen option aims at, and what the best one does."""
    score = looking_back.told(solution, verdict.score)
    return [
        reason(solution, verdict.position, option, score)
        for option in (verdict.chosen, verdict.best[0])
    ]


def most_telling(reasons: Sequence[dict[str, Any]], position: Rolled) -> list[dict[str, Any]]:
    """Reasons with those boxes alone in which the turn may well end, likeliest first."""
    if not position.rerolls:
        return list(reasons)
    filled = dict.fromkeys(position.open, 0.0)
    for each in reasons:
        for aim in each["aims"]:
            filled[aim["box"]] = max(filled[aim["box"]], aim["filled"])
    likeliest = sorted(filter(filled.get, filled), key=lambda box: -filled[box])[:MOST_AIMS]
    return [
        {**each, "aims": [aim for box in likeliest for aim in each["aims"] if aim["box"] == box]}
        for each in reasons
    ]


def told_review(solution: Solution, found: Review) -> dict[str, Any]:
    """A review for programs."""
    return {
        "value": float(found.value),
        "exact": show.exact_text(found.value),
        "luck": float(found.luck),
        "lost": float(found.lost),
        "final": float(found.final),
        "over": found.record.over,
        "score": found.record.score,
        "turns": [told_turn(solution, turn) for turn in found.turns],
        "worst": [
            {**told_verdict(solution, verdict), "why": reasons_of(solution, verdict)}
            for verdict in found.worst
        ],
    }


def told_turn(solution: Solution, turn: ReviewedTurn) -> dict[str, Any]:
    """A turn for programs."""
    played = turn.played
    return {
        "box": played.box,
        "points": played.placed.points,
        "extra": played.placed.extra,
        "luck": float(turn.luck),
        "lost": float(turn.lost),
        "rolls": [
            {
                "roll": throw.roll,
                "before": float(throw.before),
                "after": float(throw.after),
                "luck": float(throw.luck),
            }
            for throw in turn.throws
        ],
        "keeps": played.keeps,
        "decisions": [told_verdict(solution, verdict) for verdict in turn.decisions],
    }


def told_verdict(solution: Solution, verdict: Verdict) -> dict[str, Any]:
    """A decision for programs."""
    return {
        "turn": verdict.turn,
        "position": solution.game.text(verdict.position),
        "score": verdict.score,
        "chosen": verdict.chosen.label,
        "best": [option.label for option in verdict.best],
        "before": float(verdict.before),
        "after": float(verdict.after),
        "lost": float(verdict.lost),
    }
