"""One rule for all engines: what cannot arise in play is refused, whoever has solved the game.

By exploring small games position by position, we know what can arise. The rules of a family must
say the same of these positions and of all their neighbours: those with a number, a card or a field
changed, and some that are made of any parts.
"""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings

from perfectplay import Compute, Score, Win, solve
from perfectplay.errors import PositionError
from perfectplay.games.bear_off import BearOff
from perfectplay.games.cant_stop import CantStop
from perfectplay.games.farkle import Farkle
from perfectplay.games.greed import Greed
from perfectplay.games.hog import Hog
from perfectplay.games.pig import Pig
from perfectplay.games.piglet import Piglet
from perfectplay.games.snackjack import Snackjack
from perfectplay.model import blackjack, cant_stop, push_your_luck, race, video_poker
from perfectplay.model.nodes import Inline
from perfectplay.model.turn_game import Over
from perfectplay.model.walk import reached
from tests.attack.telling import told
from tests.engines.blackjack.small_shoe import SmallShoe
from tests.engines.video_poker.small_deck import FewCards
from tests.random_cards import cards

MANY = 4000
SEED = 5


class Short(SmallShoe):
    """The same with so few cards that the shoe runs out."""

    @property
    def shoe(self):
        return {"A": 2, "3": 3, "5": self.fives}


GAMES = [
    Farkle(rules="online", longest=600),
    Farkle(rules="simple", target=300),
    Farkle(rules="online", target=650),
    Farkle(rules="zilch", target=50, players=2),
    Farkle(rules="medieval", target=150, players=2),
    Farkle(rules="zilch", target=350, players=2),
    Pig(target=12),
    Pig(target=20, players=1),
    Piglet(target=7),
    Hog(target=14, dice=3),
    Hog(target=14, dice=3, players=1),
    CantStop(sides=2, shortest=1),
    CantStop(sides=2, shortest=2),
    pytest.param(CantStop(sides=3), marks=pytest.mark.slow),
    FewCards(),
    Short(fives=1, hands=2),
    Short(fives=2, hands=3, looking=False),
    Short(fives=3, hands=3, charlie=3, giving_up="early"),
    Short(fives=2, hands=1, looking=False, doubling=False),
    Snackjack(),
]


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_the_rules_of_a_family_tell_what_play_comes_to(game):
    found = {position for position, _ in reached(game, scored=False)}
    generator = random.Random(SEED)
    every = sorted(found, key=repr)
    asked = {changed(generator.choice(every), generator) for _ in range(MANY)}
    asked |= {any_position(game, generator) for _ in range(MANY)}
    asked |= {*generator.sample(every, min(MANY, len(every)))}
    wrong = [position for position in asked if occurs(game, position) != (position in found)]
    assert not wrong, wrong[:5]
    assert 0 < len(asked & found) < len(asked)


def occurs(game, position):
    """Whether a position can occur, by what the rules say; else, why not is told in one line."""
    try:
        return game.require(position) == position
    except PositionError as error:
        told(error)
        return False


def changed(position, generator):
    """A position with one of its fields changed a little, once or twice."""
    for _ in range(generator.choice([1, 1, 2])):
        name = generator.choice(position._fields)
        position = position._replace(**{name: other(getattr(position, name), generator)})
    return position


def other(value, generator):
    """Another value of a field, near by."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + generator.choice([-50, 50, -1, 1, 100, -value])
    if isinstance(value, str):
        return (
            value[:-1] if generator.random() < 0.3 else value + generator.choice(["A", "3", "x2"])
        )
    if not value or generator.random() < 0.2:
        return (*value, generator.choice([*value, 1, "A", "3", "AA"]))
    place = generator.randrange(len(value))
    rest = (*value[:place], *value[place + 1 :])
    near = (*value[:place], other(value[place], generator), *value[place + 1 :])
    return generator.choice([rest, near, near, tuple(sorted(near, key=str)), value[::-1]])


def any_position(game, generator):
    """A position made of any parts that fit together somehow."""
    match game:
        case Farkle():
            points, dice = range(0, game.enough, 50), generator.randint(1, 6)
            rolled = tuple(sorted(generator.choices(range(1, 7), k=dice)))
            roll = generator.choice([(), rolled])
            mine, theirs, turn = generator.choices(points, k=3)
            if game.players == 2:
                player = generator.randrange(2)
                return push_your_luck.PushDuel(mine, theirs, turn, dice, player, roll)
            return generator.choice(
                [push_your_luck.PushSolo(mine, turn, dice, roll), Over(mine % 3)]
            )
        case Pig() | Piglet() | Hog():
            numbers = [generator.randrange(-1, game.target + 2) for _ in game.start()]
            return generator.choice([type(game.start())(*numbers), Over(numbers[0])])
        case CantStop():
            steps = [tuple(generator.randint(0, top) for top in game.tops) for _ in range(2)]
            dice = generator.choice([(), generator.choice(game.thrown.thens)])
            return cant_stop.ClimbSolo(*steps, dice)
        case FewCards():
            cards = generator.sample(game.deck, generator.randrange(9))
            cut = generator.randrange(len(cards) + 1)
            halves = game.in_order(cards[:cut]), game.in_order(cards[cut:])
            return video_poker.PokerHand(*halves, drawing=generator.random() < 0.6)
        case _:
            return any_hand(game, generator)


def any_hand(game, generator):
    """Hands of a pair, or one hand, and cards of the dealer."""
    ranks = [*game.points]

    def cards(*known, most):
        more = generator.choices(ranks, k=generator.randint(0, most))
        return game.in_order([*known, *more])

    pair = generator.choice(ranks)
    split = [pair] * (generator.random() < 0.7)
    done = [
        "".join(cards(*split, most=3)) + generator.choice(["", "", "x2"])
        for _ in range(generator.choice([0, 1, 1, 2, 3]))
    ]
    hand = generator.choice([(), (pair,), cards(*split, most=3)])
    waiting = (pair,) * generator.choice([0, 0, 1, 2])
    dealer = (generator.choice(ranks), *cards(most=generator.choice([0, 0, 2, 3])))
    return blackjack.BlackjackHand(hand, dealer, tuple(done), waiting, generator.random() < 0.05)


def test_two_who_climb_come_to_any_board_once_a_column_is_done():
    """Of two players, too many positions can occur for all to be explored in a test."""
    game, none = CantStop(sides=3, players=2), (0,) * 5
    assert not occurs(game, cant_stop.ClimbDuel((0, 1, 0, 0, 0), none, none))
    assert not occurs(game, cant_stop.ClimbDuel(none, (0, 1, 0, 0, 0), none, 1))
    assert not occurs(game, cant_stop.ClimbDuel(none, none, (0, 1, 0, 0, 0)))
    assert occurs(game, cant_stop.ClimbDuel((0, 1, 0, 0, 0), (1, 0, 0, 0, 0), none, 1))
    assert occurs(game, cant_stop.ClimbDuel(none, (1, 0, 0, 0, 0), (0, 1, 0, 0, 0)))


@settings(max_examples=30)
@given(cards())
def test_scorecards_tell_the_same(card):
    """Totals that count for nothing, several bonuses and jokers are looked at one by one."""
    for players, objective in ((1, Score()), (2, Score()), (2, Win())):
        game = card.for_words([f"players={players}"])
        ours = solve(
            game,
            objective,
            compute=Compute(engine="score-difference" if objective == Win() else "scorecard"),
        )
        found = {position for position, _ in reached(game, scored=False)}
        generator, every = random.Random(SEED), sorted(found, key=repr)
        asked = {changed(generator.choice(every), generator) for _ in range(200)}
        for position in generator.sample(every, min(200, len(every))):
            assert answers(ours, position), position
        if card.repeat is None and [bonus.points > 0 for bonus in card.bonuses] in ([], [True]):
            assert not [each for each in asked - found if answers(ours, each)]


def answers(solution, position):
    """Whether a solution tells what there is at a position."""
    try:
        return bool(solution.kind(position))
    except PositionError:
        return False


def test_any_scores_of_a_race_and_any_boards_can_be_asked_about():
    """These come from a table or from an earlier part of the game: so the pages say."""
    greed = solve(Greed(max=10, sides=3), compute=Compute(engine="race"))
    assert all(answers(greed, race.RaceTurn(*scores)) for scores in product(range(11), repeat=2))
    assert not answers(greed, race.RaceTurn(11, 0))
    bearing = solve(BearOff(checkers=2))
    assert answers(bearing, bearing.read("board=5"))
    assert not answers(bearing, bearing.game.start()._replace(board=(6, 6, 6)))


ODD = [None, 3, "x", (), (1, 2), object(), Inline("x", ()), Inline(None, ("roll",))]


@pytest.mark.parametrize(
    "game",
    [
        Farkle(),
        CantStop(sides=3),
        FewCards(),
        Snackjack(),
        BearOff(checkers=2),
        Greed(max=9, sides=3),
    ],
    ids=repr,
)
def test_what_is_no_position_is_refused_whatever_is_asked(game):
    solution = solve(game)
    start = game.start()
    odd = [
        start._replace(**{name: each}) for name in start._fields for each in (None, "x", ("y", 2))
    ]
    for position in [*ODD, *odd]:
        for ask in (solution.value_at, solution.options, solution.outcomes, solution.kind):
            with pytest.raises(PositionError) as error:
                ask(position)
            assert "\n" not in str(error.value)


@pytest.mark.parametrize("number", [np.int64, float, Fraction])
def test_whole_numbers_are_taken_from_whoever_has_counted_them(number):
    farkle, climbing = solve(Farkle()), solve(CantStop(sides=3))
    place = push_your_luck.PushSolo(turn=300, dice=3)
    given = push_your_luck.PushSolo(number(0), number(300), number(3))
    assert farkle.value_at(given) == farkle.value_at(place)
    assert farkle.options(given) == farkle.options(place)
    place = climbing.read("turn=0,1,1,0,0")
    given = place._replace(turn=tuple(map(number, place.turn)))
    assert climbing.value_at(given) == climbing.value_at(place)
