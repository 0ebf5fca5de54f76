"""What rules do at one position of many: by traces as plainly, at all positions."""

import os
import sys
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import perfectplay
from perfectplay import solve
from perfectplay.engines.graph.tracing import blind_spots
from perfectplay.errors import PositionError
from perfectplay.games.pig import Pig
from tests.engines.graph.tracing.both_ways import by_traces, explored_alike
from tests.rare_rules import STYLES, Hashed, P, game_of
from tests.table_game import RuleGame

SIZE = 44
LUCKY = P(7, 31)
FOLLOWED = ["updated_mapping", "joined_mappings", "compared_mappings", "compared_sets", "looked_up"]
FOLLOWED += ["frozen_sets", "keys_written_one_by_one", "cached_by_position", "rare_branch"]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.filterwarnings("ignore:.is. with :SyntaxWarning")
def test_a_rare_place_is_not_missed(style):
    how = explored_alike(game_of(style, LUCKY, SIZE), ours=False)
    assert how.endswith("does not promise to be traceable")


@pytest.mark.parametrize("style", FOLLOWED)
def test_what_can_be_followed_is(style):
    assert explored_alike(game_of(style, LUCKY, SIZE)).endswith(": traced")


def test_a_shipped_game_is_traced_until_somebody_changes_its_rules():
    class Mine(Pig):
        def at(self, position):
            return super().at(position)

    assert explored_alike(Pig(target=10), ours=False).endswith(": traced")
    how = explored_alike(Mine(target=10), ours=False)
    assert ": plain, as at in test_rare_rules.py, line " in how


def test_rules_that_promise_it_are_traced(monkeypatch):
    monkeypatch.setattr(RuleGame, "traceable", True)
    how = explored_alike(game_of("rare_branch", LUCKY, SIZE), ours=False)
    assert how.endswith(": traced")


def test_a_hash_of_ones_own_stays():
    own = Hashed.__hash__
    with by_traces():
        first = solve(game_of("two_kinds_of_position", LUCKY, SIZE)).positions
        assert solve(game_of("two_kinds_of_position", LUCKY, SIZE)).positions == first
    assert Hashed.__hash__ is own
    assert "__hash__" not in vars(P)


@pytest.mark.parametrize(
    "number", [np.int64(3), np.uint8(3), 3.0, np.float32(3), Fraction(3), Decimal(3), 3 + 0j]
)
def test_any_number_that_equals_a_field_may_be_asked(number):
    game = Pig(target=10)
    plainly = solve(game)
    with by_traces():
        traced = solve(game)
    asked = game.start()._replace(turn=number)
    assert traced.value_at(asked) == plainly.value_at(asked)
    assert traced.options(asked) == plainly.options(asked)


@pytest.mark.parametrize(
    "number", [3.5, float("nan"), float("inf"), Decimal("NaN"), 1j, "3", None, (3,), 10**30]
)
def test_what_equals_no_field_is_refused(number):
    game = Pig(target=10)
    with by_traces():
        traced = solve(game)
    with pytest.raises(PositionError):
        traced.value_at(game.start()._replace(turn=number))


def test_a_package_whose_name_begins_like_ours_is_not_ours():
    beside = f"{Path(perfectplay.__file__).parent}_extra{os.sep}rules.py"
    space = {"__name__": "perfectplay_extra.rules", "sys": sys}
    exec(compile("def frame(): return sys._getframe()", beside, "exec"), space)
    assert not blind_spots.comes_with_us(space["frame"]())
    space["__name__"] = "perfectplay.games.rules"
    exec(compile("def frame(): return sys._getframe()", perfectplay.__file__, "exec"), space)
    assert blind_spots.comes_with_us(space["frame"]())
