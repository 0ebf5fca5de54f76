"""A position of any game is shown as a plain recursion in fractions has it."""

from fractions import Fraction

from hypothesis import given

from perfectplay import solve
from perfectplay.model.game import SEATS
from perfectplay.model.nodes import Inline
from perfectplay.model.walk import node_at
from perfectplay.objectives import Win, as_text
from perfectplay.present.place import Place
from tests import brute_force
from tests.random_games import games_with_aims


def name_of(place):
    """What the package calls a place of the recursion."""
    return Inline(place.position, place.path) if place.path else place.position


@given(games_with_aims())
def test_every_way_is_told_with_its_worth_and_where_it_leads(game_and_aim):
    game, aim = game_and_aim
    solution = solve(game, aim.objective, exact=True)
    expected = brute_force.solve(game, aim.utility)
    for at, worth in expected.values.items():
        shown = Place.of(solution, name_of(at), at.score)
        assert shown.whole == worth
        options = expected.options.get(at)
        if options is not None:
            assert {way.label: way.whole for way in shown.ways} == options
            best = [way.label for way in shown.ways if way.best]
            assert sorted(best, key=str) == sorted(expected.best[at], key=str)
            assert all(way.cost == abs(way.whole - worth) for way in shown.ways)
            assert shown.ways == sorted(shown.ways, key=lambda way: way.cost)
        elif shown.kind == "chance":
            assert sum((way.probability for way in shown.ways), Fraction(0)) == 1
            assert sum((way.probability * way.whole for way in shown.ways), Fraction(0)) == worth
        node = node_at(game, name_of(at))
        steps = list(brute_force.steps_from(game, at, node)) if shown.ways else []
        ends = {(name_of(step.place), step.place.score - at.score) for step in steps}
        assert ends <= {tuple(shown.end(way)) for way in shown.ways}


@given(games_with_aims())
def test_the_last_way_tells_how_the_game_ends(game_and_aim):
    game, aim = game_and_aim
    solution = solve(game, aim.objective, exact=True)
    for at in brute_force.solve(game, aim.utility).values:
        shown = Place.of(solution, name_of(at), at.score)
        for way in shown.ways:
            place, points = shown.end(way)
            node = node_at(game, place)
            if hasattr(node, "payoff"):
                score = at.score + points + brute_force.number(node.payoff)
                told = f"over, final score {as_text(score)}"
                if isinstance(aim.objective, Win):
                    told = f"{SEATS[score < 0]} has won" if score else "it is a tie"
                assert shown.step_words(way) == told
