"""The odds of a solved game: kept beside it, or why they cannot be told."""

from __future__ import annotations

import pytest

from perfectplay import Bonus, Box, Scorecard, solve
from perfectplay.engines.graph.solution import GraphSolution
from perfectplay.errors import PerfectPlayError
from perfectplay.model.scorecard import Face
from perfectplay.model.scorecard.declaration import parse_toml
from perfectplay.objectives import AtLeast
from perfectplay.solution.storage.cache import Cache
from perfectplay.web.app import ServerState
from perfectplay.web.jobs import Job
from perfectplay.web.limits import Limits
from perfectplay.web.messages import GameQuestion
from perfectplay.web.odds import find_odds, keep_odds
from perfectplay.web.rules import find_game
from tests.by_engine import solve_leads
from tests.waiting import wait_until
from tests.web.conftest import SMALL

KEY = "c" * 32


def kept(folder, solution):
    """The odds of a solution as another process finds them."""
    cache = Cache(folder)
    cache.keep(KEY, solution)
    keep_odds(cache, KEY, lambda stage, positions: None)
    return find_odds(cache, KEY, solution)


def test_a_distribution_that_is_refused_is_kept_as_refused(tmp_path):
    odds = kept(tmp_path, solve_leads(parse_toml("", SMALL), AtLeast(8)))
    assert (odds.distribution, odds.bonus) == (None, None)
    assert "cannot answer this for small for 'at-least:8': the exact distribution" in odds.refusal


def test_bonuses_of_two_players_are_not_hoped_for(tmp_path):
    ones = Box("ones", Face(1))
    bonus = Bonus("upper", ["ones"], at=2, points=9)
    card = Scorecard("tiny", dice=2, sides=2, rerolls=0, boxes=[ones], bonuses=[bonus], players=2)
    solution = solve(card)
    assert isinstance(solution, GraphSolution)
    odds = kept(tmp_path, solution)
    assert odds.bonus is None
    assert odds.distribution == pytest.approx(solution.distribution())


def test_a_refusal_is_told_and_ends_the_asking(server):
    Cache(server.folder).keep(KEY, solve_leads(parse_toml("", SMALL), AtLeast(8)))
    path = f"/api/v1/solutions/{KEY}/distribution"

    def worked_out():
        answer = server.client.get(path)
        return None if answer.status_code == 409 else answer

    answer = wait_until(worked_out)
    assert answer.status_code == 422
    assert ": the exact distribution of the final score" in answer.json()["error"]


def test_odds_that_failed_are_tried_again_only_with_the_game(tmp_path):
    desk = ServerState(tmp_path, Limits())
    desk.jobs.close()  # nothing is done, so that nothing depends on when
    rules = GameQuestion(game="coins", parameters={"coins": 1, "target": 1})
    key = desk.solve(find_game(rules), rules).solution
    desk.cache.keep(key, solve(parse_toml("", SMALL)))
    failed = Job(f"odds-{key}", "odds", key, {}, state="failed", error="it took too long")
    desk.jobs.known[failed.id] = failed
    for _ in range(2):
        with pytest.raises(PerfectPlayError, match="it took too long"):
            desk.require_odds(key)
    assert desk.jobs.known[failed.id] is failed
    assert desk.solve(find_game(rules), rules).state == "done"
    assert desk.jobs.known[failed.id].state == "waiting"
