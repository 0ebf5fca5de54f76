"""What does a house rule change? Shut the Box, with and without the rule of the single die.

Where the rule is played, a player whose open tiles sum to 6 or less may roll one die.
"""

from perfectplay import AtLeast, Score, solve
from perfectplay.games.shut_the_box import ShutTheBox

SHUT, LEAST_SUM = AtLeast(0), Score()

print("tiles  one die  P(shut)   least sum left")
for tiles in (9, 10):
    for one_die in (False, True):
        game = ShutTheBox(tiles=tiles, one_die=one_die)
        chance = solve(game, SHUT).value
        left = -solve(game, LEAST_SUM).value
        print(f"{tiles:5}  {'on' if one_die else 'off':7}  {chance:.6f}  {left:.6f}")
