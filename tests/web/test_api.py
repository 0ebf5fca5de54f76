"""The API answers with the library's numbers, and refuses in one sentence what is wrong."""

from __future__ import annotations

import dataclasses

import pytest

from perfectplay import Rules, solve, solve_end_game
from perfectplay.analysis.aims import aims
from perfectplay.analysis.bonuses import BonusChances
from perfectplay.games.coins import Coins, Purse
from perfectplay.games.greed import Greed
from perfectplay.games.registry import find
from perfectplay.games.slots import Slots
from perfectplay.model.race import RaceTurn
from perfectplay.model.scorecard import Rolled
from perfectplay.model.scorecard.declaration import parse_toml
from perfectplay.model.table import Table
from perfectplay.objectives import Exponential, Win
from perfectplay.play.practice import session
from perfectplay.solution.whole_game import whole_value_at
from perfectplay.strategies.strategy import Decision
from perfectplay.web.dueling import EndGame
from tests.by_engine import solve_race
from tests.waiting import wait_until
from tests.web.conftest import SMALL


def test_games_have_their_parameters(server):
    games = {game["name"]: game for game in server.get("games")}
    assert games["greed"]["kind"] == "race"
    assert games["yahtzee"]["kind"] == "scorecard"
    assert [each["name"] for each in games["coins"]["parameters"]] == ["coins", "target"]


def test_a_solution_is_told_and_kept(server, small):
    facts = server.get(f"solutions/{small}")
    card = parse_toml("", SMALL)
    assert facts["value"] == pytest.approx(solve(card).value)
    assert facts["card"]["bonuses"][0]["at"] == 6
    again = server.post("jobs", {"toml": SMALL})
    assert (again["state"], again["solution"]) == ("done", small)


def test_advice_is_the_librarys(server, small):
    card = parse_toml("", SMALL)
    solution = solve(card)
    table = {"dice": "31", "rerolls": 1, "card": {"any": 5}}
    advice = server.post(f"solutions/{small}/advice", table)
    place = Rolled(("ones", "threes"), (1, 3), 1, (0,))
    options = solution.options(place)
    assert [each["label"] for each in advice["options"]] == [each.label for each in options]
    chances = BonusChances.of(solution)

    def with_odds():  # they come a little later
        told = server.post(f"solutions/{small}/advice", table)
        return told if told["bonuses"][0]["chance"] is not None else None

    advice = wait_until(with_odds)
    assert advice["bonuses"][0]["chance"] == pytest.approx(chances.at(place.turn)[0], abs=1e-6)
    for told, option in zip(advice["options"], options, strict=True):
        assert told["value"] == pytest.approx(option.value + 5, abs=1e-6)
        assert told["cost"] == pytest.approx(option.cost, abs=1e-6)
        wanted = {aim.box: aim.filled for aim in aims(solution, place, option.label)}
        assert {aim["box"]: aim["filled"] for aim in told["aims"]} == pytest.approx(
            wanted, abs=1e-6
        )
        assert 0 <= told["bonus"]["upper"] <= 1
    best = advice["options"][0]
    assert best["then"]["rerolls"] == 0
    placed = server.post(f"solutions/{small}/advice", {**table, "rerolls": 0})["options"][0]
    assert placed["then"]["card"] == {"any": 5, placed["label"]: placed["points"]}
    assert placed["later"] == pytest.approx(placed["value"] - 5 - placed["points"], abs=2e-6)


def test_the_line_of_a_card_that_applies_is_told(server, small):
    table = {"dice": "31", "rerolls": 1, "card": {"any": 5}}
    rules = Rules(parse_toml("", SMALL), ["two 3s: keep them", "a 3: keep them", "score the most"])
    place = Rolled(("ones", "threes"), (1, 3), 1, (0,))
    options = tuple(each.label for each in solve(rules.game).options(place))
    applied = rules.applied(Decision(place, 5, 0, options))
    told = server.post(f"solutions/{small}/line", {**table, "lines": rules.texts})
    assert (
        told == {"line": applied.line, "option": applied.option} == {"line": 2, "option": "keep 3"}
    )
    wrong = {**table, "lines": ["a 3: keep them", "a 4 too many"]}
    assert "line 2: " in server.post(f"solutions/{small}/line", wrong, 422)["error"]
    unknown = {**table, "card": {"any": None}, "lines": ["score >= 5: keep all", "score the most"]}
    error = server.post(f"solutions/{small}/line", unknown, 422)["error"]
    assert "depends on the score so far" in error
    known = server.post(f"solutions/{small}/line", {**unknown, "card": {"any": 5}})
    assert known["line"] == 1
    early = {"card": {"any": 5}, "lines": rules.texts}
    assert "nothing to decide yet" in server.post(f"solutions/{small}/line", early, 422)["error"]


def test_the_cards_of_rules_that_are_here_suit_their_games(server):
    cards = server.get("rules")
    assert {card["game"] for card in cards} == {"yahtzee", "yatzy", "yazy"}
    for card in cards:
        rules = Rules(find(card["game"]).from_words([]), card["lines"])
        assert card["name"].endswith(f" in {len(rules.lines)} lines")


def test_points_that_are_not_known_are_left_out_everywhere(server, small):
    solution = solve(parse_toml("", SMALL))
    table = {"dice": "33", "rerolls": 0, "card": {"ones": 1, "any": None}}
    advice = server.post(f"solutions/{small}/advice", table)
    place = Rolled(("threes",), (3, 3), 0, (1,))
    assert advice["score"] is None
    assert advice["value"] == pytest.approx(solution.value_at(place), abs=1e-6)
    assert advice["options"][0]["value"] == advice["value"]


def test_a_utility_counts_the_points_so_far_as_it_counts_all(server):
    objective = Exponential(-0.1)
    cautious = server.solved(toml=SMALL, objective=str(objective))
    solution = solve(parse_toml("", SMALL), objective)
    table = {"dice": "31", "rerolls": 1, "card": {"any": 5}}
    advice = server.post(f"solutions/{cautious}/advice", table)
    place = Rolled(("ones", "threes"), (1, 3), 1, (0,))
    assert advice["value"] == pytest.approx(whole_value_at(solution, place, 5), abs=1e-6)
    assert advice["options"][0]["value"] == advice["value"]
    worst = advice["options"][-1]
    assert worst["value"] + worst["cost"] == pytest.approx(advice["value"], abs=2e-6)
    assert (
        server.post(f"solutions/{cautious}/advice", {**table, "rerolls": 0})["options"][0]["later"]
        is None
    )


def test_a_whole_game_can_be_followed(server, small):
    card: dict[str, int] = {}
    for _ in range(3):
        kept, rerolls = "", None
        while True:
            dice = server.post(f"solutions/{small}/roll", {"keep": kept})["dice"]
            assert all(kept.count(face) <= dice.count(face) for face in set(kept))
            question = {
                "dice": dice,
                "card": card,
                **({} if rerolls is None else {"rerolls": rerolls}),
            }
            best = server.post(f"solutions/{small}/advice", question)["options"][0]
            kept, rerolls = best["then"]["dice"], best["then"]["rerolls"]
            if best["points"] is not None:
                card = best["then"]["card"]
                break
            if rerolls == 0 and len(kept) == 2:
                question |= {"dice": kept, "rerolls": 0}
                best = server.post(f"solutions/{small}/advice", question)["options"][0]
                card = best["then"]["card"]
                break
    over = server.post(f"solutions/{small}/advice", {"card": card})
    assert over["moment"] == "over"
    assert over["open"] == []


def test_practice_asks_what_the_terminal_asks(server, small):
    """The same seed, such as the date, draws the same positions; the tables tell of them."""
    asked = session(solve(parse_toml("", SMALL)), "2026-11-16", only="any")
    question = {"seed": "2026-11-16", "only": "any"}
    told = server.post(f"solutions/{small}/practice", question)
    assert told["natural"] == pytest.approx(asked.natural)
    assert told["by_kind"] == pytest.approx(asked.by_kind)
    for found, each in zip(told["exercises"], asked.exercises, strict=True):
        assert found["kind"] == each.kind
        advice = server.post(f"solutions/{small}/advice", found["table"])
        assert advice["position"] == found["at"] == str(each.line.game.text(each.position))
        assert str(advice["score"]) == found["score"]
        costs = {option["label"]: option["cost"] for option in advice["options"]}
        assert costs == pytest.approx(
            {option.label: option.cost for option in each.options}, abs=1e-6
        )
    server.post(f"solutions/{small}/practice", {**question, "many": 51}, status=422)
    refused = server.post(f"solutions/{small}/practice", {"seed": "", "only": "x"}, status=422)
    assert "'x' cannot be practised alone" in refused["error"]


def test_practice_of_yahtzee_tells_of_repeats(server):
    key = server.solved(game="yahtzee")
    for seed in range(3):
        told = server.post(f"solutions/{key}/practice", {"seed": str(seed), "many": 50})
        for each in told["exercises"]:
            table = {**each["table"], "explain": 0}
            assert server.post(f"solutions/{key}/advice", table)["position"] == each["at"]


def test_the_distribution_and_a_review(server, small):
    solution = solve(parse_toml("", SMALL))

    def worked_out():
        answer = server.client.get(f"/api/v1/solutions/{small}/distribution")
        if answer.status_code != 409:
            return answer
        assert "being worked out" in answer.json()["error"]
        return None

    spread = wait_until(worked_out).json()
    wanted = solution.distribution()
    assert spread["scores"] == [float(score) for score in wanted]
    assert spread["chances"] == pytest.approx(list(wanted.values()))
    review = server.post(f"solutions/{small}/review", {"record": "13 keep 3 33 threes\n11 ones"})
    assert review["value"] + review["luck"] - review["lost"] == pytest.approx(review["final"])
    assert (review["score"], review["over"], len(review["decisions"])) == (8, False, 4)
    assert sum(turn["points"] for turn in review["turns"]) == 8
    whole = server.post(
        f"solutions/{small}/review", {"record": "13 keep 3 33 threes\n11 ones\n12 any"}
    )
    rows = [turn["points"] for turn in whole["turns"]] + [row["points"] for row in whole["bonuses"]]
    assert sum(rows) == whole["score"] == 20
    for mistake in whole["worst"]:
        lost = mistake["best"]["value"] - mistake["chosen"]["value"]
        assert lost == pytest.approx(mistake["lost"])


def test_positions_of_any_game(server):
    coins = server.solved(game="coins", parameters={"coins": 2, "target": 2})
    start = server.post(f"solutions/{coins}/position", {})
    assert [(edge["label"], edge["value"]) for edge in start["edges"]] == [
        (str(option.label), option.value)
        for option in solve(Coins(coins=2, target=2)).options(Purse(2, 0))
    ]
    then = server.post(f"solutions/{coins}/position", {"at": start["edges"][0]["at"]})
    assert then["kind"] == "chance"
    assert sum(edge["probability"] for edge in then["edges"]) == pytest.approx(1)
    slots = server.solved(game="slots")
    place = {"at": "open=x3,bin roll=5", "score": "30"}
    edges = server.post(f"solutions/{slots}/position", place)["edges"]
    best = solve(Slots()).options(solve(Slots()).read(place["at"]), 30)[0]
    assert (edges[0]["label"], edges[0]["value"]) == (best.label, pytest.approx(best.value))
    assert edges[0]["at"] == "open=bin"


def test_a_race(server):
    greed = server.solved(game="greed", parameters={"max": 12, "sides": 3})
    race = solve_race(Greed(max=12, sides=3), Win())
    for last in (False, True):
        board = server.get(f"solutions/{greed}/board?last={last}")
        for mine, theirs in ((0, 0), (3, 9), (12, 12)):
            rating, dice = race.ratings.best(mine, theirs, last=last, player=0)
            assert board["dice"][mine][theirs] == dice
            assert board["ratings"][mine][theirs] == pytest.approx(rating, abs=1e-6)
    turn = server.post(f"solutions/{greed}/turn", {"mine": 3, "theirs": 9, "last": True})
    options = race.options(RaceTurn(3, 9, True))
    assert [each["dice"] for each in turn["options"]] == [each.label for each in options]
    words = {each["dice"]: each["words"] for each in turn["options"]}
    assert [words[dice] for dice in (0, 1, 2)] == ["none, stop", "1 die", "2 dice"]
    best = turn["options"][0]
    landed = dict.fromkeys(("behind", "tie", "win", "bust"), 0.0)
    for landing in turn["landings"]:
        landed[landing["meaning"]] += landing["chance"]
    assert landed["win"] == pytest.approx(best["win"], abs=1e-5)
    assert landed["bust"] == pytest.approx(best["bust"], abs=1e-5)


def test_a_large_race_is_answered_turn_by_turn(server):
    greed = server.solved(game="greed", parameters={"max": 201})
    assert server.post(f"solutions/{greed}/turn", {"mine": 0, "theirs": 0})["options"]
    for refused in (
        server.get(f"solutions/{greed}/board", 422),
        server.post(f"solutions/{greed}/position", {}, 422),
    ):
        assert "whole boards are sent up to max=200; ask about single turns" in refused["error"]


def test_a_card_is_checked_and_written_both_ways(server):
    declared = server.post("cards", {"game": "yahtzee"})
    again = server.post("cards", {"toml": declared["toml"]})
    assert again == server.post("cards", {"card": declared["card"]})
    assert again["card"] == declared["card"]
    rules = {each["rule"] for each in server.get("scoring")}
    assert {box["rule"] for box in declared["card"]["boxes"]} <= rules


@pytest.mark.parametrize(
    ("path", "body", "status", "told"),
    [
        ("jobs", {}, 422, "exactly one of them"),
        ("jobs", {"game": "chess"}, 422, "there is no game 'chess'"),
        ("jobs", {"game": "slots", "parameters": {"target": 1000}}, 422, "target=1000 is not"),
        ("jobs", {"game": "slots", "code": "import os"}, 422, "code: Extra inputs"),
        ("jobs", {"toml": "dice = five"}, 422, "the text, line 1: this is not a value"),
        ("jobs", {"card": {"name": "x", "boxes": []}}, 422, "scorecard"),
        (
            "jobs",
            {"game": "greed", "parameters": {"max": 1100}},
            422,
            "up to 4,100,000 are answered for",
        ),
        ("jobs", {"game": "slots", "objective": "fun"}, 422, "there is no objective 'fun'"),
        ("solutions/" + 32 * "0" + "/advice", {}, 404, "have the game solved first"),
        ("solutions/nonsense/advice", {}, 422, "key: String should match"),
        ("nothing", {}, 405, "POST is not what /api/v1/nothing is for"),
    ],
)
def test_mistakes_are_one_sentence(server, path, body, status, told):
    error = server.post(path, body, status)["error"]
    assert told in error
    assert "\n" not in error


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ({"dice": "35"}, "'5' in '35' is not on a die with 4 sides"),
        ({"dice": "3"}, "shows 1 die;"),
        ({"rerolls": 1}, "--rerolls needs --dice"),
        ({"dice": "33", "rerolls": 2}, "2 rerolls cannot be left"),
        ({"dice": "33", "card": {"ones": 7}}, "ones=7 is impossible"),
        ({"dice": "33", "card": {"sevens": 7}}, "has no box"),
        ({"dice": "33", "explain": 1000}, "explain: Input should be less"),
    ],
)
def test_a_table_that_cannot_be_is_refused(server, small, question, told):
    assert told in server.post(f"solutions/{small}/advice", question, 422)["error"]


def test_two_players_are_told_the_chance_to_win(server, small):
    card = {"threes": 3}
    job = server.ended(f"solutions/{small}/end-game", {"card": card, "other": card})
    assert (job["what"], job["state"]) == ("end-game", "done")
    game = dataclasses.replace(parse_toml("", SMALL), players=2)
    seen = game.position_from_table(Table("31", 1, "threes=3", "threes=3"))
    end = solve_end_game(game, seen.position.before, 0)
    question = {"end_game": job["solution"], "card": card, "other": card}
    told = server.post(f"solutions/{small}/duel", {**question, "dice": "31", "rerolls": 1})
    options = end.options(seen.position, 0)
    assert [(each["label"], each["best"]) for each in told["options"]] == [
        (each.label, each.best) for each in options
    ]
    for each, option in zip(told["options"], options, strict=True):
        assert each["chance"] == pytest.approx(option.value, abs=1e-6)
        assert each["cost"] == pytest.approx(option.cost, abs=1e-6)
    alone = solve(parse_toml("", SMALL)).best(seen.position.turn.rolled((1, 3), 1))
    cost = next(each["cost"] for each in told["options"] if each["label"] == alone)
    assert (told["for_points"]["label"], told["for_points"]["cost"]) == (alone, cost)
    before = server.post(f"solutions/{small}/duel", question)
    assert before["chance"] == pytest.approx(end.value, abs=1e-6)
    assert (before["options"], before["for_points"], before["tie"]) == ([], None, 0.5)


def test_an_end_game_answers_for_what_follows(server, small):
    card, then = {"threes": 3}, {"threes": 3, "any": 5}
    known = server.ended(f"solutions/{small}/end-game", {"card": card, "other": card})
    cards = {"card": card, "other": then}
    after = server.post(f"solutions/{small}/end-game", {**cards, "known": known["solution"]})
    assert (after["state"], after["solution"]) == ("done", known["solution"])
    duel = {**cards, "end_game": known["solution"]}
    first = server.post(f"solutions/{small}/duel", duel)
    assert first["lead"] == -5
    anew = server.ended(f"solutions/{small}/end-game", cards)
    assert anew["solution"] != known["solution"]
    assert server.post(f"solutions/{small}/duel", {**duel, "end_game": anew["solution"]}) == first
    earlier = {"card": {}, "other": {}, "known": known["solution"]}
    assert server.post(f"solutions/{small}/end-game", earlier)["solution"] != known["solution"]


@pytest.mark.parametrize(
    ("order", "told"),
    [
        ((100, "auto"), "more than the memory limit"),
        ((1 << 20, "tpu"), "there is no backend 'tpu'"),
    ],
)
def test_an_end_game_that_cannot_be_solved_so_says_why(server, order, told):
    slots = server.solved(game="slots")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(EndGame, "order", lambda end, *_, made=EndGame.order: made(end, *order))
        job = server.ended(f"solutions/{slots}/end-game", {})
    assert job["state"] == "failed"
    assert told in job["error"]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ({"other": {"ones": 1, "any": 3}}, "you have 3 open boxes and they have 1"),
        ({"other": {"any": None}}, "it matters who leads"),
        ({"card": {"ones": 7}}, "ones=7 is impossible"),
        ({"known": "nonsense"}, "known: String should match"),
    ],
)
def test_cards_that_cannot_be_are_refused(server, small, question, told):
    assert told in server.post(f"solutions/{small}/end-game", question, 422)["error"]


def test_a_duel_needs_its_own_end_game(server, small):
    refused = server.post(f"solutions/{small}/duel", {"end_game": small}, 422)
    assert "is not an end game of small" in refused["error"]
