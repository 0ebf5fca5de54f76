"""45-point slots: how the final scores are distributed, without any rounding."""

from perfectplay import Score, solve
from perfectplay.games.slots import Slots

game = solve(Slots(), exact=True)
print("Chance to reach 45 points:", game.value)

scores = solve(Slots(), Score(), exact=True)
print("Expected score:", scores.value)
for score, chance in scores.distribution().items():
    print(f"{score:3} {float(chance):6.2%} {'#' * round(500 * chance)}")
game
