"""The method itself: a few sweeps over a game's graph, successors first or start first.

The graph is flat columns: node `i` has the edges `first[i]` to `first[i + 1]`, and edge `e` leads
to `target[e]`. A node has one state, or one for each running score: the states `offset[i]` to
`offset[i + 1]`, side by side, are its lane. Edge `e` leads from the first state of its lane to the
state `reach[e]`, from the second to the one after that, and so on. So a sweep walks over the nodes,
and inside each of them over its lane.

Each function here is plain Python over columns, so it runs unchanged on a small game and on exact
fractions, and `machine.py` compiles the same source for a large one. That is why nothing is
allocated here and why a sum starts with its first term: a zero would have a type.
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
    done: Column,
    path: Column,
    waiting: Column,
) -> int:
    """Tarjan's strongly connected components; `order` lists their members, successors first.

    Inside a component, a node comes once the search is done with it: all its successors come before
    it, except those on the path from the component's first node to it. Everything is reached from
    node 0; a negative target is no edge. `component` must hold -1, `visit` zeros; the others are
    working memory. Returns the number of components.
    """
    visits = 1
    listed = 0
    components = 0
    visit[0] = visits
    low[0] = visits
    cursor[0] = first[0]
    path[0] = 0
    waiting[0] = 0
    height = 0
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
                path[depth] = then
                waiting[depth] = height
                depth += 1
                deeper = True
                break
            low[node] = min(low[node], visit[then])
        if deeper:
            continue
        depth -= 1
        done[height] = node
        height += 1
        if depth > 0 and low[node] < low[path[depth - 1]]:
            low[path[depth - 1]] = low[node]
        if low[node] == visit[node]:
            for place in range(waiting[depth], height):
                component[done[place]] = components
                order[listed] = done[place]
                listed += 1
            height = waiting[depth]
            components += 1
    return components


def number_cyclic(first: Column, target: Column, order: Column, component: Column) -> int:
    """Number the components in which play can cycle, in order; -1 for a unit in none of them.

    A component of several units is one, and so is a unit with an edge to itself. In the literature:
    the non-trivial strongly connected components.
    """
    cyclic = 0
    count = len(order)
    begin = 0
    while begin < count:
        unit = order[begin]
        end = begin + 1
        while end < count and component[order[end]] == component[unit]:
            end += 1
        round_again = end > begin + 1
        for edge in range(first[unit], first[unit + 1]):
            if target[edge] == unit:
                round_again = True
        for place in range(begin, end):
            component[order[place]] = cyclic if round_again else -1
        if round_again:
            cyclic += 1
        begin = end
    return cyclic


def order_nodes(
    units: Column,
    root: Column,
    cyclic: Column,
    first: Column,
    target: Column,
    order: Column,
    component: Column,
) -> None:
    """The nodes, successors first: unit by unit, and within a unit in reverse order of writing.

    `cyclic` numbers the components by unit, `component` by node. A node written in place from which
    play does not come back is on no cycle; such nodes come before those that are.
    """
    listed = 0
    begin = 0
    while begin < len(units):
        number = cyclic[units[begin]]
        end = begin + 1
        while number >= 0 and end < len(units) and cyclic[units[end]] == number:
            end += 1
        for inside in range(1 if number < 0 else 0, 2):
            for place in range(begin, end):
                unit = units[place]
                for node in range(root[unit + 1] - 1, root[unit] - 1, -1):
                    if number >= 0 and not inside:
                        for edge in range(first[node], first[node + 1]):
                            then = target[edge]
                            if (cyclic[then] if then >= 0 else component[~then]) == number:
                                component[node] = number
                    if number < 0 or (component[node] == number) == (inside == 1):
                        order[listed] = node
                        listed += 1
        begin = end


def lead_to_nodes(root: Column, target: Column) -> None:
    """Let each edge lead to a node: the first of a unit, or one written in place."""
    for edge in range(len(target)):
        unit = target[edge]
        target[edge] = root[unit] if unit >= 0 else ~unit


def first_edges(first: Column, root: Column, begin: Column) -> None:
    """Where the edges of each unit begin."""
    for unit in range(len(root)):
        begin[unit] = first[root[unit]]


def count_up(column: Column) -> None:
    """Number the places of a column."""
    for place in range(len(column)):
        column[place] = place


def lay_lanes(
    first: Column,
    target: Column,
    step: Column,
    low: Column,
    offset: Column,
    reach: Column,
) -> None:
    """Where each edge leads from the first state of its lane; lanes start at the lowest score."""
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
    """Backward induction: the value of every state, successors first; those of finals are given.

    A choice takes the best option's `points + value`, a chance the mean over its outcomes.
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
    grain: float,
    lower: Column,
    upper: Column,
    chosen: Column,
) -> None:
    """The edge each choice takes: the first, in the game's order, that ties with the best.

    An option ties if its bounds overlap those of the choice: rounding cannot separate them.
    """
    for node in range(len(kind)):
        if kind[node] != CHOICE:
            continue
        for state in range(offset[node], offset[node + 1]):
            lane = state - offset[node]
            for edge in range(first[node], first[node + 1]):
                then = reach[edge] + lane
                after = (points[edge], lower[then], upper[then])
                if overlap(after, lower[state], upper[state], grain):
                    chosen[state] = edge
                    break


def overlap(after: tuple[Any, Any, Any], least: Any, most: Any, grain: float) -> bool:
    """Whether some points plus the bounds of what follows overlap the bounds of a choice.

    `grain` is the rounding of a float.

    >>> overlap((1, 0.5, 0.7), 1.6, 1.8, 2**-53), overlap((1, 0.5, 0.7), 1.8, 1.9, 2**-53)
    (True, False)
    """
    points, lower, upper = after
    slack = 0 * least
    if points != 0:
        slack += 2 * grain * (abs(points) + max(abs(least), abs(most)))
    return bool(points + lower <= most + slack and points + upper >= least - slack)


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
    """How often each state occurs in play, start first; `visits` is one at the start, else zero.

    With the choices fixed, the game is a Markov chain.
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
    order: Column,
    component: Column,
    first: Column,
    target: Column,
    step: Column,
    low: Column,
    high: Column,
) -> None:
    """The lowest and the highest running score at each node, start first.

    No points are scored inside a component, so all its nodes have the same scores.
    """
    end = len(order)
    while end > 0:
        begin = end - 1
        number = component[order[begin]] if len(component) > 0 else -1
        while number >= 0 and begin > 0 and component[order[begin - 1]] == number:
            begin -= 1
        least = low[order[begin]]
        greatest = high[order[begin]]
        for place in range(begin + 1, end):
            least = min(least, low[order[place]])
            greatest = max(greatest, high[order[place]])
        for place in range(begin, end):
            node = order[place]
            low[node] = least
            high[node] = greatest
            for edge in range(first[node], first[node + 1]):
                then = target[edge]
                if number < 0 or component[then] != number:
                    low[then] = min(low[then], least + step[edge])
                    high[then] = max(high[then], greatest + step[edge])
        end = begin


def mark_reached(
    order: Column,
    component: Column,
    first: Column,
    target: Column,
    offset: Column,
    reach: Column,
    reachable: Column,
) -> None:
    """Mark the possible states with a one, start first; `reachable` is one at the start.

    If one node of a component can have a score, all its nodes can.
    """
    end = len(order)
    while end > 0:
        begin = end - 1
        number = component[order[begin]] if len(component) > 0 else -1
        while number >= 0 and begin > 0 and component[order[begin - 1]] == number:
            begin -= 1
        state = offset[order[begin]]
        for lane in range(offset[order[begin] + 1] - state):
            for place in range(begin, end):
                if reachable[offset[order[place]] + lane]:
                    reachable[state + lane] = 1
            if reachable[state + lane]:
                for place in range(begin, end):
                    node = order[place]
                    reachable[offset[node] + lane] = 1
                    for edge in range(first[node], first[node + 1]):
                        if number < 0 or component[target[edge]] != number:
                            reachable[reach[edge] + lane] = 1
        end = begin
