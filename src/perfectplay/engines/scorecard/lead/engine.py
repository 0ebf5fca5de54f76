"""From a scorecard to its solution, where the score so far counts: a target, or an opponent."""

from __future__ import annotations

import dataclasses
import json
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from perfectplay.engines.graph.explore import MEMORY_LIMIT, Progress
from perfectplay.errors import ObjectiveError, PositionError
from perfectplay.model.scorecard import DiceAndBoxes, Duel
from perfectplay.objectives import AtLeast, EveryTarget, Objective, Win

if TYPE_CHECKING:
    from collections.abc import Sequence

    from perfectplay.engines.scorecard.card_solution import CardSolution
    from perfectplay.engines.scorecard.lead.duel import DuelSolution
    from perfectplay.engines.scorecard.lead.leads import Leads
    from perfectplay.engines.scorecard.lead.plies import Ply


def solves(game: DiceAndBoxes, objective: Objective) -> bool:
    """Whether the engine that tells leads apart knows an objective."""
    if game.players == 2:
        return isinstance(objective, Win)
    if isinstance(objective, AtLeast):
        return objective.otherwise < 1
    return isinstance(objective, EveryTarget)


def solve_leads(
    game: DiceAndBoxes,
    objective: Objective,
    memory_limit: int = MEMORY_LIMIT,
    progress: Progress | None = None,
    checkpoint: Path | None = None,
) -> CardSolution:
    """Solve a scorecard for a target, for all targets, or for two players, from the start."""
    if isinstance(objective, Win):
        start = game.start()
        assert isinstance(start, Duel)
        return solve_duel(game, objective, start, 0, memory_limit, progress, checkpoint)
    leads = filled_in(
        target_leads(game, objective, memory_limit), game, objective, progress, checkpoint
    )
    return target_solution(game, objective, memory_limit, 0.0, leads)


def solve_end_game(
    game: DiceAndBoxes,
    start: Duel,
    lead: int,
    objective: Objective | None = None,
    *,
    memory_limit: int = MEMORY_LIMIT,
    progress: Progress | None = None,
) -> DuelSolution:
    """Solve a game for two from a position on, with a lead of the first player.

    So an end game can be played to win where the whole game is too large to be solved.

    >>> from perfectplay.games.yahtzee import Yahtzee
    >>> yahtzee = Yahtzee(players=2)
    >>> position = yahtzee.read("first=chance second=chance first_totals=63 second_totals=40")
    >>> round(solve_end_game(yahtzee, position, lead=-35).value, 6)
    0.481964
    """
    objective = objective or Win()
    if game.players != 2:
        raise PositionError(f"an end game is for two players; {game!r} is for one")
    if not isinstance(objective, Win):
        raise ObjectiveError(f"an end game is solved for the win, not for '{objective}'")
    return solve_duel(game, objective, start, lead, memory_limit, progress)


def solve_duel(
    game: DiceAndBoxes,
    objective: Win,
    start: Duel,
    lead: int,
    memory_limit: int,
    progress: Progress | None,
    checkpoint: Path | None = None,
) -> DuelSolution:
    """Solve a game for two from a position on."""
    from perfectplay.engines.scorecard.lead.duel import DuelSolution

    leads = filled_in(
        duel_leads(game, objective, start, lead, memory_limit),
        game,
        objective,
        progress,
        checkpoint,
    )
    told = game, objective, memory_limit, 0.0, leads.anchors, leads.lattice
    return DuelSolution(*told, leads, start, lead)


def filled_in(
    leads: Leads,
    game: DiceAndBoxes,
    objective: Objective,
    progress: Progress | None,
    path: Path | None,
) -> Leads:
    """The same with all values worked out; a long solve keeps its plies in a file as it goes."""
    from perfectplay.engines.scorecard.lead import induction

    if path is None or not leads.large:
        induction.solve_leads(leads, progress)
        return leads
    from perfectplay.solution.storage.checkpoint import Checkpoint
    from perfectplay.solution.storage.files import told_of

    checkpoint = Checkpoint(path, json.dumps([told_of(game, objective), leads.count]))
    values, done = checkpoint.open(leads.plies, leads.values.dtype)
    leads = dataclasses.replace(leads, values=values)

    def keep(place: int) -> None:
        ply = leads.plies[place]
        checkpoint.keep(values[ply.first : ply.end])

    induction.solve_leads(leads, progress, done=done, finished=keep)
    return leads


def target_leads(
    game: DiceAndBoxes, objective: Objective, memory_limit: int, values: Any = None
) -> Leads:
    """Room for one target or for all, or the values that there are."""
    from perfectplay.engines.scorecard.anchors import Anchors
    from perfectplay.engines.scorecard.lead.plies import solitaire
    from perfectplay.engines.scorecard.lead.reach import Reach, finished
    from perfectplay.engines.scorecard.lead.target import needed
    from perfectplay.engines.scorecard.size import require_countable

    anchors = Anchors(game.card)
    require_countable(anchors, memory_limit)
    reach = Reach.of(anchors, anchors.count - 1, 0)
    most = int(reach.most[-1])
    if isinstance(objective, AtLeast):
        target = finished(needed(objective.points, most), needed(objective.points, most))
    else:
        target = finished(0, most + 1)
    turns = solitaire(reach, target)
    return laid_out(game, anchors, turns, 1.0, memory_limit, values)


def duel_leads(
    game: DiceAndBoxes,
    objective: Win,
    start: Duel,
    lead: int,
    memory_limit: int,
    values: Any = None,
) -> Leads:
    """Room for two players from a position on, or the values that there are."""
    from perfectplay.engines.scorecard.anchors import Anchors
    from perfectplay.engines.scorecard.lead.plies import duel
    from perfectplay.engines.scorecard.lead.reach import Reach
    from perfectplay.engines.scorecard.positions import require_position
    from perfectplay.engines.scorecard.size import require_countable

    anchors = Anchors(game.card)
    require_countable(anchors, memory_limit)
    require_position(game, anchors, start)
    require_lead(game, lead)
    boxes = len(game.card.boxes)
    reaches = [
        Reach.of(anchors, anchors.anchor(turn), boxes - len(turn.open), score)
        for turn, score in zip(start.turns, (lead, 0), strict=True)
    ]
    tie = float(1 - Fraction(objective.tie))
    return laid_out(game, anchors, duel(reaches, start.mover), tie, memory_limit, values)


def require_lead(game: DiceAndBoxes, lead: int) -> None:
    """Refuse a lead that no score allows."""
    card = game.card
    most = sum(card.most(name) for name in card.names)
    most += len(card.boxes) * (card.repeat.points if card.repeat else 0)
    if type(lead) is not int or abs(lead) > most:
        raise PositionError(
            f"nobody can lead by {lead} in {game.name}; a lead is a whole number up to {most:,}"
        )


def laid_out(
    game: DiceAndBoxes,
    anchors: Any,
    turns: Sequence[Ply],
    tie: float,
    memory_limit: int,
    values: Any,
) -> Leads:
    """Room for some turns, if it fits into the memory limit."""
    from perfectplay.engines.scorecard.lattice import Lattice
    from perfectplay.engines.scorecard.lead.leads import Leads, require_room

    if values is None:
        require_room(game.name, turns, memory_limit)
    lattice = Lattice(game.card.dice, game.card.sides)
    return Leads.laid_out(anchors, lattice, turns, tie, values)


def target_solution(
    game: DiceAndBoxes, objective: Objective, memory_limit: int, seconds: float, leads: Leads
) -> CardSolution:
    """The solution for one target or for all."""
    from perfectplay.engines.scorecard.lead.target import EveryTargetSolution, TargetSolution

    kind = TargetSolution if isinstance(objective, AtLeast) else EveryTargetSolution
    told = game, objective, memory_limit, seconds, leads.anchors, leads.lattice, leads
    return kind(*told)
