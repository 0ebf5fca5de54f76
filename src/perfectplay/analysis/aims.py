"""What a move within a turn aims at: how the turn may end, and with what probability."""

from __future__ import annotations

from collections.abc import Iterator

from perfectplay.model.nodes import Inline, Label, Number
from perfectplay.model.scorecard import Rolled
from perfectplay.model.scorecard.game import keep_words, keeps
from perfectplay.solution.answers import TurnProspects
from perfectplay.solution.options import Aim
from perfectplay.solution.solution import Solution


def aims(
    solution: Solution, position: Rolled, label: Label, score: Number | None = None
) -> list[Aim]:
    """How a turn may end after a move if it continues by the solution; likeliest first.

    >>> from perfectplay import solve
    >>> from perfectplay.games.yazy import Yazy
    >>> yazy = solve(Yazy())
    >>> roll = yazy.read("open=sixes,five-of-a-kind roll=1,2,6,6,6 rerolls=1")
    >>> for aim in aims(yazy, roll, "keep 6 6 6"):
    ...     print(f"{aim.box} {aim.made:.4f} {aim.filled:.4f} {aim.points:.1f}")
    sixes 1.0000 0.9722 19.7
    five-of-a-kind 0.0278 0.0278 50.0
    """
    if TurnProspects in solution.answers:
        kept = {keep_words(keep, len(position.roll)): keep for keep in keeps(position.roll)}
        return (
            solution.answer(TurnProspects)
            .of(position.turn)
            .aims(kept[str(label)], position.rerolls)
        )
    return aims_by_lookahead(solution, position, label, score)


def aims_by_lookahead(
    solution: Solution, position: Rolled, label: Label, score: Number | None
) -> list[Aim]:
    """The same for any solution, by looking ahead to everything that may happen in the turn."""
    card = solution.game.card
    assert card is not None
    made = dict.fromkeys(position.open, 0.0)
    filled = dict.fromkeys(position.open, 0.0)
    points = dict.fromkeys(position.open, 0.0)
    for final, likely in last_rolls(solution, position, label, score):
        placements = card.placements(final.turn, final.roll)
        for name, placed in placements.items():
            made[name] += likely * (placed.points > 0)
        box = str(solution.best(final, score))
        filled[box] += likely
        points[box] += likely * placements[box].points
    found = [
        Aim(box, made[box], filled[box], points[box] / filled[box] if filled[box] else 0.0)
        for box in position.open
    ]
    return sorted(found, key=lambda aim: (-aim.filled, -aim.made))


def last_rolls(
    solution: Solution, position: Rolled, label: Label, score: Number | None
) -> Iterator[tuple[Rolled, float]]:
    """The final rolls that a move can lead to, each with its chance."""
    stop = keep_words(position.roll, len(position.roll))
    now = {position: 1.0}
    moves: dict[Rolled, Label] = {position: label}
    while now:
        kept: dict[Label, tuple[Rolled, float]] = {}
        for here, likely in now.items():
            move = moves.get(here) or (solution.best(here, score) if here.rerolls else stop)
            if move == stop:
                yield here._replace(rerolls=0), likely
            else:  # rolls that keep the same dice continue alike
                kept[move] = here, kept.get(move, (here, 0.0))[1] + likely
        now, moves = {}, {}
        for move, (here, likely) in kept.items():
            for outcome in solution.outcomes(Inline(here, (move,)), score):
                assert isinstance(outcome.position, Rolled)
                reached = now.get(outcome.position, 0.0)
                now[outcome.position] = reached + likely * float(outcome.probability)
