"""A scorecard played to win, as tensors: a number for each state, in the card's order."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import numpy as np

from perfectplay.engines.scorecard.score_difference.blocks.partition import CARDS
from perfectplay.engines.scorecard.score_difference.by_score import (
    UtilitySolution,
    terminal_row,
    utility_leads,
)
from perfectplay.engines.scorecard.score_difference.duel import DuelSolution
from perfectplay.engines.scorecard.score_difference.engine import (
    by_score,
    duel_leads,
    knows,
    target_leads,
    target_solution,
)
from perfectplay.engines.scorecard.score_difference.leads import Leads, LeadsInMemory
from perfectplay.engines.scorecard.score_difference.solution import LeadSolution
from perfectplay.errors import FileError
from perfectplay.model.game import Game
from perfectplay.model.scorecard import DiceAndBoxes, Duel
from perfectplay.objectives import Win
from perfectplay.request import Request, Storage
from perfectplay.solution.storage.container import Stored

SLACK = 1e-5
"""How far rounding in 32 bits may exceed the range of probabilities."""


def header_of(solution: LeadSolution) -> dict[str, str]:
    """The position from which two players started."""
    if not isinstance(solution, DuelSolution):
        return {}
    return {"start": solution.game.text(solution.start), "lead": str(solution.lead)}


def tensors_of(solution: LeadSolution) -> dict[str, Any]:
    """The chances, by state."""
    return {"value": solution.leads.whole().values}


def restored(stored: Stored, game: Game[Any], request: Request) -> LeadSolution:
    """The solution stored in a file."""
    path, header, _ = stored
    if not isinstance(game, DiceAndBoxes):
        raise FileError(f"{path} holds the solution of a scorecard, which {game.name} is not")
    if not knows(game, request.objective):
        raise ValueError(f"chances to win are not for '{request.objective}'")
    values = None
    if CARDS in header:
        request = dataclasses.replace(request, storage=Storage(folder=path.parent))
    else:
        values = np.asarray(stored.numbers("value", "fd"))
    if by_score(request.objective):
        return restored_utility(stored, game, request)
    if not isinstance(request.objective, Win):
        leads = target_leads(game, request, values)
        require_chances(path, leads)
        return target_solution(game, request, leads)
    start, lead = game.read(stored.word("start")), int(stored.word("lead"))
    if not isinstance(start, Duel):
        raise FileError(f"{path} is damaged: {header['start']} is not a position of two players")
    leads = duel_leads(game, start, lead, request, values)
    require_chances(path, leads)
    return DuelSolution(game, request, leads.anchors, leads.lattice, leads, start, lead)


def restored_utility(stored: Stored, game: DiceAndBoxes, request: Request) -> UtilitySolution:
    """The solution for a utility stored in a file; the utility gives the values of its ends."""
    values = np.asarray(stored.numbers("value", "d"))
    leads = utility_leads(game, request, values)
    if len(values) != leads.count:
        raise ValueError(f"there are {len(values):,} values where there are {leads.count:,} states")
    ends = terminal_row(leads, request.objective)
    low, high = float(ends.min()), float(ends.max())
    slack = SLACK * max(abs(low), abs(high))
    if not (values.min() >= low - slack and values.max() <= high + slack):
        raise ValueError("value has numbers that no final score is worth")
    return UtilitySolution(game, request, leads.anchors, leads.lattice, leads)


def require_chances(path: Path, leads: Leads) -> None:
    """Refuse a file without a probability for each state; blocks are checked one by one."""
    if not isinstance(leads, LeadsInMemory):
        return
    found, count = len(leads.values), leads.count
    if found != count:
        raise FileError(f"{path} has {found:,} values where there are {count:,} states")
    if not (leads.values.min(initial=0) >= -SLACK and leads.values.max(initial=1) <= 1 + SLACK):
        raise ValueError("value has numbers that are not probabilities")
