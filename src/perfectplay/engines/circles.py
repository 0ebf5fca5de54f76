"""Strategy iteration in a circle: positions from which play can come back to where it was.

The sweeps in `sweeps` go through a graph once, successors first. Among the nodes of a circle (a
strongly connected component) there is no such order, so their values are found together: settle
what everybody chooses, solve the linear equations of the Markov chain that is left, let the players
improve their choices, and so on until nobody can.

Play that never ends needs care. Where it scores nothing any more, it is worth `forever`; a player
may prefer that to every way out, though no single step is better than another. So a player who
cannot improve a step also looks for a set of nodes in which to stay for ever. Where endless play
scores again and again, its worth is infinite or undefined, and that is reported.

What is found here need not be trusted: `proofs` proves it. As in `sweeps`, the text runs as plain
Python, on exact fractions too, and compiles; a node of the circle lies at a place from `begin` to
`end` in the order, and its states in one lane are solved together. `grain` is the rounding of a
float, 2 ** -53, and 0 where numbers are exact.
"""

from __future__ import annotations

from typing import Any

from perfectplay.engines.sweeps import CHANCE, CHOICE, Column, backward

Board = Any
"""The columns of a game: see `board_of` in `cyclic`."""

NOBODY, BOTH = -1, 2
"""Who is free to choose, beside player 0 alone or player 1 alone."""

FINE, PIT, GROWS, UNDEFINED, LOOSE = 0, 1, 2, 3, 4
"""How the solving of a circle ends: well; a player is kept in a place that scores for ever; a player
can score for ever; endless play scores up and down, in all nothing; bounds could not be proved."""

ROUNDS = 2_000
"""The most rounds of improvement; a few are the rule."""
QUICK_ROUNDS = 30
MOST_CUTS = 128
"""Up to so many cuts the equations of floats are solved directly, beyond by iteration."""
SWEEPS = 20_000
CLOSE = 4
"""How many roundings apart two values may be to count as one that does not change any more."""
SLACK = 16
"""How many roundings better an option must be to be taken for better."""
TIE = 1 << 15
"""How many roundings apart two values may be to be taken for equal: about 4e-12, relatively."""


def lead_out(
    board: Board, begin: int, end: int, lane: int, free: int, choice: Column, mark: Column
) -> int:
    """Mark the nodes from which play can leave the circle, or get to a node marked before.

    Who is free takes the first edge on such a way, the others keep to their choice. Returns how
    many nodes are not marked.
    """
    (order, kind, player, first, target, offset, _, _, _, circle, _) = board
    around = circle[order[begin]]
    left = end - begin
    before = left + 1
    while 0 < left < before:
        before = left
        left = 0
        for place in range(begin, end):
            node = order[place]
            if mark[node]:
                continue
            start = first[node]
            stop = first[node + 1]
            if kind[node] == CHOICE and free != BOTH and free != player[node]:
                start = choice[offset[node] + lane]
                stop = start + 1
            for edge in range(start, stop):
                then = target[edge]
                if circle[then] != around or mark[then]:
                    mark[node] = 1
                    if kind[node] == CHOICE:
                        choice[offset[node] + lane] = edge
                    break
            if not mark[node]:
                left += 1
    return left


def stay_put(
    board: Board, begin: int, end: int, lane: int, free: int, choice: Column, mark: Column
) -> int:
    """Leave those nodes marked among which play can stay for ever, scoring nothing.

    Who is free may take any edge, the others keep to their choice. Returns how many are left.
    """
    (order, kind, player, first, target, offset, _, _, points, circle, _) = board
    around = circle[order[begin]]
    left = 0
    before = -1
    while left != before:
        before = left
        left = 0
        for place in range(begin, end):
            node = order[place]
            if not mark[node]:
                continue
            start = first[node]
            stop = first[node + 1]
            if kind[node] == CHOICE and free != BOTH and free != player[node]:
                start = choice[offset[node] + lane]
                stop = start + 1
            good = 0
            for edge in range(start, stop):
                then = target[edge]
                if circle[then] == around and mark[then] and points[edge] == 0:
                    good += 1
            if good == 0 or (kind[node] == CHANCE and good < stop - start):
                mark[node] = 0
            else:
                left += 1
    return left


def settle(
    board: Board, begin: int, end: int, lane: int, mover: int, choice: Column, mark: Column
) -> None:
    """Let a player stay among the marked nodes: take the first edge that does."""
    (order, kind, player, first, target, offset, _, _, points, circle, _) = board
    around = circle[order[begin]]
    for place in range(begin, end):
        node = order[place]
        if mark[node] and kind[node] == CHOICE and player[node] == mover:
            for edge in range(first[node], first[node + 1]):
                then = target[edge]
                if circle[then] == around and mark[then] and points[edge] == 0:
                    choice[offset[node] + lane] = edge
                    break


def evaluate(
    board: Board,
    begin: int,
    end: int,
    lane: int,
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

    An edge to a node that comes later in the order is cut: the node's value is an unknown. One
    sweep for each unknown tells how all nodes depend on it, and a small dense system is left.
    """
    (order, kind, _, first, target, offset, reach, probability, points, circle, cut) = board
    around = circle[order[begin]]
    for place in range(begin, end):
        mark[order[place]] = 0
        still[order[place]] = 0
    if lead_out(board, begin, end, lane, NOBODY, choice, mark) > 0:
        for place in range(begin, end):
            still[order[place]] = 1 - mark[order[place]]
        stay_put(board, begin, end, lane, NOBODY, choice, still)
        for place in range(begin, end):
            node = order[place]
            if still[node]:
                mark[node] = 1
        if lead_out(board, begin, end, lane, NOBODY, choice, mark) > 0:
            return PIT
    cuts = 0
    for place in range(begin, end):
        node = order[place]
        cuts = max(cuts, cut[node] + 1)
        if still[node]:
            value[offset[node] + lane] = forever
    if grain > 0 and cuts > MOST_CUTS:
        return iterate(board, begin, end, lane, grain, slack, choice, value, still)
    width = cuts + 1
    for column in range(width):
        for place in range(begin, end):
            node = order[place]
            if still[node]:
                continue
            start = first[node]
            stop = first[node + 1]
            if kind[node] == CHOICE:
                start = choice[offset[node] + lane]
                stop = start + 1
            total = 0 * probability[start]
            for edge in range(start, stop):
                then = target[edge]
                if circle[then] != around or still[then]:
                    if column == cuts:
                        total += probability[edge] * (points[edge] + value[reach[edge] + lane])
                elif cut[then] >= 0:
                    if column == cuts:
                        total += probability[edge] * points[edge]
                    elif cut[then] == column:
                        total += probability[edge]
                elif column == cuts:
                    total += probability[edge] * (points[edge] + scratch[then])
                else:
                    total += probability[edge] * scratch[then]
            if column == cuts and slack != 0:
                total += slack * rounding(board, node, lane, grain, start, stop, value)
            scratch[node] = total
            if cut[node] >= 0:
                matrix[cut[node] * width + column] = total
    solve_equations(matrix, cuts)
    for place in range(begin, end):
        node = order[place]
        if cut[node] >= 0 and not still[node]:
            value[offset[node] + lane] = matrix[cut[node] * width + cuts]
    for place in range(begin, end):
        node = order[place]
        if cut[node] < 0 and not still[node]:
            start = first[node]
            stop = first[node + 1]
            if kind[node] == CHOICE:
                start = choice[offset[node] + lane]
                stop = start + 1
            total = 0 * probability[start]
            for edge in range(start, stop):
                total += probability[edge] * (points[edge] + value[reach[edge] + lane])
            if slack != 0:
                total += slack * rounding(board, node, lane, grain, start, stop, value)
            value[offset[node] + lane] = total
    return FINE


def rounding(
    board: Board, node: int, lane: int, grain: float, start: int, stop: int, value: Column
) -> Any:
    """How far the mean over some edges of a node may be off, by the rounding of floats."""
    (_, kind, _, _, _, _, reach, probability, points, _, _) = board
    size = 0 * probability[start]
    for edge in range(start, stop):
        size += probability[edge] * (
            abs(points[edge] + value[reach[edge] + lane]) + 2 * abs(points[edge])
        )
    if kind[node] == CHOICE and points[start] == 0:
        return 0 * size
    return grain * (stop - start + 6) * size


def iterate(
    board: Board,
    begin: int,
    end: int,
    lane: int,
    grain: float,
    slack: float,
    choice: Column,
    value: Column,
    still: Column,
) -> int:
    """The values of the chain by iteration, until they do not change any more."""
    (order, kind, _, first, _, offset, reach, probability, points, _, _) = board
    for _ in range(SWEEPS):
        moved = False
        for place in range(begin, end):
            node = order[place]
            if still[node]:
                continue
            state = offset[node] + lane
            start = first[node]
            stop = first[node + 1]
            if kind[node] == CHOICE:
                start = choice[state]
                stop = start + 1
            total = 0 * probability[start]
            for edge in range(start, stop):
                total += probability[edge] * (points[edge] + value[reach[edge] + lane])
            if slack != 0:
                total += slack * rounding(board, node, lane, grain, start, stop, value)
            if abs(total - value[state]) > CLOSE * grain * abs(total):
                moved = True
            value[state] = total
        if not moved:
            break
    return FINE


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
            continue
        if best != pivot:
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


def improve(
    board: Board,
    begin: int,
    end: int,
    lane: int,
    mover: int,
    grain: float,
    value: Column,
    choice: Column,
) -> int:
    """Let a player, or both, take a better option wherever there is one; returns where."""
    (order, kind, player, first, _, offset, reach, _, points, _, _) = board
    switched = 0
    for place in range(begin, end):
        node = order[place]
        if kind[node] != CHOICE or (mover != BOTH and player[node] != mover):
            continue
        state = offset[node] + lane
        sign = 1 - 2 * player[node]
        taken = choice[state]
        best = points[taken] + value[reach[taken] + lane]
        for edge in range(first[node], first[node + 1]):
            worth = points[edge] + value[reach[edge] + lane]
            if sign * (worth - best) > SLACK * grain * (abs(worth) + abs(best)):
                best = worth
                choice[state] = edge
        if choice[state] != taken:
            switched += 1
    return switched


def respond(
    board: Board,
    begin: int,
    end: int,
    lane: int,
    mover: int,
    forever: Any,
    grain: float,
    value: Column,
    choice: Column,
    mark: Column,
    still: Column,
    scratch: Column,
    matrix: Column,
) -> int:
    """A player's best answer to what the other one chooses, and the values of that."""
    (order, _, _, _, _, offset, _, _, _, _, _) = board
    sign = 1 - 2 * mover
    rest = (value, mark, still, scratch, matrix)
    if evaluate(board, begin, end, lane, forever, grain, 0.0, choice, *rest) != FINE:
        for place in range(begin, end):
            mark[order[place]] = 0
        if lead_out(board, begin, end, lane, mover, choice, mark) > 0:
            for place in range(begin, end):
                still[order[place]] = 1 - mark[order[place]]
            stay_put(board, begin, end, lane, mover, choice, still)
            settle(board, begin, end, lane, mover, choice, still)
            for place in range(begin, end):
                if still[order[place]]:
                    mark[order[place]] = 1
            lead_out(board, begin, end, lane, mover, choice, mark)
        if evaluate(board, begin, end, lane, forever, grain, 0.0, choice, *rest) != FINE:
            return PIT
    for _ in range(ROUNDS):
        if improve(board, begin, end, lane, mover, grain, value, choice) == 0:
            for place in range(begin, end):
                node = order[place]
                worth = value[offset[node] + lane]
                gain = sign * (forever - worth)
                mark[node] = gain > TIE * grain * (abs(worth) + abs(forever))
            if stay_put(board, begin, end, lane, mover, choice, mark) == 0:
                return FINE
            settle(board, begin, end, lane, mover, choice, mark)
        if evaluate(board, begin, end, lane, forever, grain, 0.0, choice, *rest) != FINE:
            return GROWS
    return FINE


def stall(
    board: Board,
    begin: int,
    end: int,
    lane: int,
    mover: int,
    grain: float,
    value: Column,
    choice: Column,
    mark: Column,
) -> int:
    """Among the marked nodes, find where a player can stay unless the other accepts less.

    Nothing is scored there, the player stays at no cost, and the other one has no way out that is
    as good as the value. So if the value is better for the other one than endless play, it is too
    good. The player's choices are made; returns how many nodes there are.
    """
    (order, kind, player, first, target, offset, reach, _, points, circle, _) = board
    around = circle[order[begin]]
    left = 0
    before = -1
    while left != before:
        before = left
        left = 0
        for place in range(begin, end):
            node = order[place]
            if not mark[node]:
                continue
            state = offset[node] + lane
            worth = value[state]
            good = 0
            bad = 0
            for edge in range(first[node], first[node + 1]):
                then = target[edge]
                gap = abs(points[edge] + value[reach[edge] + lane] - worth)
                if kind[node] == CHOICE and gap > TIE * grain * abs(worth):
                    continue
                if circle[then] == around and mark[then] and points[edge] == 0:
                    good += 1
                    if good == 1 and kind[node] == CHOICE and player[node] == mover:
                        choice[state] = edge
                else:
                    bad += 1
            if good == 0 or (bad > 0 and (kind[node] == CHANCE or player[node] != mover)):
                mark[node] = 0
            else:
                left += 1
    return left


def goes_nowhere(
    board: Board,
    begin: int,
    end: int,
    lane: int,
    mover: int,
    grain: float,
    value: Column,
    choice: Column,
    mark: Column,
    still: Column,
) -> bool:
    """Whether a player can score for ever, up and down, and lose nothing by it.

    The nodes where that is so stay marked: those from which play can stay among them by options
    that are as good as the best, and can always score again.
    """
    (order, kind, player, first, target, offset, reach, _, points, circle, _) = board
    around = circle[order[begin]]
    for place in range(begin, end):
        mark[order[place]] = 1
    left = end - begin
    before = left + 1
    while 0 < left < before:
        before = left
        for place in range(begin, end):
            still[order[place]] = 0
        moved = True
        while moved:
            moved = False
            for place in range(begin, end):
                node = order[place]
                if not mark[node]:
                    continue
                state = offset[node] + lane
                worth = value[state]
                start = first[node]
                stop = first[node + 1]
                if kind[node] == CHOICE and player[node] != mover:
                    start = choice[state]
                    stop = start + 1
                good = 0
                scores = False
                for edge in range(start, stop):
                    then = target[edge]
                    other = points[edge] + value[reach[edge] + lane]
                    slack = TIE * grain * (abs(worth) + abs(other) + abs(points[edge]))
                    if kind[node] == CHOICE and abs(other - worth) > slack:
                        continue
                    if circle[then] == around and mark[then]:
                        good += 1
                        if points[edge] != 0 or still[then]:
                            scores = True
                if good == 0 or (kind[node] == CHANCE and good < stop - start):
                    mark[node] = 0
                    moved = True
                elif scores and not still[node]:
                    still[node] = 1
                    moved = True
        left = 0
        for place in range(begin, end):
            node = order[place]
            mark[node] = mark[node] * still[node]
            left += mark[node]
    return left > 0


def start_out(
    board: Board, begin: int, end: int, lane: int, choice: Column, mark: Column
) -> None:
    """Choices by which play leaves the circle as soon as it can."""
    (order, _, _, first, _, offset, _, _, _, _, _) = board
    for place in range(begin, end):
        node = order[place]
        mark[node] = 0
        choice[offset[node] + lane] = first[node]
    lead_out(board, begin, end, lane, BOTH, choice, mark)


def solve_circle(
    board: Board,
    begin: int,
    end: int,
    lane: int,
    grain: float,
    value: Column,
    choice: Column,
    mark: Column,
    still: Column,
    scratch: Column,
    matrix: Column,
) -> int:
    """Values and choices of all nodes of a circle, in one lane.

    First both players improve at once, which is quick and nearly always right. Then one of them
    (the one to whom the circle's points are bad, if it has points) gives the best answer to each
    choice of the other, who improves on that: this never fails to get better.
    """
    (order, kind, player, first, target, offset, _, _, points, circle, _) = board
    around = circle[order[begin]]
    forever = value[offset[order[begin]] + lane]
    first_moves = False
    second_moves = False
    up = False
    down = False
    for place in range(begin, end):
        node = order[place]
        if kind[node] == CHOICE:
            first_moves = first_moves or player[node] == 0
            second_moves = second_moves or player[node] == 1
        for edge in range(first[node], first[node + 1]):
            if circle[target[edge]] == around:
                up = up or points[edge] > 0
                down = down or points[edge] < 0
    rest = (mark, still, scratch, matrix)
    start_out(board, begin, end, lane, choice, mark)
    for _ in range(QUICK_ROUNDS):
        if evaluate(board, begin, end, lane, forever, grain, 0.0, choice, value, *rest) != FINE:
            start_out(board, begin, end, lane, choice, mark)
            break
        if improve(board, begin, end, lane, BOTH, grain, value, choice) == 0:
            break
    answers = 0 if first_moves else 1
    if first_moves and second_moves and up and not down:
        answers = 1
    status = FINE
    for attempt in range(3):
        status = answer_in_turn(
            board, begin, end, lane, answers, forever, grain, value, choice, *rest
        )
        if status == FINE or not (first_moves and second_moves):
            break
        if status == PIT and not (up and down):
            break
        answers = answers if attempt == 0 else 1 - answers
        start_out(board, begin, end, lane, choice, mark)
    if status == FINE and (up or down):
        for mover in range(2):
            if goes_nowhere(board, begin, end, lane, mover, grain, value, choice, mark, still):
                return UNDEFINED
    return status


def answer_in_turn(
    board: Board,
    begin: int,
    end: int,
    lane: int,
    answers: int,
    forever: Any,
    grain: float,
    value: Column,
    choice: Column,
    mark: Column,
    still: Column,
    scratch: Column,
    matrix: Column,
) -> int:
    """Strategy iteration: one player answers, the other improves, until neither can."""
    (order, _, _, _, _, offset, _, _, _, _, _) = board
    sign = 1 - 2 * answers
    rest = (mark, still, scratch, matrix)
    for _ in range(ROUNDS):
        status = respond(
            board, begin, end, lane, answers, forever, grain, value, choice, *rest
        )
        if status != FINE:
            return status
        if improve(board, begin, end, lane, 1 - answers, grain, value, choice) == 0:
            for place in range(begin, end):
                node = order[place]
                worth = value[offset[node] + lane]
                gain = sign * (worth - forever)
                mark[node] = gain > TIE * grain * (abs(worth) + abs(forever))
            if stall(board, begin, end, lane, 1 - answers, grain, value, choice, mark) == 0:
                break
    return FINE


def solve_all(
    board: Board,
    grain: float,
    value: Column,
    choice: Column,
    mark: Column,
    still: Column,
    scratch: Column,
    matrix: Column,
    fault: Column,
) -> int:
    """The value of every state, successors first; a final's is there already.

    The states of a circle hold what endless play is worth there. If a circle cannot be solved,
    `fault` tells where it begins and ends in the order, and its lane.
    """
    (order, kind, player, first, _, offset, reach, probability, points, circle, _) = board
    count = len(order)
    begin = 0
    while begin < count:
        around = circle[order[begin]]
        end = begin + 1
        while end < count and circle[order[end]] == around:
            end += 1
        if around < 0:
            nodes = order[begin:end]
            backward(nodes, kind, player, first, offset, reach, probability, points, value)
        else:
            node = order[begin]
            for lane in range(offset[node + 1] - offset[node]):
                status = solve_circle(
                    board, begin, end, lane, grain, value, choice, mark, still, scratch, matrix
                )
                if status != FINE:
                    fault[0] = begin
                    fault[1] = end
                    fault[2] = lane
                    return status
        begin = end
    return FINE


def find_cuts(
    order: Column, first: Column, target: Column, circle: Column, cut: Column, mark: Column
) -> int:
    """Number the cuts of each circle: the nodes to which one before them in the order leads.

    `cut` must hold -1, as it does in the end where no cut is, `mark` zeros. Returns the largest
    number of cuts in a circle.
    """
    for node in order:
        for edge in range(first[node], first[node + 1]):
            then = target[edge]
            if circle[node] >= 0 and circle[then] == circle[node] and not mark[then]:
                cut[then] = 0
        mark[node] = 1
    most = 0
    cuts = 0
    around = -1
    for node in order:
        if circle[node] != around:
            around = circle[node]
            cuts = 0
        if cut[node] == 0:
            cut[node] = cuts
            cuts += 1
            most = max(most, cuts)
    return most
