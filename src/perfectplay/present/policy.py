"""Describe a policy in sentences that a player can remember."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from perfectplay.analysis.decisions import situation
from perfectplay.analysis.units import Measure
from perfectplay.model.nodes import Number
from perfectplay.model.scorecard import Rolled, Scorecard
from perfectplay.model.scorecard.game import keep_words, keeps
from perfectplay.model.scorecard.scoring import Roll
from perfectplay.solution.answers import ChancesByTarget, WhenToTake
from perfectplay.solution.decisions import Decisions
from perfectplay.solution.rating_board import RatingBoard
from perfectplay.solution.solution import Solution

MOST_SENTENCES = 12
RARELY = 0.05
ALIKE = {
    1: "singles",
    2: "a pair",
    3: "three alike",
    4: "four alike",
    5: "five alike",
    6: "six alike",
}


def policy_words(solution: Solution) -> list[str]:
    """The policy in sentences: what to do with each kind of roll, or where it matters most.

    Empty if the policy cannot be summed up in a few.

    >>> from perfectplay import solve
    >>> from perfectplay.games.coins import Coins
    >>> policy_words(solve(Coins(coins=2, target=2)))[0]
    'At coins=2 points=0, choose 1; 2 would cost 12.50 %.'
    """
    card = solution.game.card if solution.game.players == 1 else None
    if RatingBoard in solution.answers:
        return list(race_words(solution))
    if ChancesByTarget in solution.answers:
        return []  # there is one policy for every number of points
    if card is not None and card.rerolls:
        return list(opening_words(solution, card))
    if card is not None and WhenToTake in solution.answers:
        return list(placing_words(solution, card))
    return list(decision_words(solution)) if Decisions in solution.answers else []


def decision_words(solution: Solution) -> Iterator[str]:
    """What to do in the most important decisions."""
    measure = Measure.of(solution)
    decisions = [each for each in solution.answer(Decisions) if each.second is not None]
    for each in sorted(decisions, key=lambda each: -each.matters)[:MOST_SENTENCES]:
        yield (
            f"At {situation(solution.game, each)}, choose {each.best[0]}; {each.second} would cost "
            f"{measure.loss(each.cost)}{measure.sign}."
        )


def race_words(solution: Solution) -> Iterator[str]:
    """How a race begins and ends."""
    ratings = solution.answer(RatingBoard)
    start = solution.game.start()
    _, dice = ratings.best(start.mine, start.theirs, last=start.last, player=start.player)
    yield f"Begin with {count(dice)}."
    for theirs in (ratings.limit, ratings.limit // 2, 0):
        _, dice = ratings.best(0, theirs, last=True, player=0)
        yield f"In the last turn at 0 against {theirs}, roll {count(dice)}."


def count(dice: int) -> str:
    """A number of dice in words."""
    return f"{dice or 'no'} {'die' if dice == 1 else 'dice'}"


def placing_words(solution: Solution, card: Scorecard) -> Iterator[str]:
    """For each box, the rolls that should go there when there is a choice."""
    for box in card.names:
        rows = list(solution.answer(WhenToTake).table(box, ["roll"]).iter_rows(named=True))
        often = [f"a {row['roll']} ({row['take']:.0%})" for row in rows if row["take"] > RARELY]
        never = [str(row["roll"]) for row in rows if row["take"] <= RARELY]
        taken = f"take it with {', '.join(often)} of the time" if often else "never take it first"
        kept = f"; keep it with {', '.join(never)}" if never and often else ""
        yield f"{box}: {taken}{kept}."


def opening_words(solution: Solution, card: Scorecard) -> Iterator[str]:
    """What to keep of each kind of first roll, on an empty card."""
    start = solution.game.start()
    kinds: dict[str, Counter[str]] = {}
    for roll in card.rolls:
        kept = best_keep(solution, start.rolled(roll, card.rerolls))
        kinds.setdefault(kind_of(roll), Counter())[kept_words(roll, kept)] += 1
    for kind, words in kinds.items():
        total = sum(words.values())
        parts = [
            f"{what}{'' if often == total else f' ({often} of {total} rolls)'}"
            for what, often in words.most_common(3)
        ]
        yield f"With {kind}: {', or '.join(parts)}."


def best_keep(solution: Solution, position: Rolled) -> Roll:
    """The best dice to keep from a roll."""
    score: Number | None = 0 if solution.tracked else None
    words = {keep_words(keep, len(position.roll)): keep for keep in keeps(position.roll)}
    return words[str(solution.best(position, score))]


def kind_of(roll: Roll) -> str:
    """The name of a roll, as players say it.

    >>> kind_of((3, 3, 6, 6, 6)), kind_of((1, 2, 3, 4, 6)), kind_of((1, 1, 2, 2, 5))
    ('three alike and a pair', 'four in a row', 'two pairs')
    """
    often = sorted(Counter(roll).values(), reverse=True)
    run = longest_run(roll)
    if often[0] == 1 and run == len(roll) > 2:
        return f"{run} in a row".replace("5", "five").replace("4", "four").replace("3", "three")
    if often[0] <= 2 and run >= 4:
        return "four in a row"
    pairs = often.count(2)
    if often[0] >= 3:
        return ALIKE[often[0]] + (" and a pair" if pairs else "")
    return {0: "no pair", 1: "a pair", 2: "two pairs", 3: "three pairs"}[pairs]


def longest_run(roll: Roll) -> int:
    """The longest run of consecutive faces in a roll.

    >>> longest_run((1, 2, 3, 5, 6))
    3
    """
    shown = set(roll)
    return max(
        next(length for length in range(1, len(roll) + 2) if face + length not in shown)
        for face in shown
    )


def kept_words(roll: Roll, kept: Roll) -> str:
    """What is kept from a roll, in words that fit other rolls of its kind.

    >>> kept_words((3, 3, 6, 6, 6), (6, 6, 6)), kept_words((1, 2, 3, 4, 6), (1, 2, 3, 4))
    ('keep the three alike', 'keep the four in a row')
    """
    names = {3: "three", 4: "four", 5: "five"}
    if not kept:
        return "reroll all"
    if kept == roll:
        return "stop"
    often = sorted(Counter(kept).values(), reverse=True)
    if often == [len(kept)] and len(kept) > 1:
        return f"keep the {ALIKE[len(kept)].removeprefix('a ')}"
    if often == [2, 2]:
        return "keep both pairs"
    if often[0] == 1 and len(kept) > 2 and longest_run(kept) == len(kept):
        return f"keep the {names.get(len(kept), len(kept))} in a row"
    if len(kept) == 1:
        return "keep the highest die" if kept[0] == max(roll) else "keep one die"
    return f"keep {len(kept)} dice"
