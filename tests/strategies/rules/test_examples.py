"""The cards in `examples/`: simulated games confirm what they are worth."""

import math

import pytest

from perfectplay import evaluate, read_rules, solve


@pytest.mark.parametrize(
    "name",
    [
        "slots-six-lines",
        "slots-eight-lines",
        pytest.param("yahtzee-12-lines", marks=pytest.mark.slow),
        pytest.param("yahtzee-16-lines", marks=pytest.mark.slow),
        pytest.param("yahtzee-6-lines", marks=pytest.mark.slow),
    ],
)
def test_simulated_games_confirm_it(name):
    rules = read_rules(f"examples/cards/{name}.toml")
    played = evaluate(rules.game, rules)
    games = played.simulate(20_000, seed=1)
    assert abs(games.mean - played.value) < 4 * games.deviation / math.sqrt(games.games)


def test_eight_lines_for_slots_lose_less_than_half_of_six():
    eight, six = (
        read_rules(f"examples/cards/slots-{count}-lines.toml") for count in ("eight", "six")
    )
    best = solve(six.game)
    assert best.regret(eight).total < best.regret(six).total / 2


def test_cards_for_pig_are_asked_by_columns():
    hold, race, found = (
        read_rules(f"examples/cards/pig-{name}.toml")
        for name in ("hold-at-20", "end-race", "three-lines")
    )
    assert found.asks == race.asks == {"mine", "theirs", "turn"}
    assert hold.asks == {"turn"}
