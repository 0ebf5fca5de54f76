"""How often each node of a component arises in play, when all choices are made.

In the literature: the fundamental matrix of an absorbing Markov chain.
"""

from __future__ import annotations

from perfectplay.engines.graph.cycles.chain import SWEEPS, eliminate, solve_visits
from perfectplay.engines.graph.cycles.net import NOBODY, Net, Room, lead_out, open_edges
from perfectplay.engines.graph.induction import Column

NEGLIGIBLE = 1e-18
"""Where visits are counted by iteration, what is left under way in the end."""


def count_visits(
    net: Net,
    size: int,
    cuts: int,
    endless: float,
    room: Room,
    visits: Column,
    caught: Column,
) -> float:
    """How often each node arises; `visits` holds how often play enters the component there.

    `caught` becomes the probability that play enters there what it never leaves again; the nodes
    there arise `endless` times. As with the values, the visits of the cuts are unknowns. Returns
    how likely play is still under way after more iterations than are made.
    """
    (_, _, probability, _, _, cut) = net
    (choice, mark, _, _, scratch, matrix) = room
    for node in range(size):
        mark[node] = 0
        caught[node] = 0 * probability[0]
    lead_out(net, size, NOBODY, choice, mark)
    width = cuts + 2
    direct = len(matrix) >= cuts * width
    if direct:
        for place in range(cuts * width):
            matrix[place] = 0 * probability[0]
        for row in range(cuts + 1):
            for node in range(size):
                scratch[node] = 0 * probability[0]
                if row == cuts:
                    scratch[node] = visits[node]
                elif cut[node] == row:
                    scratch[node] += 1
            flow(net, size, cuts, row, room)
        eliminate(matrix, cuts)
        solve_visits(matrix, cuts)
    for node in range(size):
        scratch[node] = visits[node]
        if direct and cut[node] >= 0 and mark[node]:
            scratch[node] = matrix[cut[node] * width + cuts + 1]
        visits[node] = 0 * probability[0]
    left = 0.0
    for _ in range(SWEEPS):
        left = spill(net, size, direct, room, visits, caught)
        if direct or left < NEGLIGIBLE:
            left = 0.0
            break
    spread(net, size, endless, room, visits, caught)
    return left


def flow(net: Net, size: int, cuts: int, row: int, room: Room) -> None:
    """Push what is at the nodes along the chain as far as the cuts, and add it up there.

    The rows are those of the cuts from which it comes; what enters is in the column after them.
    """
    (_, target, probability, _, _, cut) = net
    (choice, mark, _, _, scratch, matrix) = room
    width = cuts + 2
    for node in range(size - 1, -1, -1):
        often = scratch[node]
        if not mark[node] or often == 0:
            continue
        if row == cuts and cut[node] >= 0:
            matrix[cut[node] * width + cuts + 1] += often
            continue
        for edge in open_edges(net, node, NOBODY, choice):
            then = target[edge]
            share = often * probability[edge]
            if then < 0 or not mark[then]:
                if row < cuts:
                    matrix[row * width + cuts] += share
            elif cut[then] < 0:
                scratch[then] += share
            elif row < cuts:
                matrix[row * width + cut[then]] += share
            else:
                matrix[cut[then] * width + cuts + 1] += share


def spill(net: Net, size: int, direct: bool, room: Room, visits: Column, caught: Column) -> float:
    """Add what is at the nodes to their visits, and push it on; returns what comes back to cuts.

    Where the visits of the cuts are known, nothing comes back: it is counted already.
    """
    (_, target, probability, _, _, cut) = net
    (choice, mark, _, _, scratch, _) = room
    left = 0.0
    for node in range(size - 1, -1, -1):
        often = scratch[node]
        if often == 0:
            continue
        scratch[node] = 0 * often
        if not mark[node]:
            caught[node] += often
            continue
        visits[node] += often
        for edge in open_edges(net, node, NOBODY, choice):
            then = target[edge]
            share = often * probability[edge]
            if then >= 0 and not mark[then]:
                caught[then] += share
            elif then >= 0 and cut[then] < 0:
                scratch[then] += share
            elif then >= 0 and not direct:
                scratch[then] += share
                left += share
    return left


def spread(net: Net, size: int, endless: float, room: Room, visits: Column, caught: Column) -> None:
    """Where play is caught, it comes by again and again."""
    (_, target, _, _, _, _) = net
    (choice, mark, _, _, _, _) = room
    moved = True
    while moved:
        moved = False
        for node in range(size - 1, -1, -1):
            if mark[node] or (caught[node] == 0 and visits[node] == 0):
                continue
            if visits[node] == 0:
                visits[node] = endless
                moved = True
            for edge in open_edges(net, node, NOBODY, choice):
                if visits[target[edge]] == 0:
                    visits[target[edge]] = endless
                    moved = True
