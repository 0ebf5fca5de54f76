"""Random games in which play can go round in cycles, small enough to try every strategy."""

from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from perfectplay import Chance, Choice, Final, Gain
from tests.table_game import TableGame

PAYOFFS = [0, 1, 2, -1, -2, Fraction(1, 2), Fraction(-2, 3)]
POINTS = {"none": [0], "costs": [0, 0, -1, -2], "gains": [0, 0, 1, 2], "mixed": [0, 0, 1, -1, -2]}
MOST_CHOICES = 5


class EndlessGame(TableGame):
    """A table game in which endless play may pay something."""

    def __init__(self, nodes: Any, players: int, endless: Any) -> None:
        super().__init__(nodes, players)
        vars(self).update(endless=endless)

    def __repr__(self) -> str:
        return f"EndlessGame({self.nodes!r}, {self.players}, {self.endless!r})"


@st.composite
def cyclic_games(
    draw: st.DrawFn, players: tuple[int, ...] = (1, 2), points: tuple[str, ...] = tuple(POINTS)
) -> EndlessGame:
    """Up to seven positions, each leading anywhere; a few of them end the game."""
    count = draw(st.sampled_from(players))
    size = draw(st.integers(2, 7))
    gains = st.sampled_from(POINTS[draw(st.sampled_from(points))])
    thens = st.integers(0, size - 1)
    ends = st.builds(Final, st.sampled_from(PAYOFFS))
    edges = st.one_of(thens, thens, thens, st.builds(Gain, gains, thens), ends)
    nodes: dict[int, Any] = {}
    for position in range(size):
        kind = draw(st.sampled_from(["choice", "choice", "chance", "chance", "roll", "end"]))
        ways = draw(st.lists(edges, min_size=1, max_size=3))
        chosen = sum(isinstance(node, Choice) for node in nodes.values())
        if kind in ("choice", "roll") and chosen < MOST_CHOICES:
            mover = draw(st.integers(0, count - 1))
            options: dict[Any, Any] = dict(enumerate(ways))
            if kind == "roll":
                options["roll"] = Chance.weighted([(draw(thens), 1), (draw(edges), 2)])
            nodes[position] = Choice(options, mover)
        elif kind == "end":
            nodes[position] = draw(ends)
        else:
            weights = draw(st.lists(st.integers(1, 4), min_size=len(ways), max_size=len(ways)))
            nodes[position] = Chance.weighted(list(zip(ways, weights, strict=True)))
    return EndlessGame(nodes, count, draw(st.sampled_from([0, 0, 0, 1, -1])))
