"""Practice at the terminal: a position, your choice, then what it cost and why."""

from __future__ import annotations

import datetime as dt
import sys
from contextlib import nullcontext, redirect_stdout

from perfectplay.cli import show
from perfectplay.cli.answers.advice import show_reasons
from perfectplay.cli.answers.playing import Quit, measure_of, offered, read_line
from perfectplay.cli.question import Question
from perfectplay.cli.words import user_code
from perfectplay.errors import PerfectPlayError
from perfectplay.model.nodes import Label, Number
from perfectplay.model.scorecard import Rolled
from perfectplay.model.table import Seen
from perfectplay.play.choices import read_choice
from perfectplay.play.practice import Exercise, Session, session
from perfectplay.present.cards import CardAdvice
from perfectplay.solution.solution import Solution


def practise(
    question: Question, *, only: str | None, many: int, seed: int | None, daily: bool, as_json: bool
) -> None:
    """Ask some positions, and tell what was lost."""
    solution = question.solution()
    today = dt.date.today().isoformat()  # noqa: DTZ011  # the day of whoever practises
    with user_code(solution.game):
        asked = session(solution, today if daily else seed, many=many, only=only)
        with redirect_stdout(sys.stderr) if as_json else nullcontext():
            costs = ask_all(solution, asked)
    if not as_json:
        show_result(solution, asked, costs)
        return
    show.emit(
        {
            **show.heading(solution),
            "date": today,
            "only": only,
            "costs": [float(cost) for cost in costs],
            "lost": float(sum(costs)),
            "a_game": asked.lost_a_game(costs) if costs else None,
        }
    )


def ask_all(solution: Solution, asked: Session) -> list[Number]:
    """What each answer has cost, until all is asked or whoever is asked gets up."""
    costs: list[Number] = []
    try:
        for number, each in enumerate(asked.exercises, start=1):
            show.say(f"\n{number} of {len(asked.exercises)}")
            label = ask(solution, each)
            costs.append(each.cost(label))
            show_verdict(solution, each, label)
    except Quit:
        show.say("")
    return costs


def ask(solution: Solution, each: Exercise) -> Label:
    """Show a position, and ask until an option is chosen."""
    game, options = solution.game, [option.label for option in each.options]
    if game.card is not None and isinstance(each.position, Rolled):
        show.say(f"  open: {', '.join(each.position.open)}; {each.score} points so far")
        for bonus, total in zip(game.card.bonuses, each.position.totals, strict=True):
            show.say(f"  {bonus.name} bonus: {total} of {bonus.at}")
    show.say(offered(game, each.position, sorted(options, key=by_size)))
    while True:
        typed = read_line("> ")
        if typed.lower() == "quit":
            raise Quit
        try:
            return read_choice(game, each.position, options, typed)
        except PerfectPlayError as error:
            show.say(f"  {error}")


def by_size(label: Label) -> tuple[int, str]:
    """An order of options that does not tell the best: numbers by their size, words as in a list.

    >>> sorted(["10", "9", "roll", "hold"], key=by_size)
    ['9', '10', 'hold', 'roll']
    """
    word = str(label)
    return (int(word), "") if word.isdecimal() else (sys.maxsize, word)


def show_verdict(solution: Solution, each: Exercise, label: Label) -> None:
    """What a choice cost, and what speaks for the best one and for it."""
    measure, best, cost = measure_of(solution), each.options[0], each.cost(label)
    if not cost:
        show.say("  best")
        return
    said = solution.game.say(each.position, best.label)
    show.say(f"  costs {measure.loss(cost)}{measure.sign}; best is: {said}")
    if isinstance(each.position, Rolled):
        advice = CardAdvice.at(solution, Seen(each.position, int(each.score)))
        show_reasons([advice.reason(advice.option(one)) for one in (best.label, label)])


def show_result(solution: Solution, asked: Session, costs: list[Number]) -> None:
    """What was lost in all, and what that would be in a game."""
    if not costs:
        show.say("Nothing was answered.")
        return
    measure, right = measure_of(solution), sum(not cost for cost in costs)
    lost, a_game = measure.loss(sum(costs)), measure.loss(asked.lost_a_game(costs))
    show.say(f"\n{right} of {len(costs)} were best; the others lost {lost}{measure.sign}.")
    show.say(f"At this rate you lose about {a_game}{measure.unit or measure.sign} a game.")
