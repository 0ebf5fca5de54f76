"""Cards and rules that tests share: small ones that the engine for any game follows exactly."""

from perfectplay import Bonus, Box, Repeat, Scorecard
from perfectplay.model.scorecard import faces
from perfectplay.model.scorecard.scoring import OfAKind, Straight
from perfectplay.strategies.rules import Rules

SMALL = Scorecard(
    "small",
    dice=3,
    sides=4,
    boxes=[*faces(4)[1:], Box("three", OfAKind(3, 20)), Box("row", Straight(3, 15))],
    bonuses=[Bonus("upper", ["twos", "threes", "fours"], at=15, points=10)],
    repeat=Repeat("three", 30),
)
CARD = Rules(
    SMALL,
    [
        "15 in row or 20 in three: score it",
        "two of three in a row, row open, 2 rerolls left: keep them",
        "a pair of an open face, upper on course: keep them",
        "a pair of an open face, upper 2 behind: keep 4s",
        "a pair: keep them",
        "reroll all",
        "three filled, 3 or fewer boxes left: score the most over twos 1, threes 2, fours 3, row 2",
        "score first of row, three, twos, threes, fours",
    ],
    "a card for tests",
)
