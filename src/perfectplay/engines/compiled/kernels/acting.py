"""Step many games by the actions taken in them: one position at a time, with chance drawn."""

from __future__ import annotations

from perfectplay.engines.compiled.compiler.kernels import Bytes, Floats, Ints, mix
from perfectplay.engines.compiled.kernels.play import UNIT, number_at
from perfectplay.engines.compiled.kernels.words import next_operation
from perfectplay.engines.compiled.program import (
    CHANCE,
    FINAL,
    GAIN,
    LABEL,
    LEAF,
    MAX,
    MIN,
    WEIGHT,
)

ON, DECISION, OVER, UNKNOWN = range(4)
"""The state of a game: at a position whose rules are still to run, at a decision, or over.

Or at a decision with an option that has no column.
"""
WHOLE = -1
"""Stands for the node of a state at the position itself rather than at a choice below it."""


def tree_of(
    words: Ints, at: int, end: int, skip: int, numbers: Floats, nodes_at: Ints, parents: Ints,
    shares: Floats, points: Floats, labels: Ints, stack: Ints,
) -> int:  # fmt: skip
    """A program as nodes, children first; returns the number of nodes, the root being the last.

    `nodes_at` holds the place of each node's operation.
    """
    nodes = 0
    top = 0
    while at < end:
        operation = words[at] & 7
        if operation == LABEL:
            labels[stack[top - 1]] = words[at] >> 5
        elif operation == GAIN:
            points[stack[top - 1]] = number_at(words, at, numbers)
        elif operation == WEIGHT:
            shares[stack[top - 1]] = number_at(words, at, numbers)
        else:
            if operation in (MAX, MIN, CHANCE):
                count = words[at] >> 3
                top -= count
                for i in range(count):
                    parents[stack[top + i]] = nodes
            nodes_at[nodes] = at
            shares[nodes] = 1.0
            points[nodes] = 0.0
            stack[top] = nodes
            top += 1
            nodes += 1
        at = next_operation(words, at, skip)
    return nodes


def drawn(
    node: int, total: float, states: Ints, row: int, skip: int, parents: Ints, shares: Floats
) -> int:
    """An outcome of a chance, drawn with the game's next random number."""
    number = mix(mix(states[row + skip + 1], states[row + skip + 2]), 1)
    states[row + skip + 2] = states[row + skip + 2] + 1
    left = float(number) * UNIT * total
    found = -1
    for child in range(node):
        if parents[child] == node and shares[child] > 0.0 and (found < 0 or left >= 0.0):
            found = child
            left -= shares[child]
    return found


def taken(node: int, label: int, parents: Ints, labels: Ints) -> int:
    """The option with a label, or the one with the lowest label if there is none."""
    found = -1
    for child in range(node):
        if parents[child] == node and (
            found < 0 or labels[child] == label
            or (labels[child] < labels[found] and labels[found] != label)
        ):  # fmt: skip
            found = child
    return found


def act(
    words: Ints, ends: Ints, count: int, skip: int, rows: Ints, first: int, states: Ints,
    acts: Ints, asked: int, numbers: Floats, gains: Floats, payoffs: Floats, landed: Bytes,
    movers: Bytes, masks: Bytes, columns: int, nodes_at: Ints, parents: Ints, shares: Floats,
    points: Floats, labels: Ints, stack: Ints,
) -> None:  # fmt: skip
    """Advance some games from their current decisions, or from a new position.

    A state is the key of a position, the place of the node below it, a seed, and how many numbers
    were drawn with it. `asked` says whether to take the options in `acts`; otherwise games stop at
    their first decision.
    """
    begin = 0
    for i in range(count):
        game = rows[first + i]
        row = game * (skip + 3)
        nodes = tree_of(
            words, begin, ends[i], skip, numbers, nodes_at, parents, shares, points, labels, stack
        )
        node = nodes - 1
        below = states[row + skip]
        while asked == 1 and below >= 0 and nodes_at[node] - begin != below:
            node -= 1
        acting = asked
        going = 1
        while going == 1:
            at = nodes_at[node]
            operation = words[at] & 7
            if operation == LEAF:
                for word in range(skip):
                    states[row + word] = words[at + 1 + word]
                states[row + skip] = WHOLE
                landed[game] = ON
                going = 0
            elif operation == FINAL:
                payoffs[game] = number_at(words, at, numbers)
                landed[game] = OVER
                going = 0
            elif operation == CHANCE:
                total = number_at(words, at + 1, numbers)
                node = drawn(node, total, states, row, skip, parents, shares)
                gains[game] = gains[game] + points[node]
            elif acting == 1:
                node = taken(node, acts[game], parents, labels)
                gains[game] = gains[game] + points[node]
                acting = 0
            else:
                states[row + skip] = WHOLE
                if node < nodes - 1:
                    states[row + skip] = at - begin
                landed[game] = DECISION
                movers[game] = 1 if operation == MIN else 0
                for child in range(node):
                    if parents[child] == node and labels[child] < columns:
                        masks[game * columns + labels[child]] = 1
                    elif parents[child] == node:
                        landed[game] = UNKNOWN
                going = 0
        begin = ends[i]
