"""Best play from programs: the probability of reaching each position, and simulated games."""

from __future__ import annotations

from perfectplay.engines.compiled.compiler.kernels import (
    Bytes,
    Floats,
    Ints,
    Ints32,
    mix,
    unbits,
)
from perfectplay.engines.compiled.kernels.words import (
    is_part,
    next_operation,
    part_end,
    part_start,
)
from perfectplay.engines.compiled.program import (
    CHANCE,
    FINAL,
    FLOAT,
    GAIN,
    LEAF,
    LISTED,
    MAX,
    MIN,
    WEIGHT,
)

TIE = 4e-12
"""Options closer than this, relatively, count as equally good; the first of them is taken."""
UNIT = 2.0**-63
INNER, ROLLED = -1, -2
"""Marks nodes that do not end: at a choice, and at a chance."""
FRESH, FOLLOWED = 1, 2
"""The marks of positions that best play reaches: still to be followed, or followed."""


def number_at(words: Ints, at: int, numbers: Floats) -> float:
    """The number in a word, or in the word after it."""
    form = words[at] >> 3 & 3
    if form == LISTED:
        return numbers[4 * (words[at] >> 5)]
    if form == FLOAT:
        return unbits(words[at + 1])
    return float(words[at] >> 5)


def middle(place: int, bounds: Floats, mirror: float) -> float:
    """The midpoint of the bounds at an index, or for its mirror image."""
    if place >= 0:
        return (bounds[2 * place] - bounds[2 * place + 1]) / 2.0
    place = -1 - place
    return mirror - (bounds[2 * place] - bounds[2 * place + 1]) / 2.0


def payoff_at(words: Ints, at: int, numbers: Floats, finals: Floats, least: Ints) -> float:
    """What a payoff is worth under the objective."""
    if not least[0]:
        return number_at(words, at, numbers)
    place = (words[at] >> 5) - least[1]
    if (words[at] >> 3 & 3) == LISTED:
        place = (words[at] >> 5) + least[2]
    return finals[2 * place]


def outline(
    words: Ints, at: int, end: int, skip: int, leaves: Ints32, leaf: int, bounds: Floats,
    numbers: Floats, finals: Floats, least: Ints, mirror: float, parents: Ints, shares: Floats,
    ends: Ints, values: Floats, points: Floats, stack: Ints,
) -> int:  # fmt: skip
    """A program as a tree with its choices made; returns the number of nodes, the root being last.

    Each node has a parent, the share of the parent's games that reach it, and the points scored on
    the way. `ends` holds the number of a leaf or, from `LEAVES` up, the word of a payoff; for other
    nodes it is `INNER`, or `ROLLED` where chance decides.
    """
    nodes = 0
    top = 0
    first = leaf
    back = 0
    stop = 0
    while at < end:
        word = words[at]
        if is_part(word):
            back = at + 1
            stop = end
            at = part_start(word)
            end = part_end(word)
        operation = words[at] & 7
        if operation == LEAF:
            values[nodes] = middle(leaves[leaf], bounds, mirror)
            ends[nodes] = leaf - first
            leaf += 1
        elif operation == FINAL:
            values[nodes] = payoff_at(words, at, numbers, finals, least)
            ends[nodes] = at + LEAVES
        if operation in (LEAF, FINAL):
            shares[nodes] = 1.0
            points[nodes] = 0.0
            stack[top] = nodes
            top += 1
            nodes += 1
        elif operation == GAIN:
            points[stack[top - 1]] = number_at(words, at, numbers)
            values[stack[top - 1]] = values[stack[top - 1]] + number_at(words, at, numbers)
        elif operation == WEIGHT:
            shares[stack[top - 1]] = number_at(words, at, numbers)
        else:
            count = words[at] >> 3
            top -= count
            best = values[stack[top]]
            mean = 0.0
            total = 1.0
            if operation == CHANCE:
                total = number_at(words, at + 1, numbers)
            for i in range(count):
                node = stack[top + i]
                parents[node] = nodes
                if operation == CHANCE:
                    shares[node] = shares[node] / total
                    mean += shares[node] * values[node]
                elif operation == MAX:
                    best = max(best, values[node])
                else:
                    best = min(best, values[node])
            taken = 0
            for i in range(count):
                node = stack[top + i]
                if operation in (MAX, MIN):
                    near = abs_of(values[node] - best) <= TIE * max(1.0, abs_of(best))
                    shares[node] = 1.0 if near and taken == 0 else 0.0
                    taken += near
            values[nodes] = mean if operation == CHANCE else best
            ends[nodes] = ROLLED if operation == CHANCE else INNER
            shares[nodes] = 1.0
            points[nodes] = 0.0
            stack[top] = nodes
            top += 1
            nodes += 1
        at = next_operation(words, at, skip)
        if at == end and back > 0:
            at = back
            end = stop
            back = 0
    return nodes


LEAVES = 1 << 40
"""Beyond the numbers of all leaves."""


def abs_of(x: float) -> float:
    """The absolute value."""
    return x if x >= 0.0 else -x


def flow(
    first: int, last: int, base: int, leaf: int, shapes: Ints32, starts: Ints, words: Ints,
    sizes: Ints, leaves: Ints32, places: Ints32, ordered: int, bounds: Floats, numbers: Floats,
    finals: Floats, least: Ints, mirror: float, waiting: Floats, visits: Floats, payoffs: Floats,
    rolls: Floats, parents: Ints, shares: Floats, ends: Ints, values: Floats, points: Floats,
    stack: Ints,
) -> None:  # fmt: skip
    """Let the games waiting at some positions continue, starting with the last position.

    The numbers of `waiting` games and of `visits` are at `2 * i` for position `i`, and right after
    that for its mirror image. Finished games are counted in `payoffs`, from the lowest payoff up,
    and those of mirror images under the negated payoff. The number of chance events is added to
    `rolls`.
    """
    for turn in range(last - first):
        i = last - 1 - turn
        shape = shapes[i - base]
        leaf -= sizes[shape]
        place = i
        if ordered:
            place = places[i]
        plain = waiting[2 * place]
        turned = waiting[2 * place + 1]
        if plain + turned > 0.0:
            waiting[2 * place] = 0.0
            waiting[2 * place + 1] = 0.0
            visits[2 * place] = visits[2 * place] + plain
            visits[2 * place + 1] = visits[2 * place + 1] + turned
            nodes = outline(
                words, starts[shape], starts[shape + 1], 0, leaves, leaf, bounds, numbers, finals,
                least, mirror, parents, shares, ends, values, points, stack
            )  # fmt: skip
            values[nodes - 1] = 1.0
            for k in range(1, nodes):
                node = nodes - 1 - k
                values[node] = values[parents[node]] * shares[node]
            for node in range(nodes):
                share = values[node]
                if ends[node] == ROLLED:
                    rolls[0] = rolls[0] + (plain + turned) * share
                if ends[node] >= LEAVES:
                    payoff = words[ends[node] - LEAVES] >> 5
                    payoffs[payoff - least[1]] = payoffs[payoff - least[1]] + plain * share
                    if turned > 0.0:
                        payoffs[-payoff - least[1]] = payoffs[-payoff - least[1]] + turned * share
                elif ends[node] >= 0:
                    to = 2 * leaves[leaf + ends[node]]
                    if to >= 0:
                        waiting[to] = waiting[to] + plain * share
                        waiting[to + 1] = waiting[to + 1] + turned * share
                    else:
                        to = -2 - to
                        waiting[to + 1] = waiting[to + 1] + plain * share
                        waiting[to] = waiting[to] + turned * share


def mark(
    first: int, last: int, base: int, leaf: int, shapes: Ints32, starts: Ints, words: Ints,
    sizes: Ints, leaves: Ints32, places: Ints32, ordered: int, bounds: Floats, numbers: Floats,
    finals: Floats, least: Ints, mirror: float, marks: Bytes, parents: Ints, shares: Floats,
    ends: Ints, values: Floats, points: Floats, stack: Ints,
) -> int:  # fmt: skip
    """Mark what best play reaches from fresh positions, last first; returns how many they are.

    The mark of position `i` is at `2 * i`, followed by that of its mirror image.
    """
    followed = 0
    for turn in range(last - first):
        i = last - 1 - turn
        shape = shapes[i - base]
        leaf -= sizes[shape]
        place = i
        if ordered:
            place = places[i]
        plain = marks[2 * place] == FRESH
        turned = marks[2 * place + 1] == FRESH
        if plain or turned:
            followed += 1
            nodes = outline(
                words, starts[shape], starts[shape + 1], 0, leaves, leaf, bounds, numbers, finals,
                least, mirror, parents, shares, ends, values, points, stack
            )  # fmt: skip
            values[nodes - 1] = 1.0
            for k in range(1, nodes):
                node = nodes - 1 - k
                values[node] = 0.0
                if values[parents[node]] > 0.0 and shares[node] > 0.0:
                    values[node] = 1.0
            if plain:
                marks[2 * place] = FOLLOWED
            if turned:
                marks[2 * place + 1] = FOLLOWED
            for node in range(nodes):
                if ends[node] >= LEAVES:
                    values[node] = 0.0
                if ends[node] >= 0 and values[node] > 0.0:
                    to = 2 * leaves[leaf + ends[node]]
                    image = to + 1
                    if to < 0:
                        image = -2 - to
                        to = image + 1
                    if plain and marks[to] == 0:
                        marks[to] = FRESH
                    if turned and marks[image] == 0:
                        marks[image] = FRESH
    return followed


def left_waiting(first: int, last: int, places: Ints32, ordered: int, waiting: Floats) -> float:
    """How many games are still waiting at some positions."""
    found = 0.0
    for i in range(first, last):
        place = i
        if ordered:
            place = places[i]
        found += waiting[2 * place] + waiting[2 * place + 1]
    return found


def draw(
    out: Ints, ends_of: Ints, count: int, skip: int, leaves: Ints32, bounds: Floats,
    numbers: Floats, finals: Floats, least: Ints, mirror: float, games: Ints, seed: int, step: int,
    keys: Ints, over: Bytes, scores: Floats, parents: Ints, shares: Floats, ends: Ints,
    values: Floats, points: Floats, stack: Ints,
) -> None:  # fmt: skip
    """Advance some games by one position: chance is drawn, choices are optimal.

    `keys` are replaced by those of the next positions; a game that is `over` has its final score.
    """
    at = 0
    leaf = 0
    for i in range(count):
        nodes = outline(
            out, at, ends_of[i], skip, leaves, leaf, bounds, numbers, finals, least, mirror,
            parents, shares, ends, values, points, stack
        )  # fmt: skip
        chance = float(mix(mix(mix(seed, games[i]), step), 1)) * UNIT
        found = -1
        values[nodes - 1] = 1.0
        for k in range(1, nodes):
            node = nodes - 1 - k
            values[node] = values[parents[node]] * shares[node]
        for node in range(nodes):
            if ends[node] >= 0 and values[node] > 0.0 and chance >= 0.0:
                found = node
                chance -= values[node]
        node = found
        while node < nodes - 1:
            scores[i] = scores[i] + points[node]
            node = parents[node]
        place = 0
        while at < ends_of[i]:
            operation = out[at] & 7
            if operation == LEAF:
                if ends[found] == place:
                    for word in range(skip):
                        keys[i * skip + word] = out[at + 1 + word]
                place += 1
            elif operation == FINAL and ends[found] == at + LEAVES:
                over[i] = 1
                scores[i] = scores[i] + number_at(out, at, numbers)
            at = next_operation(out, at, skip)
        leaf += place
