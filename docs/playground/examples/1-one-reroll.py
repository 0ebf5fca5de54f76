"""Roll a die; keep it, or roll once more."""

from icepool import d6

from perfectplay import Chance, Choice, Final, Game, solve


class OneReroll(Game):
    """Roll a die; keep it, or roll once more."""

    def start(self):
        return "start"

    def at(self, position):
        if position == "start":
            return Chance.of(d6)
        return Choice({"keep": Final(position), "reroll": Chance.of(d6, Final)})


game = solve(OneReroll(), exact=True)
print("The game is worth", game.value)
for face in range(1, 7):
    print(face, game.best(face))
game
