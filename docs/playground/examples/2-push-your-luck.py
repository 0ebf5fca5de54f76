"""Add up rolls as long as you dare: beyond 12, all is lost."""

from typing import NamedTuple

from perfectplay import Chance, Choice, Final, Game, solve
from perfectplay.model.view import Counter, Dice, Mark, View

LIMIT = 12
SIDES = 6


class Turn(NamedTuple):
    total: int = 0
    roll: int = 0


class Dare(Game):
    """Add up rolls as long as you dare."""

    def start(self):
        return Turn()

    def at(self, turn):
        if turn.total > LIMIT:
            return Final(0)
        return Choice({"stop": Final(turn.total), "roll": self.rolled(turn)})

    def rolled(self, turn):
        rolls = [Turn(turn.total + face, face) for face in range(1, SIDES + 1)]
        return Chance.weighted([(roll, 1) for roll in rolls])

    def view(self, turn):
        """What lies on the table below; without it, the fields are shown as numbers."""
        die = Dice("die", (turn.roll,), sides=SIDES)
        total = Counter("total", turn.total, of=LIMIT, field="total")
        return View((die, total), {"roll": (Mark("die"),), "stop": (Mark("total"),)})


game = solve(Dare(), exact=True)
print("Expected score:", game.value, "=", float(game.value))
for total in range(1, LIMIT + 1):
    print(total, game.best(Turn(total, roll=min(total, SIDES))))
game
