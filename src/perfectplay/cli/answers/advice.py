"""What to do with some dice on a scorecard that is partly filled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from perfectplay.analysis.aims import aims
from perfectplay.cli import show
from perfectplay.errors import PerfectPlayError, PositionError
from perfectplay.model.game import Game
from perfectplay.model.nodes import Number
from perfectplay.model.scorecard import DiceAndBoxes, Placement, Rolled, Turn
from perfectplay.model.scorecard.sheet import Sheet, read_dice
from perfectplay.objectives import read_number
from perfectplay.present.words import COUNTS, in_words
from perfectplay.solution.options import Aim, Option
from perfectplay.solution.solution import Solution


def at_the_table(
    game: Game[Any], dice: str | None, rerolls: int | None, card: str | None
) -> tuple[Turn | Rolled, int | None]:
    """The position that dice, rerolls left and a card stand for, and the score so far if known."""
    if not isinstance(game, DiceAndBoxes):
        raise PerfectPlayError(
            f"{game.name} is not played on a scorecard; give the position with --at"
        )
    if game.players == 2:
        raise PerfectPlayError(
            f"in {game.name} for two, both cards matter: tell them with --mine and --theirs"
        )
    sheet = Sheet.read(game.card, card or "")
    if dice is None:
        if rerolls is not None:
            raise PositionError("--rerolls goes with --dice")
        return sheet.turn, sheet.score
    roll = read_dice(game.card, dice)
    most = game.card.rerolls
    left = most if rerolls is None else rerolls
    if not 0 <= left <= most:
        raise PositionError(f"{left} rerolls cannot be left; {game.name} has 0 to {most}")
    if not sheet.turn.open:
        raise PositionError("all boxes of the card are filled: the game is over")
    return sheet.turn.rolled(roll, left), sheet.score


def at_the_position(
    solution: Solution, at: str, score: str | None
) -> tuple[Turn | Rolled, int | None]:
    """The position that a text stands for, on a scorecard, and the score so far if it is told."""
    position = solution.read(at)
    if not isinstance(position, (Turn, Rolled)):
        raise PerfectPlayError("--why is for games on a scorecard")
    return position, None if score is None else int(read_number(score, f"--score {score}"))


def advise(
    solution: Solution, position: Turn | Rolled, score: int | None, *, why: bool, as_json: bool
) -> None:
    """The ranked keeps or boxes, in words, with what each costs; and what the best aims at."""
    told = score if solution.tracked else None
    if solution.tracked and score is None:
        raise PositionError(
            f"for {solution.meaning} the score so far matters: write the points of every filled box"
        )
    if isinstance(position, Turn):
        options: list[Option] = []
    else:
        options = solution.options(position, told)
    value = solution.value_at(position, told)
    base = score if solution.objective.linear else None
    compared = [*options[:1], *[option for option in options[1:] if not option.best][:1]]
    reasons = [reason(solution, position, option, told) for option in compared] if why else []
    if as_json:
        show.emit(
            {
                **show.heading(solution),
                "position": solution.game.text(position),
                "score": score,
                "value": float(value),
                "exact": show.exact_text(value),
                "final": None if base is None else base + float(value),
                "options": [
                    {
                        "option": option.label,
                        "words": in_words(position, option),
                        "value": float(option.value),
                        "exact": show.exact_text(option.value),
                        "final": None if base is None else base + float(option.value),
                        "cost": float(option.cost),
                        "best": option.best,
                    }
                    for option in options
                ],
                **({"why": reasons} if why else {}),
            }
        )
        return
    show_situation(solution, position, score, value)
    if isinstance(position, Turn):
        show.say("Roll the dice, then ask with --dice." if position.open else "The game is over.")
        return
    show_options(solution, position, options, base)
    if why and reasons:
        show_reasons(position, compared, reasons)


def show_situation(
    solution: Solution, position: Turn | Rolled, score: int | None, value: Number
) -> None:
    """Where the player stands."""
    dice = ""
    if isinstance(position, Rolled):
        dice = f": {' '.join(map(str, position.roll))}"
        dice += rerolls_left(solution, position)
    show.say(show.game_line(solution.game) + dice)
    facts = [
        ("open", ", ".join(position.open)),
        ("score so far", "" if score is None else str(score)),
    ]
    if solution.tracked:
        facts.append((solution.meaning, show.number(value, solution.digits) + show.fraction(value)))
    elif not solution.objective.linear:
        facts.append((f"{solution.meaning}, of what is still to come", show.number(value)))
    elif score is None:
        facts.append(("points still to come", worth_text(solution, value)))
    else:
        facts.append(("expected final score", worth_text(solution, score + value)))
    show.facts(facts)


def rerolls_left(solution: Solution, position: Rolled) -> str:
    """How many rerolls are left, in a game that has any."""
    if "rerolls" not in solution.game.columns(position):
        return ""
    return f", {COUNTS[position.rerolls]} reroll{'' if position.rerolls == 1 else 's'} left"


def show_options(
    solution: Solution, position: Rolled, options: Sequence[Option], base: int | None
) -> None:
    """The options for people, best first."""
    placing = not position.rerolls
    points = points_of(solution, position) if placing else {}
    linear = solution.objective.linear
    head = "value" if not linear else "still to come" if base is None else "final score"
    rows = []
    for option in options:
        worth = option.value + (base or 0)
        cells = ["best" if option.best else "", in_words(position, option)]
        if placing:
            cells.append(points[str(option.label)])
        cost = "" if option.best else worth_text(solution, option.cost)
        rows.append([*cells, worth_text(solution, worth), cost])
    columns = ["", "box", "points", head, "cost"] if placing else ["", "move", head, "cost"]
    show.table(columns, rows, right=columns[2:])


def worth_text(solution: Solution, worth: Number) -> str:
    """A value for people: a fraction if it is exact, else with as many digits as are of use."""
    if solution.exact:
        return show.aligned(worth)
    return f"{float(worth):.{6 if solution.tracked else 4}f}"


def points_of(solution: Solution, position: Rolled) -> dict[str, str]:
    """What the dice score in each box that they may go to, with the bonus for a repeat."""
    return {
        name: f"{placed.points}+{placed.extra}" if placed.extra else str(placed.points)
        for name, placed in placements(solution, position).items()
    }


def placements(solution: Solution, position: Rolled) -> dict[str, Placement]:
    """Where the dice may go."""
    game = solution.game
    assert isinstance(game, DiceAndBoxes)
    return game.placements(position.turn, position.roll)


def reason(
    solution: Solution, position: Turn | Rolled, option: Option, score: Number | None
) -> dict[str, Any]:
    """What an option aims at: boxes with their chances, or points now and later."""
    assert isinstance(position, Rolled)
    if position.rerolls:
        found = aims(solution, position, option.label, score)
        return {"option": option.label, "aims": [vars(aim) for aim in found]}
    placed = placements(solution, position)[str(option.label)]
    now = placed.points + placed.extra
    later = float(option.value) - now if solution.objective.linear else None
    return {"option": option.label, "points": now, "later": later}


def show_reasons(
    position: Rolled, compared: Sequence[Option], reasons: Sequence[dict[str, Any]]
) -> None:
    """Why the best option is better than the runner-up: what each aims at, side by side."""
    if not position.rerolls:
        show_points_now_and_later(compared, reasons)
        return
    tables = [{aim["box"]: Aim(**aim) for aim in each["aims"]} for each in reasons]
    for number, option in enumerate(compared, start=1):
        show.say(f"({number}) {in_words(position, option)}, and best play from there:")
    head = ["box"]
    for number in range(1, len(compared) + 1):
        head += [f"({number}) made", "filled", "points"]
    rows = [
        [box, *(cell for table in tables for cell in chances(table[box]))]
        for box in tables[0]
        if any(table[box].made or table[box].filled for table in tables)
    ]
    show.table(head, rows, right=head[1:])
    show.say("made: the dice score in the box when they are down; filled: the turn ends there.")


def chances(aim: Aim) -> list[str]:
    """An aim in three cells."""
    if not aim.filled:
        return [f"{100 * aim.made:.1f} %" if aim.made else "", "", ""]
    return [f"{100 * aim.made:.1f} %", f"{100 * aim.filled:.1f} %", f"{aim.points:.1f}"]


def show_points_now_and_later(
    compared: Sequence[Option], reasons: Sequence[dict[str, Any]]
) -> None:
    """What a box brings at once, and what it leaves."""
    for option, each in zip(compared, reasons, strict=True):
        later = "" if each["later"] is None else f", and leaves {each['later']:.4f} to come"
        show.say(f"{option.label} brings {each['points']} now{later}.")
