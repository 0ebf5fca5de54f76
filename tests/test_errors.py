"""Errors: what they have in common, and the hint at their end."""

import pytest

from perfectplay import PerfectPlayError, errors


@pytest.mark.parametrize(
    ("word", "known", "hint"),
    [
        ("slotz", ["slots", "coins"], "did you mean 'slots'?"),
        ("coin", iter(["slots", "coins"]), "did you mean 'coins'?"),
        ("chess", ["slots", "coins"], "there are: slots, coins"),
        ("", ["slots"], "there are: slots"),
        ("slots", [], "there are none"),
    ],
)
def test_a_hint_names_the_nearest_word_or_all(word, known, hint):
    assert errors.did_you_mean(word, known) == hint


@pytest.mark.parametrize(
    "kind", [kind for name, kind in vars(errors).items() if name.endswith("Error")]
)
def test_every_error_a_user_can_cause_has_one_base(kind):
    assert issubclass(kind, PerfectPlayError)


@pytest.mark.parametrize(
    ("kind", "builtin"),
    [
        (errors.ParameterError, ValueError),
        (errors.ObjectiveError, ValueError),
        (errors.UnknownGameError, LookupError),
        (errors.PositionError, LookupError),
        (errors.FileError, OSError),
    ],
)
def test_an_error_is_also_the_kind_that_python_programmers_expect(kind, builtin):
    assert issubclass(kind, builtin)
