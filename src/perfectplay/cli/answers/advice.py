"""What to do at a position: on a scorecard, with cards, against an opponent, or anywhere."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from perfectplay.cli import show
from perfectplay.cli.answers import dueling, rolling, solved
from perfectplay.cli.answers.playing import Quit, read_line
from perfectplay.cli.question import Question
from perfectplay.engines import opinions
from perfectplay.errors import PerfectPlayError
from perfectplay.model.completing import with_fields
from perfectplay.model.game import Game
from perfectplay.model.nodes import Number
from perfectplay.model.scorecard import Rolled, Turn
from perfectplay.model.table import Table, TablePosition
from perfectplay.present.advice import Ranked
from perfectplay.present.cards import CardAdvice, DuelAdvice, Reason, rerolls_left
from perfectplay.present.race import RaceAdvice
from perfectplay.request import Request
from perfectplay.solution.answers import Need
from perfectplay.solution.options import Aim
from perfectplay.solution.rating_board import RatingBoard
from perfectplay.solution.solution import Solution

FEW_ROLLS = 21


def advise(question: Question, table: Table, at: str | None, *, why: bool, as_json: bool) -> None:
    """The ranked options for the table as described, or for a position given as text."""
    question.require_one_target()
    if why and (game := question.rules_or_saved()).card is None:
        raise PerfectPlayError(f"{game.name} is not a scorecard game; --why is for those")
    if at is not None and table != Table(score=table.score):
        at, table = combined(question.rules_or_saved(), table, at)
    cards = Table(table.dice, table.rerolls, table.card, table.other)
    if table.score is not None and cards != Table() and question.rules_or_saved().card is not None:
        raise PerfectPlayError("--score goes with --at; beside --dice, --card tells the score")
    if table.other is not None:
        solution, seen = dueling.from_here_on(question, table)
        dueling.show_advice(DuelAdvice.at(solution, seen), why=why, as_json=as_json)
    elif table.opponent is not None and has_board(question.rules_or_saved()):
        solution, seen = solved_for(question, table, RatingBoard)
        rolling.show_advice(RaceAdvice.at(solution, seen), as_json=as_json)
    elif is_on_the_table(question, table):
        solution, seen = solved_for(question, table)
        solved.advise(solution, solution.game.text(seen.position), None, as_json=as_json)
    elif cards != Table() or (why and at is None):
        solution, _ = solved_for(question, cards)
        advise_at_card(solution, cards, why=why, as_json=as_json)
    elif why:
        solution = question.solution()
        position = solution.read(at or "")
        if not isinstance(position, (Turn, Rolled)):
            raise PerfectPlayError("--why is for scorecard games")
        score = None if table.score is None else int(table.score)
        show_advice(
            CardAdvice.at(solution, TablePosition(position, score)), why=why, as_json=as_json
        )
    else:
        solution = question.solution()
        if at is None and has_many_rolls(solution.game):
            advise_at_card(solution, cards, why=False, as_json=as_json)
        else:
            solved.advise(solution, at, table.score, as_json=as_json)


def combined(game: Game[Any], table: Table, at: str) -> tuple[str, Table]:
    """A position as text with what was said of the table in it; and what is left to say.

    A score is one's own beside an opponent's, and otherwise that of the game so far.
    """
    score = None if table.opponent is not None else table.score
    if score is not None:
        table = dataclasses.replace(table, score=None)
    if game.card is not None and table.dice is not None and "rerolls=" not in at:
        left = game.card.rerolls if table.rerolls is None else table.rerolls
        table = dataclasses.replace(table, rerolls=left)
    return with_fields(game, table, at), Table(score=score)


def has_board(game: Game[Any]) -> bool:
    """Whether there is a board of ratings for a game."""
    request = Request(game.objective(), needs=frozenset({RatingBoard}))
    return opinions(game, request)[0].refusal is None


def is_on_the_table(question: Question, table: Table) -> bool:
    """Whether the table describes the position, in a game without a scorecard."""
    seen = (table.dice, table.opponent, table.cards, table.up, table.last or None)
    if any(each is not None for each in seen):
        return question.rules_or_saved().card is None or table.dice is None
    return table.score is not None and hasattr(question.rules_or_saved().start(), "mine")


def has_many_rolls(game: Game[Any]) -> bool:
    """Whether a first roll has so many outcomes that it is better to ask for the dice."""
    return game.card is not None and game.players == 1 and len(game.card.rolls) > FEW_ROLLS


def solved_for(question: Question, table: Table, *needs: Need) -> tuple[Solution, TablePosition]:
    """A game solved for what is on the table; the input is checked before the solve."""
    if not question.saved:
        question.rules().position_from_table(table)
    solution = question.solution(*needs)
    return solution, solution.game.position_from_table(table)


def advise_at_card(solution: Solution, table: Table, *, why: bool, as_json: bool) -> None:
    """The options on a card; at a terminal, missing dice are asked for."""
    seen = solution.game.position_from_table(table)
    advice = CardAdvice.at(solution, seen)
    show_advice(advice, why=why, as_json=as_json)
    if advice.moment == "roll" and not as_json and sys.stdin.isatty():
        with suppress(Quit):
            if typed := read_line("What did you roll? "):
                rolled = dataclasses.replace(table, dice=typed)
                advise_at_card(solution, rolled, why=why, as_json=False)


def show_advice(advice: CardAdvice, *, why: bool, as_json: bool) -> None:
    """The ranked keeps or boxes in words, with the cost of each; and what the best aims at."""
    runner_up = [option for option in advice.options[1:] if not option.best][:1]
    reasons = [advice.reason(each) for each in advice.options[:1] + runner_up] if why else []
    if as_json:
        show.emit(
            {
                **show.heading(advice.solution),
                "position": advice.solution.game.text(advice.position),
                "score": advice.seen.score,
                **value_facts(advice, advice.value, advice.whole),
                "options": [option_facts(advice, option) for option in advice.options],
                **({"why": [reason_facts(each) for each in reasons]} if why else {}),
            }
        )
        return
    show_situation(advice)
    if isinstance(advice.position, Turn):
        if advice.moment == "over":
            show.print_line("The game is over.")
        elif not sys.stdin.isatty():
            show.print_line("Roll the dice, then ask with --dice.")
        return
    show_options(advice)
    if reasons:
        show_reasons(reasons)


def value_facts(advice: CardAdvice, value: Number, whole: Number) -> dict[str, Any]:
    """A value for programs: of what is still to come, and of the final score if known."""
    known = advice.solution.objective.linear and advice.seen.score is not None
    return {
        "value": float(value),
        "exact": show.exact_text(value),
        "final": float(whole) if known else None,
    }


def option_facts(advice: CardAdvice, option: Ranked) -> dict[str, Any]:
    """An option for programs."""
    return {
        "option": option.label,
        "words": option.words,
        **value_facts(advice, option.value, option.whole),
        "cost": float(option.cost),
        "best": option.best,
    }


def reason_facts(reason: Reason) -> dict[str, Any]:
    """What speaks for an option, for programs."""
    if reason.aims:
        return {"option": reason.option.label, "aims": [vars(aim) for aim in reason.aims]}
    later = None if reason.later is None else float(reason.later)
    return {"option": reason.option.label, "points": reason.points, "later": later}


def show_situation(advice: CardAdvice) -> None:
    """Where the player stands."""
    solution, position, score = advice.solution, advice.position, advice.seen.score
    dice = ""
    if isinstance(position, Rolled):
        dice = f": {' '.join(map(str, position.roll))}"
        dice += rerolls_left(advice.card, position.rerolls)
    show.print_line(show.game_line(solution.game) + dice)
    if solution.tracked:
        value = show.number(advice.whole, solution.digits) + show.fraction(advice.whole)
    elif solution.objective.linear:
        value = value_text(solution, advice.whole)
    else:
        value = show.number(advice.whole)
    show.facts(
        [
            ("open", ", ".join(position.open)),
            ("score so far", "" if score is None else str(score)),
            (meaning(advice), value),
        ]
    )


def meaning(advice: CardAdvice) -> str:
    """What the value means, in words."""
    solution, known = advice.solution, advice.seen.score is not None
    if solution.objective.linear and not solution.tracked:
        return "expected final score" if known else "points still to come"
    return solution.meaning if known else f"{solution.meaning}, of what is still to come"


def show_options(advice: CardAdvice) -> None:
    """The options for people, best first."""
    solution, points = advice.solution, advice.placements
    head = "value"
    if solution.objective.linear:
        head = "still to come" if advice.seen.score is None else "final score"
    rows = []
    for option in advice.options:
        cells = ["best" if option.best else "", option.words]
        if points:
            cells.append(show.placed(points[str(option.label)]))
        cost = "" if option.best else value_text(solution, option.cost)
        rows.append([*cells, value_text(solution, option.whole), cost])
    columns = ["", "box", "points", head, "cost"] if points else ["", "move", head, "cost"]
    show.table(columns, rows, right=columns[2:])


def value_text(solution: Solution, value: Number) -> str:
    """A value for people: a fraction if it is exact, else with as many digits as are useful."""
    if solution.exact:
        return show.aligned(value)
    return f"{float(value):.{6 if solution.tracked else 4}f}"


def show_reasons(reasons: Sequence[Reason]) -> None:
    """Why the best option beats the runner-up: what each aims at, side by side."""
    if not reasons[0].aims:
        show_points_now_and_later(reasons)
        return
    tables = [{aim.box: aim for aim in each.aims} for each in reasons]
    for number, each in enumerate(reasons, start=1):
        show.print_line(f"({number}) {each.option.words}, and best play from there:")
    head = ["box"]
    for number in range(1, len(reasons) + 1):
        head += [f"({number})\nchance it\nscores", "chance\nyou would\nuse it", "average\npoints"]
    rows = [
        [box, *(cell for table in tables for cell in chances(table[box]))]
        for box in tables[0]
        if any(table[box].made or table[box].filled for table in tables)
    ]
    show.table(head, rows, right=head[1:])
    show.print_line(
        "At the end of the turn, with best play; the points are those if you use the box."
    )


def chances(aim: Aim) -> list[str]:
    """An aim as three cells."""
    if not aim.filled:
        return [f"{100 * aim.made:.1f} %" if aim.made else "", "", ""]
    return [f"{100 * aim.made:.1f} %", f"{100 * aim.filled:.1f} %", f"{aim.points:.1f}"]


def show_points_now_and_later(reasons: Sequence[Reason]) -> None:
    """What a box brings now, and what it leaves."""
    for each in reasons:
        later = "" if each.later is None else f", and leaves {float(each.later):.4f} to come"
        show.print_line(f"{each.option.label} brings {each.points} now{later}.")
