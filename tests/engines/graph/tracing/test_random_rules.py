"""Random rules give the same graph, names, values and errors by traces and plainly.

`HYPOTHESIS_PROFILE=search` runs thousands of them, others each time.
"""

from hypothesis import given, note

from tests.engines.graph.tracing.both_ways import by_traces, explored_alike, told
from tests.random_rules import game_of, hostile, numbers, rules


@given(rules(numbers))
def test_random_rules(text):
    note(text)
    explored_alike(game_of(text), solved=True)


@given(rules(hostile))
def test_hostile_rules(text):
    note(text)
    if "remember" not in text:
        explored_alike(game_of(text), solved=True)
        return
    with by_traces():
        told(game_of(text))  # no rules at all, but nothing may break
