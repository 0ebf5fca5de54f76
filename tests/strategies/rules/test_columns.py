"""Lines that are asked of whole columns decide as they do one by one."""

import pytest

from perfectplay import Rules, evaluate, solve
from perfectplay.errors import ModelError, StrategyError
from perfectplay.games.coins import Coins
from perfectplay.games.greed import Greed
from perfectplay.games.pig import Pig
from perfectplay.model import Chance, Final, Game
from tests.by_engine import solve_graph

PIG, GREED, COINS = Pig(target=20), Greed(max=12, sides=3), Coins(coins=3, target=5)
CARDS = [
    Rules(PIG, ["mine + turn >= target: hold", "turn >= 8 + (theirs - mine) / 8: hold", "roll"]),
    Rules(PIG, ["not 3 <= turn < 9 and turn != 20 or theirs in (1, 12): hold", "roll"]),
    Rules(PIG, ["not turn: roll", "turn and mine or theirs > 7 and turn >= 6: hold", "roll"]),
    Rules(PIG, ["theirs > 0 and turn // theirs >= 1: hold", "turn >= 9: hold", "roll"]),
    Rules(GREED, ["last and mine > theirs: 0", "(max - mine) * 2 // (sides + 1)"]),
    Rules(GREED, ["mine not in (3, 4): (max - mine) / 2.5", "theirs % 2 == 0: 3", "1"]),
    Rules(COINS, ["coins in (3, 2) and points not in (4, 1): 3", "coins >= 2: 2", "1"]),
]


@pytest.mark.parametrize(
    ("rules", "exact"),
    [
        (rules, exact)
        for rules in CARDS
        for exact in (False, True)
        if rules.game != PIG or not exact
    ],
)
def test_by_columns_and_one_by_one(rules, exact):
    times = rules.game.players
    assert rules.asks is not None
    one_by_one = evaluate(rules.game, *[rules.__call__] * times, exact=exact)
    by_columns = evaluate(rules.game, *[rules] * times, exact=exact)
    assert by_columns.value == pytest.approx(one_by_one.value, abs=1e-14)
    if exact:
        assert by_columns.value == one_by_one.value


def test_lines_hold_where_python_has_it_so():
    """A number holds if it is not 0, and `and` stops at what does not hold."""

    def play(decision):
        mine, theirs, turn, _ = decision.position
        ends = (turn and mine) or (theirs > 0 and turn // theirs >= 1)
        return "hold" if ends else "roll"

    rules = Rules(PIG, ["turn and mine or theirs > 0 and turn // theirs >= 1: hold", "roll"])
    told = evaluate(PIG, rules, rules).value
    assert told == pytest.approx(evaluate(PIG, play, play).value, abs=1e-14)


@pytest.mark.parametrize(
    "lines",
    [
        ["points or 2"],
        ["points and 3"],
        ["(points or 2) >= 2: coins", "1"],
        ["(points > 1) + (coins > 2) >= 2: 2", "1"],
        ["(points > 1) * 2 + (not points)"],
        ["gain(points) == 0: 2", "1"],
    ],
)
def test_truths_are_numbers_where_python_has_it_so(lines):
    rules = Rules(COINS, lines)
    assert evaluate(COINS, rules).value == evaluate(COINS, rules.__call__).value


@pytest.mark.parametrize(
    "line",
    [
        "(turn >= 4 and theirs < 9) + (turn >= 8) * 2 > 1: hold",
        "(turn and 9) > 5: hold",
        "turn + (mine or 4) >= 8: hold",
        "-(turn or 3) < -7: hold",
    ],
)
def test_one_of_several_numbers_is_asked_one_by_one(line):
    rules = Rules(PIG, [line, "roll"])
    one_by_one = evaluate(PIG, rules.__call__, rules.__call__).value
    assert evaluate(PIG, rules, rules).value == pytest.approx(one_by_one, abs=1e-14)
    assert rules.asks is None


@pytest.mark.parametrize(
    "lines",
    [
        ["points * 4611686018427387904 * 4 > 0: 2", "1"],
        ["points * 9007199254740993 == 9007199254740993.0: 2", "1"],
        ["points + 9007199254740992 > 9007199254740992.0: coins", "1"],
        ["points * 9223372036854775807 % 2 == 1: 3", "1"],
        ["points * 4611686018427387904 - coins"],
        ["points > 99999999999999999999: 2", "99999999999999999999 - points"],
        [f"1{'0' * 400} * points"],
    ],
)
def test_numbers_have_no_bound(lines):
    """Columns have 64 bits; what may go beyond them is reckoned as Python does."""
    rules = Rules(COINS, lines)
    assert rules.asks is not None
    assert evaluate(COINS, rules).value == evaluate(COINS, rules.__call__).value


@pytest.mark.parametrize("line", ["turn is 3: hold", "turn is not 3: hold"])
@pytest.mark.filterwarnings("error")
def test_is_is_refused_in_one_line(line):
    with pytest.raises(ModelError, match="is not allowed; compare fields with numbers"):
        Rules(PIG, [line, "roll"])


def test_a_number_of_dice_that_is_one_of_several_is_asked_one_by_one():
    assert Rules(GREED, ["mine or 2", "1"]).asks is None


def test_a_game_without_decisions_has_no_rows():
    class Wait(Game[int]):
        name = "wait"

        def start(self):
            return 0

        def at(self, position):
            return Final(1) if position else Chance.weighted({1: 1, 2: 1})

    assert len(solve(Wait()).columns().rows) == 0


def test_best_play_is_looked_up():
    best = solve_graph(GREED, exact=True)
    asked = evaluate(GREED, lambda decision: best.best(decision.position), CARDS[4], exact=True)
    assert evaluate(GREED, best.play, CARDS[4], exact=True).value == asked.value


def test_what_is_asked_of_a_large_game_that_was_traced():
    pig = Pig(target=60)
    columns = solve_graph(pig).columns()
    assert (columns["mine"] + columns["turn"] < 60).all()
    chosen, by = Rules(pig, ["turn >= 20: hold", "roll"]).choose(columns)
    assert ((by == 0) == (columns["turn"] >= 20)).all()
    assert (chosen >= 0).all()


def test_lines_that_fail_say_so():
    with pytest.raises(ModelError, match="cannot be worked out"):
        evaluate(PIG, *[Rules(PIG, ["turn // theirs >= 1: hold", "roll"])] * 2)
    with pytest.raises(StrategyError, match="no line of 'two' applies at"):
        evaluate(COINS, Rules(COINS, ["coins > 1: 2", "2"], "two"))


def test_the_score_comes_along_where_lines_ask_for_it():
    pig = Pig(target=20, players=1)
    rules = Rules(pig, ["turn >= 8: hold", "roll"])
    assert evaluate(pig, rules).value < -1
    with pytest.raises(StrategyError, match="it has no bound there"):
        evaluate(pig, Rules(pig, ["score > -3: hold", "roll"]))
