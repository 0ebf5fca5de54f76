"""Strategy iteration in a component: positions from which play can come back to where it was.

The sweeps in `sweeps` go through a graph once, successors first. Among the nodes of a component (a
strongly connected component) there is no such order, so their values are found together: settle
what everybody chooses, solve the linear equations of the Markov chain that is left, let the players
improve their choices, and so on until nobody can.

Play that never ends needs care. Where it scores nothing any more, it is worth `forever`; a player
may prefer that to every way out, though no single step is better than another. So a player who
cannot improve a step also looks for a set of nodes in which to stay for ever. Where endless play
scores again and again, its worth is infinite or undefined, and that is reported.

What is found here need not be trusted: `proofs` proves it.

A component is a `net` of its own: the nodes are numbered from 0, node `i` has the edges
`first[i]` to `first[i + 1]`, and `who[i]` chooses among them: player 0, player 1 or chance, which is -1. Edge `e`
brings `points[e]` and leads to `target[e]`, or out of the component if that is -1: then its points
count what lies beyond. As in `sweeps`, the text runs as plain Python, on exact fractions too, and
compiles. `grain` is the rounding of a float, 2 ** -53, and 0 where numbers are exact.
"""

from __future__ import annotations

from typing import Any

from perfectplay.engines.graph.induction import Column

Net = Any
"""The columns `first`, `target`, `probability`, `points`, `who` and `cut` of a component."""

NOBODY, BOTH = -1, 2
"""Who is free to choose, beside player 0 alone or player 1 alone."""

FINE, PIT, GROWS, UNDEFINED, LOOSE = 0, 1, 2, 3, 4
"""How the solving of a component ends: well; a player is kept in a place that scores for ever; a
player can score for ever; endless play scores up and down, in all nothing; no bounds hold."""

ITERATIONS = 2_000
"""The most iterations; a few are the rule."""
QUICK_ITERATIONS = 30
MOST_CUTS = 128
"""Up to so many cuts the equations of floats are solved directly, beyond by iteration."""
SWEEPS = 20_000
CLOSE = 4
"""How many roundings apart two values may be to count as one that does not change any more."""
SLACK = 16
"""How many roundings better an option must be to be taken for better."""
TIE = 1 << 15
"""How many roundings apart two values may be to be taken for equal: about 4e-12, relatively."""


def find_cuts(net: Net, size: int) -> int:
    """Number the cuts: the nodes to which one before them leads, or they themselves."""
    (first, target, _, _, _, cut) = net
    for node in range(size):
        cut[node] = -1
    for node in range(size):
        for edge in range(first[node], first[node + 1]):
            if target[edge] >= node:
                cut[target[edge]] = 0
    cuts = 0
    for node in range(size):
        if cut[node] == 0:
            cut[node] = cuts
            cuts += 1
    return cuts


def lead_out(net: Net, size: int, free: int, choice: Column, mark: Column) -> int:
    """Mark the nodes from which play can leave the component, or get to a node marked before.

    Who is free takes the first edge on such a way, the others keep to their choice. Returns how
    many nodes are not marked.
    """
    (first, target, _, _, who, _) = net
    left = size
    before = size + 1
    while 0 < left < before:
        before = left
        left = 0
        for node in range(size):
            if mark[node]:
                continue
            start = first[node]
            stop = first[node + 1]
            if who[node] >= 0 and free != BOTH and free != who[node]:
                start = choice[node]
                stop = start + 1
            for edge in range(start, stop):
                if target[edge] < 0 or mark[target[edge]]:
                    mark[node] = 1
                    choice[node] = edge
                    break
            if not mark[node]:
                left += 1
    return left


def stay_put(net: Net, size: int, free: int, choice: Column, mark: Column) -> int:
    """Leave those nodes marked among which play can stay for ever, scoring nothing.

    Who is free may take any edge, the others keep to their choice. Returns how many are left.
    """
    (first, target, _, points, who, _) = net
    left = 0
    before = -1
    while left != before:
        before = left
        left = 0
        for node in range(size):
            if not mark[node]:
                continue
            start = first[node]
            stop = first[node + 1]
            if who[node] >= 0 and free != BOTH and free != who[node]:
                start = choice[node]
                stop = start + 1
            good = 0
            for edge in range(start, stop):
                if target[edge] >= 0 and mark[target[edge]] and points[edge] == 0:
                    good += 1
            if good == 0 or (who[node] < 0 and good < stop - start):
                mark[node] = 0
            else:
                left += 1
    return left


def settle(net: Net, size: int, mover: int, choice: Column, mark: Column) -> None:
    """Let a player stay among the marked nodes: take the first edge that does."""
    (first, target, _, points, who, _) = net
    for node in range(size):
        if mark[node] and who[node] == mover:
            for edge in range(first[node], first[node + 1]):
                if target[edge] >= 0 and mark[target[edge]] and points[edge] == 0:
                    choice[node] = edge
                    break


def evaluate(
    net: Net,
    size: int,
    cuts: int,
    forever: Any,
    grain: float,
    slack: float,
    choice: Column,
    value: Column,
    mark: Column,
    still: Column,
    scratch: Column,
    matrix: Column,
) -> int:
    """The values of the Markov chain that is left when all choices are made.

    Nodes among which play stays for ever without scoring are worth `forever`. From the others it
    must be possible to leave, else nothing is written: PIT. With `slack`, each node gets so many
    times its own rounding on top, as bounds need.

    An edge to a node that does not come before is cut: the node's value is an unknown. One sweep
    for each unknown tells how all nodes depend on it, and a small dense system is left.
    """
    (first, target, probability, points, who, cut) = net
    for node in range(size):
        mark[node] = 0
        still[node] = 0
    if lead_out(net, size, NOBODY, choice, mark) > 0:
        for node in range(size):
            still[node] = 1 - mark[node]
        stay_put(net, size, NOBODY, choice, still)
        for node in range(size):
            if still[node]:
                mark[node] = 1
                value[node] = forever
        if lead_out(net, size, NOBODY, choice, mark) > 0:
            return PIT
    if len(matrix) < cuts * (cuts + 1):
        iterate(net, size, grain, slack, choice, value, still)
        return FINE
    width = cuts + 1
    for column in range(width + 1):
        if column == width:
            solve_equations(matrix, cuts)
            for node in range(size):
                if cut[node] >= 0 and not still[node]:
                    value[node] = matrix[cut[node] * width + cuts]
        for node in range(size):
            if still[node]:
                continue
            start = first[node]
            stop = first[node + 1]
            if who[node] >= 0:
                start = choice[node]
                stop = start + 1
            total = 0 * probability[start]
            for edge in range(start, stop):
                then = target[edge]
                worth = 0 * probability[start]
                if column >= cuts:
                    worth += points[edge]
                if then >= 0:
                    if column == width or still[then]:
                        if column >= cuts:
                            worth += value[then]
                    elif cut[then] < 0:
                        worth += scratch[then]
                    elif cut[then] == column:
                        worth += 1
                total += probability[edge] * worth
            if column >= cuts and slack != 0:
                total += slack * rounding(net, node, start, stop, grain, value)
            scratch[node] = total
            if column == width:
                if cut[node] < 0:
                    value[node] = total
            elif cut[node] >= 0:
                matrix[cut[node] * width + column] = total
    return FINE


def rounding(net: Net, node: int, start: int, stop: int, grain: float, value: Column) -> Any:
    """How far what a node leads to may be off by the rounding of floats, as `proofs` reckons it."""
    (_, target, probability, points, who, _) = net
    base = 0 * probability[start]
    spread = 0 * probability[start]
    scored = 0 * probability[start]
    for edge in range(start, stop):
        worth = points[edge]
        if target[edge] >= 0:
            worth += value[target[edge]]
            if points[edge] != 0:
                scored += probability[edge] * 2 * (abs(worth) + abs(points[edge]))
        if edge == start:
            base = worth
        spread += probability[edge] * abs(worth - base)
    if who[node] < 0:
        scored += (stop - start + 4) * spread + 2 * (abs(base) + spread)
    return grain * scored


def iterate(
    net: Net,
    size: int,
    grain: float,
    slack: float,
    choice: Column,
    value: Column,
    still: Column,
) -> None:
    """The values of the chain by iteration, until they do not change any more."""
    (first, target, probability, points, who, _) = net
    for _ in range(SWEEPS):
        moved = False
        for node in range(size):
            if still[node]:
                continue
            start = first[node]
            stop = first[node + 1]
            if who[node] >= 0:
                start = choice[node]
                stop = start + 1
            total = 0 * probability[start]
            for edge in range(start, stop):
                worth = points[edge]
                if target[edge] >= 0:
                    worth += value[target[edge]]
                total += probability[edge] * worth
            if slack != 0:
                total += slack * rounding(net, node, start, stop, grain, value)
            if abs(total - value[node]) > CLOSE * grain * abs(total):
                moved = True
            value[node] = total
        if not moved:
            break


def solve_equations(matrix: Column, size: int) -> None:
    """Solve x = A x + b; the rows hold A and then b, which becomes x."""
    width = size + 1
    for row in range(size):
        for column in range(size):
            matrix[row * width + column] = -matrix[row * width + column]
        matrix[row * width + row] += 1
    for pivot in range(size):
        best = pivot
        for row in range(pivot + 1, size):
            if abs(matrix[row * width + pivot]) > abs(matrix[best * width + pivot]):
                best = row
        if matrix[best * width + pivot] == 0:
            continue  # rounding has eaten up a way out; the proof will tell
        for column in range(width):
            swapped = matrix[pivot * width + column]
            matrix[pivot * width + column] = matrix[best * width + column]
            matrix[best * width + column] = swapped
        for row in range(size):
            if row != pivot and matrix[row * width + pivot] != 0:
                share = matrix[row * width + pivot] / matrix[pivot * width + pivot]
                for column in range(pivot, width):
                    matrix[row * width + column] -= share * matrix[pivot * width + column]
    for row in range(size):
        if matrix[row * width + row] != 0:
            matrix[row * width + size] = matrix[row * width + size] / matrix[row * width + row]


def improve(net: Net, size: int, mover: int, grain: float, choice: Column, value: Column) -> int:
    """Let a player, or both, take a better option wherever there is one; returns where."""
    (first, target, _, points, who, _) = net
    switched = 0
    for node in range(size):
        if who[node] < 0 or (mover != BOTH and who[node] != mover):
            continue
        sign = 1 - 2 * who[node]
        taken = choice[node]
        best = points[taken]
        if target[taken] >= 0:
            best += value[target[taken]]
        for edge in range(first[node], first[node + 1]):
            worth = points[edge]
            if target[edge] >= 0:
                worth += value[target[edge]]
            if sign * (worth - best) > SLACK * grain * (abs(worth) + abs(best)):
                best = worth
                choice[node] = edge
        if choice[node] != taken:
            switched += 1
    return switched


def mark_worse(
    size: int, mover: int, forever: Any, grain: float, value: Column, mark: Column
) -> None:
    """Mark the nodes that are worth less to a player than endless play."""
    sign = 1 - 2 * mover
    for node in range(size):
        gain = sign * (forever - value[node])
        mark[node] = gain > TIE * grain * (abs(value[node]) + abs(forever))


def respond(
    net: Net,
    size: int,
    cuts: int,
    mover: int,
    known: bool,
    forever: Any,
    grain: float,
    choice: Column,
    value: Column,
    mark: Column,
    still: Column,
    scratch: Column,
    matrix: Column,
) -> int:
    """A player's best answer to what the other one chooses, and the values of that.

    If `known`, the values of the choices as they are have been found already.
    """
    again = known
    looking = True
    for _ in range(ITERATIONS):
        if not again:
            status = evaluate(
                net, size, cuts, forever, grain, 0.0, choice, value, mark, still, scratch, matrix
            )
            if status != FINE and looking:
                looking = False
                look_for_rest(net, size, mover, choice, mark, still)
                continue
            if status != FINE:
                return GROWS if known else PIT
        again = False
        looking = False
        known = True
        if improve(net, size, mover, grain, choice, value) == 0:
            mark_worse(size, mover, forever, grain, value, mark)
            if stay_put(net, size, mover, choice, mark) == 0:
                return FINE
            settle(net, size, mover, choice, mark)
    return FINE


def look_for_rest(
    net: Net, size: int, mover: int, choice: Column, mark: Column, still: Column
) -> None:
    """Let a player leave the component where that is possible, else go where nothing is scored."""
    for node in range(size):
        mark[node] = 0
    if lead_out(net, size, mover, choice, mark) > 0:
        for node in range(size):
            still[node] = 1 - mark[node]
        stay_put(net, size, mover, choice, still)
        settle(net, size, mover, choice, still)
        for node in range(size):
            if still[node]:
                mark[node] = 1
        lead_out(net, size, mover, choice, mark)


def stall(net: Net, size: int, mover: int, grain: float, value: Column, mark: Column) -> int:
    """Among the marked nodes, find where a player can stay unless the other accepts less.

    Nothing is scored there, the player stays at no cost, and the other one has no way out that is
    as good as the value. So if the value is better for the other one than endless play, it is too
    good. Returns how many nodes stay marked.
    """
    (first, target, _, points, who, _) = net
    left = 0
    before = -1
    while left != before:
        before = left
        left = 0
        for node in range(size):
            if not mark[node]:
                continue
            good = 0
            bad = 0
            for edge in range(first[node], first[node + 1]):
                then = target[edge]
                worth = points[edge]
                if then >= 0:
                    worth += value[then]
                if who[node] >= 0 and abs(worth - value[node]) > TIE * grain * abs(worth):
                    continue
                if then >= 0 and mark[then] and points[edge] == 0:
                    good += 1
                else:
                    bad += 1
            if good == 0 or (bad > 0 and who[node] != mover):
                mark[node] = 0
            else:
                left += 1
    return left


def settle_tied(
    net: Net, size: int, mover: int, grain: float, choice: Column, value: Column, mark: Column
) -> None:
    """Let a player stay among the marked nodes by options that are as good as the best."""
    (first, target, _, points, who, _) = net
    for node in range(size):
        if not mark[node] or who[node] != mover:
            continue
        for edge in range(first[node], first[node + 1]):
            then = target[edge]
            if then < 0 or not mark[then] or points[edge] != 0:
                continue
            if abs(value[then] - value[node]) <= TIE * grain * abs(value[then]):
                choice[node] = edge
                break


def goes_nowhere(
    net: Net,
    size: int,
    mover: int,
    grain: float,
    choice: Column,
    value: Column,
    mark: Column,
    still: Column,
) -> bool:
    """Whether a player can score for ever, up and down, and lose nothing by it.

    The nodes where that is so stay marked: those from which play can stay among them by options
    that are as good as the best, and can always score again.
    """
    (first, target, _, points, who, _) = net
    for node in range(size):
        mark[node] = 1
    left = size
    before = size + 1
    while 0 < left < before:
        before = left
        for node in range(size):
            still[node] = 0
        moved = True
        while moved:
            moved = False
            for node in range(size):
                if not mark[node]:
                    continue
                start = first[node]
                stop = first[node + 1]
                if who[node] == 1 - mover:
                    start = choice[node]
                    stop = start + 1
                good = 0
                scores = False
                for edge in range(start, stop):
                    then = target[edge]
                    if then < 0 or not mark[then]:
                        continue
                    gap = abs(points[edge] + value[then] - value[node])
                    scale = abs(value[then]) + abs(points[edge]) + abs(value[node])
                    if who[node] >= 0 and gap > TIE * grain * scale:
                        continue
                    good += 1
                    if points[edge] != 0 or still[then]:
                        scores = True
                if good == 0 or (who[node] < 0 and good < stop - start):
                    mark[node] = 0
                    moved = True
                elif scores and not still[node]:
                    still[node] = 1
                    moved = True
        left = 0
        for node in range(size):
            mark[node] = mark[node] * still[node]
            left += mark[node]
    return left > 0


def start_out(net: Net, size: int, choice: Column, mark: Column) -> None:
    """Choices by which play leaves the component as soon as it can."""
    (first, _, _, _, _, _) = net
    for node in range(size):
        mark[node] = 0
        choice[node] = first[node]
    lead_out(net, size, BOTH, choice, mark)


def solve_component(
    net: Net,
    size: int,
    cuts: int,
    forever: Any,
    grain: float,
    choice: Column,
    value: Column,
    mark: Column,
    still: Column,
    scratch: Column,
    matrix: Column,
) -> int:
    """Values and choices of all nodes of a component.

    First both players improve at once, which is quick and nearly always right. Then one of them
    (the one to whom the component's points are bad, if it has points) gives the best answer to each
    choice of the other, who improves on that: this never fails to get better.
    """
    (first, target, _, points, who, _) = net
    moves_first = False
    moves_second = False
    up = False
    down = False
    for node in range(size):
        moves_first = moves_first or who[node] == 0
        moves_second = moves_second or who[node] == 1
        for edge in range(first[node], first[node + 1]):
            if target[edge] >= 0:
                up = up or points[edge] > 0
                down = down or points[edge] < 0
    both = moves_first and moves_second
    start_out(net, size, choice, mark)
    known = False
    for _ in range(QUICK_ITERATIONS):
        status = evaluate(
            net, size, cuts, forever, grain, 0.0, choice, value, mark, still, scratch, matrix
        )
        if status != FINE:
            start_out(net, size, choice, mark)
            break
        if improve(net, size, BOTH, grain, choice, value) == 0:
            known = True
            break
    answers = 0 if moves_first and not (both and up and not down) else 1
    status = FINE
    attempts = 0
    for _ in range(ITERATIONS):
        status = respond(
            net,
            size,
            cuts,
            answers,
            known,
            forever,
            grain,
            choice,
            value,
            mark,
            still,
            scratch,
            matrix,
        )
        known = False
        if status != FINE:
            attempts += 1
            if not both or attempts == 3 or (status == PIT and not (up and down)):
                break
            answers = answers if attempts == 1 else 1 - answers
            start_out(net, size, choice, mark)
        elif improve(net, size, 1 - answers, grain, choice, value) == 0:
            mark_worse(size, 1 - answers, forever, grain, value, mark)
            if stall(net, size, 1 - answers, grain, value, mark) == 0:
                break
            settle_tied(net, size, 1 - answers, grain, choice, value, mark)
    if status == FINE and (up or down):
        for mover in range(2):
            if goes_nowhere(net, size, mover, grain, choice, value, mark, still):
                return UNDEFINED
    return status
