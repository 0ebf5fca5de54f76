"""Check that a position on scorecards is valid: of the right parts, and able to occur."""

from __future__ import annotations

from perfectplay.engines.scorecard.anchors import ABSENT, Anchors
from perfectplay.errors import PositionError
from perfectplay.model.scorecard import DiceAndBoxes, Duel, DuelRolled, Rolled, Turn

Place = Turn | Duel | Rolled | DuelRolled

KINDS = {
    "open": str,
    "first": str,
    "second": str,
    "totals": int,
    "roll": int,
    "rerolls": int,
    "repeat": bool,
}
"""The types of the fields of positions."""
SINGLE = ("rerolls", "repeat")


def require_position(game: DiceAndBoxes, anchors: Anchors, position: object) -> Place:
    """The position itself, if it can occur in the game."""
    kinds = (Turn, Rolled) if game.players == 1 else (Duel, DuelRolled)
    if not isinstance(position, kinds) or not is_whole(position):
        raise PositionError(f"{position!r} is not a position of {game.name}")
    before = position if isinstance(position, (Turn, Duel)) else position.before
    turns = before.turns if isinstance(before, Duel) else (before,)
    sound = all(is_sound(game, turn) for turn in turns)
    if isinstance(before, Duel):
        sound = sound and 0 <= len(before.second) - len(before.first) <= 1
    if isinstance(position, (Rolled, DuelRolled)):
        card = game.card
        sound = sound and position.roll in card.points[card.names[0]]
        sound = sound and 0 <= position.rerolls <= card.rerolls and not before.over
    if not sound:
        raise PositionError(f"the position {game.text(position)} cannot occur in {game!r}")
    for turn in turns:
        anchor_of(game, anchors, turn)
    return position


def is_whole(place: Place) -> bool:
    """Whether the fields of a position have the right types."""
    for name, value in zip(place._fields, place, strict=True):
        field = name if name in KINDS else name.split("_")[-1]
        parts = (value,) if field in SINGLE else value
        if not isinstance(parts, tuple) or any(type(each) is not KINDS[field] for each in parts):
            return False
    return True


def is_sound(game: DiceAndBoxes, turn: Turn) -> bool:
    """Whether a turn has boxes of the card, in order, and totals that its bonuses can have."""
    card = game.card
    if [name for name in card.names if name in turn.open] != [*turn.open]:
        return False
    if card.in_order and turn.open != card.names[len(card.names) - len(turn.open) :]:
        return False
    if len(turn.totals) != len(card.bonuses):
        return False
    pairs = zip(turn.totals, card.bonuses, strict=True)
    return all(0 <= total <= bonus.at for total, bonus in pairs)


def anchor_of(game: DiceAndBoxes, anchors: Anchors, turn: Turn) -> int:
    """The anchor of a turn, if it can occur."""
    anchor = anchors.anchor(turn)
    if anchor == ABSENT:
        raise PositionError(
            f"the position {game.text(turn)} cannot occur in {game!r}; its totals or its repeat "
            "bonus do not go with the boxes that are filled"
        )
    return anchor
