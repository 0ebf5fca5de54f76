"""The rules of Can't Stop, and small boards worked out by a script of its own, in fractions."""

from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from perfectplay import solve
from perfectplay.errors import ParameterError, PositionError
from perfectplay.games.cant_stop import DICE, CantStop
from perfectplay.model.cant_stop import ClimbDuel, ClimbSolo
from perfectplay.model.loaded import throws, weights_of
from tests.by_engine import solve_graph

BOARD = CantStop(sides=3, shortest=2)  # columns 2 to 6 with 2, 4, 6, 4 and 2 steps


def options(game, **fields):
    position = game.read(" ".join(f"{name}={value}" for name, value in fields.items()))
    return dict(game.at(position).options)


@pytest.mark.parametrize(
    ("fields", "names"),
    [
        ({"dice": "1,2,2,3"}, {"3+5", "4+4"}),
        ({"dice": "1,1,1,1"}, {"2+2"}),
        ({"turn": "0,1,1,1,0", "dice": "1,1,2,3"}, {"3+4", "5"}),  # no runner is left for 2
        ({"turn": "1,1,0,0,0", "dice": "1,2,3,3"}, {"3+6", "4", "5"}),  # one is left
        ({"turn": "0,1,5,1,0", "dice": "2,2,2,2"}, {"4"}),  # the top is one step away
        ({"mine": "2,0,0,0,0", "dice": "1,1,2,3"}, {"5", "3+4"}),  # 2 is done
    ],
)
def test_the_dice_make_two_sums_and_both_are_climbed_where_that_can_be(fields, names):
    assert set(options(BOARD, **fields)) == names


def test_a_column_that_the_other_has_done_is_closed_and_what_was_in_it_is_taken_off():
    game = CantStop(sides=3, shortest=2, players=2)
    place = game.read("mine=0,3,0,1,0 theirs=1,1,0,0,0 turn=0,1,0,0,0")
    then = game.at(place).options["stop"]
    assert then == ClimbDuel((1, 0, 0, 0, 0), (0, 4, 0, 1, 0), (0,) * 5, 1)
    assert set(game.at(then._replace(dice=(1, 1, 2, 2))).options) == {"2+4"}


def test_the_third_column_ends_the_game_at_once():
    alone = options(BOARD, mine="2,0,0,0,2", turn="0,0,5,0,0", dice="2,2,2,2")
    assert alone["4"].points == -1
    game = CantStop(sides=3, shortest=2, players=2)
    fields = {"mine": "2,0,0,0,2", "turn": "0,0,5,0,0", "dice": "2,2,2,2", "player": 1}
    assert options(game, **fields)["4"].payoff == -1


def test_four_dice_fall_in_as_many_ways_as_there_are():
    assert sum(throws(DICE, weights_of("")).odds.weights) == 6**4


# The same rules written anew: a turn is worth a + b x, where x is what a lost turn is worth


def turns_by_hand(sides, shortest):
    """The fewest expected turns, as a fraction."""
    top = {n: shortest + 2 * (min(n, 2 * sides + 2 - n) - 2) for n in range(2, 2 * sides + 1)}
    rolls = list(product(range(1, sides + 1), repeat=4))

    def climb(made, ran, sums):
        """Where some sums lead: steps made with those of the turn, or None if one cannot be."""
        made, ran = dict(made), set(ran)
        for n in sums:
            if made[n] >= top[n] or (n not in ran and len(ran) == 3):
                return None
            made[n] += 1
            ran.add(n)
        return tuple(sorted(made.items())), frozenset(ran)

    def ways(made, ran, roll):
        one, two, three, four = roll
        for left, right in (
            (one + two, three + four),
            (one + three, two + four),
            (one + four, two + three),
        ):
            both = climb(made, ran, (left, right))
            singles = (climb(made, ran, (n,)) for n in (left, right))
            yield from [both] if both else filter(None, singles)

    @cache
    def best(made):
        """The turns to go from the start of a turn."""
        x = Fraction(1)
        while True:
            a, b = turn(made, frozenset(), x, {})
            found = (a + 1) / (1 - b)
            if found == x:
                return x
            x = found

    def turn(made, ran, x, known):
        """What is to come after this turn, as a + b x, by what is best for this x."""
        if sum(made[i][1] == top[made[i][0]] for i in range(len(made))) >= 3:
            return Fraction(0), Fraction(0)
        if (made, ran) in known:
            return known[made, ran]
        a = b = Fraction(0)
        for roll in rolls:
            found = [turn(*way, x, known) for way in ways(made, ran, roll)]
            chosen = min(found, key=lambda way: way[0] + way[1] * x, default=(0, 1))
            a, b = a + chosen[0], b + chosen[1]
        a, b = a / len(rolls), b / len(rolls)
        if ran:
            stop = best(made)
            if stop <= a + b * x:
                a, b = stop, Fraction(0)
        known[made, ran] = a, b
        return a, b

    return best(tuple((n, 0) for n in top))


def test_a_script_by_hand_finds_the_same_fraction():
    assert -solve(CantStop(sides=2, shortest=1), exact=True).value == turns_by_hand(2, 1)


def test_a_script_by_hand_finds_the_same_turns_between_the_bounds():
    solution = solve_graph(CantStop(sides=2, shortest=2))
    assert solution.lower < -turns_by_hand(2, 2) < solution.upper


def test_simulated_games_take_as_many_turns_as_were_worked_out():
    solution = solve_graph(CantStop(sides=2, shortest=3))
    played = solution.simulate(4000, seed=1)
    low, high = played.interval(0.999)
    assert low < solution.value < high


class Late(CantStop):
    """For two, when each has two columns and the middle one is left."""

    def start(self):
        return ClimbDuel((1, 3, 0, 0, 0), (0, 0, 0, 3, 1), (0,) * 5)


def test_a_race_for_the_last_column_goes_as_by_hand():
    """By value iteration: a roll makes 4 twice, once or not at all."""
    twice = once = 0
    for one, two, three, four in product(range(1, 4), repeat=4):
        fours = [
            (left == 4) + (right == 4)
            for left, right in (
                (one + two, three + four),
                (one + three, two + four),
                (one + four, two + three),
            )
        ]
        twice, once = twice + (max(fours) == 2), once + (max(fours) == 1)
    wins = {(mine, theirs): 0.5 for mine in range(5) for theirs in range(5)}
    for _ in range(300):
        for mine, theirs in wins:
            worth = {5: 1.0, 6: 1.0}
            for steps in range(4, mine - 1, -1):
                lost = (81 - once - twice) * (1 - wins[theirs, mine])
                roll = (lost + once * worth[steps + 1] + twice * worth[steps + 2]) / 81
                stop = 1 - wins[theirs, steps] if steps > mine else 0.0
                worth[steps] = max(roll, stop)
            wins[mine, theirs] = worth[mine]
    game = Late(sides=3, shortest=1, players=2)
    assert solve_graph(game).value == pytest.approx(wins[0, 0], abs=1e-12)


# Bad input


@pytest.mark.parametrize(
    ("players", "text", "complaint"),
    [
        (1, "mine=1,2", "there are 5 columns"),
        (1, "mine=3,0,0,0,0", "the columns have 2, 4, 6, 4, 2 steps"),
        (1, "turn=-1,0,0,0,0", "the columns have"),
        (1, "mine=0,3,0,0,0 turn=0,2,0,0,0", "the columns have"),
        (1, "turn=1,1,1,1,0", "3 columns are climbed in a turn at most"),
        (1, "mine=2,4,6,0,0", "a player with 3 columns has won"),
        (1, "dice=1,2,3,4", "four dice show numbers from 1 to 3"),
        (1, "dice=1,2,3", "four dice show"),
        (1, "turn=0,2,1,1,0 dice=1,1,1,1", "no column can be climbed"),
        (2, "player=2", "the player is 0 or 1"),
        (2, "mine=1,0,0,0,0 theirs=2,0,0,0,0", "in a column that is done"),
    ],
)
def test_positions_that_cannot_occur_are_told(players, text, complaint):
    with pytest.raises(PositionError, match=complaint):
        CantStop(sides=3, shortest=2, players=players).read(text)


def test_three_columns_are_too_few_for_two():
    with pytest.raises(ParameterError, match="sides=3"):
        CantStop(sides=2, players=2)


def test_it_tells_what_players_see():
    place = BOARD.read("mine=0,2,0,0,0 turn=0,2,1,0,0 dice=3,1,2,2")
    assert BOARD.describe(place) == "3: 2+2 of 4, 4: 0+1 of 6; rolled 1 2 2 3"
    assert BOARD.describe(BOARD.start()) == "no step made yet"
    lost = BOARD.describe_outcome(place._replace(dice=()), ClimbSolo((0, 2, 0, 0, 0), (0,) * 5))
    assert lost == "you cannot climb, and lost the steps of the turn"
