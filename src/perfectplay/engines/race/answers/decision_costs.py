"""The turns of a race with the cost of each number of dice, and cards against best responses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from perfectplay.engines.race.solve.dice_tables import total_chances
from perfectplay.errors import ObjectiveError
from perfectplay.model.dice_sums import after_a_die
from perfectplay.model.race import RaceTurn
from perfectplay.solution.decision_columns import DecisionColumns
from perfectplay.solution.decision_costs import DecisionCosts, RulesOutcome
from perfectplay.strategies.strategy import Decision

if TYPE_CHECKING:
    from perfectplay.engines.race.solution import RaceSolution
    from perfectplay.strategies.rules import Rules

Array = Any


class RaceTurns:
    """All turns of a race as rows: by last turn or not, the mover's score and the opponent's."""

    def __init__(self, solution: RaceSolution) -> None:
        self.solution, self.game = solution, solution.game
        ratings = solution.ratings
        if len(ratings.ties) > 1:
            raise ObjectiveError("rules for a race can be searched for only if a tie counts half")
        self.limit, self.most = ratings.limit, min(ratings.most, ratings.limit)
        size = self.limit + 1
        self.last, self.mine, self.theirs = (each.ravel() for each in np.indices((2, size, size)))
        counts = np.minimum(self.limit - self.mine, self.most) + 1
        self.first = np.concatenate([[0], np.cumsum(counts)])
        self.owner = np.repeat(np.arange(len(counts)), counts)
        self.dice = np.arange(len(self.owner)) - self.first[self.owner]
        self.likely = total_chances(self.limit, ratings.sides, max(self.most, 1))[0].T

    def columns(self) -> DecisionColumns:
        """The columns that lines may ask about."""
        fields = {"mine": self.mine, "theirs": self.theirs, "last": self.last}
        rows, options = np.arange(len(self.mine)), np.arange(len(self.owner))
        return DecisionColumns(
            lambda name: fields[name] if name in fields else self.game.parameter_values[name],
            rows,
            self.owner,
            self.dice,
            options,
            np.zeros(len(options)),
            range(self.most + 1),
        )

    def costs(self) -> Array:
        """The cost of each number of dice."""
        ratings = self.solution.ratings
        value = np.zeros((2, self.most + 1, self.limit + 1, self.limit + 1))
        for last in (0, 1):
            for theirs in range(self.limit + 1):
                landed = ratings.landings(0, theirs, last=bool(last), player=0)
                rated: Array = np.array([float(ratings.number(each)) for each in landed])
                stop = rated
                if not last:
                    stop = [1 - float(ratings.number(ratings.last[0][theirs][mine]))
                            for mine in range(self.limit + 1)]  # fmt: skip
                value[last, 0, :, theirs] = stop
                for dice in range(1, self.most + 1):
                    rated = after_a_die(rated, ratings.sides, whole=False)
                    value[last, dice, :, theirs] = rated
        mine, theirs, last = (each[self.owner] for each in (self.mine, self.theirs, self.last))
        found = value[last, self.dice, mine, theirs]
        best = np.maximum.reduceat(found, self.first[:-1])
        return np.where(best[self.owner] - found < 1e-12, 0.0, best[self.owner] - found)

    def decision(self, row: int) -> Decision:
        """One of the turns."""
        turn = RaceTurn(int(self.mine[row]), int(self.theirs[row]), bool(self.last[row]))
        return Decision(turn, 0, 0, tuple(range(self.first[row + 1] - self.first[row])))

    def visits(self, card: Array, other: Array) -> Array:
        """How often a card meets each turn against another, going first half of the time."""
        size = self.limit + 1
        often = np.zeros((2, 2, size, size))  # who moves, last turn or not, own score, opponent's
        start = self.game.start()
        often[:, 0, start.mine, start.theirs] = 0.5
        plans = card.reshape(2, size, size), other.reshape(2, size, size)
        for both in range(2 * self.limit + 1):
            for mine in range(max(0, both - self.limit), min(self.limit, both) + 1):
                theirs = both - mine
                for mover in (0, 1):
                    here = often[mover, 0, mine, theirs]
                    dice = plans[mover][0, mine, theirs]
                    if dice == 0:
                        often[1 - mover, 1, theirs, mine] += here
                    elif here:
                        landed = self.likely[dice, : size - mine]
                        often[1 - mover, 0, theirs, mine:] += here * landed
        return often[0].ravel()

    def follow(self, rules: Rules) -> RulesOutcome:
        """The result of a card against the best response to it."""
        chosen, _ = rules.choose(self.columns())
        card = self.dice[chosen]
        ours, theirs, answer = self.answered(card)
        start = self.game.start()
        value = float(ours[start.mine, start.theirs] + 1 - theirs[start.mine, start.theirs]) / 2
        return RulesOutcome(value, 0.5 - value, self.visits(card, answer))

    def answered(self, card: Array) -> tuple[Array, Array, Array]:
        """The ratings of a card to move, those of the best response to move, and that response."""
        size, ratings = self.limit + 1, self.solution.ratings
        plan = card.reshape(2, size, size)
        best = np.array([[float(ratings.number(each)) for each in row] for row in ratings.last[0]])
        last, level = np.zeros((size, size)), float(ratings.ties[0])
        for mine, theirs in np.ndindex(size, size):
            landed = self.likely[plan[1, mine, theirs], : size - mine]
            won = landed[max(0, theirs + 1 - mine) :].sum()
            even = landed[theirs - mine] if theirs >= mine else 0.0
            last[mine, theirs] = won + level * even
        ours, answers = np.zeros((size, size)), np.zeros((size, size))
        answer = np.zeros((2, size, size), int)
        answer[1] = np.array(ratings.last_choice[0])
        for both in range(2 * self.limit, -1, -1):
            for mine in range(max(0, both - self.limit), min(self.limit, both) + 1):
                theirs = both - mine
                most = min(self.limit - mine, self.most)
                dice = plan[0, mine, theirs]
                landing = 1 - answers[theirs, mine:]
                ours[mine, theirs] = (
                    self.likely[dice, : size - mine] @ landing if dice else 1 - best[theirs, mine]
                )
                rated = self.likely[: most + 1, : size - mine] @ (1 - ours[theirs, mine:])
                rated[0] = 1 - last[theirs, mine]
                answer[0, mine, theirs] = rated.argmax()
                answers[mine, theirs] = rated.max()
        return ours, answers, answer.ravel()


def decision_costs(solution: RaceSolution) -> DecisionCosts:
    """All turns of a race."""
    turns = RaceTurns(solution)
    chosen = np.stack([
        np.array(solution.ratings.normal_choice[0]), np.array(solution.ratings.last_choice[0])
    ]).ravel()  # fmt: skip
    often = turns.visits(chosen, chosen)
    return DecisionCosts(turns.columns(), turns.costs(), often, turns.decision, turns.follow)
