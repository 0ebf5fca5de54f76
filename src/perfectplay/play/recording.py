"""A line of play on a scorecard in the notation players use, for a later review."""

from __future__ import annotations

from perfectplay.errors import PerfectPlayError
from perfectplay.model.scorecard import Rolled
from perfectplay.model.scorecard.game import keep_words, keeps
from perfectplay.model.scorecard.record import GAME, KEEP, write_dice
from perfectplay.model.scorecard.scoring import Roll
from perfectplay.play.line import LineOfPlay


def write_record(line: LineOfPlay) -> str:
    """The completed turns, one per line, below the name of the game.

    >>> from perfectplay import solve
    >>> from perfectplay.games.slots import Slots
    >>> line = LineOfPlay.begin(solve(Slots())).happen(0.5).choose("x3")
    >>> write_record(line).splitlines()
    ['game slots target=45', '4 x3']
    """
    game, card = line.game, line.game.card
    if card is None:
        raise PerfectPlayError(
            f"{game.name} is not played on a scorecard; only such a game can be saved for a review"
        )
    written, words = [" ".join([GAME, game.name, *game.words])], list[str]()
    rolled: Roll | None = None
    for step in line.steps:
        place = step.before.name
        if step.player is None or not isinstance(place, Rolled):
            continue
        if place.roll != rolled:
            words.append(write_dice(card, place.roll))
        if not place.rerolls:
            written.append(" ".join([*words, str(step.taken)]))
            words, rolled = [], None
        elif step.taken == keep_words(place.roll, card.dice):
            rolled = place.roll  # keeping all dice means naming the box next
        else:
            kept = {keep_words(keep, card.dice): keep for keep in keeps(place.roll)}
            words += [KEEP, write_dice(card, kept[str(step.taken)])]
    return "\n".join(written) + "\n"
