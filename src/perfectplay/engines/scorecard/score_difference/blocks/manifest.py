"""The solve a folder belongs to: started afresh or continued."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from perfectplay.engines.scorecard.anchors import Anchors
from perfectplay.engines.scorecard.lattice import Lattice
from perfectplay.engines.scorecard.score_difference.blocks.leads import LeadsInBlocks
from perfectplay.engines.scorecard.score_difference.blocks.partition import CARDS, Partition
from perfectplay.engines.scorecard.score_difference.blocks.size import partition_to_fit, states_of
from perfectplay.engines.scorecard.score_difference.plies import Ply
from perfectplay.errors import FileError
from perfectplay.model.game import Game
from perfectplay.request import Request
from perfectplay.solution.storage.blocks import (
    Folder,
    manifest_before,
    solve_of,
    write_manifest,
)
from perfectplay.solution.storage.files import described


def begun(
    folder: Path,
    game: Game[Any],
    request: Request,
    start_words: Mapping[str, str],
    anchors: Anchors,
    lattice: Lattice,
    turns: Sequence[Ply],
    tie: float,
) -> LeadsInBlocks:
    """Leads in the blocks of a folder, of a solve that was started there or starts now.

    `start_words` goes into the manifest to distinguish the solve from others of the same game.
    """
    plies = turns[::-1]
    header = {**described(game, request.objective), "engine": "score-difference", **start_words}
    before = manifest_before(folder, header, CARDS)
    if before is None:
        states = states_of(plies)
        partition = partition_to_fit(anchors, plies, states, request.compute.memory_limit)
        header[CARDS] = str(partition.cards)
        write_manifest(folder, header, {"states": np.array(states, np.int64)})
    else:
        header[CARDS], states = before.word(CARDS), list(before.numbers("states", "q"))
        if not header[CARDS].isdecimal() or not int(header[CARDS]) or len(states) != len(plies):
            raise FileError(f"{before.path} is damaged: it does not say how play was split")
        partition = Partition(anchors, plies, int(header[CARDS]))
    where = Folder(folder, solve_of(header))
    return LeadsInBlocks(
        anchors, lattice, plies, tie, partition, where, states, request.compute.memory_limit
    )
