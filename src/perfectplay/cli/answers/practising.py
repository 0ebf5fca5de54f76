"""Practice at the terminal: a position, your choice, then what it cost and why."""

from __future__ import annotations

import datetime as dt
import os
import sys
import textwrap
from contextlib import nullcontext, redirect_stdout
from pathlib import Path

from perfectplay.cli import show
from perfectplay.cli.answers.advice import show_reasons
from perfectplay.cli.answers.playing import WIDTH, Quit, measure_of, offered, read_line
from perfectplay.cli.question import Question
from perfectplay.errors import PerfectPlayError
from perfectplay.model.nodes import Label, Number, position_of
from perfectplay.model.scorecard import Rolled
from perfectplay.model.table import TablePosition
from perfectplay.play.choices import read_choice
from perfectplay.play.coaching import PracticeRecord, add_sitting, losses, read_sittings
from perfectplay.play.exercise import Exercise
from perfectplay.play.practice import PracticeSession, session
from perfectplay.present.cards import CardAdvice
from perfectplay.present.drawn import lines_of
from perfectplay.present.outlook import Outlook
from perfectplay.present.place import Place
from perfectplay.present.seats import addressed, player_names
from perfectplay.solution.solution import Solution
from perfectplay.user_code import user_errors

SHOWN = 10
"""How many sessions are shown."""


def practise(
    question: Question,
    *,
    only: str | None,
    many: int,
    seed: int | None,
    daily: bool,
    record: Path | None,
    as_json: bool,
) -> None:
    """Ask about some positions, report the losses, and say what to practise next."""
    if daily and seed is not None:
        raise PerfectPlayError("--daily takes the seed from the date; leave out --seed")
    before = read_sittings(record) if record else []
    if record:
        require_place(record)
    solution = question.solution()
    today = dt.date.today().isoformat()  # noqa: DTZ011  # the day of whoever practises
    with user_errors(solution.game):
        asked = session(solution, today if daily else seed, many=many, only=only)
        with redirect_stdout(sys.stderr) if as_json else nullcontext():
            costs = ask_all(solution, asked)
    sitting = PracticeRecord.of(asked, costs, today, only) if costs else None
    if record and sitting:
        add_sitting(record, sitting)
    sittings = [each for each in before if sitting and each.like(sitting)]
    sittings += [sitting] if sitting else []
    if not as_json:
        show_result(solution, costs, sittings)
        return
    show.emit(
        {
            **show.heading(solution),
            "date": today,
            "only": only,
            "costs": [float(cost) for cost in costs],
            "lost": float(sum(costs)),
            "a_game": sitting.a_game if sitting else None,
            "error": sitting.error if sitting else None,
            "by_kind": losses(sittings),
            "next": next_kind(sittings),
        }
    )


def ask_all(solution: Solution, asked: PracticeSession) -> list[Number]:
    """The cost of each answer, until all questions are answered or the user quits."""
    costs: list[Number] = []
    try:
        for number, each in enumerate(asked.exercises, start=1):
            show.print_line(f"\n{number} of {len(asked.exercises)}")
            label = ask(solution, each)
            costs.append(each.cost(label))
            show_verdict(solution, each, label)
    except Quit:
        show.print_line("")
    return costs


def ask(solution: Solution, each: Exercise) -> Label:
    """Show a position, and ask until an option is chosen."""
    game, names = solution.game, player_names(each.player)
    options = sorted((option.label for option in each.options), key=by_size)
    if game.card is not None and isinstance(each.position, Rolled):
        show.print_line(
            f"  open: {', '.join(each.position.open)}; {show.so_many_points(each.score)} so far"
        )
        for bonus, total in zip(game.card.bonuses, each.position.totals, strict=True):
            show.print_line(f"  {bonus.name} bonus: {total} of {bonus.at}")
    else:
        whose = [f"{name}:" for name in names] if game.players == 2 else ("", "")
        for line in lines_of(game.view(position_of(each.position)), whose):
            show.print_line(f"  {line}")
    show.print_line(addressed(offered(game, each.position, options), names))
    while True:
        typed = read_line("> ")
        if typed.lower() == "quit":
            raise Quit
        try:
            return read_choice(game, each.position, options, typed)
        except PerfectPlayError as error:
            show.print_line(f"  {error}")


def by_size(label: Label) -> tuple[int, str]:
    """An order of options that does not give away the best: numbers by size, words as in a list.

    >>> sorted(["10", "9", "roll", "hold"], key=by_size)
    ['9', '10', 'hold', 'roll']
    """
    word = str(label)
    return (int(word), "") if word.isdecimal() else (sys.maxsize, word)


def show_verdict(solution: Solution, each: Exercise, label: Label) -> None:
    """What a choice cost, and what speaks for it (or the next best) and for the best."""
    measure, best, cost = measure_of(solution), each.options[0], each.cost(label)
    said = solution.game.describe_option(each.position, best.label)
    show.print_line(
        f"  costs {measure.loss(cost)}{measure.sign}; best is: {said}" if cost else "  best"
    )
    rival = next(option.label for option in each.options if not option.best)
    compared = (best.label, label) if cost else (label, rival)
    if isinstance(each.position, Rolled):
        advice = CardAdvice.at(solution, TablePosition(each.position, int(each.score)))
        show_reasons([advice.reason(advice.option(one)) for one in compared])
        return
    place = Place.of(solution, each.position, each.score)
    ways = {way.label: way for way in place.ways}
    for one in compared:
        outlook = Outlook.at(place, ways[one])
        words = solution.game.describe_option(each.position, one)
        line = f"{words}: {measure.value(outlook.value)}, {outlook.sentence(measure)}"
        show.print_line(fold(addressed(line, player_names(each.player))))


def fold(line: str) -> str:
    """A long line broken into several, indented below a choice."""
    return textwrap.fill(line, WIDTH, initial_indent="    ", subsequent_indent="      ")


def show_result(solution: Solution, costs: list[Number], sittings: list[PracticeRecord]) -> None:
    """The total loss, what that would be in a game, and what to practise next."""
    if not costs:
        show.print_line("Nothing was answered.")
        return
    measure, right = measure_of(solution), sum(not cost for cost in costs)
    unit = measure.unit or measure.sign
    meaning = "" if unit else f" ({solution.meaning})"
    if right == len(costs):
        show.print_line("\nAll were best." if right > 1 else "\nThat was best.")
    else:
        show.print_line(
            f"\n{right} of {len(costs)} {'was' if right == 1 else 'were'} best; the rest lost "
            f"{measure.loss(sum(costs))}{measure.sign}."
        )
        lost = measure.loss(sittings[-1].a_game)
        error = sittings[-1].error
        about = f"about {lost}" if error is None else f"{lost} ± {measure.loss(error)}"
        where = f" at such decisions ({sittings[-1].only})" if sittings[-1].only else ""
        show.print_line(f"At this rate you lose {about}{unit} a game{meaning}{where}.")
    alike = [each for each in sittings if each.comparable(sittings[-1])]
    if len(alike) > 1:
        course = ", ".join(measure.loss(each.a_game) for each in alike[-SHOWN:])
        show.print_line(f"Session by session: {course}.")
    if kind := next_kind(sittings):
        parts = ", ".join(f"{each} {measure.loss(lost)}" for each, lost in losses(sittings).items())
        show.print_line(f"By kind of decision: {parts}.")
        show.print_line(f'Practise next: --only "{kind}"')


def next_kind(sittings: list[PracticeRecord]) -> str | None:
    """The kind of decision at which most is lost, if there are several kinds."""
    found = losses(sittings)
    return next(iter(found)) if len(found) > 1 and any(found.values()) else None


def require_place(record: Path) -> None:
    """Refuse a record file that cannot be written, before asking anything."""
    place = record if record.exists() else record.absolute().parent
    if record.is_dir() or not (place.exists() and os.access(place, os.W_OK)):
        raise PerfectPlayError(f"cannot write {record}; give a file in a folder that exists")
