"""How good is a rule that one can remember? 45-point slots, by a list and by perfect play.

Each face has its favourite slots. If they are taken the roll goes into the bin, and after that
wherever it does the least harm. The careful player also counts: the six slots can give 51 points
at most, so six may be wasted on the way to 45, and no more.
"""

from perfectplay import Score, compare, solve
from perfectplay.games.slots import SLOTS, Slots
from perfectplay.model.scorecard import Rolled
from perfectplay.strategies.strategy import Decision

FAVOURITES = {
    1: ("flip", "+4low"),
    2: ("+4low", "flip"),
    3: ("+4odd", "flip"),
    4: ("x2even",),
    5: ("+4odd", "x3"),
    6: ("x2even", "x3"),
}
THEN = ("bin", "flip", "+4low", "+4odd", "x2even", "x3")


def by_the_list(decision: Decision) -> str:
    """Take the first open slot on the list of the face that came up."""
    return open_slots(decision)[0]


def by_the_list_with_care(decision: Decision) -> str:
    """Take the first of them that keeps 45 within reach."""
    slots = open_slots(decision)
    return next((slot for slot in slots if most(decision, slot) >= 45), slots[0])


def open_slots(decision: Decision) -> list[str]:
    """Order the open slots by the list of the face that came up."""
    assert isinstance(decision.position, Rolled)
    order = FAVOURITES[decision.position.roll[0]] + THEN
    return [slot for slot in dict.fromkeys(order) if slot in decision.options]


def most(decision: Decision, slot: str) -> int:
    """Count the points there can be in the end if the roll goes into this slot."""
    assert isinstance(decision.position, Rolled)
    others = sum(max(SLOTS[other]) for other in decision.position.open if other != slot)
    return int(decision.score) + SLOTS[slot][decision.position.roll[0] - 1] + others


if __name__ == "__main__":
    slots = Slots(target=45)
    players = {
        "perfect play": solve(slots).play,
        "by the list, with care": by_the_list_with_care,
        "by the list": by_the_list,
        "most points on average": solve(slots, Score()).play,
    }
    results = compare(slots, players, exact=True)
    best = results[0].value
    for result in results:
        wins, loss = float(result.value), best - result.value
        print(f"{result.strategies[0]:22}  wins {wins:.6f}  loses {float(loss):.6f} = {loss}")
