"""The order of solving: successors first, and every component found."""

from array import array
from itertools import groupby

from hypothesis import given
from hypothesis import strategies as st

from perfectplay.engines.graph.solve.components import ComponentOrder, shortest_way


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
    return ComponentOrder(first, target)


def components_of(ways):
    """Which units can be reached from each unit and back, by closing the relation."""
    reached = [{here, *leads} for here, leads in enumerate(ways)]
    for _ in ways:
        reached = [here.union(*(reached[then] for then in here)) for here in reached]
    return [{then for then in here if unit in reached[then]} for unit, here in enumerate(reached)]


@given(graphs())
def test_a_component_is_numbered_where_play_can_go_round(ways):
    units = units_of(ways)
    count = units.sort()
    components = components_of(ways)
    for unit, members in enumerate(components):
        goes_round = len(members) > 1 or unit in ways[unit]
        assert (units.component[unit] >= 0) == goes_round
        if goes_round:
            same = {
                other
                for other in range(len(ways))
                if units.component[other] == units.component[unit]
            }
            assert same == members
    assert count == len(set(units.component) - {-1})


@given(graphs())
def test_successors_come_first_but_for_those_in_the_same_component(ways):
    units = units_of(ways)
    units.sort()
    place = {unit: index for index, unit in enumerate(units.order)}
    for here, leads in enumerate(ways):
        for then in leads:
            same = units.component[then] == units.component[here] >= 0
            assert same or place[then] < place[here]


@given(graphs())
def test_the_members_of_a_component_follow_one_another(ways):
    units = units_of(ways)
    units.sort()
    runs = [number for number, _ in groupby(units.component[unit] for unit in units.order)]
    numbers = [number for number in runs if number >= 0]
    assert len(numbers) == len(set(numbers))


def test_the_shortest_way_is_found():
    ways = {0: [1, 2], 1: [3], 2: [4], 3: [4], 4: []}
    assert shortest_way([0], 4, ways.__getitem__) == [0, 2, 4]
    assert shortest_way([1, 2], 4, ways.__getitem__) == [2, 4]
    assert shortest_way([4], 0, ways.__getitem__) == []
