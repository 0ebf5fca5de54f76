"""Values from programs: kernels that compute bounds, and sweep a layer until these meet.

The bounds of position `i` are two floats: the lower one at `2 * i`, followed by the negated upper
one. So rounding everything down rounds both outwards, and a maximum takes the larger lower and the
smaller negated upper bound. Leaves are indices of bounds; `-1 - i` stands for the mirror image of
position `i`, whose value is `mirror` minus that of `i`.

Listed numbers have their bounds in `numbers`, stored in the same way at `4 * i`, followed by their
bounds as weights: floats that add up to one were each rounded. If the objective is not the score
itself, payoffs are looked up in `finals`: `least[0]` says so, whole payoffs start at `least[1]`,
and after `least[2]` of them come the listed ones.
"""

from __future__ import annotations

from perfectplay.engines.compiled.compiler.kernels import Bytes, Floats, Ints, Ints32, unbits
from perfectplay.engines.compiled.kernels.words import (
    is_part,
    next_operation,
    part_end,
    part_start,
)
from perfectplay.engines.compiled.program import FINAL, FLOAT, GAIN, LEAF, LISTED, MAX, MIN, WEIGHT

GRAIN = 2.0**-52
"""The relative error of a weight that was rounded once."""


def share(x: float, low: float, high: float) -> float:
    """A value times a weight between two bounds, rounded down like everything else."""
    return x * low if x >= 0.0 else x * high


def part(x: float, low: float, high: float) -> float:
    """A value divided by a total between two bounds, rounded down like everything else."""
    return x / high if x >= 0.0 else x / low


def evaluate(
    words: Ints, at: int, end: int, skip: int, leaves: Ints32, leaf: int, bounds: Floats,
    numbers: Floats, finals: Floats, least: Ints, mirror: float, stack: Floats,
) -> int:  # fmt: skip
    """Evaluate a program; its bounds go to `stack[0]` and `stack[1]`. Returns the next leaf.

    Returns -1 if the bounds of a leaf are still `nan`. `LEAF` is followed by `skip` words of a key.
    """
    top = 0
    back = 0
    stop = 0
    while at < end:
        word = words[at]
        at += 1
        operation = word & 7
        if is_part(word):
            back = at
            stop = end
            at = part_start(word)
            end = part_end(word)
        elif operation == LEAF:
            at += skip
            place = leaves[leaf]
            leaf += 1
            if place >= 0:
                stack[top] = bounds[2 * place]
                stack[top + 1] = bounds[2 * place + 1]
            else:
                place = -1 - place
                stack[top] = mirror + bounds[2 * place + 1]
                stack[top + 1] = bounds[2 * place] - mirror
            if stack[top] != stack[top]:
                return -1
            top += 2
        elif operation in (MAX, MIN):
            count = word >> 3
            top -= 2 * count
            low = stack[top]
            high = stack[top + 1]
            for i in range(1, count):
                x = stack[top + 2 * i]
                y = stack[top + 2 * i + 1]
                if operation == MAX:
                    low = max(low, x)
                    high = min(high, y)
                else:
                    low = min(low, x)
                    high = max(high, y)
            stack[top] = low
            stack[top + 1] = high
            top += 2
        else:
            count = 0
            if operation not in (FINAL, GAIN, WEIGHT):
                count = word >> 3
                word = words[at]
                at += 1
            form = word >> 3 & 3
            low = float(word >> 5)
            high = low
            if form == LISTED:
                place = 4 * (word >> 5)
                if operation == WEIGHT:
                    place += 2
                low = numbers[place]
                high = -numbers[place + 1]
            elif form == FLOAT:
                low = unbits(words[at])
                high = low
                at += 1
                if operation == WEIGHT:
                    low = low * (1.0 - GRAIN)
                    high = high * (1.0 + 2.0 * GRAIN)
            if operation == WEIGHT:
                stack[top - 2] = share(stack[top - 2], low, high)
                stack[top - 1] = share(stack[top - 1], low, high)
            elif operation == FINAL:
                stack[top] = low
                stack[top + 1] = -high
                if least[0]:
                    place = (word >> 5) - least[1]
                    if form == LISTED:
                        place = (word >> 5) + least[2]
                    stack[top] = finals[2 * place]
                    stack[top + 1] = finals[2 * place + 1]
                top += 2
            elif operation == GAIN:
                stack[top - 2] = stack[top - 2] + low
                stack[top - 1] = stack[top - 1] - high
            else:
                top -= 2 * count
                x = stack[top]
                y = stack[top + 1]
                for i in range(1, count):
                    x = x + stack[top + 2 * i]
                    y = y + stack[top + 2 * i + 1]
                if low != 1.0 or high != 1.0:
                    x = part(x, low, high)
                    y = part(y, low, high)
                stack[top] = x
                stack[top + 1] = y
                top += 2
        if at == end and back > 0:
            at = back
            end = stop
            back = 0
    return leaf


def evaluate_all(
    out: Ints, ends: Ints, count: int, skip: int, leaves: Ints32, places: Ints32, first: int,
    ordered: int, bounds: Floats, numbers: Floats, finals: Floats, least: Ints, mirror: float,
    stack: Floats,
) -> int:  # fmt: skip
    """Evaluate some positions once, stopping at a leaf without bounds; returns how many were done.

    They start at `first`, in the order of `places` if they are `ordered`.
    """
    at = 0
    leaf = 0
    for i in range(count):
        leaf = evaluate(
            out, at, ends[i], skip, leaves, leaf, bounds, numbers, finals, least, mirror, stack
        )  # fmt: skip
        if leaf < 0:
            return i
        at = ends[i]
        place = first + i
        if ordered:
            place = places[place]
        bounds[2 * place] = stack[0]
        bounds[2 * place + 1] = stack[1]
    return count


def settle(
    first: int, last: int, down: int, base: int, leaf: int, shapes: Ints32, starts: Ints,
    words: Ints, sizes: Ints, leaves: Ints32, places: Ints32, ordered: int, bounds: Floats,
    numbers: Floats, finals: Floats, least: Ints, mirror: float, stack: Floats,
) -> int:  # fmt: skip
    """Evaluate the positions of a layer that wait for no others; returns how many there are.

    The layer begins at `base`; `leaf` is the first leaf of the first position or, going `down`, the
    one after the last leaf of the last position.
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
            done = evaluate(
                words, starts[shape], starts[shape + 1], 0, leaves, leaf, bounds, numbers, finals,
                least, mirror, stack
            )  # fmt: skip
            if done >= 0:
                bounds[2 * place] = stack[0]
                bounds[2 * place + 1] = stack[1]
                found += 1
        if not down:
            leaf += sizes[shape]
    return found


def exits(
    first: int, last: int, base: int, leaf: int, shapes: Ints32, starts: Ints, words: Ints,
    leaves: Ints32, places: Ints32, ordered: int, bounds: Floats, numbers: Floats,
    finals: Floats, least: Ints, mirror: float, stack: Floats, seen: Floats,
) -> int:  # fmt: skip
    """The range of everything that positions without bounds lead out to.

    It goes to `seen`, with the maximum negated. Returns whether there are points on the way.
    """
    points = 0
    for i in range(first, last):
        place = i
        if ordered:
            place = places[i]
        shape = shapes[i - base]
        at = starts[shape]
        end = starts[shape + 1]
        back = 0
        waits = bounds[2 * place] != bounds[2 * place]
        while at < end:
            word = words[at]
            operation = word & 7
            then = next_operation(words, at, 0)
            if operation == GAIN and waits and word >> 3 != 0:
                points = 1
            if is_part(word):
                back = then
                then = part_start(word)
                end = part_end(word)
            elif operation in (LEAF, FINAL):
                done = evaluate(
                    words, at, then, 0, leaves, leaf, bounds, numbers, finals, least, mirror, stack
                )  # fmt: skip
                if operation == LEAF:
                    leaf += 1
                if done >= 0 and waits:
                    seen[0] = min(seen[0], stack[0])
                    seen[1] = min(seen[1], stack[1])
            at = then
            if at == end and back > 0:
                at = back
                end = starts[shape + 1]
                back = 0
    return points


def wait(
    first: int, last: int, places: Ints32, ordered: int, bounds: Floats, waiting: Bytes
) -> int:
    """Mark the positions without bounds; returns how many."""
    found = 0
    for i in range(first, last):
        place = i
        if ordered:
            place = places[i]
        waiting[i - first] = 0
        if bounds[2 * place] != bounds[2 * place]:
            waiting[i - first] = 1
            found += 1
    return found


def begin(
    first: int, last: int, base: int, places: Ints32, ordered: int, bounds: Floats,
    waiting: Bytes, low: float, high: float,
) -> None:  # fmt: skip
    """Give all `waiting` positions the same bounds."""
    for i in range(first, last):
        if waiting[i - base]:
            place = i
            if ordered:
                place = places[i]
            bounds[2 * place] = low
            bounds[2 * place + 1] = high


def sweep(
    first: int, last: int, down: int, base: int, leaf: int, shapes: Ints32, starts: Ints,
    words: Ints, sizes: Ints, leaves: Ints32, places: Ints32, ordered: int, bounds: Floats,
    numbers: Floats, finals: Floats, least: Ints, mirror: float, stack: Floats,
    waiting: Bytes, seen: Floats,
) -> int:  # fmt: skip
    """Update the bounds of `waiting` positions of a layer, going up or `down`; they tighten.

    `seen` gets the widest gap and the largest step. Returns -1 if a leaf has no bounds.
    """
    width = 0.0
    step = 0.0
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
            low = max(bounds[2 * place], stack[0])
            high = max(bounds[2 * place + 1], stack[1])
            step = max(step, low - bounds[2 * place])
            step = max(step, high - bounds[2 * place + 1])
            bounds[2 * place] = low
            bounds[2 * place + 1] = high
            width = max(width, -high - low)
        if not down:
            leaf += sizes[shape]
    seen[0] = width
    seen[1] = step
    return 0
