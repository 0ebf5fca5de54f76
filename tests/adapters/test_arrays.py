"""Rules as functions over arrays: each step is one that the plain rules allow, as often as they say."""

from collections import Counter

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics
from hypothesis import given, settings

import perfectplay.adapters.gymnasium as adapter
from perfectplay import AtLeast, Chance, Choice, Final, Game, Score
from perfectplay.adapters.arrays import PlainArrayRules, array_rules
from perfectplay.engines.array_rules import UnknownActionError, at_random
from perfectplay.games.coins import Coins
from perfectplay.games.hog import Hog
from perfectplay.games.pig import Pig
from perfectplay.games.shut_the_box import ShutTheBox
from perfectplay.games.slots import Slots
from perfectplay.games.yahtzee import Yahtzee
from perfectplay.model.walk import edges, node_at
from tests.random_cards import cards

GAMES = {
    "coins": (Coins(), None),
    "slots": (Slots(), AtLeast(30)),
    "shut-the-box": (ShutTheBox(tiles=8), None),
    "hog": (Hog(target=20, players=1), None),
    "pig": (Pig(target=30, players=1), None),
    "pig-duel": (Pig(target=30), None),
}
SMALL = 1e-9
"""Chances below this are left out, so that a die that is rolled for ever comes to an end."""


def outcomes(game, place, node, score, share=1.0):
    """What chance makes of a node: the next decisions (or ends), what was earned, how likely."""
    if isinstance(node, Final):
        yield None, node.payoff + score, share
    elif isinstance(node, Choice):
        yield place, score, share
    elif share > SMALL:
        for edge, odds in zip(edges(place, node), node.odds.floats(), strict=True):
            then = node_at(game, edge.place) if edge.node is None else edge.node
            yield from outcomes(game, edge.place, then, score + edge.points, share * odds)


def after(game, place, label, objective, so_far):
    """By next decision and reward, how likely an option leads there."""
    edge = next(edge for edge in edges(place, node_at(game, place)) if edge.step == label)
    then = node_at(game, edge.place) if edge.node is None else edge.node
    found = Counter()
    for to, earned, share in outcomes(game, edge.place, then, edge.points):
        if objective.linear:
            found[to, float(earned)] += share
        else:
            whole = earned + (so_far or 0)
            reward = float(objective.utility(whole)) if to is None else 0.0
            found[to if to is None or so_far is None else (to, whole), reward] += share
    return found


def seen(rules, state, over, reward):
    place, score = rules.place(state)
    if over:
        return None, float(reward)
    return (place if score is None else (place, score)), float(reward)


def follow(rules, game, objective, games=4, steps=25):
    """Play at random, and hold every step to the plain rules."""
    generator = np.random.default_rng(1)
    at = rules.start(np.arange(games))
    for _ in range(steps):
        actions = at_random(at.masks, generator)
        then = rules.step(at.states, actions)
        for row in np.flatnonzero(~at.over):
            place, score = rules.place(at.states[row])
            node = node_at(game, place)
            offered = {rules.actions[column] for column in np.flatnonzero(at.masks[row])}
            assert offered == set(node.options)
            assert at.movers[row] == node.player
            known = after(game, place, rules.actions[actions[row]], objective, score)
            assert seen(rules, then.states[row], then.over[row], then.rewards[row]) in known
        assert ((rules.observations(then.states) >= rules.low) | then.over[:, None]).all()
        assert (rules.observations(then.states) <= rules.high).all()
        at = then


@pytest.mark.parametrize("name", GAMES)
def test_every_step_is_one_that_the_rules_allow(name):
    game, objective = GAMES[name]
    objective = objective or game.objective()
    rules = array_rules(game, objective)
    assert not isinstance(rules, PlainArrayRules)
    follow(rules, game, objective)


@settings(max_examples=settings().max_examples // 3)
@given(cards())
def test_every_step_on_a_card_is_one_that_the_rules_allow(card):
    for objective in (Score(), AtLeast(5)):
        follow(array_rules(card, objective), card, objective, games=3, steps=12)


def test_yahtzee_ends_after_thirteen_boxes():
    rules, generator = array_rules(Yahtzee()), np.random.default_rng(1)
    at, total, boxes = rules.start(np.arange(500)), np.zeros(500), np.zeros(500)
    assert len(rules.actions) == 211 + 13
    while not at.over.all():
        actions = at_random(at.masks, generator)
        boxes += ~at.over & (actions >= 211)
        at = rules.step(at.states, actions)
        total += at.rewards
    assert (boxes == 13).all()
    assert 40 < total.mean() < 53  # at random, about 46


@pytest.mark.parametrize("name", ["coins", "pig", "slots", "shut-the-box"])
def test_chance_comes_as_often_as_the_rules_say(name):
    game, objective = GAMES[name]
    objective = objective or game.objective()
    rules, many = array_rules(game, objective), 20_000
    first = rules.start(np.array([5]))
    states = np.repeat(first.states, many, axis=0)
    states[:, -2] = np.arange(many)
    column = int(np.flatnonzero(first.masks[0])[-1])
    then = rules.step(states, np.full(many, column))
    place, score = rules.place(first.states[0])
    known = after(game, place, rules.actions[column], objective, score)
    rows = zip(then.states, then.over, then.rewards, strict=True)
    counted = Counter(seen(rules, *row) for row in rows)
    assert counted.keys() <= known.keys()
    for what, share in known.items():
        spread = (share * (1 - share) / many) ** 0.5
        assert abs(counted[what] / many - share) <= 5 * spread + 1e-12


def test_plain_rules_play_the_same_games():
    """The same random numbers, the same chances in the same order: the same games."""
    game = Coins()
    native, plain = array_rules(game), PlainArrayRules(game, game.objective())
    assert (native.actions, list(native.fields)) == (plain.actions, plain.fields)
    generator = np.random.default_rng(1)
    ours, theirs = native.start(np.arange(50)), plain.start(np.arange(50))
    for _ in range(12):
        actions = at_random(ours.masks, generator)
        ours, theirs = native.step(ours.states, actions), plain.step(theirs.states, actions)
        assert (ours.rewards == theirs.rewards).all()
        assert (ours.masks == theirs.masks).all()
        assert (native.observations(ours.states) == plain.observations(theirs.states)).all()


def test_the_functions_are_pure():
    rules = array_rules(Yahtzee())
    at = rules.start(np.arange(20))
    before = at.states.copy()
    once, again = (rules.step(at.states, np.full(20, 7)) for _ in range(2))
    assert (at.states == before).all()
    for left, right in zip(once, again, strict=True):
        assert (left == right).all()


def test_many_games_go_as_they_would_one_by_one():
    envs = gymnasium.make_vec("perfectplay/pig-v0", num_envs=3, target=10)
    single = [gymnasium.make("perfectplay/pig-v0", target=10) for _ in range(3)]
    seen_by, infos = envs.reset(seed=4)
    begun = [env.reset(seed=4 + number) for number, env in enumerate(single)]
    over = np.zeros(3, bool)
    generator, games = np.random.default_rng(1), 0
    for _ in range(60):
        assert (seen_by == [observation for observation, *_ in begun]).all()
        assert (infos["action_mask"] == [last[-1]["action_mask"] for last in begun]).all()
        actions = at_random(infos["action_mask"] > 0, generator)
        seen_by, rewards, ended, cut, infos = envs.step(actions)
        begun = [
            env.reset() if over[number] else env.step(actions[number])
            for number, env in enumerate(single)
        ]
        expected = [0.0 if over[number] else begun[number][1] for number in range(3)]
        assert rewards.tolist() == expected
        over, games = ended, games + ended.sum()
        assert not cut.any()
    assert games > 3
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP


def test_gymnasiums_wrappers_take_it():
    envs = RecordEpisodeStatistics(gymnasium.make_vec("perfectplay/coins-v0", num_envs=2))
    envs.reset(seed=1)
    told = [envs.step(np.zeros(2, np.int64))[-1] for _ in range(12)]
    assert any("episode" in infos for infos in told)
    listed = DictInfoToList(gymnasium.make_vec("perfectplay/coins-v0", num_envs=2))
    assert len(listed.reset(seed=1)[1][0]["action_mask"]) == 5


def test_a_solution_of_another_game_is_refused():
    from perfectplay import solve

    with pytest.raises(Exception, match="the solution is of"):
        adapter.env(Coins(), solution=solve(Coins(coins=2)))


class Late(Game):
    """A game whose last option comes after more luck than anyone has while it is tried out."""

    def start(self):
        return 0

    def at(self, position):
        if position == 12_000:
            return Choice({position: Final(1)})
        if position < 0:
            return Final(0)
        return Choice({"on": Chance({position + 1: 1, -1: 9}, total=10)})


def test_an_option_that_no_action_stands_for_is_not_taken_for_another():
    rules = array_rules(Late(), Score())
    assert rules.actions == ["on"]
    states = rules.start(np.arange(100)).states
    states[:, 0] = rules.rules.layout.encode(11_999)[0]
    with pytest.raises(UnknownActionError, match="12000"):
        rules.step(states, np.zeros(100, np.int64))
