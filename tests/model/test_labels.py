"""A card in another language: the same game under other names, in whatever way it is declared."""

from __future__ import annotations

import pytest

from perfectplay import Scorecard, solve
from perfectplay.errors import ModelError, ParameterError
from perfectplay.games.kniffel import Kniffel
from perfectplay.games.yatzy import LABELS, Yatzy
from perfectplay.model.scorecard import Bonus, Box, Face, Repeat, Total
from perfectplay.model.scorecard.declaration import as_data, parse_scorecard, parse_toml, write_toml
from perfectplay.model.scorecard.extent import extent_of

CARD = Scorecard(
    "small",
    dice=2,
    sides=3,
    rerolls=1,
    boxes=[Box("ones", Face(1)), Box("any", Total())],
    bonuses=[Bonus("upper", ["ones"], at=2, points=5)],
    repeat=Repeat("ones", 3, "none"),
    labels={"de": {"ones": "einser", "upper": "oben"}},
)


def test_values_are_those_of_the_same_card():
    german = CARD.labelled("de")
    assert german.names == ("einser", "any")
    assert (german.bonuses[0].name, german.bonuses[0].boxes) == ("oben", ("einser",))
    assert german.repeat.box == "einser"
    assert solve(german, exact=True).value == solve(CARD, exact=True).value


@pytest.mark.parametrize("language", LABELS)
def test_every_box_of_yatzy_has_a_name_of_its_own_in_each_language(language):
    card, english = Yatzy(labels=language).card, Yatzy().card
    assert len({*card.names, *english.names}) >= len(card.names) + 12
    assert extent_of(card, 1) == extent_of(english, 1)
    assert Yatzy.from_words([f"labels={language}"]).words == [f"labels={language}"]


def test_labels_survive_as_toml():
    text = write_toml(as_data(Kniffel().card))
    assert parse_toml("kniffel.toml", text).labelled("de").names == Kniffel(labels="de").card.names


def test_wrong_labels_are_told():
    with pytest.raises(ParameterError, match="small has no labels 'fr'; there are: de"):
        CARD.labelled("fr")
    with pytest.raises(ModelError, match="the labels de name a box two; "):
        Scorecard("small", boxes=CARD.boxes, labels={"de": {"two": "zwei"}})
    data = as_data(CARD)
    for labels, told in (
        ({"de": {"two": "zwei"}}, "scorecard, labels: there is no box 'two'"),
        ({"de": {"ones": "any"}}, "scorecard, labels: two boxes would be called 'any'"),
        ({"de": {"ones": "a b"}}, "is not"),
        (5, "is not tables of what boxes are called"),
    ):
        with pytest.raises(ModelError, match=told):
            parse_scorecard(data | {"labels": labels})


def test_labels_are_asked_for_at_the_command_line(perfectplay):
    ran = perfectplay("advise", "kniffel", "--labels", "de", "--card", "einser=3", "--json")
    assert "zweier" in ran.json["position"]
    assert perfectplay("solve", "pig", "--labels", "de").code == 2
    assert "yahtzee has no labels" in perfectplay("solve", "yahtzee", "--labels", "de").err
