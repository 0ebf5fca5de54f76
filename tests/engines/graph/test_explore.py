"""What is wrong with a game's rules is told in one line: where it is, and what would be right."""

import math
import re
from fractions import Fraction
from typing import NamedTuple

import pytest
from icepool import Die

from perfectplay import AtLeast, Chance, Choice, Compute, Final, Gain, solve
from perfectplay.engines.graph.solve.explore import explore
from perfectplay.errors import MemoryLimitError, ModelError
from tests.table_game import RuleGame, TableGame


class Early(NamedTuple):
    turn: int


class Late(NamedTuple):
    turn: int


def at_start(node, **others):
    """A game with this node at its start."""
    return TableGame({"here": node, "end": Final(), **others})


def refusal(game, kind=ModelError, **options):
    """The one line that a game is refused with; it begins with the game's name."""
    with pytest.raises(kind) as caught:
        solve(game, **options)
    name, _, line = str(caught.value).partition(": ")
    assert name == game.name
    assert "\n" not in line
    return line


@pytest.mark.parametrize(
    ("node", "where", "remedy"),
    [
        pytest.param(None, "at('here') gives None", "must be a Final, a Choice", id="nothing"),
        pytest.param((1, 2), "at('here') gives (1, 2)", "must be a Final, a Choice", id="a tuple"),
        pytest.param(
            Gain(1, "end"), "at('here') gives Gain(1, 'end')", "must be a Final", id="a bare gain"
        ),
        pytest.param(
            Chance({"end": 0.5, "here": 0.4}),
            "the chance at 'here' has probabilities that add up to 0.9",
            "not 1; where several outcomes lead to the same position, Chance.of adds them up",
            id="too little",
        ),
        pytest.param(
            Chance([("end", 1), ("end", Fraction(1, 2))]),
            "the chance at 'here' has probabilities that add up to 1.5",
            "not 1",
            id="too much",
        ),
        pytest.param(
            Chance([("end", 2), ("end", -1)]),
            "the chance at 'here' gives an outcome the probability -1",
            "use 0 or more",
            id="a negative probability",
        ),
        pytest.param(
            Chance({"end": math.nan}),
            "the chance at 'here' gives an outcome the probability nan",
            "use 0 or more",
            id="a probability that is no number",
        ),
        pytest.param(
            Chance({"end": math.inf}),
            "the chance at 'here' gives an outcome the probability inf",
            "use 0 or more",
            id="an infinite probability",
        ),
        pytest.param(
            Chance({"end": "half"}),
            "the chance at 'here' gives an outcome the probability 'half'",
            "use",
            id="a probability in words",
        ),
        pytest.param(
            Chance({}), "the chance at 'here' has no outcome", "give it one", id="no outcomes"
        ),
        pytest.param(
            Chance.weighted({"end": 0}),
            "the chance at 'here' has no outcome that can happen",
            "give it one",
            id="no outcome that can happen",
        ),
        pytest.param(
            Chance({"end": 1}, total=0), "the chance at 'here'", "total", id="a total of zero"
        ),
        pytest.param(
            Choice({}),
            "the choice at 'here' has no options",
            "a game that ends is a Final",
            id="no options",
        ),
        pytest.param(
            Choice([("go", "end")]),
            "the choice at 'here'",
            "mapping",
            id="options that are no mapping",
        ),
        pytest.param(
            Choice({"go": "end"}, player=1),
            "the choice at 'here' belongs to player 1",
            "for one player; a game for two says `players = 2` in its class",
            id="a second player in a game for one",
        ),
        pytest.param(
            Choice({"go": "end"}, player="me"),
            "the choice at 'here' belongs to player 'me'",
            "it can only be 0",
            id="a player that is no number",
        ),
        pytest.param(
            Final(math.nan), "at 'here', the payoff is nan", "a finite number", id="no payoff"
        ),
        pytest.param(
            Final(-math.inf),
            "at 'here', the payoff is -inf",
            "a finite number",
            id="an infinite payoff",
        ),
        pytest.param(
            Final("7"), "at 'here', the payoff is '7'", "a finite number", id="a payoff in words"
        ),
        pytest.param(
            Choice({"go": Gain(math.inf, "end")}),
            "at 'here' > go, the gain is inf",
            "a finite number",
            id="infinite points",
        ),
        pytest.param(
            Choice({"go": ["end"]}),
            "'here' leads to ['end'], which is not hashable",
            "make the position a tuple, a frozenset or a NamedTuple",
            id="a list for a position",
        ),
        pytest.param(
            Choice({"go": Gain(1, ["end"]), "stay": "end"}),
            "the position 'here' leads to ['end'], which is not hashable",
            "make the position a tuple",
            id="a list for a position after points",
        ),
        pytest.param(
            Choice({"go": ("turn", {1, 2})}),
            "which is not hashable",
            "make the position a tuple",
            id="a set within a position",
        ),
        pytest.param(
            Choice({"go": Gain(1, Gain(2, "end"))}),
            "'here'",
            "Gain",
            id="points on points",
        ),
    ],
)
def test_a_fault_is_told_with_its_place_and_its_remedy(node, where, remedy):
    line = refusal(at_start(node))
    assert where in line
    assert remedy in line


@pytest.mark.parametrize(
    ("node", "place"),
    [
        (Choice({"roll": Chance({"end": 0.5})}), "'here' > roll"),
        (Chance({Choice({}): 1}), "'here' > 0"),
        (Choice({"roll": Chance([("end", 0.5), (Final(math.nan), 0.5)])}), "'here' > roll > 1"),
    ],
)
def test_a_fault_in_a_node_written_in_place_is_told_with_the_way_to_it(node, place):
    assert place in refusal(at_start(node))


@pytest.mark.parametrize("start", [["a", "list"], {"a", "set"}, ("a", ["list"])])
def test_a_start_that_is_not_hashable_is_refused(start):
    line = refusal(RuleGame(start, Final))
    assert line.startswith(f"start() leads to {start!r}, which is not hashable")


@pytest.mark.parametrize("start", [Final(1), Choice({"go": "end"}), Gain(1, "end")])
def test_a_start_that_is_a_node_is_refused(start):
    line = refusal(RuleGame(start, lambda position: Final()))
    assert line.startswith(f"start() gives {start!r}")


@pytest.mark.parametrize(
    ("one", "other"), [(Early(1), Late(1)), (Early(1), (1,)), (1, True), (0, 0.0)]
)
def test_equal_positions_of_two_kinds_are_refused(one, other):
    fork = Choice({"one": one, "other": other})
    line = refusal(RuleGame("here", lambda at: fork if at == "here" else Final()))
    assert f"{other!r}, which Python takes for equal to {one!r}" in line
    assert "give one of them another field" in line


def test_a_position_of_another_kind_is_refused_also_where_its_equal_is_known():
    ways = {"here": Choice({"one": Early(1), "on": "there"}), "there": Choice({"late": Late(1)})}
    line = refusal(RuleGame("here", lambda at: ways.get(at, Final())))
    assert "Late(turn=1), which Python takes for equal to Early(turn=1)" in line


def test_both_players_may_choose_in_a_game_for_two():
    game = TableGame({"here": Choice({"go": Choice({"on": Final()}, player=1)})}, players=2)
    assert solve(game).value == 0


def test_a_third_player_is_refused():
    game = TableGame({"here": Choice({"go": Final()}, player=2)}, players=2)
    assert "belongs to player 2; with players = 2 it can only be 0 or 1" in refusal(game)


def test_what_fails_inside_the_rules_is_told_with_the_position():
    game = RuleGame(
        3, lambda position: Final(1 / 0) if position == 5 else Choice({1: position + 1})
    )
    with pytest.raises(ZeroDivisionError) as caught:
        solve(game)
    assert "position 5" in caught.value.__notes__[0]


# Exact answers need exact probabilities


def test_floats_that_do_not_quite_add_up_are_refused_where_answers_are_exact():
    third = 0.3333333333
    line = refusal(at_start(Chance([("end", third)] * 3)), exact=True)
    assert "the chance at 'here'" in line
    assert "for exact answers give whole-number weights or Fractions" in line


def test_floats_that_do_not_quite_add_up_are_taken_otherwise():
    assert solve(at_start(Chance([("end", 0.3333333333)] * 3))).value == 0


def test_fractions_that_do_not_add_up_are_shown_exactly():
    line = refusal(at_start(Chance([("end", Fraction(1, 3))] * 2)), exact=True)
    assert "add up to 2/3, not 1" in line


@pytest.mark.parametrize("share", [0.1, 0.05, 1 / 3, 1 / 7, 0.125])
def test_decimals_and_simple_quotients_are_taken_for_what_was_meant(share):
    outcomes = [("end", share)] * round(1 / share)
    assert solve(at_start(Chance(outcomes)), exact=True).value == 0


# Outcomes


def test_an_outcome_that_cannot_happen_is_not_explored():
    game = TableGame({"here": Chance({"end": 1, "no such place": 0}), "end": Final(1)})
    assert solve(game).positions == 2


def test_a_die_whose_face_cannot_come_up_is_not_explored_there():
    game = at_start(Chance.of(Die({"end": 2, "no such place": 0})))
    assert solve(game).positions == 2


def test_outcomes_that_lead_to_the_same_place_add_up():
    graph, _ = explore(at_start(Chance([("end", 0.25), ("end", 0.75)])))
    assert list(graph.probability) == [1.0]


def test_outcomes_with_other_points_stay_apart():
    outcomes = [(Gain(1, "end"), 0.25), (Gain(2, "end"), 0.5), (Gain(1, "end"), 0.25)]
    graph, _ = explore(at_start(Chance(outcomes)))
    assert list(zip(graph.points, graph.probability, strict=True)) == [(1.0, 0.5), (2.0, 0.5)]


# Cycles


def test_a_cycle_that_no_outcome_leads_into_is_none():
    game = TableGame({0: Chance({1: 1, 0: 0}), 1: Final(5)})
    graph, _ = explore(game)
    assert not graph.cyclic


def test_nodes_in_place_from_which_play_does_not_come_back_are_on_no_cycle():
    ends = Chance([(Final(1), 0.5), (Final(2), 0.5)])
    game = TableGame(
        {"here": Choice({"again": Chance({"here": 1}), "end": ends, "stop": Final(0)})}
    )
    graph, names = explore(game)
    inside = {names.paths[node] for node in range(graph.nodes) if graph.component[node] == 0}
    assert inside == {(), ("again",)}
    assert sorted(graph.order) == list(range(graph.nodes))


# Memory


def stairs(height):
    return RuleGame(0, lambda step: Choice({"up": step + 1}) if step < height else Final())


def test_a_game_larger_than_its_memory_is_refused_with_what_was_reached():
    with pytest.raises(MemoryLimitError) as caught:
        solve(stairs(100_000), compute=Compute(engine="graph", memory_limit=1 << 20))
    assert re.fullmatch(
        r"rule-game is larger than its memory limit of 1 MiB: [\d,]+ positions were found so far, "
        r"[\d,]+ of them explored; raise the limit or make the game smaller",
        str(caught.value),
    )


def test_a_game_without_a_visible_end_is_stopped_by_its_memory():
    scattered = RuleGame(1, lambda step: Choice({"on": step * 6364136223846793005 % (1 << 64)}))
    with pytest.raises(MemoryLimitError):
        solve(scattered, compute=Compute(memory_limit=1 << 20))


def test_a_score_that_outgrows_the_memory_is_refused_with_the_remedy():
    game = at_start(Choice({"little": Gain(1, "end"), "much": Gain(10**9, "end")}))
    with pytest.raises(MemoryLimitError) as caught:
        solve(game, AtLeast(5), compute=Compute(memory_limit=1 << 20))
    assert "tracking the running score needs about" in str(caught.value)
    assert "raise the limit or ask for the expected score" in str(caught.value)


@pytest.mark.parametrize("points", [(1e300, 1), (1e-12, 1), (1e18, 1e-6)])
def test_points_too_far_apart_to_be_counted_are_refused(points):
    one, other = points
    game = at_start(Choice({"one": Gain(one, "end"), "other": Gain(other, "end")}))
    with pytest.raises((MemoryLimitError, ModelError)):
        solve(game, AtLeast(5))


def test_values_beyond_a_float_are_refused():
    game = at_start(Choice({"big": Gain(1e308, Final(1e308)), "small": Final(1)}))
    assert "values grow beyond what a float can hold" in refusal(game)


def test_a_whole_number_too_large_for_a_float_is_refused_in_floats_only():
    game = at_start(Final(2**53 + 1))
    assert "too large for a float to hold; solve it exactly" in refusal(game)
    assert solve(game, AtLeast(2**53 + 1), exact=True).value == 1


def test_a_node_of_a_kind_of_its_own_is_refused():
    class Draw(Final):
        pass

    assert "leads to a Draw, a kind of node of its own" in refusal(at_start(Choice({"a": Draw(1)})))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param(Chance({"end": 0.5}), None, id="odds before what is no node"),
        pytest.param(Choice({"go": ["end"]}), Choice({}), id="a list before no options"),
        pytest.param(Final(math.nan), Choice({"go": ["end"]}), id="a payoff before a list"),
        pytest.param(Choice({}), Chance({"end": 2}), id="no options before odds"),
    ],
)
def test_of_two_mistakes_the_first_is_told(first, second):
    both = at_start(Choice({"left": "left", "right": "right"}), left=first, right=second)
    alone = at_start(Choice({"left": "left", "right": "end"}), left=first)
    assert refusal(both) == refusal(alone)
