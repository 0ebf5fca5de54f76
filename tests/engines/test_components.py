"""The order of solving: successors first, and every cycle found."""

from array import array
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from perfectplay.engines.components import Units


@st.composite
def graphs(draw):
    """Where each unit leads; unit 0 leads, at last, everywhere."""
    size = draw(st.integers(1, 8))
    ways = [draw(st.lists(st.integers(0, size - 1), max_size=3)) for _ in range(size)]
    for unit in range(1, size):
        ways[draw(st.integers(0, unit - 1))].append(unit)
    return ways


def units_of(ways):
    first, target = array("q", [0]), array("i")
    for leads in ways:
        target.extend(leads)
        first.append(len(target))
    return Units(first, target)


def has_cycle(ways):
    """Whether some unit can be reached from itself, by closing the relation."""
    reached = [set(leads) for leads in ways]
    for _ in ways:
        reached = [here.union(*(reached[then] for then in here)) for here in reached]
    return any(unit in here for unit, here in enumerate(reached))


@given(graphs())
def test_a_cycle_is_found_where_there_is_one(ways):
    assert bool(units_of(ways).sort()) == has_cycle(ways)


@given(graphs())
def test_what_is_found_is_a_cycle(ways):
    cycle = units_of(ways).sort()
    assert cycle[:1] == cycle[-1:]
    assert all(then in ways[here] for here, then in pairwise(cycle))


@given(graphs())
def test_without_a_cycle_successors_come_first(ways):
    units = units_of(ways)
    if not units.sort():
        place = {unit: index for index, unit in enumerate(units.order)}
        assert all(place[then] < place[here] for here, leads in enumerate(ways) for then in leads)
