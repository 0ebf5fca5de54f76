"""Long answers are given one by one, and hold up nobody else's."""

from __future__ import annotations

import asyncio
import threading

import pytest
from starlette.exceptions import HTTPException

from perfectplay import AtLeast, Box, Score, Scorecard
from perfectplay.model.scorecard import OfAKind
from perfectplay.model.scorecard.declaration import parse_toml
from perfectplay.solution.storage.cache import Cache
from perfectplay.web.advising import advise
from perfectplay.web.app import ServerState
from perfectplay.web.jobs import QueueFullError
from perfectplay.web.limits import Limits
from perfectplay.web.messages import TableQuestion
from perfectplay.web.rules import has_few_rolls
from perfectplay.web.solution_store import StoredSolution
from tests.by_engine import solve_graph, solve_leads, solve_scorecard
from tests.web.conftest import SMALL

QUICK, LONG = True, False


class Asker:
    """Someone who waits for an answer, or does not."""

    def __init__(self, *, gone=False):
        self.gone = gone

    async def is_disconnected(self):
        return self.gone


@pytest.fixture
def desk(tmp_path):
    made = ServerState(tmp_path, Limits(long_answers=3))
    yield made
    made.jobs.close()


async def started(desk, go_on, order):
    """A long answer that is being worked out until it may go on."""
    begun = asyncio.Event()
    loop = asyncio.get_running_loop()

    def work():
        loop.call_soon_threadsafe(begun.set)
        go_on.wait()
        order.append("long")

    task = asyncio.create_task(desk.answer(Asker(), LONG, work))
    await begun.wait()
    return task


def test_quick_ones_go_on_while_a_long_one_is_worked_out(desk):
    async def ask():
        go_on, order = threading.Event(), []
        long = await started(desk, go_on, order)
        waiting = asyncio.create_task(desk.answer(Asker(), LONG, order.append, "next"))
        await desk.answer(Asker(), QUICK, order.append, "quick")
        assert order == ["quick"]
        go_on.set()
        await asyncio.gather(long, waiting)
        assert order == ["quick", "long", "next"]
        assert desk.waiting == 0

    asyncio.run(ask())


def test_only_so_many_wait(desk):
    async def ask():
        go_on = threading.Event()
        tasks = [await started(desk, go_on, [])]
        tasks += [asyncio.create_task(desk.answer(Asker(), LONG, int)) for _ in range(2)]
        await asyncio.sleep(0)  # they take their places
        with pytest.raises(
            QueueFullError, match="3 questions about large games are already waiting"
        ):
            await desk.answer(Asker(), LONG, int)
        go_on.set()
        assert (await asyncio.gather(*tasks))[1:] == [0, 0]

    asyncio.run(ask())


def test_who_has_gone_is_not_answered(desk):
    async def ask():
        with pytest.raises(HTTPException):
            await desk.answer(Asker(gone=True), LONG, pytest.fail)
        assert desk.waiting == 0

    asyncio.run(ask())


@pytest.mark.parametrize(
    ("solver", "dice", "sides", "quick"),
    [
        (solve_graph, 2, 4, True),
        (solve_scorecard, 2, 4, True),
        (solve_scorecard, 5, 12, False),
        (solve_leads, 2, 4, False),
    ],
)
def test_which_answers_are_long(tmp_path, solver, dice, sides, quick):
    boxes = [Box(f"box-{number}", OfAKind(1)) for number in range(3)]
    card = Scorecard("card", dice=dice, sides=sides, rerolls=3, boxes=boxes)
    objective = AtLeast(8) if solver is solve_leads else Score()
    entry = StoredSolution("0" * 32, solver(card, objective), Cache(tmp_path))
    assert entry.quick is quick
    assert not entry.at_once  # the first answer prepares the others
    question = TableQuestion(dice=" ".join("1" * dice), rerolls=2)
    advise(entry, question)
    assert entry.at_once is (quick and solver is solve_scorecard)


@pytest.mark.parametrize(("dice", "sides", "few"), [(5, 6, True), (6, 12, False)])
def test_which_cards_are_read_in_a_moment(dice, sides, few):
    boxes = [Box(f"box-{number}", OfAKind(1)) for number in range(20)]
    assert has_few_rolls(Scorecard("card", dice=dice, sides=sides, boxes=boxes)) is few


def test_options_are_explained_until_the_time_is_up(tmp_path):
    entry = StoredSolution(
        "0" * 32, solve_leads(parse_toml("", SMALL), AtLeast(8)), Cache(tmp_path)
    )
    question = TableQuestion(dice="31", rerolls=1)
    explained = [option["aims"] for option in advise(entry, question)["options"]]
    assert all(explained)
    unexplained = advise(entry, question, seconds=0)["options"]
    assert [option["aims"] for option in unexplained] == [None] * len(explained)
