"""A review of a finished game: its luck, its losses, its worst decisions."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from perfectplay.analysis import review as looking_back
from perfectplay.analysis.review import Review, ReviewedTurn, Verdict
from perfectplay.analysis.units import Measure
from perfectplay.cli import show
from perfectplay.cli.answers.advice import reason_facts, show_reasons
from perfectplay.cli.question import Question
from perfectplay.errors import PerfectPlayError, PositionError
from perfectplay.model.scorecard.record import Record, game_words, write_dice
from perfectplay.model.scorecard.text_file import read_text
from perfectplay.present.cards import Reason, card_of, rerolls_left
from perfectplay.present.review import reasons_of, review_facts, verdict_facts
from perfectplay.solution.solution import Solution
from perfectplay.user_code import user_errors

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
    """Review a game in a file; a game named on the command line overrides the one named there."""
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
    question = Question(game=named[0], words=named[1:], objective=objective, memory=memory)
    solution = question.solution()
    with user_errors(solution.game):
        try:
            record = Record.read(solution.game, text)
        except PositionError as error:
            raise PositionError(f"{file}, {error}") from None
        show_review(solution, looking_back.review(solution, record), as_json=as_json)


def show_review(solution: Solution, found: Review, *, as_json: bool) -> None:
    """The losses and the luck turn by turn, their sums, and the worst decisions."""
    if as_json:
        worst = [
            {
                **verdict_facts(solution, verdict),
                "why": [reason_facts(each) for each in reasons_of(solution, verdict)],
            }
            for verdict in found.worst
        ]
        exact = show.exact_text(found.value)
        facts = review_facts(solution, found)
        show.emit({**show.heading(solution), **facts, "exact": exact, "worst": worst})
        return
    measure = Measure.of(solution)
    show_turns(found, measure)
    show_sum(solution, found, measure)
    if not found.lost:
        show.print_line("\nEvery decision was a best one.")
    for rank, verdict in enumerate(found.worst, start=1):
        show_verdict(solution, rank, verdict, measure)


def show_turns(found: Review, measure: Measure) -> None:
    """The game for people, one row per turn."""
    record = found.record
    boxes = len(record.game.card.boxes)
    many = f"{len(record.turns)} of {boxes}" if len(record.turns) < boxes else str(boxes)
    turns = f"{many} turn{'' if boxes == 1 else 's'}"
    unit = f"; lost and luck in{measure.unit}" if measure.unit else ""
    show.print_line(f"{show.game_line(record.game)}: {turns}{unit}")
    show.table(
        ["turn", "rolls (kept)", "box", "points", "lost", "luck"],
        [
            (
                str(number),
                in_one_line(record, turn),
                turn.played.box,
                show.placed(turn.played.placed),
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


def show_sum(solution: Solution, found: Review, measure: Measure) -> None:
    """How the result of the game came about."""
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
        show.print_line(f"With best play and equally lucky dice, the final score {would} {best}.")


def show_verdict(solution: Solution, rank: int, verdict: Verdict, measure: Measure) -> None:
    """One of the worst decisions: where it was, what it cost, and why."""
    game, position, best = solution.game, verdict.position, verdict.best[0]
    swap = f"{verdict.chosen.label} instead of {best.label}"
    lost = f"lost {measure.loss(verdict.lost)}{measure.unit}"
    show.print_line(f"\n{rank}. Turn {verdict.turn}: {swap} {lost}.")
    left = rerolls_left(card_of(game), position.rerolls)
    chosen = game.describe_option(position, verdict.chosen.label)
    best_ones = " or ".join(game.describe_option(position, option.label) for option in verdict.best)
    show.facts(
        [
            ("dice", f"{' '.join(map(str, position.roll))}{left}"),
            ("open", ", ".join(position.open)),
            ("score so far", str(verdict.score)),
            ("chosen", f"{chosen}: {solution.meaning} {measure.value(verdict.after)}"),
            ("best", f"{best_ones}: {solution.meaning} {measure.value(verdict.before)}"),
        ]
    )
    show_reasons(most_telling(reasons_of(solution, verdict)))


def most_telling(reasons: Sequence[Reason]) -> list[Reason]:
    """Only the reasons about boxes in which the turn is likely to end, likeliest first."""
    filled: dict[str, float] = {}
    for each in reasons:
        for aim in each.aims:
            filled[aim.box] = max(filled.get(aim.box, 0.0), aim.filled)
    likeliest = sorted(filter(filled.get, filled), key=lambda box: -filled[box])[:MOST_AIMS]
    return [
        each._replace(aims=[aim for box in likeliest for aim in each.aims if aim.box == box])
        for each in reasons
    ]
