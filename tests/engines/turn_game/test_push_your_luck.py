"""Pushing one's luck, turn by turn, against the engine for any game, and scripts of their own."""

import dataclasses
from collections import Counter
from functools import cache
from itertools import combinations_with_replacement, product
from math import factorial

import pytest

from perfectplay import Compute, load, solve
from perfectplay.errors import FileError, PositionError
from perfectplay.games.farkle import Farkle
from perfectplay.model.nodes import Chance
from perfectplay.model.push_your_luck import Aside, PushDuel, PushSolo, PushYourLuck
from perfectplay.model.turn_game import Over
from perfectplay.solution.verification import VerificationError, verify
from tests.by_engine import solve_graph


class PigByDice(PushYourLuck):
    """Pig, as a game in which the one die is always left."""

    def thrown(self, dice):
        return Chance.weighted({(face,): 1 for face in range(1, 7)})

    def asides(self, roll):
        return {"all": Aside(roll[0], 6)} if roll[0] > 1 else {}

    unit, goal, players = 1, 40, 2


def test_pig_is_a_small_case():
    """Pig to 40, as solved by the engine for games with cycles."""
    assert solve(PigByDice(), compute=Compute(engine="turn-game")).value == pytest.approx(
        0.544694393481696, abs=1e-13
    )


# Two players by hand: value iteration on the simple rules, scored anew


@cache
def offers(dice):
    """For the throws of some dice: what may be scored and the dice left, and how likely that is."""
    throws = Counter()
    for roll in combinations_with_replacement(range(1, 7), dice):
        ways, found = factorial(dice), {(0, 0)}
        for face, count in Counter(roll).items():
            ways //= factorial(count)
            alone = {1: 100, 5: 50}.get(face, 0)
            threes = 1000 if face == 1 else 100 * face
            scored = {
                (taken // 3 * threes + taken % 3 * alone, taken)
                for taken in range(count + 1)
                if alone or taken % 3 == 0
            }
            found = {(a + c, b + d) for a, b in found for c, d in scored}
        throws[frozenset((points, dice - used or 6) for points, used in found if used)] += ways
    return [(list(found), ways / 6**dice) for found, ways in throws.items()]


def by_value_iteration(target, sweeps):
    """The chance of who moves first to the target, in plain floats."""
    scores = range(0, target, 50)
    wins = dict.fromkeys(product(scores, scores), 0.5)
    for _ in range(sweeps):
        for mine, theirs in product(reversed(scores), reversed(scores)):
            worth = {}
            for turn in range(target - mine - 50, -50, -50):
                for dice in range(1, 7):
                    total = 0.0
                    for found, chance in offers(dice):
                        best = 1 - wins[theirs, mine] if not found else 0.0
                        for points, left in found:
                            after = turn + points
                            won = mine + after >= target
                            best = max(best, 1.0 if won else worth[after, left])
                        total += chance * best
                    bank = 1 - wins[theirs, mine + turn] if turn else 0.0
                    worth[turn, dice] = max(total, bank)
            wins[mine, theirs] = worth[0, 6]
    return wins


@pytest.fixture(scope="module")
def duel():
    return solve(Farkle(rules="simple", target=200, players=2), compute=Compute(engine="turn-game"))


def test_a_script_by_hand_finds_the_same_chances(duel):
    wins = by_value_iteration(200, 40)
    for (mine, theirs), chance in wins.items():
        assert duel.value_at(PushDuel(mine, theirs)) == pytest.approx(chance, abs=1e-12)
        assert duel.value_at(PushDuel(mine, theirs, player=1)) == pytest.approx(
            1 - chance, abs=1e-12
        )


def test_its_bounds_are_proved_and_hold(duel):
    assert duel.lower < duel.value < duel.upper
    assert duel.upper - duel.lower < 1e-12


@pytest.mark.parametrize(
    "game", [Farkle(rules="simple", target=200), Farkle(rules="simple", longest=200)]
)
def test_the_engine_for_any_game_agrees(game):
    ours, theirs = solve(game, compute=Compute(engine="turn-game")), solve_graph(game)
    assert ours.value == pytest.approx(theirs.value, abs=1e-10)
    for position in list(theirs.visits())[::201]:
        assert ours.value_at(position) == pytest.approx(theirs.value_at(position), abs=1e-10)


def test_a_solution_is_saved_loaded_and_verified(duel, tmp_path):
    duel.save(tmp_path / "kept.solution")
    found = load(tmp_path / "kept.solution", duel.game)
    assert (found.value, found.upper) == (duel.value, duel.upper)
    assert verify(found).largest_error < 1e-12


def test_a_chance_that_is_sure_is_not_above_one(tmp_path):
    sure = solve(
        Farkle(rules="zilch", loaded="weighted", target=50, players=2),
        compute=Compute(engine="turn-game"),
    )
    assert sure.values.max() == sure.value == sure.upper == 1.0
    assert min(sure.distribution().values()) >= 0
    sure.save(tmp_path / "kept.solution")
    assert load(tmp_path / "kept.solution", sure.game).value == 1.0


def test_who_wants_to_lose_the_turn_wants_fewer_points():
    game = Farkle(rules="simple", farkle=5000.0, longest=200)
    assert solve(game).value == pytest.approx(solve_graph(game).value, abs=1e-10)


def test_wrong_chances_are_found(duel, tmp_path):
    wrong = dataclasses.replace(duel, values=duel.values * 0.99)
    with pytest.raises(VerificationError):
        verify(wrong)
    dataclasses.replace(duel, values=duel.values * 2).save(tmp_path / "kept.solution")
    with pytest.raises(FileError):
        load(tmp_path / "kept.solution", duel.game)


@pytest.mark.parametrize(
    ("game", "text", "complaint"),
    [
        (Farkle(), "mine=500", "one turn is played"),
        (Farkle(), "turn=120", "multiples of 50"),
        (Farkle(), "turn=300 dice=7", "up to 6 dice"),
        (Farkle(), "turn=300 roll=1,7", "which show 1 to 6"),
        (Farkle(), "turn=300 roll=2,3", "nothing in the roll scores"),
        (Farkle(), "turn=300 dice=3 roll=1,2,5,5", "dice=3 is not how many dice are in the roll"),
        (Farkle(), "turn=300 dice=6 roll=1,2,5,5", "dice=6 is not how many dice"),
        (Farkle(), "winner=0", "is not a position of farkle"),
        (Farkle(target=1000), "winner=1", "no such player can win"),
        (Farkle(target=1000, players=2), "winner=2", "no such player can win"),
        (Farkle(), "dice=3", "a turn begins with 6 dice"),
        (Farkle(), "turn=50", "no turn comes to 50 points with 6 dice in hand"),
        (Farkle(target=1000), "mine=250", "no turns add up to a score of 250"),
        (Farkle(target=1000), "mine=1000", "ends the game"),
        (Farkle(target=1000, players=2), "mine=0 theirs=0 player=3", "the player is 0 or 1"),
    ],
)
def test_positions_that_cannot_be_are_refused_in_one_line(game, text, complaint):
    with pytest.raises(PositionError, match=complaint) as error:
        game.read(text)
    assert "\n" not in str(error.value)


def test_a_winner_that_there_is_not_is_worth_nothing(duel):
    assert duel.value_at(duel.read("winner=1")) == 0
    with pytest.raises(PositionError, match="no such player can win"):
        duel.value_at(Over(5))


def test_who_reaches_the_target_has_won():
    game = Farkle(rules="simple", target=200, players=2)
    options = game.at(PushDuel(100, 50, player=1, roll=(1, 2, 2, 3, 3, 5))).options
    assert options["1"] == Over(1)
    assert options["5"] == PushDuel(100, 50, 50, 5, 1)
    assert Farkle(rules="simple").at(PushSolo(turn=300, dice=2)).options["bank"].payoff == 300
