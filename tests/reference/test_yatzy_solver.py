"""Yahtzee and Yatzy, option by option, against the package yatzy-solver.

It is a program in Rust with rules, states and a solver of its own. It asks for a box or for dice to
keep at every roll; our "keep all" is the best of its boxes.
"""

import random

import pytest

from perfectplay import solve
from perfectplay.games.yahtzee import Yahtzee
from perfectplay.games.yatzy import Yatzy
from perfectplay.model.scorecard import Rolled

pytestmark = pytest.mark.slow

THEIR_NAMES = {"pair": "one_pair", "yahtzee": "five_of_a_kind"}
"""Boxes that are not called alike; elsewhere, hyphens are underscores."""
PEERS = [
    ("american", Yahtzee(joker="free"), 350),
    ("american+forced-joker", Yahtzee(), 150),
    ("yatzy-scandinavian", Yatzy(), 500),
]


@pytest.fixture(scope="module", params=PEERS, ids=[variant for variant, *_ in PEERS])
def peer(request):
    """Their solver, our solution of the same game, and how many positions to compare.

    It takes them half a minute to make a table, which is kept for the next time: it stays the same.
    """
    yatzy_solver = pytest.importorskip("yatzy_solver")
    name, game, count = request.param
    variant = yatzy_solver.Variant(name)
    table = request.config.cache.mkdir(f"yatzy-solver-{yatzy_solver.SOLVER_VERSION}") / name
    if not table.exists():
        part = table.with_suffix(".part")
        yatzy_solver.Solver.build_table(variant, str(part), precision="f64")
        part.replace(table)
    return yatzy_solver.Solver.load(str(table), variant), solve(game), count


def random_positions(game, count):
    """Positions of random games, in which dice are often alike and boxes often well chosen."""
    luck = random.Random(45)
    turn = game.start()
    for _ in range(count):
        faces = luck.sample(range(1, 7), luck.choice([1, 2, 6]))
        roll = tuple(sorted(luck.choices(faces, k=5)))
        yield Rolled(turn.open, roll, luck.randint(0, 2), turn.totals, turn.repeat)
        places = list(game.placements(turn, roll).values())
        most = max(places, key=lambda place: (place.turn.totals, place.points))
        turn = luck.choice([most, luck.choice(places)]).turn
        turn = turn if turn.open else game.start()


def their_name(box):
    return THEIR_NAMES.get(box, box.replace("-", "_"))


def situation(solver, at):
    """A position in their notation."""
    still_open = set(map(their_name, at.open))
    filled = [name for name in solver.variant.categories if name not in still_open]
    words = [
        f"dice {' '.join(map(str, at.roll))}",
        f"rolls {at.rerolls}",
        f"upper {at.totals[0]}",
        f"filled {','.join(filled) or '-'}",
    ]
    if "five_of_a_kind" in filled:
        words.append(f"five_of_a_kind {50 if at.repeat else 0}")
    return " | ".join(words)


def their_options(solver, at):
    """What their options are worth, by our labels."""
    values = dict(solver.option_values(situation(solver, at)))
    score = {box: f"score {their_name(box)}" for box in at.open}
    boxes = {box: values.pop(action) for box, action in score.items() if action in values}
    if not at.rerolls:
        assert not values
        return boxes
    return {"keep all": max(boxes.values()), "reroll all": values.pop("keep -"), **values}


def earned(game, at):
    """The bonus for the upper boxes: they score it once it is sure, we at the end."""
    return game.bonus_points(at.totals)


def test_every_option_of_random_positions_has_the_same_value(peer):
    solver, solution, count = peer
    for at in random_positions(solution.game, count):
        found = {option.label: option.value for option in solution.options(at)}
        expected = their_options(solver, at)
        assert found == pytest.approx(
            {label: value + earned(solution.game, at) for label, value in expected.items()},
            rel=1e-11,
        )


def test_the_random_positions_are_of_all_kinds(peer):
    _, solution, count = peer
    found = list(random_positions(solution.game, count))
    game = solution.game
    assert {at.rerolls for at in found} == {0, 1, 2}
    assert {len(at.open) for at in found} == set(range(1, len(game.card.names) + 1))
    assert {earned(game, at) > 0 for at in found} == {True, False}
    assert {at.repeat for at in found} == {True, False} if game.card.repeat else {False}
