"""How long two players can make the Royal Game of Ur last if both want to.

Ask `perfectplay solve examples/longest_ur.py:LongestUr pieces=1`.
"""

from perfectplay import Choice, Final, Gain, Score, solve
from perfectplay.games.royal_ur import NO_MOVE, RoyalUr, UrOver, UrRoll, UrTurn
from perfectplay.model.nodes import Node
from perfectplay.objectives import Objective


class LongestUr(RoyalUr):
    """The Royal Game of Ur, played together to make it last; every move is a point."""

    players = 1

    def at(self, position: UrTurn | UrRoll | UrOver) -> Node:
        node = super().at(position)
        if isinstance(node, Final):
            return Final(0)
        if not isinstance(node, Choice):
            return node
        if NO_MOVE in node.options:
            return Choice(node.options)
        return Choice({square: Gain(1, then) for square, then in node.options.items()})

    def objective(self) -> Objective:
        return Score()


if __name__ == "__main__":
    longest = solve(LongestUr(pieces=1))
    print(f"Two players with one piece each can make it last {float(longest.value):.2f} moves.")
