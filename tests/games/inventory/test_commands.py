"""`perfectplay farkle dice`: sets of six by the chance to win with them."""

import pytest

from perfectplay import solve
from perfectplay.games.farkle_dice import FarkleDice


def test_sets_are_ranked_by_their_chances(perfectplay):
    words = "farkle", "dice", "rules=simple", "target=150", "--have", "odd*6,weighted,fair"
    told = perfectplay(*words, "--against", "odd*6", "--json").json
    sets = {each["dice"]: each for each in told["sets"]}
    assert [*sets] == sorted(sets, key=lambda dice: -sets[dice]["chance"])
    assert {*sets} == {"odd*6", "fair,odd*5", "odd*5,weighted", "fair,odd*4,weighted"}
    like = sets["odd*6"]
    assert like["chance"] == pytest.approx(0.5)
    assert like["first"] + like["second"] == pytest.approx(1)
    best = next(iter(sets))
    game = FarkleDice(rules="simple", target=150, dice=best, theirs="odd*6")
    assert sets[best]["first"] == pytest.approx(solve(game).value)
    out = perfectplay(*words, "--against", "odd*6").out
    assert out.startswith("Farkle to 150, rules=simple, against odd*6: P(win) with best play")
    assert out.index(best) < out.index("odd*6 ")


@pytest.mark.parametrize(
    ("have", "complaint"),
    [
        ("odd*5", "is 5 dice; everybody throws 6"),
        (
            "fair*6,odd*6,lucky*6,weighted*6,holy-trinity*6,heavenly-kingdom*6,1:1:1:1:1:2*6",
            "sets of six",
        ),
    ],
)
def test_an_inventory_of_too_few_or_too_many(perfectplay, have, complaint):
    assert complaint in perfectplay("farkle", "dice", "--have", have).err
