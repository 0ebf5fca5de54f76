"""Shut the Box with fewer tiles, or more."""

from perfectplay import Score, solve
from perfectplay.games.shut_the_box import ShutTheBox

box = ShutTheBox(tiles=9, one_die=True)
game = solve(box)
print("Chance to shut the box:", f"{game.value:.2%}")

print("Least expected sum of the tiles left open:", round(-solve(box, Score()).value, 4))
game
