"""The machine: it follows the trace tree from one position to the next, and writes the graph.

Like the sweeps, this is plain Python over columns, which compiles as it stands. The machine stops
where Python is needed: for a new trace (`MISS`), for a position out of the ordinary (`ODD`), for
more room (`GROW`), for a number that its field does not hold (`WIDE`), to have positions checked
(`CHECK`), or because it was told to (`PAUSE`).

Tables have rows of several numbers, one after the other:

- `code`, of 4: an operation, the register of its result, and those of what it works on;
- `tree`, of 3: the register whose value decides where to go on, or `~template` at a leaf; before
  that the code from the second to the third number is run;
- `jumps`, of 3: from a node of the tree, by a value, to a node; a hash table, -1 where it is empty;
- `templates`, of 6: from where to where its nodes are, and its slots; how many edges and members;
- `nodes`, of 8: kind; player, or `~register` of that; row (-1 until it is written); whether that
  differs from position to position; from where to where its edges are, and its members;
- `members`, of 4: an edge as the rules have it, before equal ones are added up: the slot it leads
  to, or `~node`; its label; the registers of its points and of its weight, or -1;
- `slots`, of 3: a position that is led to: its shape; from where to where the registers of its
  fields are in `parts`.

A final has one member and no edge; the points of the member are its payoff, and so is what its row
has for a probability.
"""

from __future__ import annotations

from typing import Any

from perfectplay.engines.graph.solve.induction import CHANCE, FINAL, Column
from perfectplay.engines.graph.tracing.numbers import (
    ABSOLUTE,
    ADD,
    AND,
    AT_MOST,
    DIVIDE,
    EQUAL,
    INVERT,
    LEFT,
    LESS,
    LIMIT,
    MULTIPLY,
    NEGATE,
    OR,
    REMAINDER,
    RIGHT,
    SUBTRACT,
    UNEQUAL,
)

DONE, MISS, ODD, GROW, WIDE, CHECK, PAUSE = range(7)
AT, COUNT, NODES, EDGES, BLOCKS, ROWS, WATCHED, WORDS, HEAD, FIELD, VALUE, FORCED, PLAYERS = range(
    13
)
"""What `state` tells: the position to expand next, how many positions, nodes, edges, blocks of rows
and rows there are, and positions to check; how rows are packed; which field is too narrow for
which value; a template to use in place of the tree's, or -1; how many players the game has."""

WHOLE = 1 << 53
"""Up to here a float holds every whole number."""
NEIGHBOURS = 15
"""Rows that differ in these bits only are neighbours in the hash table, too."""
CUT = (1 << 62) - 1
FOURS = 0x5555555555555555
"""The bits of the powers of four."""
TOLERANCE = 0.9e-9
"""Probabilities that are further from one than this are for Python to judge."""


def evaluate(code: Column, begin: int, end: int, register: Column) -> bool:
    """Work out some expressions; False if Python must look at them."""
    for step in range(4 * begin, 4 * end, 4):
        operation = code[step]
        x = register[code[step + 2]]
        y = register[code[step + 3]]
        if operation == ADD:
            result = x + y
        elif operation == SUBTRACT:
            result = x - y
        elif operation == LESS:
            result = 1 if x < y else 0
        elif operation == AT_MOST:
            result = 1 if x <= y else 0
        elif operation == EQUAL:
            result = 1 if x == y else 0
        elif operation == UNEQUAL:
            result = 1 if x != y else 0
        elif operation == MULTIPLY:
            if abs(float(x) * float(y)) > LIMIT:
                return False
            result = x * y
        elif operation in (DIVIDE, REMAINDER):
            if y == 0:
                return False
            result = x // y if operation == DIVIDE else x % y
        elif operation == AND:
            result = x & y
        elif operation == OR:
            result = x | y
        elif operation == LEFT:
            if y < 0 or y > 61 or abs(float(x)) * 2.0**y > LIMIT:
                return False
            result = x << y
        elif operation == RIGHT:
            if y < 0:
                return False
            result = x >> min(y, 63)
        elif operation == NEGATE:
            result = -x
        elif operation == INVERT:
            result = ~x
        elif operation == ABSOLUTE:
            result = abs(x)
        else:
            result = x ^ y
        if result > LIMIT or result < -LIMIT:
            return False
        register[code[step + 1]] = result
    return True


def spot_of(node: int, value: int, jumps: Column) -> Any:
    """Where in the table a jump is, or belongs."""
    mask = len(jumps) // 3 - 1
    spot = (node * 0x9E3779B1 + value * 0x85EBCA6B) & CUT
    spot = (spot ^ (spot >> 15)) & mask
    while jumps[3 * spot] >= 0 and (jumps[3 * spot] != node or jumps[3 * spot + 1] != value):
        spot = (spot + 1) & mask
    return spot


def route(node: Any, code: Column, tree: Column, jumps: Column, register: Column) -> Any:
    """The template of a position; ~MISS if it has none yet, ~ODD if Python must look at it."""
    while node >= 0:
        if not evaluate(code, tree[3 * node + 1], tree[3 * node + 2], register):
            return ~ODD
        decides = tree[3 * node]
        if decides < 0:
            return ~decides
        node = jumps[3 * spot_of(node, register[decides], jumps) + 2]
    return ~MISS


def find(keys: Column, words: int, sought: Column, at: int, table: Column) -> Any:
    """Where in the table the row is, or belongs, that begins `at` a place of some column."""
    mask = len(table) - 1
    low = sought[at]
    mixed = low // (NEIGHBOURS + 1)
    for word in range(1, words):
        mixed = (mixed * 0x9E3779B97F4A7C5) & CUT
        mixed ^= sought[at + word]
    mixed ^= mixed >> 29
    mixed = (mixed * 0x1CE4E5B9BF58476D) & CUT
    mixed ^= mixed >> 32
    spot = (mixed * (NEIGHBOURS + 1) + (low & NEIGHBOURS)) & mask
    while table[spot] >= 0:
        known = table[spot]
        same = True
        for word in range(words):
            if keys[known * words + word] != sought[at + word]:
                same = False
        if same:
            return spot
        spot = (spot + 1) & mask
    return spot


def fill(keys: Column, words: int, count: int, table: Column) -> None:
    """Put all rows in an empty table."""
    for row in range(count):
        table[find(keys, words, keys, row * words, table)] = row


def pack_anew(
    count: int,
    keys: Column,
    words: int,
    head: int,
    before: Any,
    new_words: int,
    new_head: int,
    after: Any,
    register: Column,
) -> None:
    """Lay all rows out anew, from the last to the first: a row may have become longer."""
    (_, word, shift, bits, low) = before
    (first, new_word, new_shift, _, new_low) = after
    for row in range(count - 1, -1, -1):
        shape = keys[row * words] >> head
        for field in range(first[shape], first[shape + 1]):
            packed = keys[row * words + word[field]] >> shift[field]
            register[field - first[shape]] = (packed & ((1 << bits[field]) - 1)) + low[field]
        for place in range(new_words):
            keys[row * new_words + place] = 0
        keys[row * new_words] = shape << new_head
        for field in range(first[shape], first[shape + 1]):
            packed = (register[field - first[shape]] - new_low[field]) << new_shift[field]
            keys[row * new_words + new_word[field]] |= packed


def exact_sum(numbers: Column, count: int, part: Column) -> Any:
    """The sum of some floats, rounded once, as `math.fsum` has it (Shewchuk's algorithm)."""
    size = 0
    for place in range(count):
        x = numbers[place]
        kept = 0
        for other in range(size):
            y = part[other]
            if abs(x) < abs(y):
                x, y = y, x
            high = x + y
            low = y - (high - x)
            if low != 0.0:
                part[kept] = low
                kept += 1
            x = high
        part[kept] = x
        size = kept + 1
    size -= 1
    total = part[size]
    low = 0.0
    while size > 0 and low == 0.0:
        size -= 1
        x = total
        y = part[size]
        total = x + y
        low = y - (total - x)
    if size > 0 and low != 0.0 and (low < 0.0) == (part[size - 1] < 0.0):
        twice = low * 2.0
        if twice == (total + twice) - total:
            total += twice
    return total


def spot_of_rows(
    label: Column, probability: Column, points: Column, start: int, size: int, mask: int
) -> int:
    """Where in the table of rows to look for some of them first."""
    mixed = size
    for place in range(start, start + size):
        mixed = (mixed * 31 + label[place]) & CUT
        mixed = (mixed * 31 + int(probability[place] % 1048576.0 * 1099511627776.0)) & CUT
        mixed = (mixed * 31 + int(points[place] % 1048576.0 * 64.0)) & CUT
        mixed ^= mixed >> 23
    return mixed & mask


def row_of(state: Column, rows: Any, size: int, room: Any) -> int:
    """The first of some rows of label, probability and points, each set of which is kept once."""
    (label, probability, points, begin, table) = rows
    (labels, shares, gains, _, _, _, _) = room
    mask = len(table) - 1
    spot = spot_of_rows(labels, shares, gains, 0, size, mask)
    while table[spot] >= 0:
        start = begin[table[spot]]
        if begin[table[spot] + 1] - start == size:
            same = True
            for place in range(size):
                if (
                    label[start + place] != labels[place]
                    or probability[start + place] != shares[place]
                    or points[start + place] != gains[place]
                ):
                    same = False
            if same:
                return int(start)
        spot = (spot + 1) & mask
    start = state[ROWS]
    for place in range(size):
        label[start + place] = labels[place]
        probability[start + place] = shares[place]
        points[start + place] = gains[place]
    table[spot] = state[BLOCKS]
    state[BLOCKS] += 1
    state[ROWS] += size
    begin[state[BLOCKS]] = state[ROWS]
    return int(start)


def fill_rows(state: Column, rows: Any) -> None:
    """Put all sets of rows in an empty table."""
    (label, probability, points, begin, table) = rows
    for block in range(state[BLOCKS]):
        start = begin[block]
        size = begin[block + 1] - start
        spot = spot_of_rows(label, probability, points, start, size, len(table) - 1)
        while table[spot] >= 0:
            spot = (spot + 1) & (len(table) - 1)
        table[spot] = block


def unfold(first: Column, shift: Column, tables: Any, columns: Any) -> None:
    """Write label, probability and points of every edge."""
    (label, probability, points) = tables
    (edge_label, edge_probability, edge_points) = columns
    for node in range(len(shift)):
        for edge in range(first[node], first[node + 1]):
            edge_label[edge] = label[edge + shift[node]]
            edge_probability[edge] = probability[edge + shift[node]]
            edge_points[edge] = points[edge + shift[node]]


def add_up(
    node: int,
    nodes: Column,
    members: Column,
    share: Column,
    gain: Column,
    register: Column,
    number: Column,
    room: Any,
) -> int:
    """A node's edges, one for all outcomes that lead to the same place with the same points.

    They are left in `room`; returns how many there are, or -1 if Python must look at them.
    """
    (labels, shares, gains, targets, which, some, part) = room
    begin = nodes[8 * node + 6]
    end = nodes[8 * node + 7]
    chance = nodes[8 * node] == CHANCE
    total = 0
    for member in range(begin, end):
        if members[4 * member + 3] >= 0:
            weight = register[members[4 * member + 3]]
            if weight < 0 or weight > WHOLE:
                return -1
            total += weight
    if total > WHOLE:
        return -1
    kept = 0
    whole = 0.0
    for member in range(begin, end):
        place = member - begin
        slot = members[4 * member]
        points = gain[member]
        if members[4 * member + 2] >= 0:
            if abs(register[members[4 * member + 2]]) > WHOLE:
                return -1
            points = float(register[members[4 * member + 2]])
        target = 0
        if nodes[8 * node] != FINAL:
            target = number[slot] if slot >= 0 else slot
        edge = 0 if chance else kept
        while edge < kept and (targets[edge] != target or gains[edge] != points):
            edge += 1
        if edge == kept:
            targets[kept] = target
            gains[kept] = points
            labels[kept] = members[4 * member + 1]
            kept += 1
        which[place] = edge
        shares[place] = share[member]
        if members[4 * member + 3] >= 0:
            shares[place] = float(register[members[4 * member + 3]]) / float(total)
        whole += shares[place]
    if chance and abs(whole - 1.0) > TOLERANCE:
        return -1
    if kept < end - begin:
        for edge in range(kept):
            size = 0
            for place in range(end - begin):
                if which[place] == edge:
                    some[size] = shares[place]
                    size += 1
            part[len(part) // 2 + edge] = exact_sum(some, size, part)
        for edge in range(kept):
            shares[edge] = part[len(part) // 2 + edge]
    if nodes[8 * node] == FINAL:
        shares[0] = gains[0]
        gains[0] = 0.0
    return kept


def explore_on(  # noqa: PLR0915  # it is all one loop
    state: Column,
    stop: int,
    program: Any,
    numbers: Any,
    layout: Any,
    positions: Any,
    graph: Any,
    rows: Any,
    room: Any,
) -> int:
    """Expand positions in the order they were found, until Python is needed; tells for what."""
    (roots, code, tree, jumps, templates, nodes, edges, members, slots, parts, uses) = program
    (register, number, seen, watch, share, gain) = numbers
    (first_field, word, lowest, bits, low) = layout
    (keys, table) = positions
    (kind, player, first, shift, target, root, form) = graph
    words = state[WORDS]
    head = state[HEAD]
    count = state[COUNT]
    at = state[AT]
    while at < count:
        if at >= stop:
            return PAUSE
        if state[WATCHED] == len(watch):
            return CHECK
        template = state[FORCED]
        if template < 0:
            shape = keys[at * words] >> head
            for field in range(first_field[shape], first_field[shape + 1]):
                packed = keys[at * words + word[field]] >> lowest[field]
                value = (packed & ((1 << bits[field]) - 1)) + low[field]
                register[field - first_field[shape]] = value
            template = route(roots[shape], code, tree, jumps, register)
            if template < 0:
                return int(~template)
        first_node = templates[6 * template]
        last_node = templates[6 * template + 1]
        first_slot = templates[6 * template + 2]
        last_slot = templates[6 * template + 3]
        fan = last_slot - first_slot
        if (
            (count + fan + 1) * words > len(keys)
            or (count + fan) * 2 > len(table)
            or state[NODES] + last_node - first_node + 1 >= len(kind)
            or state[EDGES] + templates[6 * template + 4] >= len(target)
            or at + 2 >= len(root)
            or state[ROWS] + templates[6 * template + 5] >= len(rows[0])
            or (state[BLOCKS] + last_node - first_node) * 2 >= len(rows[4])
        ):
            return GROW
        meet = False
        mask = len(seen) // 2 - 1
        for slot in range(first_slot, last_slot):
            shape = slots[3 * slot]
            for place in range(count * words, (count + 1) * words):
                keys[place] = 0
            keys[count * words] = shape << head
            field = first_field[shape]
            for part in range(slots[3 * slot + 1], slots[3 * slot + 2]):
                value = register[parts[part]] - low[field]
                if value < 0 or value >> bits[field] != 0:
                    state[FIELD] = field
                    state[VALUE] = register[parts[part]]
                    return WIDE
                keys[count * words + word[field]] |= value << lowest[field]
                field += 1
            spot = find(keys, words, keys, count * words, table)
            if table[spot] < 0:
                table[spot] = count
                count += 1
                state[COUNT] = count
            found = table[spot]
            number[slot - first_slot] = found
            spot = found & mask
            while seen[2 * spot] == at and seen[2 * spot + 1] != found:
                spot = (spot + 1) & mask
            meet = meet or seen[2 * spot] == at
            seen[2 * spot] = at
            seen[2 * spot + 1] = found
        base = state[NODES]
        edge = state[EDGES]
        for node in range(first_node, last_node):
            here = base + node - first_node
            kind[here] = nodes[8 * node]
            who = nodes[8 * node + 1]
            if who < 0:
                who = register[~who]
                if who < 0 or who >= state[PLAYERS]:
                    return ODD
            player[here] = who
            first[here] = edge
            if nodes[8 * node + 2] >= 0 and not (meet and kind[here] == CHANCE):
                shift[here] = nodes[8 * node + 2] - edge
                for place in range(nodes[8 * node + 4], nodes[8 * node + 5]):
                    slot = edges[place]
                    target[edge] = number[slot] if slot >= 0 else ~(base + ~slot)
                    edge += 1
                continue
            size = add_up(node, nodes, members, share, gain, register, number, room)
            if size < 0:
                return ODD
            row = row_of(state, rows, size, room)
            shift[here] = row - edge
            if nodes[8 * node + 3] == 0 and not (meet and kind[here] == CHANCE):
                nodes[8 * node + 2] = row
            if kind[here] != FINAL:
                for place in range(size):
                    slot = room[3][place]
                    target[edge] = slot if slot >= 0 else ~(base + ~slot)
                    edge += 1
        root[at] = base
        form[at] = template
        state[NODES] = base + last_node - first_node
        state[EDGES] = edge
        uses[template] += 1
        if uses[template] & (uses[template] - 1) == 0 and uses[template] & FOURS:
            watch[state[WATCHED]] = at
            state[WATCHED] += 1
        at += 1
        state[AT] = at
        state[FORCED] = -1
    return DONE
