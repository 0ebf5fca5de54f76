"""Prospects and chances of bonuses: the same as by following play, whichever engine has solved it."""

from __future__ import annotations

import pytest

from perfectplay import Bonus, Box, Repeat, Score, Scorecard
from perfectplay.analysis.aims import aims, aims_by_lookahead
from perfectplay.analysis.bonuses import BonusChances
from perfectplay.model.scorecard import Face, OfAKind, Rolled, Total, Turn
from perfectplay.model.scorecard.game import keep_words, keeps
from perfectplay.solution.answers import TurnProspects
from perfectplay.solve import evaluate
from tests.by_engine import solve_graph, solve_scorecard

CARDS = {
    "bonus and joker": Scorecard(
        "bonus and joker",
        dice=2,
        sides=3,
        rerolls=2,
        boxes=[
            Box("ones", Face(1)),
            Box("threes", Face(3)),
            Box("pair", OfAKind(2, 9)),
            Box("any", Total()),
        ],
        bonuses=[
            Bonus("upper", ["ones", "threes"], at=5, points=7),
            Bonus("whole", ["pair", "any"], at=12, points=3),
        ],
        repeat=Repeat("pair", points=20, joker="free"),
    ),
    "in order": Scorecard(
        "in order",
        dice=2,
        sides=3,
        rerolls=1,
        boxes=[Box("threes", Face(3)), Box("any", Total())],
        bonuses=[Bonus("both", ["threes", "any"], at=8, points=4)],
        in_order=True,
    ),
}


@pytest.fixture(scope="module", params=CARDS)
def solved(request):
    card = CARDS[request.param]
    return solve_scorecard(card, Score()), solve_graph(card, Score())


def test_chances_are_those_of_play(solved):
    """Play by the solution is a game of pure chance; its ends tell who has earned what."""
    card, graph = solved
    chances, other = BonusChances.of(card), BonusChances.of(graph)
    turns = [place for place in graph.names.found if isinstance(place, Turn)]
    assert len(turns) > 10
    for turn in turns:
        assert chances.at(turn) == pytest.approx(other.at(turn))
    played = evaluate(card.game, card.play)
    for place, bonus in enumerate(card.game.card.bonuses):
        earned = sum(
            float(visits)
            for position, visits in played.visits().items()
            if not position.open and position.totals[place] >= bonus.at
        )
        assert chances.at(card.game.start())[place] == pytest.approx(earned)


def test_prospects_are_what_following_play_finds(solved):
    card, graph = solved
    chances = BonusChances.of(card)
    by_state = BonusChances.of(graph)
    game = card.game
    seen = 0
    turns = [turn for turn in graph.visits() if isinstance(turn, Turn) and turn.open]
    for turn in turns[:12]:
        prospects = card.answer(TurnProspects).of(turn, chances.at)
        for roll in game.card.rolls:
            for left in range(1, game.card.rerolls + 1):
                place = turn.rolled(roll, left)
                for keep in keeps(roll):
                    label = keep_words(keep, game.card.dice)
                    found = {aim.box: aim for aim in prospects.aims(keep, left)}
                    assert list(found.values()) == aims(card, place, label)
                    for aim in aims_by_lookahead(card, place, label, None):
                        assert found[aim.box].made == pytest.approx(aim.made)
                        assert found[aim.box].filled == pytest.approx(aim.filled)
                        assert found[aim.box].points == pytest.approx(aim.points)
                    then = by_state.at(after(graph, place, label))
                    assert prospects.bonuses(keep, left) == pytest.approx(then)
                    seen += 1
    assert seen > 50


def after(graph, place: Rolled, label: str):
    """The position after a keep, as the graph knows it."""
    if label == "keep all":
        return place._replace(rerolls=0)
    return graph.read(f"{graph.game.text(place)} > {label}")
