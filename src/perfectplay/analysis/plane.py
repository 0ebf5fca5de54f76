"""The policy of a game whose decisions depend on two numbers: the best move at each pair."""

from __future__ import annotations

import dataclasses
from collections.abc import Hashable, Iterator

from perfectplay.errors import PerfectPlayError
from perfectplay.model.nodes import Choice, Inline, Node, Number
from perfectplay.model.walk import edges, node_at, reached
from perfectplay.solution.solution import Solution

LONGEST_LABEL = 4
MOST_CELLS = 1_200


@dataclasses.dataclass(frozen=True)
class PlaneCell:
    """A decision: the two numbers that identify it, who chooses, the best option and its value."""

    x: int
    y: int
    player: int
    best: str
    value: float


@dataclasses.dataclass(frozen=True)
class Plane:
    """All decisions of a game, by two numbers and by who chooses."""

    across: str
    up: str
    cells: list[PlaneCell]

    @property
    def values(self) -> tuple[float, float]:
        """The lowest and the highest value."""
        values = [cell.value for cell in self.cells]
        return min(values), max(values)

    @classmethod
    def of(cls, solution: Solution) -> Plane:
        """The policy of a solution as a plane, if it has that form.

        >>> from perfectplay import solve
        >>> from perfectplay.games.coins import Coins
        >>> plane = Plane.of(solve(Coins(coins=1, target=1)))
        >>> plane.across, plane.up, plane.cells
        ('coins', 'points', [PlaneCell(x=1, y=0, player=0, best='1', value=0.5)])
        """
        name, axes, cells = solution.game.name, [""], list[PlaneCell]()
        for place, score, player in decisions(solution):
            numbers = numbers_at(solution, place, score)
            if len(numbers) != 2 or (cells and list(numbers) != axes):
                raise PerfectPlayError(
                    f"a policy is drawn if two numbers identify a decision; in {name} they do not"
                )
            axes, (x, y) = list(numbers), numbers.values()
            best, value = str(solution.best(place, score)), solution.value_at(place, score)
            cells.append(PlaneCell(x, y, player, best, float(value)))
            if len(cells) > MOST_CELLS or len(best) > LONGEST_LABEL:
                raise PerfectPlayError(
                    f"the policy of {name} is too large to draw; take smaller parameters"
                )
        if not cells:
            raise PerfectPlayError(f"there are no decisions in {name}")
        return cls(axes[0], axes[1], cells)


def decisions(solution: Solution) -> Iterator[tuple[Hashable, Number | None, int]]:
    """Where there is a choice, with the score if it matters, and who chooses."""
    for position, score in reached(solution.game, scored=solution.tracked):
        for place, node in choices(position, node_at(solution.game, position)):
            yield place, score, node.player


def choices(place: Hashable, node: Node) -> Iterator[tuple[Hashable, Choice]]:
    """The choices at a position, including those written in place."""
    if isinstance(node, Choice):
        yield place, node
    for edge in edges(place, node):
        if edge.node is not None:
            yield from choices(edge.place, edge.node)


def numbers_at(solution: Solution, place: Hashable, score: Number | None) -> dict[str, int]:
    """The whole numbers that identify a decision, besides who chooses; None if they do not."""
    if isinstance(place, Inline):
        return {}
    fields = {**solution.game.row_of(place), **({} if score is None else {"score": score})}
    fields.pop("player", None)
    return fields if all(type(value) is int for value in fields.values()) else {}
