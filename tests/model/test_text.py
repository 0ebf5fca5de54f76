"""Positions as text, written and read back."""

import keyword
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.errors import PositionError
from perfectplay.model import text


class Table(NamedTuple):
    open: tuple[str, ...]
    totals: tuple[int, ...]
    held: frozenset[int]
    roll: int | None
    level: float
    name: str
    last: bool = False


class Over(NamedTuple):
    margin: int


words = st.text("abcxyz+*0123456789_", min_size=1, max_size=6).filter(
    lambda word: not keyword.iskeyword(word)
)
tables = st.builds(
    Table,
    open=st.lists(words, max_size=3).map(tuple),
    totals=st.lists(st.integers(), max_size=3).map(tuple),
    held=st.frozensets(st.integers(), max_size=3),
    roll=st.none() | st.integers(),
    level=st.floats(allow_nan=False),
    name=words,
    last=st.booleans(),
)


@given(tables)
def test_a_named_tuple_is_read_back_as_it_was(position):
    assert text.read(text.write(position), [Over, Table]) == position


@given(tables)
def test_a_named_tuple_is_read_back_with_the_same_types(position):
    read = text.read(text.write(position), [Over, Table])
    assert list(map(type, read)) == list(map(type, position))


plain = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3).map(tuple) | st.frozensets(inner, max_size=3),
    max_leaves=6,
)


@given(plain)
def test_a_plain_position_is_read_back_as_it_was(position):
    assert text.read(text.write(position), []) == position


@given(tables)
def test_fields_may_come_in_any_order(position):
    shuffled = " ".join(reversed(text.write(position).split()))
    assert text.read(shuffled, [Table]) == position


def test_fields_with_a_default_may_be_left_out():
    position = Table((), (), frozenset(), None, 0.0, "me")
    assert text.read("open=- totals=- held=- roll=None level=0 name=me", [Table]) == position


def test_the_kind_is_found_by_its_fields():
    assert text.read("margin=-1", [Table, Over]) == Over(-1)


def test_a_set_is_written_in_order():
    assert text.write_value(frozenset({2, 3, 1})) == "1,2,3"


class Odd(NamedTuple):
    value: str


@pytest.mark.parametrize("value", ["two words", "", "a\nb", "a > b"])
def test_a_field_that_text_cannot_hold_is_not_read_back_as_another(value):
    """What is read back is the position or an error, never some other position."""
    try:
        read = text.read(text.write(Odd(value)), [Odd])
    except PositionError:
        return
    assert read == Odd(value)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("margin", "'margin' is not a position; write it like 'margin=...'"),
        ("margin=1 margin=2", "write it like 'margin=...'"),
        ("margins=1", "write it like 'margin=...'"),
        ("margin=1 more=2", "write it like 'margin=...'"),
        ("", "write it like 'margin=...'"),
        ("margin=few", "'margin=few' is not a position: "),
        ("margin=1.5", "'margin=1.5' is not a position: "),
    ],
)
def test_a_text_that_is_no_position_is_refused_with_a_pattern(words, complaint):
    with pytest.raises(PositionError) as caught:
        text.read(words, [Over])
    assert complaint in str(caught.value)


def test_a_flag_is_yes_or_no():
    with pytest.raises(PositionError, match="'maybe' is not yes or no"):
        text.read("open=- totals=- held=- roll=1 level=0 name=me last=maybe", [Table])


@pytest.mark.parametrize("words", ["", "hello", "(1, 2", "[1, 2]", "{}", "f(1)", "1 +", "(" * 500])
def test_a_text_that_is_no_plain_value_is_refused_with_an_example(words):
    with pytest.raises(PositionError, match=r"is not a position; write it like \(5, 0\)"):
        text.read(words, [])
