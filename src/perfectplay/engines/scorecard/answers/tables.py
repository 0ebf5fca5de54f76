"""A solved scorecard as data frames: every turn, and every decision, one piece at a time."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from perfectplay.engines.scorecard.solution import ScorecardSolution
from perfectplay.errors import explain_missing_extra
from perfectplay.model.scorecard.game import keep_words
from perfectplay.solution.answers import WholePolicy
from perfectplay.solution.storage.container import quiet_file, whole_file

with explain_missing_extra():
    import polars as pl

BLOCKS_A_FRAME = 16


def turns(solution: ScorecardSolution) -> pl.DataFrame:
    """One row for each turn, the most frequent first.

    There is a column for each bonus with the total towards it; a total from which the bonus is out
    of reach represents all those below it.
    """
    anchors = CardPolicy(solution).anchors
    values = solution.objective.as_utility(solution.values)
    more = pl.DataFrame({"value": values, "visits": solution.card_play.visits})
    return anchors.hstack(more).sort("visits", descending=True, maintain_order=True)


class CardPolicy(WholePolicy):
    """The turns and decisions of a card, by number, with the columns that describe them."""

    def __repr__(self) -> str:
        return f"<CardPolicy of {self.solution.game.name}: {self.solution.positions:,} turns>"

    def __init__(self, solution: ScorecardSolution) -> None:
        self.solution = solution
        card = solution.game.card
        names = np.array(card.names)
        self.masks = np.sort(np.concatenate(solution.anchors.layers))
        self.opens = listed(
            [
                ",".join(names[[not mask >> place & 1 for place in range(len(names))]]) or "-"
                for mask in self.masks
            ]
        )
        rolls = solution.lattice.rolls
        keeps = solution.lattice.keeps[rolls:]
        self.rolls = listed([" ".join(map(str, roll)) for roll in card.rolls])
        self.options = listed(
            [*card.names, "keep all", *(keep_words(keep, card.dice) for keep in keeps)]
        )

    @functools.cached_property
    def anchors(self) -> pl.DataFrame:
        """The columns that describe each anchor."""
        card, anchors = self.solution.game.card, self.solution.anchors
        masks, flags, totals = [], [], []
        for filled in range(len(card.boxes), -1, -1):
            runs = anchors.runs(filled)
            widths = np.diff(runs.begin)
            masks.append(np.repeat(runs.mask, widths))
            flags.append(np.repeat(runs.flag, widths))
            totals += [lane for mask in runs.mask for lane in anchors.lane_totals(int(mask))]
        columns: dict[str, Any] = {
            "open": self.opens.gather(np.searchsorted(self.masks, np.concatenate(masks))),
            **{
                bonus.name: pl.Series([lane[place] for lane in totals], dtype=pl.UInt16)
                for place, bonus in enumerate(card.bonuses)
            },
        }
        if anchors.repeat_mask:
            columns["repeat"] = np.concatenate(flags) == 1
        return pl.DataFrame(columns)

    @property
    def schema(self) -> dict[str, Any]:
        """The columns of the decisions."""
        return {
            **self.anchors.schema,
            "rerolls": pl.UInt8,
            "roll": self.rolls.dtype,
            "best": self.options.dtype,
            "value": pl.Float64,
        }

    @property
    def count(self) -> int:
        card, anchors = self.solution.game.card, self.solution.anchors
        over = int(anchors.runs(len(card.boxes)).begin[-1])
        return (anchors.count - over) * (card.rerolls + 1) * len(card.rolls)

    def decisions(self) -> Iterator[pl.DataFrame]:
        """Every decision: the best option for each roll and each number of rerolls left."""
        frames = []
        for first, count, policy in self.solution.card_play.decided():
            frames.append(self.block(first, count, policy))
            if len(frames) == BLOCKS_A_FRAME:
                yield pl.concat(frames)
                frames = []
        if frames:
            yield pl.concat(frames)

    def block(self, first: int, count: int, policy: Any) -> pl.DataFrame:
        """The decisions at some anchors, from all rerolls left to none."""
        lattice, card = self.solution.lattice, self.solution.game.card
        rolls, boxes, levels = lattice.rolls, len(card.boxes), card.rerolls + 1
        begins = self.solution.anchors.arrays.figure_begin
        placed = np.searchsorted(begins, policy.placed % begins[-1], side="right") - 1
        kept = policy.kept.astype(np.int64)
        kept = boxes + np.where(kept < rolls, 0, kept - rolls + 1)
        best = np.concatenate([placed, kept]).reshape(levels, rolls, -1)[::-1, :, :count]
        value = policy.rolls.reshape(levels, rolls, -1)[::-1, :, :count]
        by_anchor = levels * rolls
        left = np.repeat(np.arange(levels - 1, -1, -1), rolls)
        rows = self.anchors[np.repeat(np.arange(first, first + count), by_anchor)]
        utility: Any = self.solution.objective.as_utility(lane_by_lane(value))
        return rows.with_columns(
            pl.Series("rerolls", np.tile(left, count), dtype=pl.UInt8),
            self.rolls.gather(np.tile(np.arange(rolls), levels * count)).alias("roll"),
            self.options.gather(lane_by_lane(best)).alias("best"),
            pl.Series("value", utility),
        )

    def write(self, out: Path, advance: Callable[[int], None] | None = None) -> None:
        """Write every decision to a .parquet or .csv file, as they are computed.

        `advance` is called with the number of rows written.
        """
        from polars.io.plugins import register_io_source

        with whole_file(out) as temporary, quiet_file(temporary) as file:

            def frames(*_: Any) -> Iterator[pl.DataFrame]:
                for frame in self.decisions():
                    if file.error is not None:
                        return
                    yield frame
                    if advance:
                        advance(frame.height)

            source = register_io_source(frames, schema=self.schema)
            if out.suffix == ".parquet":
                source.sink_parquet(file)
            else:
                source.sink_csv(file)


def lane_by_lane(array: Any) -> Any:
    """The numbers of each lane, one after another."""
    return np.ascontiguousarray(array.transpose(2, 0, 1)).ravel()


def listed(texts: list[str]) -> pl.Series:
    """A categorical column with these texts as its values."""
    return pl.Series(texts, dtype=pl.Enum(texts))
