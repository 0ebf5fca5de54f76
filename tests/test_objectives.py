"""Objectives: what they mean, and how they are written and read."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay import AtLeast, Score, Utility, Win
from perfectplay.errors import ObjectiveError
from perfectplay.objectives import read_objective

numbers = st.integers(-1000, 1000) | st.fractions(-100, 100, max_denominator=50)


@given(
    st.just(Score())
    | st.builds(AtLeast, numbers, numbers)
    | st.builds(Win, st.fractions(0, 1, max_denominator=50))
)
def test_an_objective_is_read_back_from_its_text(objective):
    assert read_objective(str(objective)) == objective


@pytest.mark.parametrize("points", [0.1, 45.5, 2.0])
def test_a_threshold_in_decimals_is_read_back_with_the_same_meaning(points):
    written = AtLeast(points)
    read = read_objective(str(written))
    exact = Fraction(repr(points))
    assert [read.utility(score) for score in (exact - 1, exact, exact + 1)] == [
        written.utility(score) for score in (exact - 1, exact, exact + 1)
    ]


@pytest.mark.parametrize(
    ("text", "objective"),
    [
        ("score", Score()),
        ("at-least:45", AtLeast(45)),
        ("at-least:-3", AtLeast(-3)),
        ("at-least:45.5", AtLeast(Fraction(91, 2))),
        ("at-least:1/3", AtLeast(Fraction(1, 3))),
        ("at-least:45:otherwise=-1", AtLeast(45, otherwise=-1)),
        ("win", Win()),
        ("win:tie=0", Win(tie=0)),
        ("win:tie=1/4", Win(tie=Fraction(1, 4))),
    ],
)
def test_a_text_stands_for_an_objective(text, objective):
    assert read_objective(text) == objective


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("scores", "there is no objective 'scores'; did you mean 'score'?"),
        ("luck", "there is no objective 'luck'; there are: score, at-least, win"),
        ("", "there is no objective ''"),
        ("score:3", "'score:3' is not an objective; write it like score"),
        ("at-least", "'at-least' is not an objective; write it like at-least:45"),
        ("at-least:1:2", "write it like at-least:45"),
        ("at-least:1:otherwise=2:3", "write it like at-least:45"),
        ("at-least:", "'' in 'at-least:' is not a number"),
        ("at-least:many", "'many' in 'at-least:many' is not a number"),
        ("at-least:1/0", "'1/0' in 'at-least:1/0' is not a number"),
        ("at-least:nan", "'nan' in 'at-least:nan' is not a number"),
        ("at-least:inf", "'inf' in 'at-least:inf' is not a number"),
        ("at-least:1e999999999", "is not a number"),
        ("at-least:" + "9" * 5000, "is not a number"),
        ("at-least:1:otherwise=", "'' in 'at-least:1:otherwise=' is not a number"),
        ("win:lose=1", "write it like win"),
        ("win:tie=2", "a tie is worth between 0 and 1, not 2"),
        ("win:tie=-1", "a tie is worth between 0 and 1, not -1"),
    ],
)
def test_a_text_that_is_no_objective_is_refused_with_what_would_be(text, complaint):
    with pytest.raises(ObjectiveError) as caught:
        read_objective(text)
    assert complaint in str(caught.value)


@pytest.mark.parametrize(
    ("build", "complaint"),
    [
        (lambda: AtLeast(math.nan), "at-least needs a finite number of points"),
        (lambda: AtLeast(math.inf), "at-least needs a finite number of points"),
        (lambda: AtLeast(1, otherwise=-math.inf), "a finite value for falling short"),
        (lambda: Win(tie=math.nan), "a tie is worth between 0 and 1, not nan"),
        (lambda: Win(tie=1.5), "a tie is worth between 0 and 1, not 1.5"),
    ],
)
def test_an_objective_that_makes_no_sense_is_refused(build, complaint):
    with pytest.raises(ObjectiveError, match=complaint):
        build()


@pytest.mark.parametrize(
    ("objective", "worths"),
    [
        (Score(), [-1, 0, 1, 5]),
        (AtLeast(1), [0, 0, 1, 1]),
        (AtLeast(1, otherwise=-1), [-1, -1, 1, 1]),
        (Win(), [0, Fraction(1, 2), 1, 1]),
        (Win(tie=0), [0, 0, 1, 1]),
        (Utility(abs), [1, 0, 1, 5]),
    ],
)
def test_an_objective_gives_each_final_score_its_worth(objective, worths):
    assert [objective.utility(score) for score in (-1, 0, 1, 5)] == worths


@pytest.mark.parametrize(
    ("objective", "meaning"),
    [
        (Score(), "expected score"),
        (AtLeast(45), "P(score >= 45)"),
        (AtLeast(45, otherwise=-1), "expected reward (1 for a score >= 45, else -1)"),
        (Win(), "P(first player wins) + 1/2 P(tie)"),
        (Win(tie=0), "P(first player wins)"),
        (Utility(abs), "expected abs of the final score"),
        (Utility(lambda score: score, "regret"), "expected regret of the final score"),
    ],
)
def test_an_objective_says_what_its_value_means(objective, meaning):
    assert objective.meaning == meaning
