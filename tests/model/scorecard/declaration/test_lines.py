"""The lines of a TOML text: wherever `tomllib` finds something, and nowhere else."""

import tomllib

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from perfectplay.model.scorecard.declaration.lines import DEEPEST, LineIndex, line_of

EVERYTHING = '''# a [comment] with "marks" = {in it}
name = "a [[boxes]] of # marks" # and a comment
'quoted key' = 'a \\'
"escaped \\u0041" = "\\"="
dotted . "key" = 1979-05-27 07:32:00.5
text = """
not = "a key"
[[nor a header]]\\""""""
literal = \'\'\'
[neither]
\'\'\' # after it
empty = []
nested = [
    1, # one
    [2.5, -3],
    {four = 4, five.six = ["=", ","]},

    """a
    b""", 7,
]
[table]
key = 1
[[boxes]]
name = "ones"

[[boxes]]  # the second
points = {"66633" = 10, "1 2" = [1, 2]}
[boxes.inner]
key = true
[[boxes.several]]
[[boxes.several]]
a = 1
[[boxes]]
[boxes.inner]
[last]'''

LINES = {
    (): 1,
    ("name",): 2,
    ("quoted key",): 3,
    ("escaped A",): 4,
    ("dotted",): 5,
    ("dotted", "key"): 5,
    ("text",): 6,
    ("literal",): 9,
    ("empty",): 12,
    ("nested",): 13,
    ("nested", 0): 14,
    ("nested", 1): 15,
    ("nested", 1, 0): 15,
    ("nested", 1, 1): 15,
    ("nested", 2): 16,
    ("nested", 2, "four"): 16,
    ("nested", 2, "five"): 16,
    ("nested", 2, "five", "six"): 16,
    ("nested", 3): 18,
    ("nested", 4): 19,
    ("table",): 21,
    ("table", "key"): 22,
    ("boxes",): 23,
    ("boxes", 0): 23,
    ("boxes", 0, "name"): 24,
    ("boxes", 1): 26,
    ("boxes", 1, "points"): 27,
    ("boxes", 1, "points", "66633"): 27,
    ("boxes", 1, "points", "1 2"): 27,
    ("boxes", 1, "inner"): 28,
    ("boxes", 1, "inner", "key"): 29,
    ("boxes", 1, "several"): 30,
    ("boxes", 1, "several", 0): 30,
    ("boxes", 1, "several", 1): 31,
    ("boxes", 2): 33,
    ("boxes", 2, "inner"): 34,
    ("last",): 35,
}


def places(data, place=()):
    """All places in plain data, as deep as they are told apart."""
    yield place
    if len(place) < DEEPEST and isinstance(data, (dict, list)):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from places(value, (*place, key))


def test_everything_has_the_line_on_which_it_begins():
    assert LineIndex(EVERYTHING).found == LINES
    assert set(places(tomllib.loads(EVERYTHING))) == set(LINES)


@pytest.mark.parametrize(
    ("place", "line"),
    [
        (("boxes", 1, "points"), 27),
        (("boxes", 1, "face"), 26),
        (("boxes", 1, "points", "66"), 27),
        (("boxes", 7), 23),
        (("dice",), 1),
        ((), 1),
    ],
)
def test_what_is_not_there_has_the_line_of_what_it_would_be_in(place, line):
    assert line_of(EVERYTHING, place) == line


def test_an_empty_text_has_a_first_line():
    assert line_of("", ("name",)) == 1


KEYS = st.sampled_from(["a", "b", "boxes", '"b"', "'c d'", '"\\u0061"', "a.b", "a . 'b'", "4"])
PLAIN = st.sampled_from(
    [
        *["1", "-2.5", "true", "1979-05-27", '"x"', '"#"', "'[['", '"\\""', '"""x\n[y]\n"""'],
        *["'''\n=\n'''", '""""""', '"""a"""""', "''", "'\"'"],
    ]
)
GAPS = st.sampled_from(["", " ", "\n", " # ], }\n"])
VALUES = st.recursive(
    PLAIN,
    lambda inner: st.one_of(
        st.builds(
            lambda items, gap: f"[{gap}{f',{gap}'.join(items)}{gap}]",
            st.lists(inner, max_size=3),
            GAPS,
        ),
        st.builds(
            lambda pairs: f"{{{', '.join(f'{key} = {value}' for key, value in pairs)}}}",
            st.lists(st.tuples(KEYS, inner), max_size=2),
        ),
    ),
    max_leaves=5,
)
STATEMENTS = st.one_of(
    st.builds("{} = {}".format, KEYS, VALUES),
    st.builds("[{}]".format, KEYS),
    st.builds("[[{}]] # ]]".format, KEYS),
    st.sampled_from(["", "# [a]"]),
)


@given(st.lists(STATEMENTS, max_size=6))
def test_what_is_found_is_what_tomllib_finds(statements):
    text = "\n".join(statements)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        assume(False)
    lines = LineIndex(text).found
    assert set(lines) == set(places(data))
    assert all(1 <= line <= text.count("\n") + 1 for line in lines.values())


@given(st.lists(VALUES, max_size=6))
def test_a_key_has_the_line_that_it_is_written_on(values):
    above = "".join(f"[[boxes]]\nkey = {value}\n" for value in values)
    text = f"{above}[[boxes]]\nsought = 1\n"
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        assume(False)
    line = above.count("\n") + 1
    assert line_of(text, ("boxes", len(values))) == line
    assert line_of(text, ("boxes", len(values), "sought")) == line + 1
