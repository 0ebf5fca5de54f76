"""What is left of a component when all choices are made: a Markov chain, and its linear equations.

An edge to a node that does not come before is cut: the node's value (or how often it arises) is an
unknown. One sweep for two unknowns tells how all nodes depend on them, and a small dense system is
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
    known: bool,
    room: Room,
    value: Column,
) -> int:
    """The values of all nodes by the choices as they are. In the literature: policy evaluation.

    Nodes among which play stays for ever without scoring are worth `forever`. From the others it
    must be possible to leave, else nothing is written: PIT. With `slack`, each node gets so many
    times its own rounding on top, as bounds need, which has been measured. The chain is `known` if
    it is that of the evaluation before: then only points have changed.
    """
    (_, _, probability, _, _, cut) = net
    (_, _, still, _, _, matrix) = room
    if not known and come_to_rest(net, size, NOBODY, room) > 0:
        return PIT
    for node in range(size):
        if still[node]:
            value[node] = forever
    width = cuts + 2
    if len(matrix) < cuts * width:
        iterate(net, size, grain, slack, room, value)
        return FINE
    if not known:
        for place in range(cuts * width):
            matrix[place] = 0 * probability[0]
        for column in range(0, cuts + 1, 2):
            depend(net, size, cuts, column, room)
        eliminate(matrix, cuts)
    gather(net, size, cuts, slack, room, value)
    solve_values(matrix, cuts)
    for node in range(size):
        if cut[node] >= 0 and not still[node]:
            value[node] = matrix[cut[node] * width + cuts + 1]
    write_values(net, size, slack, room, value)
    return FINE


def depend(net: Net, size: int, cuts: int, column: int, room: Room) -> None:
    """Fill a column of the matrix, and the next: how likely play comes next to one of the cuts.

    The column after those of the cuts is for play that comes to none any more.
    """
    (_, target, probability, _, _, cut) = net
    (choice, _, still, _, scratch, matrix) = room
    for node in range(size):
        if still[node]:
            continue
        one = 0 * probability[0]
        other = 0 * probability[0]
        for edge in open_edges(net, node, NOBODY, choice):
            then = target[edge]
            comes = cuts
            if then >= 0 and not still[then]:
                if cut[then] < 0:
                    one += probability[edge] * scratch[then]
                    other += probability[edge] * scratch[size + then]
                    continue
                comes = cut[then]
            if comes == column:
                one += probability[edge]
            elif comes == column + 1:
                other += probability[edge]
        scratch[node] = one
        scratch[size + node] = other
        if cut[node] >= 0:
            matrix[cut[node] * (cuts + 2) + column] = one
            if column < cuts:
                matrix[cut[node] * (cuts + 2) + column + 1] = other


def gather(net: Net, size: int, cuts: int, slack: float, room: Room, value: Column) -> None:
    """Fill the last column of the matrix: what is gained before play comes to a cut again."""
    (_, target, probability, points, _, cut) = net
    (choice, _, still, _, scratch, matrix) = room
    for node in range(size):
        if still[node]:
            if cut[node] >= 0:
                matrix[cut[node] * (cuts + 2) + cuts + 1] = 0 * probability[0]
            continue
        total = 0 * probability[0]
        for edge in open_edges(net, node, NOBODY, choice):
            then = target[edge]
            worth = points[edge]
            if then >= 0:
                if still[then]:
                    worth += value[then]
                elif cut[then] < 0:
                    worth += scratch[then]
            total += probability[edge] * worth
        if slack != 0:
            total += slack * scratch[2 * size + node]
        scratch[node] = total
        if cut[node] >= 0:
            matrix[cut[node] * (cuts + 2) + cuts + 1] = total


def write_values(net: Net, size: int, slack: float, room: Room, value: Column) -> None:
    """Write the values of all nodes, those of the cuts being known."""
    (_, target, probability, points, _, cut) = net
    (choice, _, still, _, scratch, _) = room
    for node in range(size):
        if still[node] or cut[node] >= 0:
            continue
        total = 0 * probability[0]
        for edge in open_edges(net, node, NOBODY, choice):
            worth = points[edge]
            if target[edge] >= 0:
                worth += value[target[edge]]
            total += probability[edge] * worth
        if slack != 0:
            total += slack * scratch[2 * size + node]
        value[node] = total


def measure(net: Net, size: int, grain: float, room: Room, value: Column) -> None:
    """How far off each node may be by rounding, as its choice is."""
    (choice, _, _, _, scratch, _) = room
    for node in range(size):
        scratch[2 * size + node] = rounding(net, node, grain, choice, value)


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
    (choice, _, still, _, scratch, _) = room
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
                total += slack * scratch[2 * size + node]
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
