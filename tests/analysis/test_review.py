"""Looking back on a game: luck and losses, and that they make up all that the game came to."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perfectplay import AtLeast, Exponential, Score, Utility, review, solve
from perfectplay.games.slots import Slots
from perfectplay.games.yahtzee import Yahtzee
from perfectplay.model import Inline
from perfectplay.model.scorecard import Bonus, Box, Face, Scorecard, Total
from perfectplay.model.scorecard.record import Record, write_dice
from tests.by_engine import solve_graph, solve_scorecard
from tests.model.scorecard.test_record import Jotting, jottings
from tests.random_cards import cards

ONE_DIE = Scorecard("one-die", dice=1, rerolls=1, boxes=[Box("any", Total())])
ONE_DIE_TWICE = Scorecard(
    "twice", dice=1, rerolls=1, boxes=[Box("any", Total()), Box("other", Total())]
)
TWO_BOXES = Scorecard("two", dice=1, rerolls=0, boxes=[Box("any", Total()), Box("ones", Face(1))])


def reviewed(game, *lines, objective=None):
    """A game looked back on in exact fractions."""
    record = Record.read(game, "\n".join(lines))
    return review(solve(game, objective, exact=True), record)


def near(expected):
    return pytest.approx(float(expected), rel=1e-9, abs=1e-9)


@pytest.fixture(scope="module")
def yahtzee():
    return solve(Yahtzee())


# One turn, by hand: the die is worth 17/4, and 7/2 when it is rolled again


def test_the_luck_of_a_roll_is_what_it_adds_to_the_value():
    [turn] = reviewed(ONE_DIE, "2 keep - 6 any").turns
    assert [throw.before for throw in turn.throws] == [Fraction(17, 4), Fraction(7, 2)]
    assert [throw.after for throw in turn.throws] == [Fraction(7, 2), 6]
    assert [throw.luck for throw in turn.throws] == [Fraction(-3, 4), Fraction(5, 2)]


def test_a_decision_loses_what_the_best_is_worth_more():
    first, last = reviewed(ONE_DIE, "6 keep - 2 any").decisions
    assert (first.chosen.label, [option.label for option in first.best]) == (
        "reroll all",
        ["keep all"],
    )
    assert (first.before, first.after, first.lost) == (6, Fraction(7, 2), Fraction(5, 2))
    assert (last.before, last.after, last.lost) == (2, 2, 0)


def test_to_stop_early_is_a_decision_of_its_own_and_costs_once():
    stop, place = reviewed(ONE_DIE, "3 any").decisions
    assert (stop.chosen.label, stop.position.rerolls, stop.lost) == ("keep all", 1, Fraction(1, 2))
    assert (place.chosen.label, place.position.rerolls, place.lost) == ("any", 0, 0)


def test_the_sums_of_a_game_are_those_of_its_turns():
    game = reviewed(TWO_BOXES, "1 any", "6 ones")
    assert [turn.lost for turn in game.turns] == [Fraction(9, 2) - Fraction(7, 6), 0]
    assert [turn.luck for turn in game.turns] == [Fraction(9, 2) - game.value, -Fraction(1, 6)]
    assert (game.luck, game.lost) == (
        sum(turn.luck for turn in game.turns),
        sum(turn.lost for turn in game.turns),
    )
    assert game.final == game.record.score == 1


def test_values_count_the_points_so_far():
    first, second = reviewed(TWO_BOXES, "1 ones", "6 any").decisions
    assert (first.score, first.after) == (0, 1 + Fraction(7, 2))
    assert (second.score, second.before, second.after) == (1, 7, 7)


def test_all_that_tie_are_best_and_lose_nothing():
    decision = reviewed(TWO_BOXES, "1 ones", "6 any", objective=AtLeast(2)).decisions[0]
    assert [option.label for option in decision.best] == ["ones"]
    tied = reviewed(TWO_BOXES, "1 any", "6 ones", objective=AtLeast(0)).decisions[0]
    assert [option.label for option in tied.best] == ["any", "ones"]
    assert (tied.lost, tied.best[1].cost) == (0, 0)


def test_a_bonus_is_lost_with_the_decision_that_gives_it_up():
    bonus = Bonus("six", ["any"], at=6, points=10)
    card = Scorecard("bonus", dice=1, rerolls=1, boxes=[Box("any", Total())], bonuses=[bonus])
    [first, _] = reviewed(card, "6 keep - 5 any").decisions
    assert first.lost == 16 - (Fraction(7, 2) + Fraction(10, 6))


# The worst decisions


def test_the_worst_decisions_are_the_costliest_three_and_none_that_cost_nothing(yahtzee):
    lines = ["66666 ones", "12345 keep - 66666 keep - 12346 sixes", "66666 keep - 11234 twos"]
    game = review(yahtzee, Record.read(yahtzee.game, "\n".join(lines)))
    costs = sorted((decision.lost for decision in game.decisions), reverse=True)
    assert costs[3] > 0
    assert [decision.lost for decision in game.worst] == costs[:3]


def test_a_game_without_mistakes_has_no_worst_decision():
    assert reviewed(ONE_DIE, "3 keep - 1 any").worst == []


# Another objective


def test_for_another_objective_values_are_those_of_the_whole_with_the_score():
    game = reviewed(Slots(), "3 x3", "4 +4odd")
    assert game.value == Fraction(13817, 46656)
    assert game.final == 0
    assert game.lost == game.turns[0].decisions[0].before
    assert [decision.score for decision in game.decisions] == [0, 9]


def test_at_the_end_the_value_is_the_utility_of_the_score():
    square = Utility(lambda score: score**2, "square")
    game = reviewed(TWO_BOXES, "6 any", "1 ones", objective=square)
    assert (game.record.score, game.final) == (7, 49)


@pytest.mark.parametrize("rate", [-0.2, 0.3])
def test_a_utility_counts_the_points_so_far_as_it_counts_all(rate):
    objective = Exponential(rate)
    record = Record.read(ONE_DIE_TWICE, "6 keep - 2 any\n5 other")
    game = review(solve_scorecard(ONE_DIE_TWICE, objective), record)
    assert game.final == pytest.approx(objective.utility(7))
    assert game.value + game.luck - game.lost == pytest.approx(game.final)
    by_positions = review(solve_graph(ONE_DIE_TWICE, objective), record)
    for found, expected in zip(game.decisions, by_positions.decisions, strict=True):
        assert (found.before, found.after) == (near(expected.before), near(expected.after))
        assert found.lost == near(expected.lost)


# Any game: what it came to = its value + luck - losses


@given(jottings(cards()))
def test_luck_and_losses_make_up_the_expected_score(jotted):
    game = reviewed(jotted.game, *jotted.lines, objective=Score())
    assert game.value + game.luck - game.lost == game.final
    if game.record.over:
        assert game.final == game.record.score


@given(jottings(cards()), st.integers(0, 12))
def test_luck_and_losses_make_up_the_chance_to_win(jotted, target):
    game = reviewed(jotted.game, *jotted.lines, objective=AtLeast(target))
    assert game.value + game.luck - game.lost == game.final
    if game.record.over:
        assert game.final == (game.record.score >= target)


@given(jottings(cards()))
def test_both_engines_look_back_alike(jotted):
    exact = reviewed(jotted.game, *jotted.lines, objective=Score())
    game = review(solve_scorecard(jotted.game, Score()), exact.record)
    assert game.value + game.luck - game.lost == near(game.final)
    assert (game.value, game.final) == (near(exact.value), near(exact.final))
    for turn, expected in zip(game.turns, exact.turns, strict=True):
        assert [throw.luck for throw in turn.throws] == [
            near(each.luck) for each in expected.throws
        ]
        assert [each.lost for each in turn.decisions] == [
            near(each.lost) for each in expected.decisions
        ]


@settings(max_examples=25)
@given(jottings(st.just(Yahtzee())))
def test_luck_and_losses_make_up_a_game_of_yahtzee(yahtzee, jotted):
    game = review(yahtzee, Record.read(jotted.game, "\n".join(jotted.lines)))
    assert game.value + game.luck - game.lost == near(game.final)
    assert all(decision.lost >= 0 for decision in game.decisions)
    if game.record.over:
        assert game.final == near(game.record.score)


class CardPlay(Jotting):
    """A player who asks the solution, and writes down what happens."""

    def __init__(self, solution, dice):
        super().__init__(solution.game, dice)
        self.solution = solution

    def play_turn(self):
        """Roll, and follow the solution until the roll is in a box."""
        position = self.reached(self.turn)
        words = [write_dice(self.card, position.roll)]
        while position.rerolls and (label := self.solution.best(position)) != "keep all":
            position = self.reached(Inline(position, (label,)))
            keep = "-" if label == "reroll all" else label.removeprefix("keep ").replace(" ", "")
            words += ["keep", keep, write_dice(self.card, position.roll)]
        box = self.solution.best(position._replace(rerolls=0))
        self.lines.append(" ".join([*words, box]))
        self.turn = self.game.placements(self.turn, position.roll)[box].turn

    def reached(self, chance):
        outcomes = self.solution.outcomes(chance)
        [outcome] = self.dice.choices(outcomes, [outcome.probability for outcome in outcomes])
        return outcome.position


@settings(max_examples=10)
@given(dice=st.randoms(use_true_random=True))
def test_best_play_loses_nothing(yahtzee, dice):
    played = CardPlay(yahtzee, dice).play(13)
    game = review(yahtzee, Record.read(yahtzee.game, "\n".join(played.lines)))
    assert (game.lost, game.worst) == (0, [])
    assert game.value + game.luck == near(game.record.score)
