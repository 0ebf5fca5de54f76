"""What is left of a component when all choices are made: a Markov chain, and its linear equations.

An edge to a node that does not come before is cut: the node's value (or how often it arises) is an
unknown. One sweep for each unknown tells how all nodes depend on it, and a small dense system is
left. In it, row `i` holds how likely play comes next to each cut, how likely it comes to none any
more, and what is known: A, e and b.

The system is solved as Grassmann, Taksar and Heyman did (1985): the probability to move on from a
cut, 1 - A[i][i], is the sum of the others, so that nothing is ever subtracted. A chance of one in a
billion to get out keeps all its digits.
"""

from __future__ import annotations

from typing import Any

from perfectplay.engines.graph.cycles.endless import come_to_rest
from perfectplay.engines.graph.cycles.net import FINE, NOBODY, PIT, Net, Room, open_edges
from perfectplay.engines.graph.induction import Column

MOST_CUTS = 128
"""Up to so many cuts the equations of floats are solved directly, beyond by iteration."""
SWEEPS = 20_000
CLOSE = 4
"""How many roundings apart two values may be to count as one that does not change any more."""


def evaluate(
    net: Net,
    size: int,
    cuts: int,
    forever: Any,
    grain: float,
    slack: float,
    room: Room,
    value: Column,
) -> int:
    """The values of all nodes by the choices as they are. In the literature: policy evaluation.

    Nodes among which play stays for ever without scoring are worth `forever`. From the others it
    must be possible to leave, else nothing is written: PIT. With `slack`, each node gets so many
    times its own rounding on top, as bounds need.
    """
    (_, _, probability, _, _, cut) = net
    (_, _, still, _, _, matrix) = room
    if come_to_rest(net, size, NOBODY, room) > 0:
        return PIT
    for node in range(size):
        if still[node]:
            value[node] = forever
    width = cuts + 2
    if len(matrix) < cuts * width:
        iterate(net, size, grain, slack, room, value)
        return FINE
    for place in range(cuts * width):
        matrix[place] = 0 * probability[0]
    for column in range(width):
        trace(net, size, cuts, column, grain, slack, room, value)
    eliminate(matrix, cuts)
    solve_values(matrix, cuts)
    for node in range(size):
        if cut[node] >= 0 and not still[node]:
            value[node] = matrix[cut[node] * width + cuts + 1]
    trace(net, size, cuts, width, grain, slack, room, value)
    return FINE


def trace(
    net: Net,
    size: int,
    cuts: int,
    column: int,
    grain: float,
    slack: float,
    room: Room,
    value: Column,
) -> None:
    """Fill one column of the matrix: how the cuts depend on one of them, on none, on what is known.

    The column after the last is no column: there the cuts are known, and all values are written.
    """
    (_, target, probability, points, _, cut) = net
    (choice, _, still, _, scratch, matrix) = room
    width = cuts + 2
    for node in range(size):
        if still[node]:
            continue
        total = 0 * probability[0]
        for edge in open_edges(net, node, NOBODY, choice):
            then = target[edge]
            worth = 0 * probability[0]
            if column > cuts:
                worth += points[edge]
            if then < 0 or still[then]:
                if column == cuts:
                    worth += 1
                elif column > cuts and then >= 0:
                    worth += value[then]
            elif column == width:
                worth += value[then]
            elif cut[then] < 0:
                worth += scratch[then]
            elif cut[then] == column:
                worth += 1
            total += probability[edge] * worth
        if column > cuts and slack != 0:
            total += slack * rounding(net, node, grain, choice, value)
        scratch[node] = total
        if column == width:
            if cut[node] < 0:
                value[node] = total
        elif cut[node] >= 0:
            matrix[cut[node] * width + column] = total


def rounding(net: Net, node: int, grain: float, choice: Column, value: Column) -> Any:
    """How far what a node leads to may be off by rounding, as the bounds reckon it."""
    (_, target, probability, points, who, _) = net
    base = 0 * probability[0]
    spread = 0 * probability[0]
    scored = 0 * probability[0]
    count = 0
    for edge in open_edges(net, node, NOBODY, choice):
        worth = points[edge]
        if target[edge] >= 0:
            worth += value[target[edge]]
            if points[edge] != 0:
                scored += probability[edge] * 2 * (abs(worth) + abs(points[edge]))
        if count == 0:
            base = worth
        spread += probability[edge] * abs(worth - base)
        count += 1
    if who[node] < 0:
        scored += (count + 4) * spread + 2 * (abs(base) + spread)
    return grain * scored


def iterate(net: Net, size: int, grain: float, slack: float, room: Room, value: Column) -> None:
    """The values of the chain by iteration, until they do not change any more."""
    (_, target, probability, points, _, _) = net
    (choice, _, still, _, _, _) = room
    for _ in range(SWEEPS):
        moved = False
        for node in range(size):
            if still[node]:
                continue
            total = 0 * probability[0]
            for edge in open_edges(net, node, NOBODY, choice):
                worth = points[edge]
                if target[edge] >= 0:
                    worth += value[target[edge]]
                total += probability[edge] * worth
            if slack != 0:
                total += slack * rounding(net, node, grain, choice, value)
            if abs(total - value[node]) > CLOSE * grain * abs(total):
                moved = True
            value[node] = total
        if not moved:
            break


def eliminate(matrix: Column, size: int) -> None:
    """Take the last cut out of the chain, then the one before it, and so on.

    Play that comes to it goes on to one of the others, or to none. On the diagonal is then how
    likely play moves on from a cut, and right of it how likely play that is at a row's cut visits
    the column's, for each time that it leaves there.
    """
    width = size + 2
    for last in range(size - 1, -1, -1):
        away = matrix[last * width + size]
        for column in range(last):
            away += matrix[last * width + column]
        if away == 0:
            away += 1  # nothing depends on it, or it is less than any float; the proof will tell
        matrix[last * width + last] = away
        for row in range(last):
            share = matrix[row * width + last] / away
            matrix[row * width + last] = share
            if share != 0:
                for column in range(last):
                    matrix[row * width + column] += share * matrix[last * width + column]
                matrix[row * width + size] += share * matrix[last * width + size]


def solve_values(matrix: Column, size: int) -> None:
    """Solve x = A x + b after the elimination; b becomes x."""
    width = size + 2
    known = size + 1
    for last in range(size - 1, -1, -1):
        for row in range(last):
            share = matrix[row * width + last]
            matrix[row * width + known] += share * matrix[last * width + known]
    for row in range(size):
        for column in range(row):
            value = matrix[column * width + known]
            matrix[row * width + known] += matrix[row * width + column] * value
        matrix[row * width + known] = matrix[row * width + known] / matrix[row * width + row]


def solve_visits(matrix: Column, size: int) -> None:
    """Solve x = x A + b after the elimination; b becomes x."""
    width = size + 2
    known = size + 1
    for last in range(size - 1, -1, -1):
        often = matrix[last * width + known] / matrix[last * width + last]
        matrix[last * width + known] = often
        for column in range(last):
            matrix[column * width + known] += often * matrix[last * width + column]
    for column in range(size):
        for row in range(column):
            often = matrix[row * width + known]
            matrix[column * width + known] += often * matrix[row * width + column]
