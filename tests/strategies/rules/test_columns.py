"""Lines that are asked of whole columns decide as they do one by one."""

from fractions import Fraction
from typing import NamedTuple

import pytest

from perfectplay import Rules, evaluate, solve
from perfectplay.errors import ModelError, StrategyError
from perfectplay.games.coins import Coins
from perfectplay.games.greed import Greed
from perfectplay.games.pig import Pig
from perfectplay.model import Chance, Choice, Final, Game
from perfectplay.solution.decision_columns import DecisionColumns
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
        ["(points > 1) + (coins > 2) >= 2: 2", "1"],
        ["(points > 1) * 2 + (not points)"],
        ["(points > 2) == (coins > 2): 2", "1"],
        ["-(points > 2) < 0: 2", "1"],
        ["points and (points > 2 or coins): points // 1.5", "coins * 0.75"],
    ],
)
def test_what_holds_counts_as_one(lines):
    rules = Rules(COINS, lines)
    assert evaluate(COINS, rules).value == evaluate(COINS, rules.__call__).value


@pytest.mark.parametrize(
    "lines",
    [
        ["coins > 0 and points // coins >= 1: 2", "1"],
        ["not coins or points % coins == 1: 2", "1"],
        ["points: 12 // points", "1"],
        ["target == 5 or points // 0: 2", "1"],
        ["points > 9 and target // (3 < 0): 2", "1"],
        ["points > 9: 3 // (3 < 0)", "1"],
        ["points >= 0: 1", "target // (3 < 0): 2", "1"],
        ["points in () or points not in (): 2", "1"],
    ],
)
def test_what_is_decided_already_is_not_asked(lines):
    rules = Rules(COINS, lines)
    assert evaluate(COINS, rules).value == evaluate(COINS, rules.__call__).value


@pytest.mark.parametrize(
    "line",
    [
        "points * 4503599627370496 * 4 > 0: 2",
        "points + 9007199254740991 > 9007199254740990.0: 2",
        "points * 1e15 * 1e15 > 3: 2",
        "points / 1e-300 > 3: 2",
        "coins // 1e-300 > 3: 2",
        "points // (points - points) > 3: 2",
        "points % 0 > 3: 2",
    ],
)
@pytest.mark.filterwarnings("error")
def test_numbers_that_are_not_exact_are_refused_alike(line):
    rules = Rules(COINS, [line, "1"])
    told = set()
    for strategy in (rules, rules.__call__):
        with pytest.raises(ModelError, match=r"worked out: it (comes to|divides)") as wrong:
            evaluate(COINS, strategy)
        told.add(str(wrong.value).removeprefix("coins: "))
    assert len(told) == 1


@pytest.mark.parametrize(
    "condition",
    [
        "'%3000000000d' % turn == 'y'",
        "((0,) * 300000000) == (1,)",
        "'y' * 3000000000 == 'y'",
        "9 ** 9 ** 9 > turn",
        "1 << 10000000000 > turn",
        "f'{turn:3000000000}' == 'y'",
        "(1, 2) != turn",
        "turn == (1, 2)",
        "[turn] == [3]",
        "1 in (1, 2) == turn",
        "3j < turn",
        "1e999 - 1e999 > turn",
        "turn < 9007199254740992",
        "-1e16 < turn",
        "0x" + "f" * 900 + " > turn",
        "9" * 900 + " > turn",
        "turn < 'y'",
        "turn + 'y' == 3",
        "turn == b'y'",
        "turn == None",
        "turn == ...",
        "turn in 'yes'",
        "turn in 3",
        "turn in {3: 4}",
        "~turn == 3",
        "turn @ mine == 3",
        "turn is 3",
        "turn is not 3",
        "(turn or mine) > 3",
        "(turn > 3 and mine > 3) + (theirs > 3) > 1",
        "(turn and 9) > 5",
        "gain > 3",
        "gain(turn) > 3",
        "gain('hold', 2) > 3",
        "gain(*'hold') > 3",
        "gain(option='hold') > 3",
        "gain.real > 3",
        "turn[0] > 3",
        "(lambda: 3)() > turn",
        "(turn := 3) > 2",
        "turn if mine else theirs",
        "'\\d' == turn",
        "1and turn",
        "turn == 'a\\0'",
        "-" * 150 + "turn > 3",
        "not " * 150 + "turn",
        "+".join(["turn"] * 150) + " > 3",
        "turn > 3" + " " * 1000,
        "(" * 150 + "turn" + ")" * 150 + " >",
        "1 < (" * 90 + "turn",
    ],
)
@pytest.mark.filterwarnings("error")
def test_what_is_not_in_the_language_is_refused_when_it_is_read(condition):
    with pytest.raises(ModelError, match=r"^line 1: .") as wrong:
        Rules(PIG, [f"{condition}: hold", "roll"])
    assert "\n" not in str(wrong.value)


def test_nested_chains_are_worked_out_once():
    """Each level would double the work if what is between two signs were asked for twice."""
    condition = "0 <= (" * 40 + "turn" + ") <= 1" * 40
    rules = Rules(PIG, [f"{condition}: hold", "roll"])
    assert evaluate(PIG, rules, rules).value == pytest.approx(0.5, abs=0.5)


class Dealt(NamedTuple):
    hand: tuple[int, ...]
    suit: str | None
    share: Fraction


class Hands(Game[Dealt]):
    """A game whose fields are more than numbers: lists, texts that may be missing, fractions."""

    name = "hands"

    def start(self):
        return "start"

    def at(self, position):
        if position == "start":
            return Chance.weighted({
                Dealt((1, 2, 3)[:count], suit, Fraction(count, 3)): 1
                for count in range(4) for suit in ("hearts", "spades", None)
            })  # fmt: skip
        return Choice({"hit": Final(1), "stand": Final(0)})


@pytest.mark.parametrize(
    ("condition", "hands"),
    [
        ("2 in hand", 6),
        ("2.0 in hand and suit == 'hearts'", 2),
        ("hand", 9),
        ("suit", 8),
        ("not suit or suit != 'spades'", 8),
        ("suit in ('hearts', 'clubs')", 4),
        ("suit and 'pad' in suit", 4),
        ("share > 1 / 3", 6),
        ("share * 3 == 2", 3),
        ("suit == share", 0),
        ("hand != suit", 12),
    ],
)
def test_fields_that_are_more_than_numbers(condition, hands):
    rules = Rules(Hands(), [f"{condition}: hit", "stand"])
    for strategy in (rules, rules.__call__):
        assert evaluate(Hands(), strategy, exact=True).value == Fraction(hands, 12)


@pytest.mark.parametrize("condition", ["hand > 3", "suit < 3", "3 in suit", "share in share"])
def test_fields_that_are_not_numbers_are_not_reckoned_with(condition):
    rules = Rules(Hands(), [f"{condition}: hit", "stand"])
    for strategy in (rules, rules.__call__):
        with pytest.raises(ModelError, match=r"cannot be worked out: ('\w+' is|'in <string>')"):
            evaluate(Hands(), strategy)


def test_a_game_without_decisions_has_no_rows():
    class Wait(Game[int]):
        name = "wait"

        def start(self):
            return 0

        def at(self, position):
            return Final(1) if position else Chance.weighted({1: 1, 2: 1})

    assert len(solve(Wait()).answer(DecisionColumns).rows) == 0


def test_best_play_is_looked_up():
    best = solve_graph(GREED, exact=True)
    asked = evaluate(GREED, lambda decision: best.best(decision.position), CARDS[4], exact=True)
    assert evaluate(GREED, best.play, CARDS[4], exact=True).value == asked.value


def test_what_is_asked_of_a_large_game():
    pig = Pig(target=30)
    columns = solve_graph(pig).answer(DecisionColumns)
    assert (columns["mine"] + columns["turn"] < 30).all()
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
