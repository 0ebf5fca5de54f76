"""Solutions at hand: so many bytes of them, and none waits for another that is being read."""

from __future__ import annotations

import gc
import weakref

import pytest

from perfectplay import Box, Compute, Scorecard, solve
from perfectplay.games.coins import Coins
from perfectplay.model.scorecard import OfAKind
from perfectplay.solution.storage.cache import Cache
from perfectplay.web.limits import Limits
from perfectplay.web.odds import PART, keep_odds
from perfectplay.web.solution_store import (
    ROOM,
    SHARE,
    TURNS,
    NoSolutionError,
    SolutionStore,
    StoredSolution,
    TooLargeError,
)

KEYS = [f"{number:032x}" for number in range(5)]


@pytest.fixture
def cache(tmp_path):
    """A folder with five solutions."""
    kept = Cache(tmp_path)
    for coins, key in enumerate(KEYS, start=1):
        kept.keep(key, solve(Coins(coins=coins, target=2)))
    return kept


def test_bytes_are_limited_and_what_makes_room_is_gone(cache):
    shelf = SolutionStore(cache, Limits(at_hand_bytes=3 * ROOM))
    gone = []
    for key in KEYS:
        gone.append(weakref.ref(shelf.get(key).solution))
        assert shelf.size <= 3 * ROOM
    assert list(shelf.entries) == KEYS[-2:]
    gc.collect()
    assert [each() is None for each in gone] == [True, True, True, False, False]
    shelf.get(KEYS[3])
    shelf.get(KEYS[0])
    assert list(shelf.entries) == [KEYS[3], KEYS[0]]  # the one asked for longest ago has gone


def test_odds_count_too(cache):
    entry = SolutionStore(cache, Limits()).get(KEYS[0])
    before = entry.size
    assert entry.odds is None
    keep_odds(cache, KEYS[0], lambda stage, positions: None)
    for _ in range(2):
        assert entry.odds is not None
        assert entry.size == before + SHARE * cache.path(KEYS[0], PART).stat().st_size


def test_what_is_too_large_is_refused_before_it_is_read(cache):
    shelf = SolutionStore(cache, Limits(at_hand_bytes=ROOM))
    with pytest.raises(TooLargeError, match="more than the 160 MiB that this server keeps at hand"):
        shelf.get(KEYS[0])


def test_what_is_at_hand_waits_for_no_reading(cache):
    shelf = SolutionStore(cache, Limits())
    entry = shelf.get(KEYS[0])
    with shelf.reading:
        assert shelf.get(KEYS[0]) is entry
    assert shelf.find(KEYS[0]) is entry


def test_what_is_not_there_is_missing(cache):
    shelf = SolutionStore(cache, Limits())
    cache.path(KEYS[1]).unlink()
    cache.path(KEYS[2]).unlink()
    cache.path(KEYS[2]).write_bytes(b"")
    for key in (KEYS[1], KEYS[2], "../etc/passwd"):
        assert shelf.find(key) is None
        with pytest.raises(NoSolutionError, match="have the game solved first"):
            shelf.get(key)


@pytest.mark.parametrize(("dice", "sides", "rerolls"), [(2, 6, 2), (4, 12, 5)])
def test_turns_are_remembered_by_their_bytes(tmp_path, dice, sides, rerolls):
    boxes = [Box(f"box-{count}", OfAKind(count)) for count in range(1, dice + 1)]
    card = Scorecard("dice", dice=dice, sides=sides, rerolls=rerolls, boxes=boxes)
    solution = solve(card, compute=Compute(engine="scorecard"))
    entry = StoredSolution(KEYS[0], solution, Cache(tmp_path))
    turn = card.start()
    prospects = entry.prospects(turn, bonuses=False)
    held = prospects.placed.nbytes + sum(level.nbytes for level in prospects.kept)
    assert held <= prospects.most_bytes(solution.game.card)
    most = entry.prospects.cache_info().maxsize
    assert 0.5 * TURNS < most * held <= TURNS
