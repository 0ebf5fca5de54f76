"""What can be guaranteed with a die that is known within bounds, against brute force."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay import AtLeast, Choice, Final, Score, Win, Within, load, solve
from perfectplay.errors import FileError, ParameterError
from perfectplay.games.coins import Coins
from perfectplay.games.pig import Pig
from perfectplay.games.shut_the_box import ShutTheBox
from perfectplay.games.slots import Slots
from perfectplay.model.uncertain_die import DieBounds, UncertainDie
from tests.analysis.dice.test_by_face import Tug

BOUNDS = DieBounds.read("1/10..1/2,1/5..1/2,1/5..2/5")
SIX = DieBounds.read(",".join(["1/12..1/4"] * 6))


def worst_mean(values, bounds):
    """The least mean of some values: each face as seldom as can be, then the worst as often."""
    shares, left = list(bounds.low), 1 - sum(bounds.low)
    for place in sorted(range(len(values)), key=values.__getitem__):
        more = min(left, bounds.high[place] - bounds.low[place])
        shares[place] += more
        left -= more
    return sum(share * value for share, value in zip(shares, values, strict=True))


def guaranteed(game, bounds, position):
    """The value of `Tug` by recursion."""
    node = game.at(position)
    if isinstance(node, Final):
        return Fraction(Win().utility(node.payoff))
    worth = []
    for then in node.options.values():
        if hasattr(then, "thens"):
            worth.append(
                worst_mean([guaranteed(game, bounds, each) for each in then.thens], bounds)
            )
        else:
            worth.append(guaranteed(game, bounds, then))
    return (min if node.player else max)(worth)


@pytest.mark.parametrize("rounds", [1, 2, 3, 4])
def test_an_opponent_who_picks_the_die_is_as_bad_as_can_be(rounds):
    game = Tug(rounds=rounds)
    found = solve(UncertainDie(game, BOUNDS), exact=True)
    assert found.value == guaranteed(game, BOUNDS, game.start())


@given(
    st.lists(st.integers(0, 20), min_size=3, max_size=3),
    st.lists(st.integers(0, 9), min_size=3, max_size=3),
)
def test_the_worst_die_is_a_corner_of_the_bounds(values, widths):
    low = [Fraction(1, 12)] * 3
    bounds = DieBounds(tuple(low), tuple(Fraction(1, 12) + Fraction(width, 12) for width in widths))
    if sum(bounds.high) < 1:
        return
    corners = bounds.corners()
    assert all(sum(corner) == 1 for corner in corners)
    means = [sum(a * b for a, b in zip(corner, values, strict=True)) for corner in corners]
    assert min(means) == worst_mean(values, bounds)


def test_no_die_within_the_bounds_does_worse():
    game = Pig(target=6, players=1)
    objective = Within(3, AtLeast(-2))
    least = solve(UncertainDie(game, SIX), objective, exact=True).value
    for heavy in range(6):
        shares = [Fraction(1, 6)] * 6
        shares[heavy], shares[heavy - 1] = Fraction(1, 4), Fraction(1, 12)
        loaded = game.for_words([f"die={','.join(map(str, shares))}"])
        assert solve(loaded, objective, exact=True).value >= least
    certain = DieBounds.read(",".join(["1/6"] * 6))
    same = solve(UncertainDie(game, certain), objective, exact=True).value
    assert least < same == solve(game, objective, exact=True).value


def test_a_game_that_goes_round_is_guaranteed_too():
    pig = Pig(target=6, players=1)
    found = solve(UncertainDie(pig, SIX))
    assert found.lower <= found.value <= found.upper < solve(pig).value
    assert found.meaning.endswith(", guaranteed")


def test_points_are_guaranteed_on_a_card():
    slots = solve(UncertainDie(Slots(), SIX), Score())
    assert slots.value < solve(Slots(), Score()).value
    assert slots.read("open=bin roll=3") == Slots().read("open=bin roll=3")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("0.1..0.2,0.1..0.2", "does not bound how likely each face is"),
        ("0.5..0.4,0.6", "does not bound"),
        ("x..1,0..1", "does not bound"),
        ("0.6..1,0.6..1", "does not bound"),
        ("1", "does not bound"),
    ],
)
def test_what_are_no_bounds_is_refused(text, complaint):
    with pytest.raises(ParameterError, match=complaint):
        DieBounds.read(text)


def test_games_that_cannot_be_bounded_are_refused(tmp_path):
    with pytest.raises(ParameterError, match="throws several dice at once"):
        solve(UncertainDie(ShutTheBox(tiles=3), SIX))
    with pytest.raises(ParameterError, match="bounds for 3 faces"):
        UncertainDie(Pig(), BOUNDS)
    with pytest.raises(ParameterError, match="does not say which die"):
        UncertainDie(Coins(), SIX)
    solve(UncertainDie(Tug(rounds=2), BOUNDS)).save(tmp_path / "tug.safetensors")
    with pytest.raises(FileError, match="not a registered game"):
        load(tmp_path / "tug.safetensors")
    game = UncertainDie(Tug(rounds=2), BOUNDS)
    assert load(tmp_path / "tug.safetensors", game=game).value == solve(game).value
    assert isinstance(game.at(game.start()), Choice)
