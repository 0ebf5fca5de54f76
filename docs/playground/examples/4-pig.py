"""Pig for two, with proved bounds: play can go round in circles."""

from perfectplay import solve
from perfectplay.games.pig import Pig

game = solve(Pig(target=30))
print("The first player wins", f"{game.value:.4%}", "of all games.")
print("Proved:", game.lower, "to", game.upper)
game
