"""Match two ways of playing against each other on a GPU; the kernels are in `channels.cu`."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from perfectplay.engines.backends.clock import Clock
from perfectplay.engines.backends.gpu import Device, Need
from perfectplay.engines.scorecard.evaluate.card_play import CardPlay
from perfectplay.engines.scorecard.score_difference.gpu import (
    ROWS,
    Plies,
    PlyOnDevice,
    memory_needed,
    most_entries,
)
from perfectplay.engines.scorecard.score_difference.leads import LeadsInMemory
from perfectplay.engines.scorecard.score_difference.matches import (
    CHANNELS,
    TIE,
    TIES,
    WINS,
    MatchResults,
    at_the_start,
    made_at,
)
from perfectplay.engines.scorecard.score_difference.simulation import ties_of
from perfectplay.engines.scorecard.solve.cuda import LANES, TEAMS
from perfectplay.request import Progress

FOLLOWING = (*ROWS, "engines/scorecard/score_difference/channels.cu")
BYTES_A_CHOICE = 2


class Channel(NamedTuple):
    """A channel at the next ply and at this one; whether it is 1 minus the other player's."""

    then: Any
    here: Any
    complement: int


class Boxes(NamedTuple):
    """For each run and roll, the slots of the boxes it may go into; see `placing.cu`."""

    slot: Any
    count: Any


def play_off(
    leads: LeadsInMemory,
    lead: int,
    scorer: CardPlay,
    progress: Progress | None = None,
    *,
    device: Device,
) -> MatchResults:
    """Work out the matches, ply by ply backwards; `lead` belongs to the player who starts."""
    clock = Clock("matching on the GPU", leads.count, progress, done=leads.plies[0].end)
    matcher = Matcher(leads, device, scorer)
    ends = np.ones((CHANNELS, leads.plies[0].end), matcher.dtype)
    ends[WINS, :] = leads.tie
    then = list(map(device.put, ends))
    for place in range(1, len(leads.plies)):
        then = matcher.follow_ply(place, then)
        clock(len(then[0]))
    found = np.zeros((CHANNELS, len(then[0])), matcher.dtype)
    for channel, into in zip(then, found, strict=True):
        device.fetch(channel, into, lambda: None)
    device.wait()
    return at_the_start(leads, lead, found)


def needs(leads: LeadsInMemory) -> Need:
    """GPU memory needed: all channels of two plies, and the values of one."""
    shared = max(shared_bytes(leads, place) for place in range(1, len(leads.plies)))
    return Need(memory_needed(leads, 2 * CHANNELS + 1), shared)


def shared_bytes(leads: LeadsInMemory, place: int) -> int:
    """The shared memory for following one chunk of a ply."""
    rolls, keeps = leads.lattice.rolls, leads.lattice.size - leads.lattice.rolls
    rows = rolls + max(keeps, TEAMS, most_entries(leads, place))
    chosen = (leads.anchors.card.rerolls + 1) * rolls
    return LANES * (rows * int(leads.values.itemsize) + chosen * BYTES_A_CHOICE)


class Matcher(Plies):
    """Follows play on a device, one ply after another."""

    def __init__(self, leads: LeadsInMemory, device: Device, scorer: CardPlay) -> None:
        super().__init__(leads, device, FOLLOWING)
        self.scorer = scorer
        self.slack = device.put(np.array([sum(ties_of(leads))], self.dtype))

    def follow_ply(self, place: int, then: list[Any]) -> list[Any]:
        """All channels at a ply, given those at the next; both stay on the device."""
        leads, ply, on_device = self.leads, self.leads.plies[place], self.on_device(place)
        here = [self.device.empty(ply.end - ply.first, self.dtype) for _ in range(CHANNELS)]
        channels = [Channel(then[each], here[each], int(each in WINS)) for each in range(CHANNELS)]
        player = ply.player
        to_win = tuple(channels[each] for each in (TIE, WINS[player], TIES[player]))
        to_score = tuple(channels[each] for each in (WINS[1 - player], TIES[1 - player]))
        made = self.device.put(made_at(leads, place, self.scorer))
        blocks = len(on_device.paths.row)
        self.module.launch(
            "follow_score", (blocks, LANES), (on_device.ply, on_device.paths, made, to_score)
        )
        values = self.device.put(self.part(place - 1))
        self.module.launch(
            "follow_win",
            (blocks, TEAMS * LANES),
            (
                on_device.ply,
                on_device.choices,
                self.boxes(on_device),
                on_device.paths,
                values,
                self.slack,
                to_win,
            ),
            shared=shared_bytes(leads, place),
        )
        return here

    def boxes(self, on_device: PlyOnDevice) -> Boxes:
        """The boxes that rolls may go into, by run."""
        pairs = len(on_device.ply.runs.mask) * self.leads.lattice.rolls
        boxes = Boxes(
            slot=self.device.empty(pairs * on_device.ply.card.boxes, np.uint16),
            count=self.device.empty(pairs, np.int32),
        )
        self.for_each(
            "list_boxes", pairs, on_device.ply.card, on_device.ply.runs, on_device.choices, boxes
        )
        return boxes
