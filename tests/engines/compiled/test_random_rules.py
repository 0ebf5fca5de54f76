"""Random rules come to the same programs compiled and plainly, or are refused.

`HYPOTHESIS_PROFILE=search` runs thousands of them, others each time.
"""

from hypothesis import given, note

from perfectplay.engines.compiled.compiler.purity import ImpureError
from tests.engines.compiled.checking import compared
from tests.random_rules import game_of, hostile, numbers, rules


@given(rules(numbers))
def test_random_rules(text):
    note(text)
    compared(game_of(text), most=200)


@given(rules(hostile))
def test_hostile_rules(text):
    note(text)
    try:
        compared(game_of(text), most=200)
    except ImpureError as error:
        assert "remember" in text
        assert "changes memory, which is not its own" in str(error)  # noqa: PT017  # where it may be
