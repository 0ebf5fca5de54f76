"""One-player scorecards as functions over arrays: dice and boxes are looked up in tables."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perfectplay.engines.array_rules import Advanced, ArrayRules, States, draw
from perfectplay.engines.scorecard.lattice import Lattice
from perfectplay.model.nodes import Number
from perfectplay.model.scorecard import DiceAndBoxes, Turn
from perfectplay.model.scorecard.game import keep_words
from perfectplay.objectives import Objective

FILLED, ROLL, REROLLS, SCORE, REPEAT, TOTALS = range(6)
"""The columns of a state; the random numbers come after the totals."""
NONE = -1


class CardArrayRules(ArrayRules):
    """A game on a scorecard."""

    game: DiceAndBoxes

    def __init__(self, game: DiceAndBoxes, objective: Objective) -> None:
        card = self.card = game.card
        self.game, self.objective = game, objective
        self.lattice = Lattice.of(card)
        keeps = [keep_words(keep, card.dice) for keep in self.lattice.keeps]
        self.kept = sorted(set(keeps), key=keeps.index) if card.rerolls else []
        self.actions = [*self.kept, *card.names]
        self.tables(keeps)
        described = [*self.described()]
        self.shown = np.flatnonzero([low < high for _, low, high in described])
        shown = [described[number] for number in self.shown] or described
        self.fields = [name for name, _, _ in shown]
        self.low = np.array([low for _, low, _ in shown], np.int64)
        self.high = np.array([high for _, _, high in shown], np.int64)

    def described(self) -> Iterator[tuple[str, int, int]]:
        """The columns of observations: their names, and the range of each."""
        card, repeat = self.card, self.card.repeat
        for name in card.names:
            yield f"open.{name}", 0, 1
        for die in range(card.dice):
            yield f"roll.{die}", 1, card.sides
        yield "rerolls", 0, card.rerolls
        for bonus in card.bonuses:
            yield f"total.{bonus.name}", 0, bonus.at
        yield "repeat", 0, int(repeat is not None and repeat.points > 0)
        extra = repeat.points * len(card.names) if repeat else 0
        most = sum(map(card.most, card.names)) + sum(bonus.points for bonus in card.bonuses)
        yield "score so far", 0, 0 if self.objective.linear else most + extra

    def tables(self, keeps: list[str]) -> None:
        """Build the lookup tables."""
        card, lattice = self.card, self.lattice
        rolls = lattice.rolls
        self.up = np.asarray(lattice.up, np.int64)
        self.faces = np.array(lattice.keeps[:rolls], np.int64)
        column = {words: number for number, words in enumerate(self.kept)}
        self.keep_of = np.zeros((rolls, len(self.kept)), np.int64)
        self.offered = np.zeros((rolls, len(self.actions)), np.bool_)
        options, begins = lattice.options
        for roll in range(rolls if self.kept else 0):
            for keep in options[begins[roll] : begins[roll + 1]].tolist():
                self.offered[roll, column[keeps[keep]]] = True
                self.keep_of[roll, column[keeps[keep]]] = keep
        self.plain = np.array([[card.points[n][r] for n in card.names] for r in card.rolls])
        self.joker = np.array(
            [
                [card.joker_points[n].get(r, card.points[n][r]) for n in card.names]
                for r in card.rolls
            ]
        )
        self.repeats = np.isin(np.arange(rolls), [lattice.number[r] for r in card.repeats])
        place = {name: number for number, name in enumerate(card.names)}
        self.own = np.full(rolls, NONE, np.int64)
        for face, name in card.face_boxes.items():
            self.own[lattice.number[(face,) * card.dice]] = place[name]
        self.for_faces = np.isin(card.names, [*card.face_boxes.values()])
        self.bits = 1 << np.arange(len(card.names))
        self.sections = np.array(
            [[name in bonus.boxes for name in card.names] for bonus in card.bonuses], np.int64
        ).reshape(len(card.bonuses), len(card.names))
        self.at = np.array([bonus.at for bonus in card.bonuses], np.int64)
        self.bonus = np.array([bonus.points for bonus in card.bonuses], np.int64)
        self.random = TOTALS + len(card.bonuses)

    def start(self, seeds: NDArray[np.int64]) -> Advanced:
        states = np.zeros((len(seeds), self.random + 2), np.int64)
        states[:, self.random] = seeds
        return self.restart(states)

    def restart(self, states: States) -> Advanced:
        states = states.copy()
        states[:, : self.random] = 0
        self.roll(states, np.arange(len(states)), np.full(len(states), len(self.up) - 1))
        states[:, REROLLS] = self.card.rerolls
        none = np.zeros(len(states), np.bool_)
        return self.advanced(states, np.zeros(len(states)), none)

    def step(self, states: States, actions: NDArray[np.int64]) -> Advanced:
        states = np.array(states, np.int64)
        before = self.over(states)
        actions = self.offered_actions(states, np.array(actions, np.int64))
        keeping = actions < len(self.kept)
        rows = np.flatnonzero(keeping & ~before)
        keeps = self.keep_of[states[rows, ROLL], actions[rows]]
        states[rows, REROLLS] -= 1
        states[rows[keeps < self.lattice.rolls], REROLLS] = 0
        self.roll(states, rows, keeps)
        rows = np.flatnonzero(~keeping & ~before)
        rewards = np.zeros(len(states))
        rewards[rows] = self.fill(states, rows, actions[rows] - len(self.kept))
        return self.advanced(states, rewards, before)

    def offered_actions(self, states: States, actions: NDArray[np.int64]) -> NDArray[np.int64]:
        """The actions, with each one that is not on offer replaced by the first that is."""
        fine = (actions >= 0) & (actions < len(self.actions))
        fine[fine] = self.offered[states[fine, ROLL], actions[fine]]
        fine &= states[:, REROLLS] > 0
        rows = np.flatnonzero(~fine)
        masks = self.masks(states[rows])
        chosen = actions[rows] % len(self.actions)
        known = (chosen == actions[rows]) & masks[np.arange(len(rows)), chosen]
        actions[rows] = np.where(known, chosen, masks.argmax(axis=1))
        return actions

    def advanced(self, states: States, rewards: Any, before: Any) -> Advanced:
        """The results of a step, once everything has been carried out."""
        over = self.over(states)
        if not self.objective.linear:
            rewards = np.zeros(len(states))
            ended = over & ~before
            rewards[ended] = [
                float(self.objective.utility(s)) for s in states[ended, SCORE].tolist()
            ]
        masks = self.masks(states)
        masks[over] = False
        return Advanced(states, rewards, over, masks, np.zeros(len(states), np.uint8))

    def over(self, states: States) -> NDArray[np.bool_]:
        """Which cards are full."""
        full: NDArray[np.bool_] = states[:, FILLED] == (1 << len(self.card.names)) - 1
        return full

    def roll(self, states: States, rows: Any, keeps: Any) -> None:
        """Reroll the dice that are not kept, one after another."""
        while True:
            left = keeps >= self.lattice.rolls
            if not left.any():
                break
            die = rows[left]
            faces = (draw(states, die, self.random) * self.lattice.sides).astype(np.int64)
            keeps[left] = self.up[keeps[left], faces]
        states[rows, ROLL] = keeps

    def fill(self, states: States, rows: Any, boxes: Any) -> Any:
        """Put rolls into boxes and start the next turn; returns the points."""
        rolls, card = states[rows, ROLL], self.card
        again, jokers = self.repeated(states[rows])
        points = np.where(jokers, self.joker[rolls, boxes], self.plain[rolls, boxes])
        earned = points.copy()
        repeat = card.repeat
        if repeat is not None:
            earned += np.where(again & (states[rows, REPEAT] > 0), repeat.points, 0)
            into = (boxes == card.names.index(repeat.box)) & (points > 0) & (repeat.points > 0)
            states[rows, REPEAT] |= into
        for number, counted in enumerate(self.sections):
            total = states[rows, TOTALS + number] + points * counted[boxes]
            states[rows, TOTALS + number] = np.minimum(total, self.at[number])
        states[rows, FILLED] |= self.bits[boxes]
        over = self.over(states[rows])
        for number, bonus in enumerate(self.bonus):
            reached = states[rows, TOTALS + number] >= self.at[number]
            earned += np.where(over & reached, bonus, 0)
        states[rows, SCORE] += earned
        self.roll(states, rows[~over], np.full((~over).sum(), len(self.up) - 1))
        states[rows, REROLLS] = card.rerolls
        return earned

    def repeated(self, states: States) -> tuple[Any, Any]:
        """The games in which a roll was repeated, and those in which it counts as a joker."""
        repeat = self.card.repeat
        if repeat is None:
            none = np.zeros(len(states), np.bool_)
            return none, none
        box = self.bits[self.card.names.index(repeat.box)]
        again = self.repeats[states[:, ROLL]] & (states[:, FILLED] & box > 0)
        return again, again & ~self.own_open(states) & (repeat.joker != "none")

    def own_open(self, states: States) -> Any:
        """The games in which the box for the face of all dice can be filled."""
        own = self.own[states[:, ROLL]]
        return (own >= 0) & self.fillable(states)[np.arange(len(states)), own]

    def fillable(self, states: States) -> NDArray[np.bool_]:
        """The boxes that can be filled, before the rule of forced jokers."""
        free: NDArray[np.bool_] = (states[:, FILLED, None] & self.bits) == 0
        if self.card.in_order:
            free &= free.cumsum(axis=1) == 1
        return free

    def masks(self, states: States) -> NDArray[np.bool_]:
        """Which actions are on offer."""
        masks: NDArray[np.bool_] = self.offered[states[:, ROLL]]
        done = np.flatnonzero(states[:, REROLLS] == 0)
        masks[done] = False
        free, here = self.fillable(states[done]), states[done]
        repeat = self.card.repeat
        if repeat is not None and repeat.joker == "forced":
            again, _ = self.repeated(here)
            own = again & self.own_open(here)
            only: NDArray[np.bool_] = np.zeros_like(free)
            only[np.arange(len(done)), self.own[here[:, ROLL]]] = True
            others: NDArray[np.bool_] = np.logical_and(free, ~self.for_faces)
            some: NDArray[np.bool_] = np.any(others, axis=1, keepdims=True)
            forced = np.where(some, others, free)
            free = np.select([own[:, None], again[:, None]], [only, forced], free)
        masks[done, len(self.kept) :] = free
        return masks

    def observations(self, states: States) -> NDArray[np.int64]:
        boxes = (states[:, FILLED, None] & self.bits) == 0
        parts = [boxes, self.faces[states[:, ROLL]], states[:, REROLLS, None]]
        parts += [states[:, TOTALS : self.random], states[:, REPEAT, None], states[:, SCORE, None]]
        seen: NDArray[np.int64] = np.concatenate(parts, axis=1, dtype=np.int64)[:, self.shown]
        seen[self.over(states)] = 0
        return seen

    def place(self, state: NDArray[np.int64]) -> tuple[Hashable, Number | None]:
        names = zip(self.card.names, self.bits, strict=True)
        free = tuple(name for name, bit in names if not state[FILLED] & bit)
        turn = Turn(free, tuple(state[TOTALS : self.random].tolist()), bool(state[REPEAT]))
        score = None if self.objective.linear else int(state[SCORE])
        if not free:
            return turn, score
        roll = tuple(self.faces[state[ROLL]].tolist())
        return turn.rolled(roll, int(state[REROLLS])), score
