"""The engine for scorecards where the score so far matters: for a target, or between two."""

from __future__ import annotations

import dataclasses
import functools
import itertools
import json
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from perfectplay.engines import Engine, Size
from perfectplay.engines.scorecard.engine import START, refuses_card
from perfectplay.errors import PerfectPlayError, PositionError
from perfectplay.model.game import Game
from perfectplay.model.scorecard import DiceAndBoxes, Duel
from perfectplay.model.scorecard.extent import LEADS, filled_sets, totals
from perfectplay.objectives import AtLeast, EveryTarget, Objective, Sought, Win
from perfectplay.request import Progress, Request

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from perfectplay.engines.plan import Plan
    from perfectplay.engines.scorecard.score_difference.duel import DuelSolution
    from perfectplay.engines.scorecard.score_difference.leads import Leads, LeadsInMemory
    from perfectplay.engines.scorecard.score_difference.plies import Ply
    from perfectplay.engines.scorecard.score_difference.solution import LeadSolution
    from perfectplay.model.scorecard import Scorecard
    from perfectplay.solution.comparison import Result
    from perfectplay.solution.storage.container import Stored
    from perfectplay.solution.verification import Verification

BYTES_A_STATE = 4
STATES_A_SECOND = 5e6
BY_PYTHON = 1000
"""How many times slower than machine code plain Python is."""


class PlayTurns(NamedTuple):
    """The turns of play, from the first on, over the anchors of a card."""

    anchors: Any
    turns: Sequence[Ply]
    tie: float
    """The value of a tie to the player who moves last."""


class LeadEngine(Engine):
    """Solves scorecards for one target or all of them, and for two players who play to win."""

    name: ClassVar[str] = "score-difference"
    on_gpu: ClassVar[bool] = True
    solves: ClassVar[str] = "scorecards, for a target or against an opponent"

    def refuses(self, game: Game[Any], request: Request) -> PerfectPlayError | None:
        known = knows(game, request.objective)
        refusal = refuses_card(self, game, request, known=known)
        if refusal is None and request.strategies:
            from perfectplay.engines.scorecard.score_difference.duel_matches import (
                refuses_strategies,
            )

            return refuses_strategies(game, request)
        return refusal

    def result(self, game: Game[Any], request: Request) -> type[LeadSolution]:
        from perfectplay.engines.scorecard.score_difference.duel import DuelSolution
        from perfectplay.engines.scorecard.score_difference.target import (
            EveryTargetSolution,
            TargetSolution,
        )

        if game.players == 2:
            return DuelSolution
        if by_score(request.objective):
            from perfectplay.engines.scorecard.score_difference.by_score import UtilitySolution

            return UtilitySolution
        every = isinstance(request.objective, EveryTarget)
        return EveryTargetSolution if every else TargetSolution

    def size(self, game: Game[Any], request: Request) -> Size:  # noqa: ARG002  # for any alike
        assert isinstance(game, DiceAndBoxes)
        states = LEADS * (totals(game.card) * filled_sets(game.card)) ** game.players
        work = states / STATES_A_SECOND
        return Size(states, BYTES_A_STATE * states, START + work, BY_PYTHON * work)

    def solve(self, game: Game[Any], request: Request) -> LeadSolution:
        assert isinstance(game, DiceAndBoxes)
        if game.players == 2:
            start = game.start()
            assert isinstance(start, Duel)
            return solve_duel(game, start, 0, request)
        if by_score(request.objective):
            return solve_utility(game, request)
        leads = target_leads(game, request)
        return target_solution(game, request, filled_in(leads, game, request))

    def solve_end_game(
        self, game: Game[Any], start: Any, lead: int, request: Request
    ) -> DuelSolution:
        assert isinstance(game, DiceAndBoxes)
        return solve_duel(game, start, lead, request)

    def plan(self, game: Game[Any], request: Request) -> Plan:
        from perfectplay.engines.scorecard.lattice import Lattice
        from perfectplay.engines.scorecard.score_difference.blocks.plan import plan_of

        assert isinstance(game, DiceAndBoxes)
        start = game.start()
        if isinstance(start, Duel):
            anchors, turns, _ = duel_turns(game, start, 0, request, in_memory=False)
        else:
            anchors, turns, _ = target_turns(game, request, in_memory=False)
        lattice = Lattice.of(game.card)
        return plan_of(anchors, lattice, turns, request.compute.memory_limit)

    def compare(self, game: Game[Any], request: Request) -> list[Result]:
        from perfectplay.engines.scorecard.score_difference.duel_matches import matches

        assert isinstance(game, DiceAndBoxes)
        return matches(game, request)

    def write(self, solution: LeadSolution) -> tuple[dict[str, str], dict[str, Any]]:
        from perfectplay.engines.scorecard.score_difference import file

        return file.header_of(solution), file.tensors_of(solution)

    def read(self, stored: Stored, game: Game[Any], request: Request) -> LeadSolution:
        from perfectplay.engines.scorecard.score_difference.file import restored

        return restored(stored, game, request)

    def verify(self, solution: LeadSolution, progress: Progress | None = None) -> Verification:
        from perfectplay.engines.scorecard.score_difference.verify import verify_leads

        return verify_leads(solution, progress)


def knows(game: Game[Any], objective: Objective) -> bool:
    """Whether an objective is about leads, or about the running score of a single player."""
    if game.players == 2:
        return isinstance(objective, Win)
    if isinstance(objective, AtLeast):
        return objective.otherwise < 1
    if not isinstance(game, DiceAndBoxes) or isinstance(objective, EveryTarget):
        return True
    return not objective.memoryless and rises(objective, game.card)


def by_score(objective: Objective) -> bool:
    """Whether every score has its own value, so that nothing is won or lost early."""
    return not isinstance(objective, (AtLeast, EveryTarget, Win))


def rises(objective: Objective, card: Scorecard) -> bool:
    """Whether points never do harm; the kernels rely on that."""
    from perfectplay.engines.scorecard.anchors import Anchors
    from perfectplay.engines.scorecard.score_difference.estimate import points_bound

    if isinstance(objective, Sought):  # found or not, points never do harm
        return True
    worth = [objective.utility(score) for score in range(points_bound(Anchors(card)) + 1)]
    return all(less <= more for less, more in itertools.pairwise(worth))


def solve_utility(game: DiceAndBoxes, request: Request) -> LeadSolution:
    """Solve a card for a utility of the final score."""
    from perfectplay.engines.scorecard.score_difference.by_score import (
        UtilitySolution,
        terminal_row,
        utility_leads,
    )
    from perfectplay.engines.scorecard.score_difference.induction import solve_leads

    leads = utility_leads(game, request)
    leads.values[: leads.plies[0].end] = terminal_row(leads, request.objective)
    solve_leads(leads, request.compute.progress, done=1)
    return UtilitySolution(game, request, leads.anchors, leads.lattice, leads)


def solve_duel(game: DiceAndBoxes, start: Duel, lead: int, request: Request) -> DuelSolution:
    """Solve a game for two from a given position."""
    from perfectplay.engines.scorecard.score_difference.duel import DuelSolution

    leads = filled_in(duel_leads(game, start, lead, request), game, request)
    return DuelSolution(game, request, leads.anchors, leads.lattice, leads, start, lead)


def filled_in(leads: Leads, game: DiceAndBoxes, request: Request) -> Leads:
    """The leads with all values computed: in memory, or in the blocks of a folder."""
    from perfectplay.engines.scorecard.score_difference.leads import LeadsInMemory

    if isinstance(leads, LeadsInMemory):
        return filled_in_memory(leads, game, request)
    from perfectplay.engines.scorecard.score_difference.blocks.leads import LeadsInBlocks
    from perfectplay.engines.scorecard.score_difference.blocks.run import solve_blocks

    assert isinstance(leads, LeadsInBlocks)
    solve_blocks(leads, request)
    return leads


def filled_in_memory(leads: LeadsInMemory, game: DiceAndBoxes, request: Request) -> LeadsInMemory:
    """The leads with all values computed in memory; a long solve saves its plies as it goes."""
    solve_leads = solver_for(leads, request)
    if request.storage.checkpoint is None or not leads.large:
        solve_leads(leads, request.compute.progress)
        return leads
    from perfectplay.solution.storage.checkpoint import Checkpoint
    from perfectplay.solution.storage.files import described

    solve = json.dumps([described(game, request.objective), leads.count])
    checkpoint = Checkpoint(Path(request.storage.checkpoint), solve)
    with checkpoint.open(leads.plies, leads.values.dtype) as (values, done):
        leads = dataclasses.replace(leads, values=values)

        def keep(place: int) -> None:
            ply = leads.plies[place]
            checkpoint.keep(values[ply.first : ply.end])

        solve_leads(leads, request.compute.progress, done=done, finished=keep)
    return leads


def solver_for(leads: LeadsInMemory, request: Request) -> Callable[..., None]:
    """What computes the values: the GPU if requested, or if there is one and the table is large."""
    from perfectplay.engines.scorecard.score_difference import induction

    if request.compute.backend == "threads" or (
        request.compute.backend == "auto" and not leads.large
    ):
        return induction.solve_leads
    from perfectplay.engines.backends.gpu import gpu_for
    from perfectplay.engines.scorecard.score_difference import gpu

    device = gpu_for(request.compute.backend, gpu.needs(leads))
    return functools.partial(gpu.solve_leads, device=device) if device else induction.solve_leads


def target_leads(game: DiceAndBoxes, request: Request, values: Any = None) -> Leads:
    """Room for one target or for all, or the values already known."""
    turns = target_turns(game, request, in_memory=request.storage.folder is None and values is None)
    return laid_out(game, turns, request, values, {})


def target_turns(game: DiceAndBoxes, request: Request, *, in_memory: bool) -> PlayTurns:
    """The turns of a player alone; refused at once if they are certain to exceed the memory."""
    from perfectplay.engines.scorecard.anchors import Anchors
    from perfectplay.engines.scorecard.score_difference.estimate import few_scores, require_seeable
    from perfectplay.engines.scorecard.score_difference.plies import solitaire
    from perfectplay.engines.scorecard.score_difference.reach import Reach, finished
    from perfectplay.engines.scorecard.score_difference.target import needed
    from perfectplay.engines.scorecard.size import require_countable

    anchors = Anchors(game.card)
    require_countable(anchors, request.compute.memory_limit)
    require_seeable(anchors, request.compute.memory_limit)
    few = (
        few_scores(anchors, request.objective, request.compute.memory_limit) if in_memory else None
    )
    reach = Reach.of(anchors, anchors.count - 1, 0, progress=request.compute.progress, found=few)
    most = int(reach.most[-1])
    objective = request.objective
    if isinstance(objective, AtLeast):
        target = finished(needed(objective.points, most), needed(objective.points, most))
    else:
        target = finished(0, most + 1)
    return PlayTurns(anchors, solitaire(reach, target), 1.0)


def duel_leads(
    game: DiceAndBoxes, start: Duel, lead: int, request: Request, values: Any = None
) -> Leads:
    """Room for two players from a given position, or the values already known."""
    turns = duel_turns(
        game, start, lead, request, in_memory=request.storage.folder is None and values is None
    )
    start_words = {"start": game.text(start), "lead": str(lead)}
    return laid_out(game, turns, request, values, start_words)


def duel_turns(
    game: DiceAndBoxes, start: Duel, lead: int, request: Request, *, in_memory: bool
) -> PlayTurns:
    """The turns of two players from a given position; refused if certain to exceed the memory."""
    from perfectplay.engines.scorecard.anchors import Anchors
    from perfectplay.engines.scorecard.positions import require_position
    from perfectplay.engines.scorecard.score_difference.estimate import few_pairs, require_seeable
    from perfectplay.engines.scorecard.score_difference.plies import duel
    from perfectplay.engines.scorecard.score_difference.reach import Reach
    from perfectplay.engines.scorecard.size import require_countable

    anchors = Anchors(game.card)
    require_countable(anchors, request.compute.memory_limit)
    require_position(game, anchors, start)
    require_lead(game, lead)
    require_seeable(anchors, request.compute.memory_limit)
    boxes, whole = len(game.card.boxes), start == game.start() and in_memory

    @functools.cache
    def reach(anchor: int, filled: int, score: int) -> Reach:
        found = few_pairs(anchors, request.compute.memory_limit) if whole else None
        return Reach.of(anchors, anchor, filled, score, request.compute.progress, found)

    reaches = [
        reach(anchors.anchor(turn), boxes - len(turn.open), score)
        for turn, score in zip(start.turns, (lead, 0), strict=True)
    ]
    assert isinstance(request.objective, Win)
    tie = float(1 - Fraction(request.objective.tie))
    return PlayTurns(anchors, duel(reaches, start.mover), tie)


def require_lead(game: DiceAndBoxes, lead: int) -> None:
    """Refuse a lead that is impossible."""
    card = game.card
    most = sum(card.most(name) for name in card.names)
    most += len(card.boxes) * (card.repeat.points if card.repeat else 0)
    if type(lead) is not int or abs(lead) > most:
        raise PositionError(
            f"nobody can lead by {lead} in {game.name}; a lead is a whole number up to {most:,}"
        )


def laid_out(
    game: DiceAndBoxes,
    play: PlayTurns,
    request: Request,
    values: Any,
    start_words: Mapping[str, str],
) -> Leads:
    """Room for some turns: in the blocks of a folder, or in memory if it fits."""
    from perfectplay.engines.scorecard.lattice import Lattice
    from perfectplay.engines.scorecard.score_difference.leads import LeadsInMemory, require_room

    anchors, turns, tie = play
    lattice = Lattice.of(game.card)
    if request.storage.folder is not None:
        from perfectplay.engines.scorecard.score_difference.blocks.manifest import begun

        folder = Path(request.storage.folder)
        return begun(folder, game, request, start_words, anchors, lattice, turns, tie)
    if values is None:
        require_room(game.name, turns, request.compute.memory_limit)
    return LeadsInMemory.laid_out(anchors, lattice, turns, tie, values)


def target_solution(game: DiceAndBoxes, request: Request, leads: Leads) -> LeadSolution:
    """The solution for one target or for all."""
    from perfectplay.engines.scorecard.score_difference.target import (
        EveryTargetSolution,
        TargetSolution,
    )

    kind = TargetSolution if isinstance(request.objective, AtLeast) else EveryTargetSolution
    return kind(game, request, leads.anchors, leads.lattice, leads)
