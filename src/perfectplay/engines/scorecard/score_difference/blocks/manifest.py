"""The solve that a folder is for: begun anew, or gone on with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from perfectplay.engines.scorecard.anchors import Anchors
from perfectplay.engines.scorecard.lattice import Lattice
from perfectplay.engines.scorecard.score_difference.blocks.folder import CARDS, Folder, solve_of
from perfectplay.engines.scorecard.score_difference.blocks.leads import LeadsInBlocks
from perfectplay.engines.scorecard.score_difference.blocks.partition import Partition
from perfectplay.engines.scorecard.score_difference.blocks.size import partition_to_fit, states_of
from perfectplay.engines.scorecard.score_difference.plies import Ply
from perfectplay.errors import FileError
from perfectplay.model.game import Game
from perfectplay.request import Request
from perfectplay.solution.storage.container import open_file, write_file
from perfectplay.solution.storage.files import MANIFEST, described


def begun(
    folder: Path,
    game: Game[Any],
    request: Request,
    told: Mapping[str, str],
    anchors: Anchors,
    lattice: Lattice,
    turns: Sequence[Ply],
    tie: float,
) -> LeadsInBlocks:
    """Leads in the blocks of a folder, of a solve that was begun there or begins now.

    What tells the solve from others of the same game is `told` in the manifest, too.
    """
    plies = turns[::-1]
    header = {**described(game, request.objective), "engine": "score-difference", **told}
    manifest = folder / MANIFEST
    if manifest.exists():
        header[CARDS], states = partition_before(manifest, header, len(plies))
        partition = Partition(anchors, plies, int(header[CARDS]))
    else:
        states = states_of(plies)
        partition = partition_to_fit(anchors, plies, states, request.compute.memory_limit)
        header[CARDS] = str(partition.cards)
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise FileError(f"cannot write in {folder}: {error.strerror}") from error
        write_manifest(folder, header, states)
    where = Folder(folder, solve_of(header))
    return LeadsInBlocks(
        anchors, lattice, plies, tie, partition, where, states, request.compute.memory_limit
    )


def partition_before(
    manifest: Path, header: Mapping[str, str], plies: int
) -> tuple[str, list[int]]:
    """How the solve in a folder was cut, if it is the one that is asked for; and its states."""
    stored = open_file(manifest)
    if CARDS not in stored.header:
        raise FileError(f"{manifest} is a solution that is not in blocks; take another folder")
    before, cards = stored.header, stored.word(CARDS)
    if solve_of(before) != solve_of({**header, CARDS: cards}):
        held = f"{before.get('game')} for {before.get('objective')}"
        if before.get("version") != header["version"]:
            held += f", begun by perfectplay {before.get('version')}"
        raise FileError(f"{manifest.parent} holds the blocks of {held}; take another folder")
    states = list(stored.numbers("states", "q"))
    if not cards.isdecimal() or not int(cards) or len(states) != plies:
        raise FileError(f"{manifest} is damaged: it does not tell how play was cut")
    return cards, states


def write_manifest(folder: Path, header: Mapping[str, str], states: Sequence[int]) -> None:
    """Tell of which solve the blocks in a folder are."""
    tensors = {"states": np.array(states, np.int64)}
    write_file(folder / MANIFEST, {"seconds": "0.0", **header}, tensors)


def take_time(folder: Path, seconds: float) -> None:
    """Add to the time that the solve in a folder has taken."""
    stored = open_file(folder / MANIFEST)
    seconds += float(stored.header["seconds"])
    write_manifest(
        folder,
        {**stored.header, "seconds": repr(seconds)},
        list(stored.numbers("states", "q")),
    )
