"""Every measure against the same added up over all games that best play can lead to."""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

import pytest
from hypothesis import given

from perfectplay import (
    Bonus,
    Box,
    Chance,
    Choice,
    Compute,
    Final,
    Gain,
    Game,
    Score,
    Scorecard,
    Win,
    evaluate,
    solve,
)
from perfectplay.analysis.measures.course import LOW, Drama, GameCourse, turns_of
from perfectplay.analysis.measures.fairness import Fairness
from perfectplay.analysis.measures.play import TurnByTurn
from perfectplay.analysis.measures.skill import skill
from perfectplay.analysis.measures.stakes import NOTABLE, DecisionStakes
from perfectplay.analysis.measures.summary import Summary
from perfectplay.analysis.measures.usage import Usage
from perfectplay.games.coins import Coins
from perfectplay.games.greed import Greed
from perfectplay.games.pig import Pig
from perfectplay.games.piglet import Piglet
from perfectplay.games.shut_the_box import ShutTheBox
from perfectplay.games.slots import Slots
from perfectplay.model.scorecard import Face, Total
from perfectplay.strategies.greedy import Greedy
from perfectplay.strategies.strategy import at_random
from tests import brute_force
from tests.analysis.measures.histories import (
    histories,
    is_comeback,
    leads,
    offered,
    taken,
    turn_starts,
    value_after,
)
from tests.random_games import FOR_TWO, SCORE, games, games_with_aims

WIN = FOR_TWO[0]
CLOSE = {"rel": 1e-9, "abs": 1e-12}


def check_turns_and_course(game, aim):
    answer = brute_force.solve(game, aim.utility)
    played = list(histories(game, answer))
    starts = [turn_starts(game, history) for history in played]
    play = TurnByTurn(solve(game, aim.objective, exact=True))
    masses = {}
    for history, each in zip(played, starts, strict=True):
        masses[len(each)] = masses.get(len(each), 0) + history.chance
    found = turns_of(play)
    assert {number: float(share) for number, share in found.items()} == pytest.approx(
        {number: float(share) for number, share in masses.items()}, **CLOSE
    )
    for stage in GameCourse.of(play).stages:
        over = mean = square = Fraction(0)
        for history, each in zip(played, starts, strict=True):
            value = value_after(history, each, stage.turns, answer)
            over += history.chance * (len(each) <= stage.turns)
            mean += history.chance * value
            square += history.chance * value**2
        assert stage.over == pytest.approx(float(over), **CLOSE)
        assert stage.mean == pytest.approx(float(mean), **CLOSE)
        assert stage.deviation**2 == pytest.approx(float(square - mean**2), rel=1e-7, abs=1e-11)


@given(games_with_aims())
def test_turns_and_the_course_of_random_games(given_game):
    check_turns_and_course(*given_game)


@pytest.mark.parametrize(
    ("game", "aim"),
    [(Coins(coins=2, target=2), SCORE), (Greed(max=3, sides=2), WIN)],
    ids=["decisions", "own turns"],
)
def test_turns_and_the_course_of_known_games(game, aim):
    check_turns_and_course(game, aim)


@given(games(players=(2,)))
def test_lead_changes_and_comebacks(game):
    answer = brute_force.solve(game, WIN.utility)
    changes = never = comebacks = Fraction(0)
    for history in histories(game, answer):
        starts = turn_starts(game, history)
        signs = leads(history, starts, answer)
        turned = sum(a != b for a, b in pairwise(signs))
        changes += history.chance * turned
        never += history.chance * (turned == 0)
        comebacks += history.chance * is_comeback(history, starts, answer, Fraction(LOW))
    drama = Drama.of(TurnByTurn(solve(game, Win(), exact=True)))
    assert drama.lead_changes == pytest.approx(float(changes), **CLOSE)
    assert drama.never == pytest.approx(float(never), **CLOSE)
    assert drama.comebacks == pytest.approx(float(comebacks), **CLOSE)


@given(games_with_aims())
def test_options_and_decisions(given_game):
    game, aim = given_game
    answer = brute_force.solve(game, aim.utility)
    played = list(histories(game, answer))
    solution = solve(game, aim.objective, exact=True)
    often, seen = taken(played), offered(played)
    costs = {
        place: {label: abs(value - answer.values[place]) for label, value in options.items()}
        for place, options in answer.options.items()
    }
    for option in Usage.of(solution):
        if isinstance(option.label, bool):
            continue
        assert option.taken == pytest.approx(float(often[option.label]), **CLOSE)
        assert option.offered == pytest.approx(float(seen[option.label]), **CLOSE)
        here = [each for each in costs.values() if option.label in each]
        best = [each for each in here if each[option.label] == 0]
        assert option.never_pays == (not best)
        assert option.idle == (bool(best) and all(list(e.values()).count(0) > 1 for e in best))
    total = matter = notable = second = Fraction(0)
    for history in played:
        for event in history.events:
            if isinstance(event.node, Choice) and len(event.node.options) > 1:
                lost = costs[event.place].values()
                total += history.chance
                matter += history.chance * (max(lost) > 0)
                notable += history.chance * (max(lost) >= Fraction(1, 100))
                second += history.chance * min((each for each in lost if each), default=0)
    stakes = DecisionStakes.of(solution)
    assert NOTABLE == 0.01
    found = stakes.decisions, stakes.matter, stakes.notable, stakes.second
    wanted = tuple(map(float, (total, matter, notable, second)))
    assert found == pytest.approx(wanted, **CLOSE)


@pytest.mark.parametrize("name", ["slots", "a bonus"])
def test_the_course_of_a_card_is_that_of_its_positions(name):
    boxes = [Box("ones", Face(1)), Box("twos", Face(2)), Box("any", Total())]
    bonus = Bonus("low", ["ones", "twos"], at=4, points=9)
    card = Scorecard("small", dice=2, rerolls=1, boxes=boxes, bonuses=[bonus])
    game = Slots() if name == "slots" else card
    by_card = GameCourse.of_card(solve(game, Score(), compute=Compute(engine="scorecard")))
    graph = solve(game, Score(), compute=Compute(engine="graph"))
    followed = GameCourse.of(TurnByTurn(graph))
    assert len(by_card.stages) == len(followed.stages)
    for ours, theirs in zip(by_card.stages, followed.stages, strict=True):
        assert (ours.turns, ours.over, ours.mean) == pytest.approx(
            (theirs.turns, theirs.over, theirs.mean)
        )
        assert ours.deviation == pytest.approx(theirs.deviation, rel=1e-9, abs=1e-6)
    assert by_card.stages[-1].deviation == pytest.approx(graph.distribution().deviation)


# Whose turn it is


def test_alone_pig_takes_as_many_turns_as_it_scores():
    pig = solve(Pig(target=20, players=1))
    distribution = pig.distribution()
    turns = turns_of(TurnByTurn(pig))
    assert float(turns.mean) == pytest.approx(-pig.value, rel=1e-9)
    for number in range(1, 8):
        assert turns[number] == pytest.approx(float(distribution[-number]), abs=1e-12)


def test_a_card_and_a_box_are_filled_in_turns():
    assert dict(turns_of(TurnByTurn(solve(Slots())))) == pytest.approx({6: 1})
    turns = turns_of(TurnByTurn(solve(ShutTheBox(tiles=2))))
    assert dict(turns) == pytest.approx({1: 35 / 36, 2: 1 / 36})  # a 2 leaves the 1 to be rolled


class Turn(NamedTuple):
    """How far both are, and whose turn it is."""

    first: int
    second: int
    player: int


class Walk(Game[Turn]):
    """Toss a coin, and go a step on heads; who first has taken two steps wins."""

    players = 2

    def start(self):
        return Turn(0, 0, 0)

    def at(self, position):
        first, second, player = position
        if max(first, second) == 2:
            return Final(1 if first == 2 else -1)
        gone = Turn(first + (player == 0), second + (player == 1), 1 - player)
        return Chance({gone: Fraction(1, 2), position._replace(player=1 - player): Fraction(1, 2)})

    def objective(self):
        return Win()


def test_turns_without_a_decision_count_where_positions_tell_whose_they_are():
    walk = solve(Walk())
    turns = turns_of(TurnByTurn(walk))
    assert float(turns[3]) == pytest.approx(1 / 4)
    assert float(turns[4]) == pytest.approx(3 / 4 * 1 / 4)


# Fairness


def brute_value(game, head_start):
    return brute_force.solve(game, lambda score: WIN.utility(score - head_start)).value


class Draw(Game[str]):
    """The first player draws up to three points, or takes two; the second draws up to three."""

    players = 2

    def start(self):
        return "first"

    def at(self, position):
        sign = 1 if position == "first" else -1
        then = "second" if position == "first" else Final()
        drawn = Chance([(Gain(sign * points, then), Fraction(1, 4)) for points in range(4)])
        return Choice({"draw": drawn, "take two": Gain(2 * sign, then)}, 0 if sign > 0 else 1)

    def objective(self):
        return Win()


class Handed(Draw):
    """The same, but the first player has two points more."""

    def at(self, position):
        node = super().at(position)
        if position != "first":
            return node
        return Choice({"go": Gain(2, node)})


def test_a_head_start_in_points_is_found_and_makes_the_game_exactly_fair():
    fairness = Fairness.of(solve(Handed()))
    values = {points: float(brute_value(Handed(), points)) for points in range(-1, 8)}
    assert fairness.value == pytest.approx(values[0])
    found = next(each for each in fairness.compensations if each.kind == "points")
    assert found.value == pytest.approx(values[found.amount])
    best = min(values, key=lambda points: abs(values[points] - 0.5))
    assert abs(values[found.amount] - 0.5) == pytest.approx(abs(values[best] - 0.5))
    mixed = found.share * values[found.amount] + (1 - found.share) * values[found.other]
    assert mixed == pytest.approx(0.5)


def test_a_start_that_is_fair_is_found_among_the_positions():
    pig = solve(Pig(target=20))
    found = next(each for each in Fairness.of(pig).compensations if each.what == "theirs")
    assert found.value == pytest.approx(pig.value_at(pig.game.start()._replace(theirs=10)))
    others = [pig.value_at(pig.game.start()._replace(theirs=theirs)) for theirs in range(2, 20)]
    assert abs(found.value - 0.5) == pytest.approx(min(abs(each - 0.5) for each in others))


def test_a_roll_to_be_repeated_is_worth_what_a_game_with_that_rule_is():
    class Spare(NamedTuple):
        position: object
        spare: int

    class Written(Game):
        """Piglet to 2, in which the second player may have one flip of theirs again."""

        players = 2
        inner = Piglet(target=2)

        def start(self):
            return Spare(self.inner.start(), 1)

        def at(self, place):
            position, spare = place
            node = self.inner.at(position)
            if isinstance(node, Final):
                return node
            if isinstance(node, Chance):
                return self.flipped(node, getattr(position, "player", 0), spare)
            options = {
                label: self.flipped(then, position.player, spare)
                if isinstance(then, Chance)
                else Spare(then, spare)
                for label, then in node.options.items()
            }
            return Choice(options, node.player)

        def flipped(self, node, player, spare):
            plain = node.then(lambda then: Spare(then, 0))
            if not (player == 1 and spare):
                return node.then(lambda then: Spare(then, spare))
            return node.then(lambda then: Choice({"keep": Spare(then, 1), "again": plain}, 1))

        def objective(self):
            return Win()

    found = Fairness.of(solve(Piglet(target=2))).compensations
    rolls = next(each for each in found if each.kind == "rolls")
    assert rolls.value == pytest.approx(solve(Written()).value, rel=1e-9)


def test_whatever_solved_a_game_its_decisions_are_weighed():
    pig = Pig(target=10, players=1)
    by_turns = Summary.of(solve(pig, compute=Compute(engine="turn-game")))
    by_position = Summary.of(solve(pig, compute=Compute(engine="graph")))
    assert dataclasses.astuple(by_turns.stakes) == pytest.approx(
        dataclasses.astuple(by_position.stakes)
    )


# Skill


@given(games(players=(1,)))
def test_the_greedy_player_alone(game):
    """With every decision a turn, greedy play takes what brings most before the next one."""
    greedy, seen = Greedy(game), []

    def watched(decision):
        answer = greedy(decision)
        seen.append((decision, answer))
        return answer

    evaluate(game, watched)
    for decision, answer in seen:
        brings = {label: gained(game, decision.position, label) for label in decision.options}
        best = max(brings.values())
        assert {*answer} == {each for each, points in brings.items() if points == best}


def gained(game, position, label):
    """The points that an option is expected to bring before the next decision."""

    def worth(place, node):
        if isinstance(node, Final):
            return brute_force.number(node.payoff)
        if isinstance(node, Choice):
            return Fraction(0)
        return sum(
            step.probability * (step.place.score - place.score + worth(step.place, step.node))
            for step in brute_force.steps_from(game, place, node)
        )

    path = getattr(position, "path", ())
    root = position.position if path else position
    place, node = brute_force.Place(root, (), Fraction(0)), game.at(root)
    for wanted in (*path, label):
        step = next(
            each for each in brute_force.steps_from(game, place, node) if each.label == wanted
        )
        before, place, node = place, step.place, step.node
    return place.score - before.score + worth(place, node)


@pytest.mark.parametrize("game", [Coins(coins=3, target=4), Greed(max=5, sides=2)], ids=str)
def test_skill_is_how_far_best_play_is_ahead(game):
    solution = solve(game)
    found = {each.name: each for each in skill(solution, {"a friend": at_random})}
    assert {*found} == {"random", "greedy", "a friend"}
    for name, policy in (("random", at_random), ("greedy", Greedy(game))):
        if game.players == 1:
            ahead = solution.value - evaluate(game, policy).value
        else:
            first = evaluate(game, solution.play, policy).value
            second = evaluate(game, policy, solution.play).value
            ahead = (first - second) / 2
        assert found[name].ahead == pytest.approx(float(ahead))
    assert found["a friend"].ahead == pytest.approx(found["random"].ahead)


def test_a_card_of_rules_is_compared_on_a_scorecard_too():
    boxes = [Box("ones", Face(1)), Box("any", Total())]
    card = Scorecard("small", dice=2, rerolls=1, boxes=boxes)
    solution = solve(card, compute=Compute(engine="scorecard"))
    found = {each.name: each for each in skill(solution, {"a friend": solution.play})}
    assert {*found} == {"greedy", "par", "a friend"}
    assert found["a friend"].ahead == pytest.approx(0, abs=1e-12)


def test_a_short_card_is_looked_for_and_loses_little():
    found = skill(solve(Coins()))[-1]
    assert found.name == "a card of 3 lines"
    assert found.ahead == pytest.approx(0, abs=1e-12)
    assert len(found.card.lines) == 3


def test_best_play_is_no_worse_than_any_other():
    pig = solve(Pig(target=10), Win())
    for each in skill(pig):
        assert each.ahead >= -1e-12
