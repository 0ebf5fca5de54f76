"""How many dice to roll in a race, with both scores on the table."""

from __future__ import annotations

from typing import Any

from perfectplay.cli import show
from perfectplay.engines.race.solution import is_short_number, own
from perfectplay.errors import PerfectPlayError, PositionError
from perfectplay.model.game import Game
from perfectplay.model.race import Race, Turn
from perfectplay.objectives import Win, read_objective
from perfectplay.solution.options import Option
from perfectplay.solution.solution import Solution
from perfectplay.solve import solve


def require_race(game: Game[Any], objective: str | None) -> None:
    """Refuse a game that is no race to be won, before it is solved."""
    goal = game.objective() if objective is None else read_objective(objective)
    if not isinstance(game, Race) or not isinstance(goal, Win):
        raise PerfectPlayError("--opponent and --last are for a race such as greed, to be won")


def at_the_table(
    solution: Solution, score: str | None, opponent: int, *, last: bool
) -> tuple[Solution, Turn]:
    """The race, and the turn of whoever has `score` against `opponent`."""
    game = solution.game
    require_race(game, str(solution.objective))
    assert isinstance(game, Race)
    if score is None or not is_short_number(score):
        raise PositionError("--score is your own score: a whole number, beside --opponent")
    if not solution.offers("board"):
        solution = solve(game, solution.objective, exact=solution.exact, engine="race")
    for name, points in (("--score", int(score)), ("--opponent", opponent)):
        if not 0 <= points <= game.limit:
            raise PositionError(f"{name} {points} cannot be; scores go from 0 to {game.limit}")
    return solution, Turn(int(score), opponent, last, 0)


def advise(solution: Solution, turn: Turn, *, as_json: bool) -> None:
    """The numbers of dice, best first: rating, cost, and the chances to win, tie and bust."""
    options = solution.options(turn)
    rating = own(solution.value_at(turn), turn.player)
    if as_json:
        show.emit(
            {
                **show.heading(solution),
                "position": solution.game.text(turn),
                "rating": float(rating),
                "exact": show.exact_text(rating),
                "options": [told(solution, turn, option) for option in options],
            }
        )
        return
    when = "in the last turn" if turn.last else "before the last turn"
    show.say(f"{show.game_line(solution.game)}: {turn.mine} against {turn.theirs}, {when}")
    show.facts([("rating", show.number(rating) + show.fraction(rating))])
    shown = options[:MOST_SHOWN]
    rows = [
        ("best" if option.best else "", dice_words(option), *cells(told(solution, turn, option)))
        for option in shown
    ]
    head = ["", "roll", "rating", "cost", "win", "tie", "bust"]
    show.table(head, rows, right=head[2:])
    if len(shown) < len(options):
        show.say(f"{len(options) - len(shown)} more numbers of dice; --json has all")


MOST_SHOWN = 20


def dice_words(option: Option) -> str:
    """A number of dice as one would say it."""
    return {0: "none, stop", 1: "1 die"}.get(int(str(option.label)), f"{option.label} dice")


def told(solution: Solution, turn: Turn, option: Option) -> dict[str, Any]:
    """An option for programs."""
    dice = int(str(option.label))
    win, tie, bust = solution.board.ends.rolling(
        dice, turn.mine, turn.theirs, last=turn.last, player=turn.player
    )
    return {
        "dice": dice,
        "rating": float(own(option.value, turn.player)),
        "exact": show.exact_text(option.value),
        "cost": float(option.cost),
        "best": option.best,
        "win": float(win),
        "tie": float(tie),
        "bust": float(bust),
    }


def cells(told: dict[str, Any]) -> list[str]:
    """An option for people."""
    cost = "" if told["best"] else f"{told['cost']:.8f}"
    chances = [show.percent(abs(told[name])) for name in ("win", "tie", "bust")]
    return [f"{told['rating']:.8f}", cost, *chances]
