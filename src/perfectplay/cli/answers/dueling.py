"""What to do to win a game for two on scorecards."""

from __future__ import annotations

import dataclasses
from typing import Any

from perfectplay.cli import show
from perfectplay.cli.progress import Ticker
from perfectplay.cli.question import Question
from perfectplay.model.nodes import Number
from perfectplay.model.table import Table, TablePosition
from perfectplay.objectives import Score
from perfectplay.present.advice import Ranked
from perfectplay.present.cards import DuelAdvice, card_of, rerolls_left
from perfectplay.solution.solution import Solution
from perfectplay.solve import solve, solve_end_game
from perfectplay.user_code import user_errors


def from_here_on(question: Question, table: Table) -> tuple[Solution, TablePosition]:
    """The game solved from two cards on, or a saved solution of it all; and the position there."""
    if question.saved:
        solution = question.solution()
        return solution, solution.game.position_from_table(table)
    game = question.rules()
    seen = game.position_from_table(table)
    asked = question.request(game)
    with Ticker() as ticker, user_errors(game):
        end = solve_end_game(
            game,
            seen.position.before,
            seen.score or 0,
            asked.objective,
            compute=dataclasses.replace(asked.compute, progress=ticker),
        )
    return end, seen


def show_advice(advice: DuelAdvice, *, why: bool, as_json: bool) -> None:
    """The ranked keeps or boxes by the chance of winning, and the cost of playing for points."""
    by_points = None
    if why and advice.options:
        alone = advice.solution.game.for_words(["players=1"])
        by_points = advice.for_points(solve(alone, Score()))
    if as_json:
        show.emit(
            {
                **show.heading(advice.solution),
                "position": advice.solution.game.text(advice.position),
                "lead": advice.lead,
                "chance": float(advice.whole),
                "options": [
                    {"words": option.words, "chance": float(option.whole), **cost_facts(option)}
                    for option in advice.options
                ],
                **({"for_points": by_points and cost_facts(by_points)} if why else {}),
            }
        )
        return
    show_situation(advice)
    if not advice.options:
        over = advice.before.over
        show.print_line("The game is over." if over else "Roll the dice, then ask with --dice.")
        return
    columns = ["", "move" if advice.position.rerolls else "box", "chance to win", "cost"]
    rows = [
        [
            "best" if option.best else "",
            option.words,
            percent(option.whole),
            "" if option.best else percent(option.cost),
        ]
        for option in advice.options
    ]
    show.table(columns, rows, right=columns[2:])
    if by_points is not None:
        show.print_line(
            f"For the expected score you would {advice.spoken(by_points)}; that "
            + ("is as good here." if by_points.best else f"costs {percent(by_points.cost)}.")
        )


def show_situation(advice: DuelAdvice) -> None:
    """Where both players stand."""
    game, dice = advice.solution.game, ""
    if advice.options:
        dice = f": {' '.join(map(str, advice.position.roll))}"
        dice += rerolls_left(card_of(game), advice.position.rerolls)
    show.print_line(show.game_line(game) + dice)
    who = "you lead by" if advice.lead > 0 else "you are behind by"
    tie = f" (a tie counts {advice.tie:g})" if advice.tie else ""
    show.facts(
        [
            ("open, mine", ", ".join(advice.before.turn.open) or "none"),
            ("open, theirs", ", ".join(advice.before.other.open) or "none"),
            ("score", "level" if advice.lead == 0 else f"{who} {abs(advice.lead)}"),
            ("chance to win", f"{percent(advice.whole)}{tie}"),
        ]
    )


def cost_facts(option: Ranked) -> dict[str, Any]:
    """An option for programs, with its cost in chances of winning."""
    return {"option": option.label, "cost": float(option.cost), "best": option.best}


def percent(chance: Number) -> str:
    """A chance for people."""
    return f"{100 * float(chance):.3f} %"
