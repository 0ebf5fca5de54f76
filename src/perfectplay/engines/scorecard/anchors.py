"""The positions between turns, numbered: which boxes are filled, and what else still matters.

An anchor is a set of filled boxes (a mask: bit `b` for box `b`), whether the repeat bonus can be
earned (the flag), and a lane: the totals towards the section bonuses. Only totals that can occur
and that matter are distinguished: all totals from which a bonus is out of reach share a lane.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
import operator
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from perfectplay.model.scorecard import Scorecard, Turn
from perfectplay.model.scorecard.card import Bonus

JOKERS = {"none": 0, "free": 1, "forced": 2}
ABSENT = -1


class CardArrays(NamedTuple):
    """A card as arrays, for kernels.

    A *figure* is a box with one of the scores it can hold. An *entry* is the outcome of a turn: a
    figure or, numbered after all figures, a figure with the repeat bonus on top.
    """

    boxes: int
    in_order: int
    repeat_box: int
    """The mask of the repeat box."""
    repeat_points: int
    joker: int
    face_boxes: int
    """The mask of the boxes for faces."""
    figure_begin: Any
    """Where the figures of each box begin."""
    figure_points: Any
    entry_points: Any
    """The points of each entry."""
    again_begin: Any
    """Where the figures of each box begin that can come with the repeat bonus."""
    again: Any
    figure_of: Any
    """The figure for each box and roll; one row of boxes for plain rolls, another for jokers."""
    scoring_begin: Any
    """Where the list of boxes begins in which each roll scores."""
    scoring_box: Any
    repeats: Any
    """Whether each roll scores in the repeat box."""
    own_box: Any
    """For each roll, the mask of the box for the face that all dice show; 0 if there is none."""
    section_at: Any
    section_bit: Any
    """For each section and box, the bit of the box in the section's mask; 0 if not part of it."""
    section_begin: Any
    """Where the classes of a section begin; a class is a set of filled boxes."""
    lane_begin: Any
    """Where the totals of each class begin."""
    totals: Any
    lane_of_begin: Any
    """Where the lanes of each section's classes begin, `at + 1` for each class."""
    lane_of: Any
    base: Any
    """For each flag and mask, the number of the first anchor; ABSENT if there is none."""


class AnchorRuns(NamedTuple):
    """The anchors of a layer: those of one mask and flag are `begin[i]` to `begin[i + 1]`."""

    begin: Any
    mask: Any
    flag: Any


@dataclasses.dataclass(frozen=True)
class Section:
    """The totals towards the bonuses on one set of boxes: which can occur, and which matter.

    A class is a set of these boxes that are filled. Sets of totals are whole numbers with one bit
    per total. Totals are counted only until all bonuses are certain.
    """

    bonuses: tuple[Bonus, ...]
    boxes: tuple[int, ...]
    """The boxes that count, as indices into the card."""
    reached: list[int]
    """The possible totals of each class."""
    still: list[int]
    """The most points each class can still get."""

    @classmethod
    def of(cls, card: Scorecard, bonuses: Sequence[Bonus]) -> Section:
        """Compute the totals of every class, starting with no boxes filled."""
        counted, at = bonuses[0].boxes, max(bonus.at for bonus in bonuses)
        boxes = tuple(place for place, box in enumerate(card.boxes) if box.name in counted)
        figures = [card.possible[card.names[place]] for place in boxes]
        reached, most = [1], [0]
        for points in figures:
            for rest in range(len(reached)):
                reached.append(totals_with(reached[rest], points, at))
                most.append(most[rest] + max(points))
        return cls(tuple(bonuses), boxes, reached, [most[-1] - filled for filled in most])

    @functools.cached_property
    def at(self) -> int:
        """The total from which all bonuses are certain."""
        return max(bonus.at for bonus in self.bonuses)

    @functools.cached_property
    def bands(self) -> list[tuple[int, int]]:
        """The ranges of totals between consecutive bonuses; see `bands_of`."""
        return bands_of(self.bonuses)

    def counted_total(self, filled: int, total: int) -> int:
        """The representative of a total: the highest from which no further bonus is possible."""
        for first, step in self.bands:
            if first <= total < step:
                lost = step - self.still[filled] - 1
                return max(total, lost) if lost >= first else total
        return self.at

    @functools.cached_property
    def distinct_totals(self) -> list[int]:
        """The totals with a lane, for each class."""
        pairs = zip(self.reached, self.still, strict=True)
        return [apart(totals, self.bands, still) for totals, still in pairs]

    @functools.cached_property
    def totals(self) -> list[list[int]]:
        """The total that represents each lane, for each class."""
        return [
            [total for total in range(self.at + 1) if totals >> total & 1]
            for totals in self.distinct_totals
        ]

    def shown(self, filled: int) -> list[int]:
        """The highest total that can occur in each lane of a class."""
        reached = self.reached[filled]
        return [(reached & ((2 << total) - 1)).bit_length() - 1 for total in self.totals[filled]]

    def lane(self, filled: int, total: int) -> int:
        """The lane of a total; ABSENT if the total cannot occur."""
        if not 0 <= total <= self.at or not self.reached[filled] >> total & 1:
            return ABSENT
        counted = self.counted_total(filled, total)
        return (self.distinct_totals[filled] & ((1 << counted) - 1)).bit_count()

    def class_of(self, mask: Any) -> Any:
        """The class of a mask or an array of masks."""
        return sum((mask >> box & 1) << place for place, box in enumerate(self.boxes))

    @functools.cached_property
    def lanes(self) -> list[int]:
        """The number of lanes of each class."""
        return [totals.bit_count() for totals in self.distinct_totals]

    def lane_table(self) -> Any:
        """The lane for each class and total; 0 where a total cannot occur."""
        bytes_each = self.at // 8 + 1
        bits = b"".join(totals.to_bytes(bytes_each, "little") for totals in self.distinct_totals)
        apart = np.unpackbits(np.frombuffer(bits, np.uint8), bitorder="little")
        apart = apart.reshape(len(self.reached), -1)[:, : self.at + 1]
        told_as = np.tile(np.arange(self.at + 1), (len(self.reached), 1))
        for first, step in self.bands:
            lost = step - np.array(self.still) - 1
            lost = np.where(lost >= first, lost, 0)[:, None]
            told_as[:, first:step] = np.maximum(told_as[:, first:step], lost)
        lanes = np.take_along_axis(np.cumsum(apart, axis=1, dtype=np.int64), told_as, axis=1) - 1
        return np.maximum(lanes, 0).astype(np.uint32)


def totals_with(totals: int, points: Iterable[int], at: int) -> int:
    """The totals that can occur after filling a box that can hold these points."""
    sums = functools.reduce(operator.or_, (totals << more for more in points))
    below = (1 << at) - 1
    return sums & below | (1 << at if sums > below else 0)


def bands_of(bonuses: Iterable[Bonus]) -> list[tuple[int, int]]:
    """The ranges of totals between bonuses, each with its first total and the next bonus."""
    return list(itertools.pairwise([0, *sorted({bonus.at for bonus in bonuses})]))


def apart(totals: int, bands: Sequence[tuple[int, int]], still: int) -> int:
    """The totals that get a lane if this many points can still come."""
    return functools.reduce(
        operator.or_,
        (band_apart(totals, first, step, still) for first, step in bands),
        totals & 1 << bands[-1][1],
    )


def band_apart(totals: int, first: int, step: int, still: int) -> int:
    """The totals of a band that get a lane: those from which the next bonus is lost share one."""
    band = totals & ((1 << step) - (1 << first))
    lost = step - still - 1
    if lost <= first:
        return band
    merged = band & ((1 << lost) - 1)
    return band ^ merged | (1 << lost if merged else 0)


def bonuses_by_boxes(card: Scorecard) -> list[list[Bonus]]:
    """The bonuses worth anything, grouped by their sets of boxes."""
    grouped: dict[frozenset[str], list[Bonus]] = {}
    for bonus in card.bonuses:
        if bonus.points:
            grouped.setdefault(frozenset(bonus.boxes), []).append(bonus)
    return list(grouped.values())


@dataclasses.dataclass(frozen=True)
class Anchors:
    """All anchors of a card."""

    card: Scorecard

    @functools.cached_property
    def sections(self) -> list[Section]:
        """The sections worth anything: one for each set of boxes with bonuses."""
        return [Section.of(self.card, bonuses) for bonuses in bonuses_by_boxes(self.card)]

    @functools.cached_property
    def layers(self) -> list[Any]:
        """The masks by number of filled boxes, from none to all."""
        count = len(self.card.boxes)
        if self.card.in_order:
            return [np.array([(1 << filled) - 1], np.uint32) for filled in range(count + 1)]
        masks = np.arange(1 << count, dtype=np.uint32)
        filled = np.bitwise_count(masks)
        order = np.argsort(filled, kind="stable")
        return np.split(masks[order], np.cumsum(np.bincount(filled))[:-1])

    @functools.cached_property
    def lanes(self) -> Any:
        """The number of lanes of each mask."""
        count = len(self.card.boxes)
        masks = np.arange(1 << count, dtype=np.uint32)
        lanes = np.ones(1 << count, np.int64)
        for section in self.sections:
            lanes *= np.array(section.lanes)[section.class_of(masks)]
        return lanes

    @functools.cached_property
    def base(self) -> Any:
        """For each flag and mask, the number of its first anchor; later layers come first."""
        base = np.full((2, 1 << len(self.card.boxes)), ABSENT, np.int64)
        begin = 0
        for layer in reversed(self.layers):
            for flag in (0, 1):
                masks = layer if flag == 0 else layer[(layer & self.repeat_mask) > 0]
                ends = begin + np.cumsum(self.lanes[masks])
                base[flag, masks] = ends - self.lanes[masks]
                begin = int(ends[-1]) if len(ends) else begin
        return base

    def runs(self, filled: int) -> AnchorRuns:
        """The anchors of a layer, in order."""
        masks = self.layers[filled]
        flagged = masks[self.base[1, masks] >= 0]
        mask = np.concatenate([masks, flagged]).astype(np.int64)
        flag = np.repeat([0, 1], [len(masks), len(flagged)])
        begin = self.base[flag, mask]
        return AnchorRuns(np.append(begin, begin[-1] + self.lanes[mask[-1]]), mask, flag)

    @functools.cached_property
    def count(self) -> int:
        """The number of anchors."""
        flags = (self.base >= 0).sum(axis=0)
        return int((flags * self.lanes).sum())

    def bonuses(self) -> list[int]:
        """The section bonuses at the end of the game, lane by lane."""
        return [
            sum(
                bonus.points
                for section, total in zip(self.sections, totals, strict=True)
                for bonus in section.bonuses
                if total >= bonus.at
            )
            for totals in itertools.product(*(section.totals[-1] for section in self.sections))
        ]

    @property
    def repeat_mask(self) -> int:
        """The mask of the repeat box, if repeats earn points."""
        repeat = self.card.repeat
        if repeat is None or not repeat.points:
            return 0
        return 1 << self.card.names.index(repeat.box)

    def mask(self, turn: Turn) -> int:
        """The mask of the filled boxes."""
        return sum(
            1 << place for place, name in enumerate(self.card.names) if name not in turn.open
        )

    def turns(self) -> Iterator[tuple[int, Turn]]:
        """All anchors in order, each as a turn.

        Of the totals from which no further bonus is possible, the highest represents all.
        """
        names = self.card.names
        for filled in range(len(names), -1, -1):
            runs = self.runs(filled)
            for begin, mask, flag in zip(runs.begin, runs.mask, runs.flag, strict=False):
                unfilled = [place for place in range(len(names)) if not mask >> place & 1]
                still_open = tuple(names[place] for place in unfilled)
                for lane, totals in enumerate(self.lane_totals(int(mask))):
                    yield int(begin) + lane, Turn(still_open, totals, bool(flag))

    def turn(self, anchor: int) -> Turn:
        """The turn an anchor stands for; see `turns`."""
        for filled in range(len(self.card.boxes) + 1):
            runs = self.runs(filled)
            if runs.begin[0] <= anchor < runs.begin[-1]:
                break
        run = int(np.searchsorted(runs.begin, anchor, side="right")) - 1
        mask, lane = int(runs.mask[run]), anchor - int(runs.begin[run])
        totals = next(itertools.islice(self.lane_totals(mask), lane, None))
        still_open = (name for place, name in enumerate(self.card.names) if not mask >> place & 1)
        return Turn(tuple(still_open), totals, bool(runs.flag[run]))

    def lane_totals(self, mask: int) -> Iterator[tuple[int, ...]]:
        """For each lane of a mask, the total towards every bonus; 0 for bonuses worth nothing."""
        sections = self.sections
        place = {
            bonus.name: number for number, each in enumerate(sections) for bonus in each.bonuses
        }
        lanes = itertools.product(*(each.shown(each.class_of(mask)) for each in sections))
        for totals in lanes:
            yield tuple(
                min(totals[place[bonus.name]], bonus.at) if bonus.name in place else 0
                for bonus in self.card.bonuses
            )

    def anchor(self, turn: Turn) -> int:
        """The anchor of a turn; ABSENT if it cannot occur."""
        mask = self.mask(turn)
        first = int(self.base[int(turn.repeat), mask])
        if first == ABSENT:
            return ABSENT
        known = dict(zip((bonus.name for bonus in self.card.bonuses), turn.totals, strict=True))
        lane = 0
        for section in self.sections:
            filled = section.class_of(mask)
            total = max(known[bonus.name] for bonus in section.bonuses)
            own = section.lane(filled, total)
            same = all(known[bonus.name] == min(total, bonus.at) for bonus in section.bonuses)
            if own == ABSENT or not same:
                return ABSENT
            lane = lane * section.lanes[filled] + own
        return first + lane

    @functools.cached_property
    def arrays(self) -> CardArrays:
        """The card as arrays."""
        card = self.card
        figures = [card.possible[name] for name in card.names]
        begins = cumulated(map(len, figures))
        number = [
            {points: int(begin) + place for place, points in enumerate(each)}
            for begin, each in zip(begins, figures, strict=False)
        ]
        plain = [
            [number[place][points[roll]] for roll in card.rolls]
            for place, points in enumerate(card.points.values())
        ]
        jokers = [
            [number[place][points.get(roll, plain_points[roll])] for roll in card.rolls]
            for place, (points, plain_points) in enumerate(
                zip(card.joker_points.values(), card.points.values(), strict=True)
            )
        ]
        scoring = [
            [place for place, points in enumerate(card.points.values()) if points[roll]]
            for roll in card.rolls
        ]
        place_of = {name: place for place, name in enumerate(card.names)}
        repeats = set(card.repeats)
        repeat = card.repeat
        repeat_box = 0 if repeat is None else 1 << place_of[repeat.box]
        repeat_points = 0 if repeat is None else repeat.points
        number_of = {roll: each for each, roll in enumerate(card.rolls)}
        again = [
            sorted({row[number_of[roll]] for row in rows for roll in card.repeats})
            for rows in zip(plain, jokers, strict=True)
        ]
        figure_points = np.array(list(itertools.chain(*figures)), np.int64)
        return CardArrays(
            boxes=len(card.boxes),
            in_order=int(card.in_order),
            repeat_box=repeat_box,
            repeat_points=repeat_points,
            joker=0 if repeat is None else JOKERS[repeat.joker],
            face_boxes=sum(1 << place_of[name] for name in card.face_boxes.values()),
            figure_begin=begins,
            figure_points=figure_points,
            entry_points=np.concatenate([figure_points, figure_points + repeat_points]),
            again_begin=cumulated(map(len, again)),
            again=np.array(list(itertools.chain(*again)), np.uint32),
            figure_of=np.array([plain, jokers], np.uint32),
            scoring_begin=cumulated(map(len, scoring)),
            scoring_box=np.array(list(itertools.chain(*scoring)), np.uint32),
            repeats=np.array([roll in repeats for roll in card.rolls], np.uint8),
            own_box=np.array([self.own_box(roll, place_of) for roll in card.rolls], np.uint32),
            base=self.base,
            **self.section_arrays(),
        )

    def own_box(self, roll: tuple[int, ...], place_of: dict[str, int]) -> int:
        """The mask of the box for the face that all dice of a roll show."""
        name = self.card.face_boxes.get(roll[0]) if len(set(roll)) == 1 else None
        return 0 if name is None else 1 << place_of[name]

    def section_arrays(self) -> dict[str, Any]:
        """The arrays of the sections."""
        sections, boxes = self.sections, len(self.card.boxes)
        lists = [totals for section in sections for totals in section.totals]
        lane_of = [section.lane_table().ravel() for section in sections]
        bits = [
            [1 << section.boxes.index(box) if box in section.boxes else 0 for box in range(boxes)]
            for section in sections
        ]
        return {
            "section_at": np.array([section.at for section in sections], np.uint32),
            "section_bit": np.array(bits, np.uint32).reshape(len(sections), boxes),
            "section_begin": cumulated(len(section.reached) for section in sections),
            "lane_begin": cumulated(map(len, lists)),
            "totals": np.array(list(itertools.chain(*lists)), np.uint32),
            "lane_of_begin": cumulated(map(len, lane_of)),
            "lane_of": np.concatenate([np.empty(0, np.uint32), *lane_of]),
        }


def cumulated(lengths: Iterable[int]) -> Any:
    """Where each of several concatenated lists begins, and where the last one ends."""
    return np.cumsum([0, *lengths]).astype(np.int64)
