"""The method itself: a few sweeps over a game's graph, successors first or start first.

The graph is flat columns: node `i` has the edges `first[i]` to `first[i + 1]`, edge `e` leads to
`target[e]`. Each function here is plain Python over columns, so it runs as it stands on a small
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
    start: int,
    order: Column,
    component: Column,
    visit: Column,
    low: Column,
    cursor: Column,
    stack: Column,
    path: Column,
) -> int:
    """Tarjan's strongly connected components; `order` lists their members, successors first.

    `component` must hold -1, `visit` zeros; the others are scratch. Returns how many components
    there are; they are as many as the nodes exactly if every cycle is a node's edge to itself.
    """
    visits = 1
    listed = 0
    components = 0
    visit[start] = visits
    low[start] = visits
    cursor[start] = first[start]
    stack[0] = start
    path[0] = start
    height = 1
    depth = 1
    while depth > 0:
        node = path[depth - 1]
        deeper = False
        for edge in range(cursor[node], first[node + 1]):
            then = target[edge]
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
            if component[then] < 0 and visit[then] < low[node]:
                low[node] = visit[then]
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


def backward(
    order: Column,
    kind: Column,
    player: Column,
    first: Column,
    target: Column,
    probability: Column,
    points: Column,
    value: Column,
) -> None:
    """Backward induction: the value of every node, successors first; a final's is there already.

    A choice takes the best option's `points + value`, a chance the mean outcome's.
    """
    for node in order:
        if kind[node] == FINAL:
            continue
        edge = first[node]
        best = points[edge] + value[target[edge]]
        if kind[node] == CHANCE:
            best = probability[edge] * best
            for edge in range(first[node] + 1, first[node + 1]):
                best += probability[edge] * (points[edge] + value[target[edge]])
        elif player[node] == 0:
            for edge in range(first[node] + 1, first[node + 1]):
                best = max(best, points[edge] + value[target[edge]])
        else:
            for edge in range(first[node] + 1, first[node + 1]):
                best = min(best, points[edge] + value[target[edge]])
        value[node] = best


def decide(
    kind: Column,
    first: Column,
    target: Column,
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
        best = value[node]
        for edge in range(first[node], first[node + 1]):
            worth = points[edge] + value[target[edge]]
            if abs(worth - best) <= relative * max(abs(worth), abs(best)) + absolute:
                chosen[node] = edge
                break


def follow(kind: Column, first: Column, chosen: Column, flow: Column) -> None:
    """Fix the choices: an option taken has probability one, the others zero.

    `flow` starts as a copy of the edges' probabilities; what is left of the game is a Markov chain.
    """
    for node in range(len(kind)):
        if kind[node] == CHOICE:
            for edge in range(first[node], first[node + 1]):
                flow[edge] = 1 if edge == chosen[node] else 0


def forward(order: Column, first: Column, target: Column, flow: Column, visits: Column) -> None:
    """How often each node arises, start first; `visits` holds one at the start, zeros elsewhere."""
    for place in range(len(order) - 1, -1, -1):
        node = order[place]
        for edge in range(first[node], first[node + 1]):
            if flow[edge] != 0:
                visits[target[edge]] += visits[node] * flow[edge]


def span_scores(
    order: Column,
    first: Column,
    target: Column,
    probability: Column,
    step: Column,
    low: Column,
    high: Column,
) -> None:
    """The least and the greatest running score at each node, in units of `step`."""
    for place in range(len(order) - 1, -1, -1):
        node = order[place]
        if high[node] < low[node]:
            continue
        for edge in range(first[node], first[node + 1]):
            if probability[edge] != 0:
                then = target[edge]
                low[then] = min(low[then], low[node] + step[edge])
                high[then] = max(high[then], high[node] + step[edge])


def mark_scores(
    order: Column,
    first: Column,
    target: Column,
    probability: Column,
    step: Column,
    low: Column,
    offset: Column,
    number: Column,
) -> int:
    """Mark with a 1 in `number` the running scores that occur; returns how many edges they have.

    Node `i` owns the slots `offset[i]` to `offset[i + 1]` of `number`, one for each score from
    `low[i]` up. `number` holds -1 but for the start's score.
    """
    edges = 0
    for place in range(len(order) - 1, -1, -1):
        node = order[place]
        for slot in range(offset[node], offset[node + 1]):
            if number[slot] < 0:
                continue
            score = low[node] + slot - offset[node]
            for edge in range(first[node], first[node + 1]):
                if probability[edge] != 0:
                    then = target[edge]
                    number[offset[then] + score + step[edge] - low[then]] = 1
                    edges += 1
    return edges


def number_scores(order: Column, offset: Column, number: Column) -> int:
    """Number the marked (node, score) pairs, successors first; returns how many there are."""
    count = 0
    for node in order:
        for slot in range(offset[node], offset[node + 1]):
            if number[slot] >= 0:
                number[slot] = count
                count += 1
    return count


def unfold(
    order: Column,
    first: Column,
    target: Column,
    probability: Column,
    label: Column,
    step: Column,
    low: Column,
    offset: Column,
    number: Column,
    node_of: Column,
    score_of: Column,
    first_of: Column,
    target_of: Column,
    probability_of: Column,
    label_of: Column,
) -> None:
    """The graph whose nodes are the (node, running score) pairs, numbered successors first."""
    state = 0
    out = 0
    for node in order:
        for slot in range(offset[node], offset[node + 1]):
            if number[slot] < 0:
                continue
            score = low[node] + slot - offset[node]
            node_of[state] = node
            score_of[state] = score
            first_of[state] = out
            state += 1
            for edge in range(first[node], first[node + 1]):
                if probability[edge] != 0:
                    then = target[edge]
                    target_of[out] = number[offset[then] + score + step[edge] - low[then]]
                    probability_of[out] = probability[edge]
                    label_of[out] = label[edge]
                    out += 1
    first_of[state] = out
