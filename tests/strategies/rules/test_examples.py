"""The cards in `examples/`: simulated games confirm what they are worth."""

import json
import math
from pathlib import Path

import pytest

from perfectplay import evaluate, read_rules, solve
from perfectplay.solution.answers import PolicyRegret
from perfectplay.solution.decision_costs import DecisionCosts

SHIPPED = Path("src/perfectplay/strategies/cards")
CURVE = json.loads(Path("examples/curves/yahtzee.json").read_text())


def path_of(name: str) -> Path:
    """Where a card is: among those that are shipped, or among the examples."""
    path = SHIPPED / f"{name}.toml"
    return path if path.exists() else Path(f"examples/cards/{name}.toml")


@pytest.mark.parametrize(
    "name",
    [
        "slots-six-lines",
        "slots-eight-lines",
        "pig-three-lines",
        "greed-by-the-mean",
        "yazy-20-lines",
        "thirteen-boxes-20-lines",
        pytest.param("yatzy-24-lines", marks=pytest.mark.slow),
        pytest.param("house-rules-24-lines", marks=pytest.mark.slow),
        "yahtzee-2-lines",
        pytest.param("yahtzee-38-lines", marks=pytest.mark.slow),
    ],
)
def test_simulated_games_confirm_it(name):
    rules = read_rules(path_of(name))
    played = evaluate(rules.game, *[rules] * rules.game.players)
    games = played.simulate(20_000, seed=3)
    assert abs(games.mean - played.value) < 4 * games.deviation / math.sqrt(games.games)


@pytest.mark.slow
@pytest.mark.parametrize("lines", [2, 5, 11, 20, 38, 100])
def test_a_card_for_yahtzee_is_worth_what_the_curve_says(lines):
    rules = read_rules(path_of(f"yahtzee-{lines}-lines"))
    [value] = [each["value"] for each in CURVE["curve"] if each["rules"] == list(rules.texts)]
    assert evaluate(rules.game, rules).value == pytest.approx(value, abs=1e-9)


def test_the_curve_of_yahtzee_rises_and_has_the_cards():
    lines, values = zip(*((each["lines"], each["value"]) for each in CURVE["curve"]), strict=True)
    assert list(lines) == sorted(set(lines))
    assert list(values) == sorted(values)
    for each in CURVE["curve"]:
        assert each["loss"] == pytest.approx(CURVE["best"] - each["value"])
        assert len(each["rules"]) == each["lines"]
    listed = [each["rules"] for each in CURVE["curve"]]
    for count in (2, 5, 11, 20, 38, 100):
        assert read_rules(path_of(f"yahtzee-{count}-lines")).texts in listed


@pytest.mark.slow
def test_three_lines_for_greed_lose_less_than_one_in_a_hundred():
    rules = read_rules("examples/cards/greed-three-lines.toml")
    loss = solve(rules.game).answer(DecisionCosts).follow(rules).loss
    assert loss == pytest.approx(0.007567810889, abs=1e-9)


def test_21_lines_are_best_play_for_slots():
    rules = read_rules("examples/cards/slots-21-lines.toml")
    played = evaluate(rules.game, rules, exact=True)
    assert played.value == solve(rules.game, exact=True).value


def test_eight_lines_for_slots_lose_less_than_half_of_six():
    eight, six = (
        read_rules(f"examples/cards/slots-{count}-lines.toml") for count in ("eight", "six")
    )
    best = solve(six.game)
    assert best.answer(PolicyRegret).of(eight).total < best.answer(PolicyRegret).of(six).total / 2


def test_cards_for_pig_are_asked_by_columns():
    hold, race, found = (
        read_rules(f"examples/cards/pig-{name}.toml")
        for name in ("hold-at-20", "end-race", "three-lines")
    )
    assert found.asks == race.asks == {"mine", "theirs", "turn"}
    assert hold.asks == {"turn"}
