"""The method itself: a few sweeps over a game's graph, successors first or start first.

The graph is flat columns: node `i` has the edges `first[i]` to `first[i + 1]`, edge `e` leads to
`target[e]`. A node has one state, or one for each running score: the states `offset[i]` to
`offset[i + 1]`, side by side, its lane. Edge `e` leads from the first state of its lane to the
state `reach[e]`, from the next to the next, and so on. So a sweep walks the nodes, and inside each
of them its lane.

Each function here is plain Python over columns, so it runs as it stands on a small
game and on exact fractions, and `machine.py` compiles the very same text for a large one. That is
why nothing is allocated here and why a sum begins with its first term: zero would have a type.
"""

from __future__ import annotations

from typing import Any

Column = Any
"""An array, a memory view or a list of numbers; compiled code sees a NumPy array."""

FINAL, CHOICE, CHANCE = 0, 1, 2


def order_components(
    first: Column,
    target: Column,
    order: Column,
    component: Column,
    visit: Column,
    low: Column,
    cursor: Column,
    stack: Column,
    path: Column,
) -> int:
    """Tarjan's strongly connected components; `order` lists their members, successors first.

    Everything is reached from node 0; a target below zero is no edge. `component` must hold -1,
    `visit` zeros; the others are scratch. Returns how many components there are: as many as nodes
    exactly if every cycle is a node's edge to itself.
    """
    visits = 1
    listed = 0
    components = 0
    visit[0] = visits
    low[0] = visits
    cursor[0] = first[0]
    stack[0] = 0
    path[0] = 0
    height = 1
    depth = 1
    while depth > 0:
        node = path[depth - 1]
        deeper = False
        for edge in range(cursor[node], first[node + 1]):
            then = target[edge]
            if then < 0 or component[then] >= 0:
                continue
            if visit[then] == 0:
                visits += 1
                visit[then] = visits
                low[then] = visits
                cursor[node] = edge + 1
                cursor[then] = first[then]
                stack[height] = then
                height += 1
                path[depth] = then
                depth += 1
                deeper = True
                break
            low[node] = min(low[node], visit[then])
        if deeper:
            continue
        depth -= 1
        if depth > 0 and low[node] < low[path[depth - 1]]:
            low[path[depth - 1]] = low[node]
        if low[node] == visit[node]:
            while True:
                height -= 1
                member = stack[height]
                component[member] = components
                order[listed] = member
                listed += 1
                if member == node:
                    break
            components += 1
    return components


def find_loop(first: Column, target: Column) -> int:
    """The first node with an edge to itself, or -1."""
    for node in range(len(first) - 1):
        for edge in range(first[node], first[node + 1]):
            if target[edge] == node:
                return node
    return -1


def order_nodes(units: Column, root: Column, order: Column) -> None:
    """The nodes, successors first: unit by unit, and in a unit the last written first."""
    listed = 0
    for unit in units:
        for node in range(root[unit + 1] - 1, root[unit] - 1, -1):
            order[listed] = node
            listed += 1


def lead_to_nodes(root: Column, target: Column) -> None:
    """Let each edge lead to a node: to a unit's first, or to one written in place."""
    for edge in range(len(target)):
        unit = target[edge]
        target[edge] = root[unit] if unit >= 0 else ~unit


def lay_lanes(
    first: Column, target: Column, step: Column, low: Column, offset: Column, reach: Column
) -> None:
    """Where each edge leads from the first state of its lane; a lane begins at its lowest score."""
    for node in range(len(first) - 1):
        for edge in range(first[node], first[node + 1]):
            then = target[edge]
            reach[edge] = offset[then] + low[node] + step[edge] - low[then]


def backward(
    order: Column,
    kind: Column,
    player: Column,
    first: Column,
    offset: Column,
    reach: Column,
    probability: Column,
    points: Column,
    value: Column,
) -> None:
    """Backward induction: the value of every state, successors first; a final's is there already.

    A choice takes the best option's `points + value`, a chance the mean outcome's.
    """
    for node in order:
        start = first[node]
        stop = first[node + 1]
        state = offset[node]
        if kind[node] == CHANCE:
            for lane in range(offset[node + 1] - state):
                mean = probability[start] * (points[start] + value[reach[start] + lane])
                for edge in range(start + 1, stop):
                    mean += probability[edge] * (points[edge] + value[reach[edge] + lane])
                value[state + lane] = mean
        elif kind[node] == CHOICE and player[node] == 0:
            for lane in range(offset[node + 1] - state):
                best = points[start] + value[reach[start] + lane]
                for edge in range(start + 1, stop):
                    best = max(best, points[edge] + value[reach[edge] + lane])
                value[state + lane] = best
        elif kind[node] == CHOICE:
            for lane in range(offset[node + 1] - state):
                best = points[start] + value[reach[start] + lane]
                for edge in range(start + 1, stop):
                    best = min(best, points[edge] + value[reach[edge] + lane])
                value[state + lane] = best


def decide(
    kind: Column,
    first: Column,
    offset: Column,
    reach: Column,
    points: Column,
    value: Column,
    relative: float,
    absolute: float,
    chosen: Column,
) -> None:
    """The edge each choice takes: the first, in the game's order, that ties with the best."""
    for node in range(len(kind)):
        if kind[node] != CHOICE:
            continue
        state = offset[node]
        for lane in range(offset[node + 1] - state):
            best = value[state + lane]
            for edge in range(first[node], first[node + 1]):
                worth = points[edge] + value[reach[edge] + lane]
                if abs(worth - best) <= relative * max(abs(worth), abs(best)) + absolute:
                    chosen[state + lane] = edge
                    break


def forward(
    order: Column,
    kind: Column,
    first: Column,
    offset: Column,
    reach: Column,
    probability: Column,
    chosen: Column,
    visits: Column,
) -> None:
    """How often each state arises in play, start first; `visits` holds one at the start, else zero.

    What is left of the game when the choices are fixed is a Markov chain.
    """
    for place in range(len(order) - 1, -1, -1):
        node = order[place]
        state = offset[node]
        for lane in range(offset[node + 1] - state):
            often = visits[state + lane]
            if often == 0:
                continue
            if kind[node] == CHOICE:
                visits[reach[chosen[state + lane]] + lane] += often
            else:
                for edge in range(first[node], first[node + 1]):
                    visits[reach[edge] + lane] += often * probability[edge]


def span_scores(
    order: Column, first: Column, target: Column, step: Column, low: Column, high: Column
) -> None:
    """The least and the greatest running score at each node, start first."""
    for place in range(len(order) - 1, -1, -1):
        node = order[place]
        for edge in range(first[node], first[node + 1]):
            then = target[edge]
            low[then] = min(low[then], low[node] + step[edge])
            high[then] = max(high[then], high[node] + step[edge])


def mark_reached(order: Column, first: Column, offset: Column, reach: Column, seen: Column) -> None:
    """Mark the states that can occur with a one, start first; `seen` holds one at the start."""
    for place in range(len(order) - 1, -1, -1):
        node = order[place]
        state = offset[node]
        for lane in range(offset[node + 1] - state):
            if seen[state + lane]:
                for edge in range(first[node], first[node + 1]):
                    seen[reach[edge] + lane] = 1
