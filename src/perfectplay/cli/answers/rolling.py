"""How many dice to roll in a race, given both scores."""

from __future__ import annotations

from typing import Any

from perfectplay.cli import show
from perfectplay.present.advice import Ranked
from perfectplay.present.race import RaceAdvice

MOST_SHOWN = 20


def show_advice(advice: RaceAdvice, *, as_json: bool) -> None:
    """The numbers of dice, best first: rating, cost, and the chances of win, tie and bust."""
    solution, turn, rating = advice.solution, advice.position, advice.whole
    if as_json:
        show.emit(
            {
                **show.heading(solution),
                "position": solution.game.text(turn),
                "rating": float(rating),
                "exact": show.exact_text(rating),
                "options": [option_facts(advice, option) for option in advice.options],
            }
        )
        return
    when = "in the last turn" if turn.last else "before the last turn"
    show.print_line(f"{show.game_line(solution.game)}: {turn.mine} against {turn.theirs}, {when}")
    show.facts([("rating", show.number(rating) + show.fraction(rating))])
    head = ["", "roll", "rating", "cost", "win", "tie", "bust"]
    show.table(head, [cells(advice, each) for each in advice.options[:MOST_SHOWN]], right=head[2:])
    if len(advice.options) > MOST_SHOWN:
        show.print_line(f"{len(advice.options) - MOST_SHOWN} more numbers of dice; --json has all")


def option_facts(advice: RaceAdvice, option: Ranked) -> dict[str, Any]:
    """An option for programs."""
    ends = advice.ends(option)
    return {
        "dice": option.label,
        "rating": float(option.whole),
        "exact": show.exact_text(option.whole),
        "cost": float(option.cost),
        "best": option.best,
        **{name: float(chance) for name, chance in ends._asdict().items()},
    }


def cells(advice: RaceAdvice, option: Ranked) -> list[str]:
    """An option for people."""
    mark, cost = ("best", "") if option.best else ("", f"{float(option.cost):.8f}")
    ends = advice.ends(option)
    chances = [show.percent(abs(float(each))) for each in (ends.win, ends.tie, ends.bust)]
    return [mark, option.words, f"{float(option.whole):.8f}", cost, *chances]
