"""Objectives that solving settles, against every way to play a small game, in fractions."""

from fractions import Fraction
from itertools import product

import pytest

from perfectplay import (
    AtLeast,
    Chance,
    Choice,
    CVaR,
    Field,
    Final,
    Game,
    Quantile,
    Utility,
    Win,
    compare,
    evaluate,
    load,
    solve,
)
from perfectplay.errors import ObjectiveError
from perfectplay.games.slots import Slots
from perfectplay.objectives import read_objective
from perfectplay.objectives.field import Places, mean_prize
from perfectplay.solution.verification import verify
from tests.by_engine import solve_graph, solve_leads
from tests.every_policy import Dares, distributions

GAME = Dares()
EVERY = distributions(GAME)
SHARES = [Fraction(1, 20), Fraction(1, 4), Fraction(1, 2), Fraction(9, 10)]
FIELDS = [(1, (1,)), (2, (1,)), (5, (1,)), (3, (5, 3, 1)), (2, (1, 1, 1))]


def at_least(way, points):
    return sum(chance for score, chance in way.items() if score >= points)


def mean_of_worst(way, share):
    left, total = share, 0
    for score, chance in sorted(way.items()):
        total += min(left, chance) * score
        left -= min(left, chance)
    return total / share


def test_there_are_many_ways_to_play():
    assert len(EVERY) > 10
    assert all(sum(way.values()) == 1 for way in EVERY)


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("exact", [False, True])
def test_quantile_is_the_highest_of_all_ways_to_play(share, exact):
    found = solve(GAME, Quantile(share), exact=exact)
    reached = [score for way in EVERY for score in way if at_least(way, score) >= 1 - share]
    assert found.objective.at == max(reached)
    best = max(at_least(way, max(reached)) for way in EVERY)
    assert float(found.value) == pytest.approx(float(best), abs=1e-12)
    assert not exact or found.value == best
    assert found.certainty_equivalent == max(reached)


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("exact", [False, True])
def test_cvar_is_the_highest_of_all_ways_to_play(share, exact):
    found = solve(GAME, CVaR(share), exact=exact)
    best = max(mean_of_worst(way, share) for way in EVERY)
    assert float(found.value) == pytest.approx(float(best), abs=1e-12)
    assert not exact or found.value == best
    own = mean_of_worst(dict(found.distribution()), share)
    assert float(own) == pytest.approx(float(best), abs=1e-12)


def test_no_threshold_is_ruled_out_that_is_better():
    share = Fraction(1, 5)
    found = solve(Slots(), CVaR(share)).value
    every = [
        solve(Slots(), Utility(lambda score, at=at: at - max(0, at - score) / share)).value
        for at in range(28, 44)
    ]
    assert found == pytest.approx(max(every), abs=1e-9)


def shared(scores, prizes):
    """What the first of some players wins, who tie for the prizes of their places."""
    better = sum(score > scores[0] for score in scores)
    tied = sum(score == scores[0] for score in scores)
    table = [*map(Fraction, prizes), *[Fraction(0)] * len(scores)]
    return sum(table[better : better + tied]) / tied


def brute_worth(score, rivals, prizes, chances):
    total = Fraction(0)
    for others in product(chances.items(), repeat=rivals):
        likely = Fraction(1)
        for _, chance in others:
            likely *= chance
        total += likely * shared([score, *(each for each, _ in others)], prizes)
    return total


@pytest.mark.parametrize(("rivals", "prizes"), FIELDS)
def test_worth_of_a_score_counts_all_fields(rivals, prizes):
    chances = {0: Fraction(1, 2), 2: Fraction(1, 3), 7: Fraction(1, 6)}
    places = Places(rivals, prizes, chances)
    rounded = Places(rivals, prizes, {score: float(each) for score, each in chances.items()})
    for score in (-1, 0, 1, 2, 7, 9):
        right = brute_worth(score, rivals, prizes, chances)
        assert places.expected_prize(score) == right
        assert rounded.expected_prize(score) == pytest.approx(float(right), abs=1e-14)


@pytest.mark.parametrize("rivals", [30, 999])
@pytest.mark.parametrize("tie", [Fraction(1, 10**6), Fraction(1, 50), Fraction(1, 2)])
def test_mean_prize_is_as_good_by_quadrature_as_by_differences(rivals, tie):
    above, prizes = Fraction(1, 700), (4, 2, 1)
    places = Places(rivals, prizes, {0: 1 - above - tie, 1: tie, 2: above})
    rounded = mean_prize(rivals, prizes, [float(above)], [float(tie)])[0]
    assert rounded == pytest.approx(float(places.expected_prize(1)), rel=1e-11)


@pytest.mark.parametrize(("rivals", "prizes"), FIELDS)
def test_nobody_gains_by_leaving_the_field(rivals, prizes):
    found = solve(GAME, Field(rivals, prizes))
    chances = {score: Fraction(chance) for score, chance in found.objective.at.items()}
    total = sum(chances.values())
    chances = {score: chance / total for score, chance in chances.items()}
    worth = {score: brute_worth(score, rivals, prizes, chances) for score in set().union(*EVERY)}
    fair = Fraction(sum(prizes), rivals + 1)
    assert sum(chance * worth[score] for score, chance in chances.items()) == fair
    best = max(sum(chance * worth[score] for score, chance in way.items()) for way in EVERY)
    assert 0 <= best - fair < 1e-6
    assert float(found.value) == pytest.approx(float(best), abs=1e-9)


def test_exact_field_is_balanced_to_the_last_digit():
    found = solve(Slots(), Field(2), exact=True)
    assert found.value == Fraction(1, 3)
    assert found.objective.gain(found.value) == 0


def test_where_ways_to_play_must_be_mixed_fractions_do_not_settle():
    with pytest.raises(ObjectiveError, match="ways to play can be mixed"):
        solve(GAME, Field(5), exact=True)


class InTurn(Game):
    """Two play `Dares`, the second when the first is done; the higher score wins."""

    players = 2

    def start(self):
        return 0, GAME.rounds, (0, 0)

    def at(self, place):
        player, left, scores = place
        if left == 0:
            return Final(scores[0] - scores[1])

        def then(points):
            more = [score + points * (each == player) for each, score in enumerate(scores)]
            done = left == 1 and player == 0
            return (1, GAME.rounds, tuple(more)) if done else (player, left - 1, tuple(more))

        dare = Chance.weighted({then(5): 1, then(0): 2})
        return Choice({"take": then(2), "dare": dare}, player)


def test_field_of_one_is_the_game_for_two_of_who_does_not_see_the_other():
    own = solve(GAME, Field(1, at={6: 1}), exact=True)  # the other always takes; ties are exact

    def unseen(decision):
        player, left, scores = decision.position
        return own.best(left, score=scores[player])

    both = evaluate(InTurn(), unseen, unseen, objective=Win(), exact=True)
    assert both.value == Fraction(1, 2)
    against = solve(GAME, Field(1, at=own.distribution()))
    first = evaluate(InTurn(), None, unseen, objective=Win())
    assert first.value == pytest.approx(against.value, abs=1e-12)
    seeing = evaluate(InTurn(), unseen, None, objective=Win())
    assert 1 - seeing.value > against.value + 0.01


@pytest.mark.parametrize(
    "objective", [Field(4), Field(4, (3, Fraction(1, 2))), Quantile(0.5), CVaR(0.25)]
)
@pytest.mark.parametrize("solver", [solve_graph, solve_leads])
def test_what_was_settled_is_kept_and_holds(objective, solver, tmp_path):
    found = solver(Slots(), objective)
    found.save(tmp_path / "found.safetensors")
    read = load(tmp_path / "found.safetensors", objective=objective)
    assert (read.objective, read.value) == (found.objective, found.value)
    verify(read)
    position = read.read("open=x3,bin roll=5")
    assert read.options(position, 30) == found.options(position, 30)
    scores = read.distribution()
    assert float(scores.expected(read.objective.utility)) == pytest.approx(found.value, abs=1e-9)
    simulated = read.simulate(20_000, seed=1)
    assert abs(simulated.mean - found.value) < 5 * simulated.error


def test_both_engines_settle_alike():
    for objective in (Quantile(0.3), CVaR(0.3), Field(6)):
        graph, leads = solve_graph(Slots(), objective), solve_leads(Slots(), objective)
        assert graph.value == pytest.approx(leads.value, abs=1e-9)


@pytest.mark.parametrize(
    ("text", "objective"),
    [
        ("quantile:0.5", Quantile(Fraction(1, 2))),
        ("quantile:1/3:at=7", Quantile(Fraction(1, 3), 7)),
        ("cvar:0.1:at=35", CVaR(0.1, 35)),
        ("field:9", Field(9)),
        ("field:9:prizes=5,2.5", Field(9, (5, 2.5))),
    ],
)
def test_texts_are_read_and_written(text, objective):
    assert read_objective(text) == objective
    assert read_objective(str(objective)) == objective


@pytest.mark.parametrize(
    "text",
    [
        "quantile:0", "quantile:1", "quantile", "cvar:1.5", "cvar:0.1:above=3", "cvar:x",
        "field:0", "field:1.5", "field:9:prizes=1,2", "field:9:prizes=", "field:1:prizes=3,2,1",
        "field:9:prizes=-1", "field:2000000",
    ],
)  # fmt: skip
def test_what_is_no_objective_is_refused(text):
    with pytest.raises(ObjectiveError):
        read_objective(text)


def test_what_was_not_found_has_no_utility():
    with pytest.raises(ObjectiveError, match="solve for it"):
        Quantile(0.5).utility(3)


def test_ways_that_can_be_sure_of_a_score_have_it_as_every_quantile():
    sure = solve(Dares(rounds=1), Quantile(Fraction(1, 10)))
    assert sure.objective.at == 2
    assert solve(Dares(rounds=1), AtLeast(2)).value == 1


def test_other_play_is_measured_in_the_field_that_best_play_makes():
    field = solve(GAME, Field(3))
    play = {"best": field.play, "points": solve(GAME).play}
    best, points = compare(GAME, play, Field(3))
    assert best.value == pytest.approx(field.value, abs=1e-9)
    assert points.value < best.value - 0.01
    assert evaluate(GAME, field.play, objective=Field(3)).value == pytest.approx(best.value)
