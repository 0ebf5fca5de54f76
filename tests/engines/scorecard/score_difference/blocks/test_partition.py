"""Plies cut into blocks: every pair of cards lies in one, and what follows lies where it is read."""

import numpy as np
import pytest

from perfectplay.engines.scorecard.score_difference.blocks.partition import Partition, PlyBlock
from perfectplay.objectives import AtLeast, Win
from tests.by_engine import solve_leads
from tests.engines.scorecard.score_difference.both_ways import CARDS, DUELS

NAMES = ["a bonus and a reroll", "forced jokers", "sure points", "in order"]
GAMES = [(DUELS[name], Win()) for name in NAMES] + [(CARDS[name], AtLeast(5)) for name in NAMES]


def cuts(card, objective):
    leads = solve_leads(card, objective).leads
    for cards in (1, 3, 1000):
        yield Partition(leads.anchors, leads.plies, cards)


@pytest.mark.parametrize(("card", "objective"), GAMES, ids=str)
def test_every_pair_of_cards_lies_in_one_block(card, objective):
    for partition in cuts(card, objective):
        for place, ply in enumerate(partition.plies):
            seen = np.zeros((len(ply.mover.anchors), len(ply.other.anchors)), int)
            for block in partition.blocks(place):
                part = partition.ply(block)
                assert max(len(part.mover.anchors), len(part.other.anchors)) <= partition.cards
                rows = np.searchsorted(ply.mover.anchors, part.mover.anchors)
                columns = np.searchsorted(ply.other.anchors, part.other.anchors)
                seen[np.ix_(rows, columns)] += 1
                assert set(partition.group_of(place, 0, rows)) == {block.mover}
                assert set(partition.group_of(place, 1, columns)) == {block.other}
            assert (seen == 1).all()


@pytest.mark.parametrize(("card", "objective"), GAMES, ids=str)
def test_what_a_turn_can_lead_to_by_the_rules_lies_in_what_a_block_reads(card, objective):
    for partition in cuts(card, objective):
        anchors = partition.anchors
        for place in range(1, len(partition.plies)):
            for block in partition.blocks(place):
                part, panel = partition.ply(block), partition.panel(block)
                comes, stays = panel.mover, panel.other
                if part.alternate:
                    comes, stays = stays, comes
                assert stays.anchors.tolist() == part.other.anchors.tolist()
                led_to = {
                    anchors.anchor(placed.turn)
                    for anchor in part.mover.anchors.tolist()
                    for roll in card.card.rolls
                    for placed in card.placements(anchors.turn(anchor), roll).values()
                }
                assert led_to <= set(comes.anchors.tolist())


def test_the_end_of_the_game_reads_nothing():
    partition = next(cuts(DUELS["four boxes"], Win()))
    assert partition.needs(PlyBlock(0, 0, 0)) == []
