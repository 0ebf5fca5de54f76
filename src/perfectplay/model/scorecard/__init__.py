"""What is a scorecard? Dice, rerolls, and boxes that can each be filled once."""

from perfectplay.model.scorecard.card import Bonus, Box, Repeat, Scorecard, faces
from perfectplay.model.scorecard.game import DiceAndBoxes, Placement
from perfectplay.model.scorecard.positions import Duel, DuelRolled, Rolled, Turn
from perfectplay.model.scorecard.scoring import (
    Face,
    FullHouse,
    Listed,
    NamedStraight,
    OfAKind,
    Pairs,
    Rule,
    Straight,
    Total,
)

__all__ = [
    "Bonus",
    "Box",
    "DiceAndBoxes",
    "Duel",
    "DuelRolled",
    "Face",
    "FullHouse",
    "Listed",
    "NamedStraight",
    "OfAKind",
    "Pairs",
    "Placement",
    "Repeat",
    "Rolled",
    "Rule",
    "Scorecard",
    "Straight",
    "Total",
    "Turn",
    "faces",
]
