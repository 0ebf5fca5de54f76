"""What to do in a game for two on scorecards, to win it."""

from __future__ import annotations

import dataclasses
from typing import Any

from perfectplay.cli import show
from perfectplay.errors import PerfectPlayError, PositionError
from perfectplay.model.game import Game
from perfectplay.model.scorecard import DiceAndBoxes, Duel, DuelRolled
from perfectplay.model.scorecard.sheet import Sheet, read_dice
from perfectplay.objectives import Score, Win
from perfectplay.solution.options import Option
from perfectplay.solution.solution import Solution
from perfectplay.solution.solving import solve
from perfectplay.solution.wording import COUNTS, in_words


@dataclasses.dataclass(frozen=True)
class Table:
    """Two cards on the table: whose turn it is, the dice, and how far the mover leads."""

    game: DiceAndBoxes
    position: Duel | DuelRolled
    lead: int

    @property
    def before(self) -> Duel:
        """The position before the roll."""
        return self.position if isinstance(self.position, Duel) else self.position.before

    @property
    def first_lead(self) -> int:
        """How far the first player leads."""
        return -self.lead if self.before.mover else self.lead


def at_the_table(
    game: Game[Any], dice: str | None, rerolls: int | None, mine: str | None, theirs: str | None
) -> Table:
    """The position that two cards, dice and rerolls left stand for."""
    if not isinstance(game, DiceAndBoxes) or game.players != 2:
        raise PerfectPlayError(
            f"--mine and --theirs are for a scorecard with players=2, which {game!r} is not"
        )
    own, other = (Sheet.read(game.card, text or "") for text in (mine, theirs))
    if own.score is None or other.score is None:
        raise PositionError("who leads matters: write the points of every filled box, as ones=3")
    apart = len(own.turn.open) - len(other.turn.open)
    if apart not in (0, 1):
        raise PositionError(
            f"you have {len(own.turn.open)} open boxes and they have {len(other.turn.open)}: on "
            "your turn, you have as many as they have, or one more if they begin"
        )
    duel = Duel.of(other.turn, own.turn) if apart else Duel.of(own.turn, other.turn)
    lead = own.score - other.score
    if dice is None:
        if rerolls is not None:
            raise PositionError("--rerolls goes with --dice")
        return Table(game, duel, lead)
    most = game.card.rerolls
    left = most if rerolls is None else rerolls
    if not 0 <= left <= most:
        raise PositionError(f"{left} rerolls cannot be left; {game.name} has 0 to {most}")
    if duel.over:
        raise PositionError("all boxes of both cards are filled: the game is over")
    return Table(game, duel.rolled(read_dice(game.card, dice), left), lead)


def advise(solution: Solution, table: Table, *, why: bool, as_json: bool) -> None:
    """The ranked keeps or boxes by the chance to win, and what playing for points would cost."""
    position, mover = table.position, table.before.mover
    chance = seen(float(solution.value_at(position, table.first_lead)), mover)
    options: list[Option] = []
    if isinstance(position, DuelRolled):
        options = [
            dataclasses.replace(option, value=seen(float(option.value), mover))
            for option in solution.options(position, table.first_lead)
        ]
    by_points = for_points(table, options) if why and options else None
    if as_json:
        show.emit(
            {
                **show.heading(solution),
                "position": solution.game.text(position),
                "lead": table.lead,
                "chance": chance,
                "options": [
                    {
                        "option": option.label,
                        "words": words_of(position, option),
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
    show_situation(solution, table, chance)
    if not isinstance(position, DuelRolled):
        show.say(
            "The game is over." if table.before.over else "Roll the dice, then ask with --dice."
        )
        return
    columns = ["", "move" if position.rerolls else "box", "chance to win", "cost"]
    rows = [
        [
            "best" if option.best else "",
            words_of(position, option),
            percent(float(option.value)),
            "" if option.best else percent(float(option.cost)),
        ]
        for option in options
    ]
    show.table(columns, rows, right=columns[2:])
    if by_points is not None:
        show.say(
            f"For the expected score one would {spoken(position, by_points)}; that "
            + ("is as good here." if by_points.best else f"costs {percent(float(by_points.cost))}.")
        )


def show_situation(solution: Solution, table: Table, chance: float) -> None:
    """Where both players stand."""
    dice, position = "", table.position
    if isinstance(position, DuelRolled):
        left = position.rerolls
        dice = f": {' '.join(map(str, position.roll))}"
        if table.game.card.rerolls:
            dice += f", {COUNTS[left]} reroll{'' if left == 1 else 's'} left"
    show.say(show.game_line(table.game) + dice)
    who = "you lead by" if table.lead > 0 else "you are behind by"
    show.facts(
        [
            ("open, mine", ", ".join(table.before.turn.open) or "none"),
            ("open, theirs", ", ".join(table.before.other.open) or "none"),
            ("score", "level" if table.lead == 0 else f"{who} {abs(table.lead)}"),
            ("chance to win", f"{percent(chance)}{tie_counts(solution, table)}"),
        ]
    )


def tie_counts(solution: Solution, table: Table) -> str:
    """What a tie counts for the mover, where it counts."""
    assert isinstance(solution.objective, Win)
    tie = seen(float(solution.objective.tie), table.before.mover)
    return f" (a tie counts {tie:g})" if tie else ""


def for_points(table: Table, options: list[Option]) -> Option:
    """What one would do for the expected score, with what that costs here."""
    position = table.position
    assert isinstance(position, DuelRolled)
    alone = dataclasses.replace(table.game, players=1)
    chosen = solve(alone, Score()).best(position.turn.rolled(position.roll, position.rerolls))
    return next(option for option in options if option.label == chosen)


def seen(value: float, mover: int) -> float:
    """A value from the mover's side."""
    return 1 - value if mover else value


def words_of(position: Duel | DuelRolled, option: Option) -> str:
    """An option as one would say it."""
    assert isinstance(position, DuelRolled)
    return in_words(position.turn.rolled(position.roll, position.rerolls), option)


def spoken(position: DuelRolled, option: Option) -> str:
    """An option within a sentence."""
    words = words_of(position, option)
    return words if position.rerolls else f"fill {words}"


def told(option: Option) -> dict[str, Any]:
    """An option for programs."""
    return {"option": option.label, "cost": float(option.cost), "best": option.best}


def percent(chance: float) -> str:
    """A chance for people."""
    return f"{100 * chance:.3f} %"
