"""Cards of rules on the command line."""

import pytest

from perfectplay import solve
from perfectplay.games.slots import Slots
from perfectplay.solution.storage.cache import Cache, key_of

SLOTS = "examples/cards/slots-six-lines.toml"


def test_what_a_card_costs_and_where(perfectplay, tmp_path):
    page = tmp_path / "card.html"
    words = "evaluate", "slots", "--rules", SLOTS, "--exact"
    found = perfectplay(*words, "--why", "--out", str(page), "--json")
    assert found.code == 0
    assert found.json["lines"][-1].startswith("score first of x2even, x3")
    assert found.json["loss"] == pytest.approx(185 / 15552)
    assert sum(loss["cost"] for loss in found.json["losses"]) == pytest.approx(185 / 15552)
    assert "A6" in page.read_text(encoding="utf-8")
    assert "185/15552" in perfectplay(*words).out


def test_a_card_is_as_exact_by_a_saved_solution(perfectplay, tmp_path):
    card = "--rules", SLOTS
    fresh = perfectplay("evaluate", "slots", *card, "--exact", "--json").json
    path = str(tmp_path / "slots.safetensors")
    perfectplay("solve", "slots", "--exact", "--save", path)
    saved = perfectplay("evaluate", path, *card, "--json").json
    assert (fresh["exact"], fresh["value"]) == (saved["exact"], saved["value"])
    assert "/" in fresh["exact"]
    perfectplay("solve", "slots", "--save", path)
    assert perfectplay("evaluate", path, *card, "--json").json["exact"] is None


@pytest.mark.usefixtures("keeping")
def test_a_card_is_as_exact_by_what_was_kept(perfectplay):
    words = "evaluate", "slots", "--rules", SLOTS, "--exact", "--json"
    fresh = perfectplay(*words).json["exact"]
    slots = solve(Slots(), exact=True)
    Cache.usual().keep(key_of(slots.game, slots.request), slots)
    assert perfectplay(*words).json["exact"] == fresh
    assert "/" in fresh


def test_a_card_stands_where_a_strategy_does(perfectplay):
    found = perfectplay(
        "compare", "pig", "target=10", "examples/cards/pig-hold-at-20.toml", "random"
    )
    assert found.code == 0
    assert "random" in found.out


def test_a_card_for_two_beside_the_best_answer_to_it(perfectplay):
    rules = "examples/cards/pig-hold-at-20.toml"
    found = perfectplay("evaluate", "pig", "target=30", "--rules", rules, "--why", "--json")
    assert found.code == 0
    told = found.json
    assert told["first"] < told["value"] < told["answer"]
    assert told["loss"] == pytest.approx((told["answer"] - told["first"]) / 2)
    assert {loss["line"] for loss in told["losses"]} <= {1, 2}


def test_short_lists_for_a_small_game(perfectplay):
    found = perfectplay("distil", "coins", "--lines", "3", "--exact", "--json")
    assert [point["exact"] for point in found.json["curve"]] == ["1801/16384", "129/65536", "0"]
    assert found.json["curve"][2]["proved"]
    assert "Proved" in perfectplay("distil", "coins", "--lines", "1").out


def test_a_search_goes_on_from_a_card(perfectplay, tmp_path):
    card = tmp_path / "mine.toml"
    card.write_text('game = "coins"\nlines = ["points < 5: 5", "coins == 3: 3", "1"]\n')
    loss = perfectplay("evaluate", "coins", "--rules", str(card), "--json").json["loss"]
    found = perfectplay("distil", "coins", "--lines", "3", "--from", str(card), "--json")
    assert [point["lines"] for point in found.json["curve"]] == [1, 3]
    assert found.json["curve"][1]["loss"] < loss


def test_a_list_for_two_is_told_against_the_best_answer(perfectplay):
    out = perfectplay("distil", "pig", "target=5", "--lines", "1").out
    assert "going first and second against the best answer, best play 0.5\n" in out
    assert "pig in 1 line\n" in out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("evaluate", "slots", "--rules", "nowhere.toml"), "nowhere.toml"),
        (("distil", "coins", "--from", "nowhere.toml"), "nowhere.toml"),
        (("distil", "coins", "--from", SLOTS), "slots-six-lines.toml, line 4: "),
        (("evaluate", "slots", "--rules", SLOTS, "--out", "card.doc"), "must end in .svg"),
    ],
)
def test_what_is_wrong_is_told_in_a_line(perfectplay, words, complaint):
    found = perfectplay(*words)
    assert found.code == 2
    assert complaint in found.err
    assert found.err.count("\n") == 1
