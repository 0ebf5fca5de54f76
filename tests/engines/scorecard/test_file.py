"""Solved scorecards on disk: what is saved is what is loaded, for the same card and no other."""

import dataclasses
import json

import numpy as np
import pytest
from hypothesis import given

from perfectplay import Exponential, Score, load, solve
from perfectplay.engines.scorecard.solution import ScorecardSolution
from perfectplay.errors import FileError
from perfectplay.games.kniffel import Kniffel
from perfectplay.games.yahtzee import Yahtzee
from perfectplay.games.yazy import Yazy
from perfectplay.model.scorecard import Bonus, Box, DiceAndBoxes, Face, Repeat, Rule, Scorecard
from perfectplay.solution.verification import VerificationError, verify
from tests.by_engine import solve_scorecard
from tests.engines.scorecard.both_ways import BOXES, OVERLAPPING, SMALL, UPPER
from tests.forging import contents, forge
from tests.random_cards import cards
from tests.refusing import changes_taken, refusal

FULL = dataclasses.replace(SMALL, bonuses=[UPPER, OVERLAPPING], repeat=Repeat("pair", 10))


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    """Where a solution can be saved, time and again."""
    return tmp_path_factory.mktemp("solutions") / "card.safetensors"


@pytest.fixture(scope="module")
def yazy():
    return solve(Yazy())


def saved(card, path):
    """A card that was solved by its own engine, and saved."""
    solution = solve_scorecard(card, Score())
    solution.save(path)
    return solution


# What is saved


def test_a_registered_game_is_known_by_its_name(path, yazy):
    yazy.save(path)
    loaded = load(path)
    assert isinstance(loaded, ScorecardSolution)
    assert (loaded.game, loaded.objective, loaded.seconds) == (Yazy(), Score(), yazy.seconds)
    assert loaded.values.tolist() == yazy.values.tolist()


def test_its_parameters_are_kept(path):
    saved(Yahtzee(joker="free", bonus=False), path)
    assert load(path).game == Yahtzee(joker="free", bonus=False)


QUESTIONS = {
    "the value": lambda solution: solution.value,
    "its size": lambda solution: solution.positions,
    "its objective": lambda solution: solution.objective,
    "the visits": lambda solution: solution.visits(),
    "the distribution": lambda solution: dict(solution.distribution()),
    "the turns": lambda solution: solution.table().to_dicts(),
    "simulated games": lambda solution: solution.simulate(100, seed=3),
    "a second opinion": verify,
}


@pytest.mark.parametrize("asked", QUESTIONS)
def test_a_loaded_solution_answers_as_the_saved_one(path, asked):
    solution = saved(FULL, path)
    assert QUESTIONS[asked](load(path)) == QUESTIONS[asked](solution)


def test_a_loaded_solution_knows_every_position(path):
    solution = saved(FULL, path)
    loaded = load(path)
    start = FULL.start()
    assert loaded.outcomes(start) == solution.outcomes(start)
    for outcome in solution.outcomes(start):
        assert loaded.options(outcome.position) == solution.options(outcome.position)


def test_a_declared_card_is_restored_without_its_declaration(path):
    solution = saved(FULL, path)
    loaded = load(path)
    assert loaded.game == FULL
    assert loaded.value == solution.value


def test_a_declared_card_that_is_solved_by_positions_is_restored_too(path):
    solve(FULL, exact=True).save(path)
    assert load(path).game == FULL
    assert load(path).exact


@given(card=cards())
def test_any_card_can_be_saved_and_loaded_by_whoever_has_it(path, card):
    solution = saved(card, path)
    loaded = load(path, card)
    assert loaded.values.tolist() == solution.values.tolist()
    assert loaded.game == card


# Boxes that are scored by Python code


def parity(roll):
    return sum(roll) % 2


@dataclasses.dataclass(frozen=True)
class Lowest(Rule):
    """A rule of one's own."""

    def __call__(self, roll):
        return roll[0]


OWN_RULES = [
    pytest.param(parity, id="a function"),
    pytest.param(lambda roll: roll[0], id="a lambda"),
    pytest.param(Lowest(), id="a rule"),
]


@pytest.mark.parametrize("scoring", OWN_RULES)
def test_a_card_with_python_code_must_be_given_to_load_it(path, scoring):
    card = dataclasses.replace(FULL, boxes=[*BOXES, Box("own", scoring)])
    solution = saved(card, path)
    assert "pass the game itself, as load(path, game=...)" in refusal(path)
    assert load(path, card).value == solution.value


@pytest.mark.parametrize("scoring", OWN_RULES)
def test_python_code_that_scores_otherwise_is_another_card(path, scoring):
    saved(dataclasses.replace(FULL, boxes=[*BOXES, Box("own", scoring)]), path)
    other = dataclasses.replace(FULL, boxes=[*BOXES, Box("own", lambda roll: 3)])
    assert refusal(path, game=other).endswith(
        "holds the solution of other rules than those of small"
    )


# What is refused


@pytest.mark.parametrize(
    "change",
    [
        {"rerolls": 1},
        {"dice": 3},
        {"sides": 4},
        {"boxes": BOXES[::-1]},
        {"boxes": [*BOXES[:3], Box("pair", Face(2))]},
        {"bonuses": [UPPER]},
        {"bonuses": [UPPER, dataclasses.replace(OVERLAPPING, points=4)]},
        {"bonuses": [UPPER, Bonus("lower", ["threes", "row"], 9, 3)]},
        {"repeat": None},
        {"repeat": Repeat("pair", 10, "free")},
        {"repeat": Repeat("row", 10)},
    ],
    ids=str,
)
def test_a_file_is_not_read_as_another_card(path, change):
    saved(FULL, path)
    other = dataclasses.replace(FULL, **change)
    assert refusal(path, game=other).endswith(
        "holds the solution of other rules than those of small"
    )


def test_whether_boxes_are_filled_in_order_makes_another_card(path):
    saved(SMALL, path)
    assert "other rules" in refusal(path, game=dataclasses.replace(SMALL, in_order=True))


@pytest.mark.parametrize("game", [Kniffel(), Yahtzee(), SMALL])
def test_a_file_is_not_read_as_another_game(path, yazy, game):
    yazy.save(path)
    assert refusal(path, game=game).endswith(f"not {game!r}")


def test_a_file_is_not_read_with_other_parameters(path):
    saved(Yahtzee(bonus=False), path)
    assert "not Yahtzee(joker='forced', bonus=True)" in refusal(path, game=Yahtzee())


def test_a_game_whose_card_has_changed_since_is_refused(path, yazy, monkeypatch):
    yazy.save(path)
    later = dataclasses.replace(Yazy().card, rerolls=3)
    monkeypatch.setattr(Yazy, "scorecard", property(lambda game: later))
    assert refusal(path).endswith("holds the solution of other rules than those of yazy")


class Home(DiceAndBoxes):
    """A game of one's own."""

    @property
    def scorecard(self):
        return Scorecard("home", dice=2, sides=3, boxes=BOXES)


def test_a_game_of_ones_own_must_be_given(path):
    solution = saved(Home(), path)
    assert "Home, which is not a registered game; pass the game itself" in refusal(path)
    assert load(path, Home()).value == solution.value


# Damage


@pytest.fixture(scope="module")
def content(tmp_path_factory):
    """The bytes of a saved solution."""
    path = tmp_path_factory.mktemp("content") / "card"
    saved(SMALL, path)
    return path.read_bytes()


def test_a_file_with_any_byte_changed_is_refused(tmp_path, content):
    assert changes_taken(tmp_path / "card", content) == []


def test_a_file_cut_short_is_refused(tmp_path, content):
    damaged = tmp_path / "card"
    for length in range(0, len(content), 7):
        damaged.write_bytes(content[:length])
        refusal(damaged)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"values": 15}, "has 15 values; small has 16"),
        ({"values": 17}, "has 17 values; small has 16"),
        ({"fingerprint": "0"}, "holds the solution of other rules than those of small"),
        ({"engine": "magic"}, ""),
        ({"declaration": "{"}, "is damaged"),
        ({"declaration": json.dumps({"name": "small"})}, ""),
        ({"parameters": "[]"}, ""),
        ({"seconds": "soon"}, "is damaged"),
    ],
    ids=str,
)
def test_a_sound_file_with_unsound_content_is_refused(path, change, complaint):
    saved(SMALL, path)
    texts = {name: text for name, text in change.items() if name != "values"}
    values = np.resize(contents(path)[1]["value"], change.get("values", 16))
    forge(path, texts, {"value": values})
    assert complaint in refusal(path)


def test_a_file_without_its_values_is_refused(path):
    saved(SMALL, path)
    forge(path, tensors={"value": None, "numbers": np.zeros(16)})
    assert "is damaged" in refusal(path)


@pytest.mark.parametrize("number", [np.nan, np.inf, -np.inf, -1.0, 1e6])
@pytest.mark.parametrize("place", [0, 7, 15])
def test_a_value_that_no_score_can_have_is_refused(path, number, place):
    saved(SMALL, path)
    values = contents(path)[1]["value"]
    values[place] = number
    forge(path, tensors={"value": values})
    assert "values that no score of the card can have" in refusal(path)


def test_values_that_fall_with_points_lead_nowhere_else(path):
    saved(FULL, path)
    values = np.array(contents(path)[1]["value"])
    forge(path, tensors={"value": values.max() - values})
    forged = load(path)
    assert forged.simulate(200, seed=1).games == 200
    assert sum(forged.distribution().values()) == pytest.approx(1)
    with pytest.raises(VerificationError):
        verify(forged)


@pytest.mark.parametrize("rate", [-0.1, 0.1])
def test_values_of_an_exponential_utility_are_looked_at_too(path, rate):
    solution = solve_scorecard(FULL, Exponential(rate))
    solution.save(path)
    assert load(path).value == solution.value
    values = contents(path)[1]["value"]
    values[0] = 0.0
    forge(path, tensors={"value": values})
    assert "values that no score of the card can have" in refusal(path)


def test_values_of_another_kind_are_refused(path):
    saved(SMALL, path)
    forge(path, tensors={"value": np.zeros(16, np.int64)})
    assert "is damaged" in refusal(path)


@pytest.mark.parametrize("objective", ["at-least:9", "win", "utility:mine"])
def test_values_for_another_objective_are_refused(path, objective):
    saved(SMALL, path)
    forge(path, {"objective": objective})
    refusal(path)


@pytest.mark.parametrize("parameters", [{}, {"boxes": []}, {"players": 9}, {"players": "two"}])
def test_a_declared_card_with_other_parameters_is_refused(path, parameters):
    saved(SMALL, path)
    forge(path, {"parameters": json.dumps(parameters)})
    refusal(path)


def test_a_folder_that_is_not_there_is_told_and_nothing_is_left(tmp_path, yazy):
    with pytest.raises(FileError, match=r"cannot write .*missing/card: No such file or directory"):
        yazy.save(tmp_path / "missing" / "card")
    assert list(tmp_path.iterdir()) == []
