"""The figure of a study: the kind that fits, the base marked, the highest named."""

import polars as pl
import pytest

from perfectplay.analysis.studies.findings import Findings
from perfectplay.errors import ParameterError
from perfectplay.figures.study import draw_study

FRAME = pl.DataFrame(
    {
        "rerolls": [2, 2, 2, 2, 3, 3, 3, 3],
        "joker": ["free", "free", "none", "none"] * 2,
        "bonus": [True, False] * 4,
        "value": [5.0, 4.0, 3.0, None, 8.0, 7.0, 6.0, 2.0],
        "deviation": [1.0] * 8,
    }
)
BASE = {"rerolls": 2, "joker": "free", "bonus": True, "dice": 5}


def found(frame, *axes):
    return Findings(frame, axes, ["value", "deviation"], {axis: BASE[axis] for axis in axes})


def texts(axes):
    return [text.get_text() for text in axes.texts]


@pytest.mark.parametrize("axis", ["rerolls", "joker", "bonus"])
@pytest.mark.parametrize("dark", [True, False])
def test_one_axis_is_a_curve_for_each_measure(axis, dark):
    frame = FRAME.group_by(axis, maintain_order=True).first()
    figure = draw_study(found(frame, axis), "small", dark=dark)
    assert figure.get_suptitle() == f"What {axis} does to value and deviation"
    first, second = figure.axes
    assert (first.get_ylabel(), second.get_ylabel()) == ("value", "deviation")
    base, highest = texts(first)
    assert base.startswith(" base, ")
    assert highest.startswith("highest at ")


def test_a_base_that_is_no_step_of_the_axis_is_marked_where_it_lies():
    frame = pl.DataFrame({"at": [40, 50], "value": [1.0, 2.0]})
    figure = draw_study(Findings(frame, ["at"], ["value"], {"at": 43}), "small")
    assert " base, 43" in texts(figure.axes[0])


def test_two_axes_are_a_heat_map_with_the_base_framed():
    frame = FRAME.filter(pl.col("bonus"))
    figure = draw_study(found(frame, "joker", "rerolls"), "small")
    assert figure.get_suptitle() == "What joker and rerolls do to value"
    assert texts(figure.axes[0]) == ["5.000", "3.000", "8.000", "6.000"]
    assert len(figure.axes[0].patches) == 1
    assert figure.get_supxlabel() == "highest: joker=free rerolls=3 (8); the base is framed"


def test_three_axes_are_maps_side_by_side():
    figure = draw_study(found(FRAME, "rerolls", "joker", "bonus"), "small")
    titles = [axes.get_title(loc="left") for axes in figure.axes[:2]]
    assert titles == ["small\nrerolls=2", " \nrerolls=3"]
    assert len(texts(figure.axes[0])) == 3


def test_of_more_axes_all_but_the_last_make_the_rows():
    frame = FRAME.with_columns(dice=pl.lit(5))
    figure = draw_study(found(frame, "dice", "joker", "bonus", "rerolls"), "small")
    assert figure.get_suptitle() == "What dice, joker, bonus and rerolls do to value"
    assert figure.axes[0].get_yticklabels()[0].get_text() == "5, free, on"
    assert len(figure.axes[0].patches) == 1


def test_what_cannot_be_drawn():
    with pytest.raises(ParameterError, match="nothing was measured"):
        draw_study(Findings(FRAME, ["joker"], [], {}), "small")
