"""The lines tried on a small card on which the running score matters."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from perfectplay.model.nodes import Label
from perfectplay.model.scorecard import Scorecard
from perfectplay.objectives import AtLeast, Objective
from perfectplay.solution.decision_costs import DecisionCosts
from perfectplay.strategies.distil.lists import Language
from perfectplay.strategies.distil.phrases import moves, places
from perfectplay.strategies.rules.scoring import most_by, read_line
from perfectplay.strategies.strategy import Decision

Array = Any
ORDERED = 6
"""For cards with at most this many boxes, all orders of boxes are tried."""
SCORES = 128


def language_of(game: Any, costs_of: DecisionCosts, objective: Objective) -> Language:
    """The language of lines for a small card."""
    import numpy as np

    decisions = [costs_of.decision(row) for row in range(len(costs_of.visits))]
    found: dict[bytes, tuple[str, Array]] = {}
    for text, holds in conditions(game, decisions):
        if holds.any() and not holds.all():
            found.setdefault(holds.tobytes(), (text, holds))
    offered = options_of(costs_of)

    def priced(text: str) -> Array:
        """The costs of a line."""
        line = read_line(text, game)
        answers = [line.answer(decision) for decision in decisions]
        return np.array(
            [np.inf if answer is None else options.get(answer, np.inf)
             for options, answer in zip(offered, answers, strict=True)]
        )  # fmt: skip

    texts, costs = zip(*actions(game, offered, decisions, objective, priced), strict=True)
    return Language(
        [text for text, _ in found.values()],
        np.array([holds for _, holds in found.values()]),
        list(texts),
        np.array(costs).T,
        priced,
        lambda condition, action: f"{condition}: {action}" if condition else action,
        lambda one, other: f"{one}, {other}",
        None,
    )


def conditions(game: Any, decisions: list[Decision]) -> Iterator[tuple[str, Array]]:
    """Conditions on what the dice show, on open boxes, and on the running score."""
    import numpy as np

    card: Scorecard = game.card
    dice = [f"a {face}" for face in range(1, card.sides + 1)]
    few = [f"{count} or fewer boxes left" for count in range(1, len(card.names))]
    more = [f"{count} or more boxes left" for count in range(2, len(card.names))]
    alone = [where[0] for where in places(card) if len(where) == 1]
    for text in dict.fromkeys([*dice, *alone, *few, *more]):
        steps = read_line(f"{text}: {'score the most'}", game).steps
        yield text, np.array([any(holds(step, card, each) for step in steps) for each in decisions])
    scores = np.array([float(decision.score) for decision in decisions])
    values = np.unique(scores)[1:]
    for value in values[:: -(-len(values) // SCORES) or 1].astype(int).tolist():
        yield f"score >= {value}", scores >= value
        yield f"score < {value}", scores < value


def holds(step: Any, card: Scorecard, decision: Decision) -> bool:
    """Whether a step applies to a decision."""
    place = decision.position
    shown = place.roll in step.acts[0]
    return shown and bool(step.where.holds(card, place.before, place.rerolls, decision))


def options_of(decisions: DecisionCosts) -> list[dict[Label, float]]:
    """For each decision, the cost of each of its options."""
    import numpy as np

    columns = decisions.columns
    ends = np.searchsorted(columns.owner, np.arange(len(decisions.visits) + 1))
    return [
        {columns.labels[columns.label[at]]: float(decisions.costs[at]) for at in range(*here)}
        for here in itertools.pairwise(ends)
    ]


def actions(
    game: Any,
    options: Sequence[Mapping[Label, float]],
    decisions: list[Decision],
    objective: Objective,
    priced: Callable[[str], Array],
) -> Iterator[tuple[str, Array]]:
    """What a line can do, with its cost at each decision: a box, boxes in an order, or a keep."""
    import numpy as np

    card: Scorecard = game.card
    costs = np.full((len(decisions), len(card.names)), np.inf)
    reach = np.zeros(costs.shape, bool)
    goal = objective.points if isinstance(objective, AtLeast) else None
    for row, (decision, offered) in enumerate(zip(decisions, options, strict=True)):
        place = decision.position
        for box, name in enumerate(card.names):
            if name in offered:
                costs[row, box] = offered[name]
                most = most_by(card, place.before, name, place.roll, decision)
                reach[row, box] = goal is None or most >= goal
    if len(card.names) <= ORDERED and not card.rerolls:
        tail = f" with {goal} in reach" if goal is not None else ""
        for order in itertools.permutations(range(len(card.names))):
            text = ", ".join(card.names[box] for box in order)
            yield f"score first of {text}{tail}", first_of(costs, reach, order)
        for box, name in enumerate(card.names):
            yield f"score {name}", costs[:, box]
        return
    ending = "score the most"
    for text in dict.fromkeys([ending, *(move.text for move in moves(card))]):
        yield text, priced(text)


def first_of(costs: Array, reach: Array, order: tuple[int, ...]) -> Array:
    """The cost of scoring in the first open box of an order that keeps the goal within reach."""
    import numpy as np

    within = np.full(len(costs), np.inf)
    anyhow = within.copy()
    for box in reversed(order):
        is_open = np.isfinite(costs[:, box])
        within = np.where(is_open & reach[:, box], costs[:, box], within)
        anyhow = np.where(is_open, costs[:, box], anyhow)
    return np.where(np.isfinite(within), within, anyhow)
