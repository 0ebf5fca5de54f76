"""A solve in a folder: it continues from whatever is there, and does nothing twice."""

from __future__ import annotations

import itertools
import shutil
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from perfectplay.engines.compiled.blocks import manifest, names
from perfectplay.engines.compiled.blocks.crew import Crew, require_memory, room_for
from perfectplay.engines.compiled.blocks.enumeration import Enumeration
from perfectplay.engines.compiled.blocks.finding import leads_on
from perfectplay.engines.compiled.blocks.manifest import CUT, Steps, Terms
from perfectplay.engines.compiled.blocks.rounds import (
    KeepPart,
    KeepTape,
    State,
    SweepPart,
    after,
    told,
)
from perfectplay.engines.compiled.blocks.sampling import order_of, sampled
from perfectplay.engines.compiled.blocks.solving import SolveEnds, SolvePart, files_of
from perfectplay.engines.compiled.blocks.table import BoundsInBlocks
from perfectplay.engines.compiled.blocks.work import Work, begin
from perfectplay.engines.compiled.game import CHECKED, REORDERINGS, CompiledGame
from perfectplay.engines.compiled.layers import unflip
from perfectplay.engines.compiled.ranking import Features, Ranking
from perfectplay.engines.compiled.runtime import shared
from perfectplay.engines.compiled.solution import CompiledSolution
from perfectplay.engines.compiled.solving import WIDTH, UnorderedError
from perfectplay.request import KEEP_VALUE, Request
from perfectplay.solution.storage.blocks import Folder, alone_at_work, solve_of, take_time
from perfectplay.solution.storage.files import MANIFEST


def solve_in_folder(compiled: CompiledGame, request: Request) -> CompiledSolution:
    """Solve a game in the folder of a request, or continue an earlier solve."""
    assert request.storage.folder is not None
    path = Path(request.storage.folder)
    with alone_at_work(path), Crew(request) as crew:
        work = FolderSolve(compiled, request, path, crew).run()
    memory = request.compute.memory_limit
    table = BoundsInBlocks.of(work, compiled.mirror(work.flip), memory)
    return CompiledSolution(compiled.game, request, table)


class FolderSolve:
    """The solve of a game in a folder."""

    def __init__(self, compiled: CompiledGame, request: Request, path: Path, crew: Crew) -> None:
        self.compiled, self.request, self.path, self.crew = compiled, request, path, crew
        self.header = manifest.header_of(compiled.game, request)
        self.solved = 0

    def run(self) -> Work:
        """Find all positions and solve them; returns the result."""
        began = time.perf_counter()
        work = self.explored()
        to_do = self.left_to_do(work)
        if any(not self.is_found(work, step) for step in to_do):
            work.__dict__.pop("steps")
            work = self.explore(work.terms)
        for step in set(work.steps.in_order) - set(to_do):
            self.tidy(work, step)  # which may have been interrupted as well
        self.solved = sum(work.steps.counts) - sum(map(work.steps.states, to_do))
        for number, step in enumerate(to_do):
            self.solve_step(work, step)
            if self.request.storage.keep == KEEP_VALUE:
                self.drop(work, to_do[number + 1 :])
        if to_do:
            take_time(self.path, time.perf_counter() - began)
        return work

    # Finding positions

    def explored(self) -> Work:
        """The work for all positions, found now or in an earlier run."""
        stored = manifest.before(self.path, self.compiled.game, self.request)
        if stored is None:
            return self.explore(None)
        terms = Terms.told(stored, self.compiled.game, self.request)
        require_memory(self.request, terms.room)
        self.compiled.plan = terms.plan
        self.compiled.rules = self.compiled.compile()
        if Steps.told(stored) is None:
            return self.explore(terms)
        return self.work(terms)

    def work(self, terms: Terms) -> Work:
        """The work in this folder under some terms."""
        folder = Folder(self.path, solve_of({**self.header, CUT: terms.text}))
        work = Work(self.compiled, self.request, terms, folder)
        begin(folder.solve, work)
        return work

    def explore(self, terms: Terms | None) -> Work:
        """Find all positions, first under these terms; continues from whatever is there."""
        self.compiled.rules.check_symmetries(self.compiled.plan.sample.symmetries)
        known = terms

        def find(flip: Any) -> Steps:
            nonlocal known, terms
            more = np.zeros((0, self.compiled.rules.layout.words), np.int64)
            for attempt in range(REORDERINGS + 1):
                if known is None:
                    terms = self.new_terms(flip, more, ordered=attempt < REORDERINGS)
                    self.begin(terms)
                known = None
                assert terms is not None
                try:
                    work = self.work(terms)
                    return Enumeration(work, self.crew, self.request.report).run()
                except UnorderedError as error:
                    more = np.concatenate([more, error.keys])
            raise AssertionError

        steps = self.compiled.in_a_layout(find)
        assert terms is not None
        work = self.work(terms)
        self.check(work, steps)
        manifest.write(self.path, {**self.header, CUT: terms.text}, terms, steps)
        return work

    def new_terms(self, flip: Any, more: Any, *, ordered: bool) -> Terms:
        """Terms with an order learned from a sample, or with none if none was found to hold."""
        rules = self.compiled.rules
        sample = sampled(rules, self.compiled.start(), flip)
        if ordered:
            ranking = order_of(rules, sample, flip, more)
        else:
            ranking = Ranking(Features(rules.layout, sample), [], complete=False)
        room = room_for(self.request)
        return Terms(self.compiled.plan, rules.layout, bool(flip[0]), ranking, sample, room)

    def begin(self, terms: Terms) -> None:
        """Start a solve, or start over: positions found under other terms are useless."""
        if (self.path / MANIFEST).exists():
            for step in self.path.glob("step-*"):
                shutil.rmtree(step)
        manifest.write(self.path, {**self.header, CUT: terms.text}, terms)

    def check(self, work: Work, steps: Steps) -> None:
        """Compare compiled rules with the plain ones at positions spread over all steps."""
        generator = np.random.default_rng(0)
        chosen = []
        each = -(-CHECKED // len(steps.counts))
        for number, step in enumerate(steps.steps):
            for part in range(step.parts):
                keys = work.keys(files_of(work, number, step.parts, part)[0], "keys")
                chosen.append(keys[generator.integers(0, len(keys), min(each, len(keys)))])
        work.rules.check(generator.permutation(np.concatenate(chosen)))

    # Solving positions

    def left_to_do(self, work: Work) -> list[int]:
        """The steps still to be solved, the last ones of play first.

        If only the value is kept, these are the steps the start depends on, directly or through
        steps that are missing too.
        """
        wanted = set(range(len(work.steps.steps)))
        if self.request.storage.keep == KEEP_VALUE:
            wanted = self.at_the_start(work)
        order = work.steps.in_order
        for step in reversed(order):
            if step in wanted:
                if self.is_solved(work, step):
                    wanted.remove(step)
                else:
                    wanted |= {other for one, other in work.steps.needs if one == step}
        return [step for step in order if step in wanted]

    def at_the_start(self, work: Work) -> set[int]:
        """The steps of the starting position and its successors."""
        programs = work.rules.programs(work.start, 0, 1)
        room = int(programs.ends[-1])
        behind, owners = np.zeros((room, work.words), np.int64), np.zeros(room, np.int64)
        many = shared()["collect"](
            programs.words, programs.ends, 1, work.words, behind, owners
        )  # fmt: skip
        behind = behind[:many]
        unflip(behind, work.flip)
        goes_on = leads_on(behind, work.rules)
        steps = set(work.step_of(work.ranks_of(behind[goes_on])).tolist())
        return {1, *steps} | ({names.ENDS} if not goes_on.all() or not many else set())

    def is_solved(self, work: Work, step: int) -> bool:
        """Whether all parts of a step are solved."""
        parts = range(work.steps.steps[step].parts)
        return all(work.folder.has(names.block(step, part)) for part in parts)

    def is_found(self, work: Work, step: int) -> bool:
        """Whether the positions found in a step are still there."""
        parts = work.steps.steps[step].parts
        return all(files_of(work, step, parts, part) for part in range(parts))

    def solve_step(self, work: Work, step: int) -> None:
        """Solve a step, and remove the files that were needed for it."""
        parts = range(work.steps.steps[step].parts)
        missing = [part for part in parts if not work.folder.has(names.block(step, part))]
        if step == names.ENDS:
            self.crew.run(work, [SolveEnds(part) for part in missing], self.note)
        elif self.is_coupled(work, step):
            self.solve_together(work, step)
        else:
            self.crew.run(work, [SolvePart(step, part) for part in missing], self.note)
        self.tidy(work, step)

    def tidy(self, work: Work, step: int) -> None:
        """Remove everything about a solved step except its blocks."""
        parts = range(work.steps.steps[step].parts)
        blocks = {work.folder.file(names.block(step, part)) for part in parts}
        for path in (self.path / names.folder_of(step)).glob("*"):
            if path not in blocks:
                path.unlink()

    def note(self, states: int) -> None:
        """Report that this many more positions are solved."""
        self.solved += states
        self.request.report("solving", self.solved)

    def is_coupled(self, work: Work, step: int) -> bool:
        """Whether the parts of a step depend on one another."""
        parts = work.steps.steps[step].parts
        files = itertools.chain(*(files_of(work, step, parts, part) for part in range(parts)))
        return any(work.numbers(name, "sent").any() for name in files)

    def solve_together(self, work: Work, step: int) -> None:
        """Solve the parts of a step in rounds."""
        parts = range(work.steps.steps[step].parts)
        width = WIDTH if self.request.width is None else self.request.width
        self.crew.run(work, [KeepTape(step, part) for part in parts], lambda _: None)
        state: State | None = self.last_state(work, step)
        turn = 0
        while state:
            turn, now = state.turn, state
            outcomes = self.crew.run(
                work, [SweepPart(step, part, now) for part in parts], lambda _: None
            ).values()
            for part in parts if turn else ():
                work.folder.file(names.swept(step, part, turn - 1)).unlink(missing_ok=True)
            apart = max(each.width for each in outcomes)
            self.request.report(f"solving, bounds {apart:.1e} apart", self.solved)
            state = after(now, list(outcomes), width)
        self.crew.run(work, [KeepPart(step, part, turn) for part in parts], self.note)

    def last_state(self, work: Work, step: int) -> State:
        """The state at the start of the last round that left files, or else the first state."""
        folder = self.path / names.folder_of(step)
        files = [path.name.partition(".")[0] for path in folder.glob("swept-*")]
        if not files:
            return State()
        last = max(files, key=lambda name: int(name.split("-")[2]))
        return told(work.folder.stored(f"{names.folder_of(step)}/{last}"))[0]

    def drop(self, work: Work, to_do: Iterable[int]) -> None:
        """Remove the steps that are no longer needed."""
        left = set(to_do)
        needed = self.at_the_start(work) | {other for one, other in work.steps.needs if one in left}
        for step in set(range(len(work.steps.steps))) - needed - left:
            work.folder.remove(names.folder_of(step))
