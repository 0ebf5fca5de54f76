"""What to do in a game for two on scorecards, to win it."""

from __future__ import annotations

import dataclasses
from typing import Any

from perfectplay.cli import show
from perfectplay.errors import PerfectPlayError, PositionError
from perfectplay.model.game import Game
from perfectplay.model.scorecard import DiceAndBoxes, DuelRolled
from perfectplay.model.scorecard.table import Table
from perfectplay.objectives import Score
from perfectplay.present.duel import DuelAdvice
from perfectplay.present.words import COUNTS
from perfectplay.solution.options import Option
from perfectplay.solution.solution import Solution
from perfectplay.solve import solve


def at_the_table(
    game: Game[Any], dice: str | None, rerolls: int | None, mine: str | None, theirs: str | None
) -> Table:
    """The position that two cards, dice and rerolls left stand for."""
    if not isinstance(game, DiceAndBoxes) or game.players != 2:
        raise PerfectPlayError(
            f"--mine and --theirs are for a scorecard with players=2, which {game!r} is not"
        )
    if dice is None and rerolls is not None:
        raise PositionError("--rerolls goes with --dice")
    return Table.read(game, mine or "", theirs or "", dice, rerolls)


def advise(solution: Solution, table: Table, *, why: bool, as_json: bool) -> None:
    """The ranked keeps or boxes by the chance to win, and what playing for points would cost."""
    advice = DuelAdvice.of(solution, table)
    position, options = table.position, advice.options
    by_points = None
    if why and options:
        alone = dataclasses.replace(table.game, players=1)
        by_points = advice.for_points(solve(alone, Score()))
    if as_json:
        show.emit(
            {
                **show.heading(solution),
                "position": solution.game.text(position),
                "lead": table.lead,
                "chance": advice.chance,
                "options": [
                    {
                        "option": option.label,
                        "words": advice.words(option),
                        "chance": option.value,
                        "cost": float(option.cost),
                        "best": option.best,
                    }
                    for option in options
                ],
                **({"for_points": by_points and told(by_points)} if why else {}),
            }
        )
        return
    show_situation(advice)
    if not isinstance(position, DuelRolled):
        show.say(
            "The game is over." if table.before.over else "Roll the dice, then ask with --dice."
        )
        return
    columns = ["", "move" if position.rerolls else "box", "chance to win", "cost"]
    rows = [
        [
            "best" if option.best else "",
            advice.words(option),
            percent(float(option.value)),
            "" if option.best else percent(float(option.cost)),
        ]
        for option in options
    ]
    show.table(columns, rows, right=columns[2:])
    if by_points is not None:
        show.say(
            f"For the expected score one would {advice.spoken(by_points)}; that "
            + ("is as good here." if by_points.best else f"costs {percent(float(by_points.cost))}.")
        )


def show_situation(advice: DuelAdvice) -> None:
    """Where both players stand."""
    table = advice.table
    dice, position = "", table.position
    if isinstance(position, DuelRolled):
        left = position.rerolls
        dice = f": {' '.join(map(str, position.roll))}"
        if table.game.card.rerolls:
            dice += f", {COUNTS[left]} reroll{'' if left == 1 else 's'} left"
    show.say(show.game_line(table.game) + dice)
    who = "you lead by" if table.lead > 0 else "you are behind by"
    tie = f" (a tie counts {advice.tie:g})" if advice.tie else ""
    show.facts(
        [
            ("open, mine", ", ".join(table.before.turn.open) or "none"),
            ("open, theirs", ", ".join(table.before.other.open) or "none"),
            ("score", "level" if table.lead == 0 else f"{who} {abs(table.lead)}"),
            ("chance to win", f"{percent(advice.chance)}{tie}"),
        ]
    )


def told(option: Option) -> dict[str, Any]:
    """An option for programs."""
    return {"option": option.label, "cost": float(option.cost), "best": option.best}


def percent(chance: float) -> str:
    """A chance for people."""
    return f"{100 * chance:.3f} %"
