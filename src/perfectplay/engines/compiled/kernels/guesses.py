"""Guess the values of a layer, and prove bounds around the guesses (see `guessing`).

A guess takes the place of both bounds: it is its own lower and upper bound.
"""

from __future__ import annotations

from perfectplay.engines.compiled.compiler.kernels import Bytes, Floats, Floats32, Ints, Ints32
from perfectplay.engines.compiled.kernels.play import number_at
from perfectplay.engines.compiled.kernels.values import evaluate
from perfectplay.engines.compiled.kernels.words import (
    is_part,
    next_operation,
    part_end,
    part_start,
)
from perfectplay.engines.compiled.program import CHANCE, FINAL, LEAF, MAX, MIN, WEIGHT


def escapes(
    first: int, last: int, down: int, base: int, leaf: int, shapes: Ints32, starts: Ints,
    words: Ints, sizes: Ints, leaves: Ints32, places: Ints32, ordered: int, bounds: Floats,
    numbers: Floats, finals: Floats, least: Ints, mirror: float, stack: Floats,  # noqa: ARG001  # all kernels on layers are called alike
) -> int:  # fmt: skip
    """Mark positions from which play leaves the layer whatever is chosen; returns how many are new.

    A position without bounds is marked by storing a number in their place.
    """
    found = 0
    for turn in range(last - first):
        i = first + turn
        if down:
            i = last - 1 - turn
        shape = shapes[i - base]
        if down:
            leaf -= sizes[shape]
        place = i
        if ordered:
            place = places[i]
        if bounds[2 * place] != bounds[2 * place]:
            leaves_it(words, starts[shape], starts[shape + 1], leaves, leaf, bounds, numbers, stack)
            if stack[0] > 0.0:
                bounds[2 * place] = 0.0
                bounds[2 * place + 1] = 0.0
                found += 1
        if not down:
            leaf += sizes[shape]
    return found


def leaves_it(
    words: Ints, at: int, end: int, leaves: Ints32, leaf: int, bounds: Floats, numbers: Floats,
    stack: Floats,
) -> None:  # fmt: skip
    """Whether every choice leads to marked places or payoffs; returned as 1 or 0 in `stack[0]`.

    All options of a choice have to, but only one possible outcome of a chance.
    """
    top = 0
    back = 0
    stop = 0
    while at < end:
        word = words[at]
        operation = word & 7
        then = next_operation(words, at, 0)
        if is_part(word):
            back = then
            stop = end
            then = part_start(word)
            end = part_end(word)
        elif operation in (LEAF, FINAL):
            stack[top] = 1.0
            if operation == LEAF:
                place = max(leaves[leaf], -1 - leaves[leaf])
                leaf += 1
                if bounds[2 * place] != bounds[2 * place]:
                    stack[top] = 0.0
            top += 1
        elif operation == WEIGHT:
            if number_at(words, at, numbers) == 0.0:
                stack[top - 1] = 0.0
        elif operation in (MAX, MIN, CHANCE):
            count = word >> 3
            top -= count
            for i in range(1, count):
                if operation == CHANCE:
                    stack[top] = max(stack[top], stack[top + i])
                else:
                    stack[top] = min(stack[top], stack[top + i])
            top += 1
        at = then
        if at == end and back > 0:
            at = back
            end = stop
            back = 0


def note_guess(
    guess: float, place: int, number: int, bounds: Floats, changes: Floats32, seen: Floats
) -> None:  # fmt: skip
    """Store a guess, and record how much it has changed.

    `seen` collects the largest change, the sum of squared changes, and the sum of their products
    with the previous changes.
    """
    change = guess - bounds[2 * place]
    largest = max(seen[0], change)
    seen[0] = max(largest, -change)
    seen[1] = seen[1] + change * change
    seen[2] = seen[2] + change * changes[number]
    changes[number] = change
    bounds[2 * place] = guess
    bounds[2 * place + 1] = -guess


def improve(
    first: int, last: int, down: int, base: int, leaf: int, shapes: Ints32, starts: Ints,
    words: Ints, sizes: Ints, leaves: Ints32, places: Ints32, ordered: int, bounds: Floats,
    numbers: Floats, finals: Floats, least: Ints, mirror: float, stack: Floats,
    waiting: Bytes, changes: Floats32, guesses: Floats, slack: float, proving: int, seen: Floats,
) -> int:  # fmt: skip
    """Update the guesses for `waiting` positions.

    If `proving`, update bounds that started at a distance of `slack` around `guesses` instead;
    `seen` tells whether any lies outside its starting value. Returns -1 if a leaf has no bounds.
    """
    for turn in range(last - first):
        i = first + turn
        if down:
            i = last - 1 - turn
        shape = shapes[i - base]
        if down:
            leaf -= sizes[shape]
        if waiting[i - base]:
            done = evaluate(
                words, starts[shape], starts[shape + 1], 0, leaves, leaf, bounds, numbers, finals,
                least, mirror, stack
            )  # fmt: skip
            if done < 0:
                return -1
            place = i
            if ordered:
                place = places[i]
            if proving:
                bounds[2 * place] = stack[0]
                bounds[2 * place + 1] = stack[1]
                if not stack[0] >= guesses[i - base] - slack:
                    seen[0] = 1.0
                if not stack[1] >= -guesses[i - base] - slack:
                    seen[0] = 1.0
            else:
                guess = (stack[0] - stack[1]) / 2.0
                note_guess(guess, place, i - base, bounds, changes, seen)
        if not down:
            leaf += sizes[shape]
    return 0


def leap(
    first: int, last: int, base: int, places: Ints32, ordered: int, bounds: Floats,
    waiting: Bytes, changes: Floats32, moves: Floats32, before: float, share: float, low: float,
    high: float,
) -> int:  # fmt: skip
    """Move the guesses back by a share of their moves (or on, if it is negative), within bounds.

    A move is the difference between the results of two sweeps: the change made by the later one,
    less the share `before` of the previous move, by which the guess had gone back in between.
    """
    for i in range(first, last):
        if waiting[i - base]:
            place = i
            if ordered:
                place = places[i]
            move = changes[i - base] - before * moves[i - base]
            moves[i - base] = move
            guess = bounds[2 * place] - share * move
            guess = min(max(guess, low), -high)
            bounds[2 * place] = guess
            bounds[2 * place + 1] = -guess
    return 0


def spread(
    first: int, last: int, base: int, places: Ints32, ordered: int, bounds: Floats,
    waiting: Bytes, guesses: Floats, slack: float, known: int,
) -> int:  # fmt: skip
    """Set bounds at a distance around the guesses, and remember these unless they are `known`."""
    for i in range(first, last):
        if waiting[i - base]:
            place = i
            if ordered:
                place = places[i]
            if not known:
                guesses[i - base] = bounds[2 * place]
            bounds[2 * place] = guesses[i - base] - slack
            bounds[2 * place + 1] = -guesses[i - base] - slack
    return 0
