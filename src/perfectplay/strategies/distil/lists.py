"""Search for short lists of lines among all decisions of a game, weighted by visits.

What a card loses is the sum, over the decisions it reaches, of how often it reaches each times the
cost of its option there (in the literature: the performance difference lemma). So with the visits
fixed, the best line to add, and its place, are found by adding up columns. Then the list is
evaluated exactly, which gives its true loss and its own visits, and with those the lines are
exchanged again.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from perfectplay.errors import ModelError, PerfectPlayError
from perfectplay.request import Progress
from perfectplay.solution.decision_costs import DecisionCosts, RulesOutcome
from perfectplay.solution.solution import Solution
from perfectplay.strategies.distil.distilled import Distilled, Point, so_far
from perfectplay.strategies.rules import Rules

Array = Any
ROUNDS = 3
"""How often a list is reweighted by its own visits."""
BEST_PLAY = 0.1
"""The weight of best play's visits relative to a list's own."""
PAIRED = 40
"""The number of conditions that are tried in pairs with all others."""
TRIED = 6
"""The number of places and actions examined closely for the next line."""
LEAST = 1e-12
EXCHANGED = 12
"""The longest lists in which lines are exchanged; longer ones only grow."""
WORTH_A_WORD = 1.05
"""A third condition must gain this much more."""
MOST_LISTS, MOST_FOLLOWED = 20_000, 400
"""All lists of a length are enumerated up to this number, and this many policies evaluated."""


class CandidateLine(NamedTuple):
    """A line: the text of its condition, where that holds, and the number of its action."""

    condition: str
    holds: Array
    action: int


@dataclasses.dataclass
class Language:
    """The language of lines: conditions with where they hold, actions with their costs.

    `costs` has a row for each decision and a column for each action, infinite where it does not
    apply; `write` turns a condition and an action into a line.
    """

    conditions: list[str]
    holds: Array
    actions: list[str]
    costs: Array
    priced: Callable[[str], Array]
    """The cost of a line at each decision, infinite where it does not apply."""
    write: Callable[[str, str], str]
    both: Callable[[str, str], str]
    either: Callable[[str, str], str] | None

    @property
    def endings(self) -> list[int]:
        """The actions that apply everywhere."""
        import numpy as np

        found: list[int] = np.flatnonzero(np.isfinite(self.costs).all(axis=0)).tolist()
        return found

    def text(self, line: CandidateLine) -> str:
        """A line in words."""
        return self.write(line.condition, self.actions[line.action])

    def read(self, texts: Sequence[str]) -> list[CandidateLine]:
        """Parse lines; a line with its own condition is an action that applies where it does."""
        import numpy as np

        new = [text for text in texts if text not in self.actions]
        self.actions += new
        self.costs = np.column_stack([self.costs, *map(self.priced, new)])
        everywhere = np.ones(len(self.costs), bool)
        return [CandidateLine("", everywhere, self.actions.index(text)) for text in texts]


class Search:
    """A search for lists of increasing length."""

    def __init__(
        self,
        solution: Solution,
        decisions: DecisionCosts,
        language: Language,
        progress: Progress | None,
    ) -> None:
        self.solution, self.decisions, self.language = solution, decisions, language
        self.progress = progress
        self.curve: dict[int, Point] = {}
        self.weights: Array = decisions.visits / max(decisions.visits.sum(), LEAST)
        self.known: dict[tuple[str, ...], RulesOutcome] = {}

    def run(self, lines: int, start: Rules | None) -> bool:
        """Grow lists up to this many lines; returns whether it was interrupted."""
        try:
            made = self.shortest() if start is None else self.begin(start, lines)
            while made:
                made = self.refined(made)
                self.prove(len(made))
                if len(made) >= lines or self.curve[len(made)].loss <= LEAST:
                    break
                self.report(made, "adding a line")
                more = self.inserted(made) or self.mended(made)
                if more is None:
                    break
                made = more
        except KeyboardInterrupt:
            if not self.curve:
                raise
            return True
        return False

    def begin(self, start: Rules, lines: int) -> list[CandidateLine]:
        """The list of a card; if it is too long, without its least valuable lines."""
        self.follow(self.shortest())
        made = self.language.read(start.texts)
        endings = self.language.endings
        last = next((at for at, line in enumerate(made) if line.action in endings), None)
        if last is None:
            raise PerfectPlayError(
                f"no line of '{start.name}' alone applies at every decision; end with one that does"
            )
        made = made[: last + 1]
        self.weigh(self.follow(made))
        while len(made) > lines:
            self.report(made, f"leaving out lines, down to {lines}")
            rest = [[*made[:at], *made[at + 1 :]] for at in range(len(made) - 1)]
            made = min(rest, key=self.cost)
            self.weigh(self.follow(made))
        return made

    def report(self, made: Sequence[CandidateLine], doing: str) -> None:
        """Report the progress of the search."""
        if self.progress:
            self.progress(so_far(len(made), float(self.follow(made).value), doing), 0)

    def shortest(self) -> list[CandidateLine]:
        """The list of a single line: the best action to take everywhere."""
        import numpy as np

        everywhere = np.ones(len(self.weights), bool)
        best = min(
            (self.cost([CandidateLine("", everywhere, action)]), action)
            for action in self.language.endings
        )
        return [CandidateLine("", everywhere, best[1])]

    def assigned(self, made: Sequence[CandidateLine]) -> tuple[Array, Array]:
        """For each decision, the line that decides, and its cost."""
        import numpy as np

        by = np.full(len(self.weights), len(made))
        now = np.full(len(self.weights), np.inf)
        for number in range(len(made) - 1, -1, -1):
            costs = self.language.costs[:, made[number].action]
            here = made[number].holds & np.isfinite(costs)
            by[here], now[here] = number, costs[here]
        return by, now

    def cost(self, made: Sequence[CandidateLine]) -> float:
        """The weighted cost of a list."""
        return float(self.weights @ self.assigned(made)[1])

    def inserted(self, made: list[CandidateLine]) -> list[CandidateLine] | None:
        """The list with the most valuable line inserted at its best place."""
        import numpy as np

        language = self.language
        by, now = self.assigned(made)
        reached = np.flatnonzero(self.weights > 0)
        weight, by, now = self.weights[reached], by[reached], now[reached]
        holds = language.holds[:, reached].astype(np.float32)
        gain = np.where(
            np.isfinite(language.costs[reached]), now[:, None] - language.costs[reached], 0.0
        )
        gain = (gain * weight[:, None]).astype(np.float32)
        sums = np.stack([holds[:, by == line] @ gain[by == line] for line in range(len(made))])
        sums = np.cumsum(sums[::-1], axis=0)[::-1]
        found: list[tuple[float, int, CandidateLine]] = []
        promising = [divmod(int(flat), sums.shape[2])
                     for flat in np.argsort(-sums.max(axis=1), axis=None)[:TRIED]]  # fmt: skip
        hoped = np.argsort(-np.maximum(gain, 0).sum(axis=0), kind="stable")[:TRIED]
        for place, action in sorted({*promising, *((0, int(action)) for action in hoped)}):
            here = gain[:, action] * (by >= place)
            found += self.conditions(holds, here, sums[place, :, action], place, action)
        for most, place, line in sorted(found, key=lambda each: -each[0]):
            if most > LEAST and self.can_be_read(line):
                return [*made[:place], line, *made[place:]]
        return None

    def mended(self, made: list[CandidateLine]) -> list[CandidateLine] | None:
        """The list with a line of any length on top, for the costliest decision.

        Its conditions all hold there. They are added one by one, each gaining most, until the line
        does no harm elsewhere and no further condition gains.
        """
        import numpy as np

        language = self.language
        _, now = self.assigned(made)
        for row in np.argsort(-self.weights * now, kind="stable")[:TRIED]:
            action = int(language.costs[row].argmin())
            costs = language.costs[:, action]
            gain = np.where(np.isfinite(costs), now - costs, 0.0) * self.weights
            line, left = (
                CandidateLine("", np.ones(len(gain), bool), action),
                language.holds[:, row].copy(),
            )
            while left.any():
                sums = np.where(left, (language.holds & line.holds) @ gain, -np.inf)
                best = int(sums.argmax())
                if line.condition and sums[best] <= gain[line.holds].sum() + LEAST:
                    break
                text = language.conditions[best]
                both = language.both(line.condition, text) if line.condition else text
                line, left[best] = (
                    CandidateLine(both, line.holds & language.holds[best], action),
                    False,
                )
            if gain[line.holds].sum() > LEAST and self.can_be_read(line):
                return [line, *made]
        return None

    def can_be_read(self, line: CandidateLine) -> bool:
        """Whether a line's conditions are compatible."""
        try:
            Rules(self.solution.game, [self.language.text(line), self.language.actions[0]])
        except ModelError:
            return False
        return True

    def conditions(
        self, holds: Array, gain: Array, alone: Array, place: int, action: int
    ) -> Iterator[tuple[float, int, CandidateLine]]:
        """The best condition for an action at a place: one, two together, or either of two."""
        import numpy as np

        language = self.language
        one = int(alone.argmax())
        yield (
            float(alone[one]),
            place,
            CandidateLine(language.conditions[one], language.holds[one], action),
        )
        some = np.argsort(-(holds @ np.maximum(gain, 0) + alone), kind="stable")[:PAIRED]
        both = (holds[some] * gain) @ holds.T
        both[np.arange(len(some)), some] = -np.inf
        first, two = divmod(int(both.argmax()), len(holds))
        one = int(some[first])
        pair = CandidateLine(
            language.both(language.conditions[one], language.conditions[two]),
            language.holds[one] & language.holds[two],
            action,
        )
        yield float(both[first, two]), place, pair
        third = holds @ (gain * holds[one] * holds[two])
        third[[one, two]] = -np.inf
        three = int(third.argmax())
        yield (
            float(third[three]) / WORTH_A_WORD,
            place,
            CandidateLine(
                language.both(pair.condition, language.conditions[three]),
                pair.holds & language.holds[three],
                action,
            ),
        )
        if language.either is not None:
            either = alone[some][:, None] + alone[None, :] - both
            either[np.arange(len(some)), some] = -np.inf
            first, two = divmod(int(either.argmax()), len(holds))
            one = int(some[first])
            yield (
                float(either[first, two]),
                place,
                CandidateLine(
                    language.either(language.conditions[one], language.conditions[two]),
                    language.holds[one] | language.holds[two],
                    action,
                ),
            )

    def exchanged(self, made: list[CandidateLine]) -> list[CandidateLine]:
        """The list after exchanging lines for better ones, one by one, while that gains."""
        cost, gained = self.cost(made), True
        while gained:
            gained = False
            for number in range(len(made) - 1 if len(made) <= EXCHANGED else 0):
                other = self.inserted([*made[:number], *made[number + 1 :]])
                if other is not None and (less := self.cost(other)) < cost - LEAST:
                    made, cost, gained = other, less, True
            for action in self.language.endings:
                other = [*made[:-1], made[-1]._replace(action=action)]
                if (less := self.cost(other)) < cost - LEAST:
                    made, cost, gained = other, less, True
        return made

    def refined(self, made: list[CandidateLine]) -> list[CandidateLine]:
        """The list, improved under its own visits; the best one is recorded."""
        best: tuple[Any, list[CandidateLine]] | None = None
        for _ in range(ROUNDS):
            made = self.exchanged(made)
            tried = self.follow(made)
            if best is not None and tried.loss >= best[0]:
                break
            best = tried.loss, made
            self.weigh(tried)
            self.report(made, "exchanging lines")
        assert best is not None
        return best[1]

    def weigh(self, tried: RulesOutcome) -> None:
        """Weight the decisions by a list's own visits, and slightly by those of best play."""
        own, best = tried.visits, self.decisions.visits
        self.weights = own / max(own.sum(), LEAST) + BEST_PLAY * best / max(best.sum(), LEAST)

    def follow(self, made: Sequence[CandidateLine]) -> RulesOutcome:
        """Evaluate a list exactly; recorded if it is the best of its length."""
        texts = tuple(self.language.text(line) for line in made)
        if texts not in self.known:
            rules = Rules(self.solution.game, texts)
            tried = self.known[texts] = self.decisions.follow(rules)
            best = self.curve.get(len(texts))
            if best is None or tried.loss < best.loss:
                proved = tried.loss == 0
                self.curve[len(texts)] = Point(rules, tried.value, tried.loss, proved)
        return self.known[texts]

    def prove(self, length: int) -> None:
        """Evaluate all lists of a length, if there are few; then none can lose less."""
        shorter = self.curve.get(length - 1)
        if self.curve[length].proved or (length > 1 and not (shorter and shorter.proved)):
            return
        lists = self.all_lists(length)
        if lists is not None:
            for number, made in enumerate(lists, start=1):
                self.report(
                    made, f"going through all lists of this length, {number:,} of {len(lists):,}"
                )
            self.curve[length] = dataclasses.replace(self.curve[length], proved=True)

    def all_lists(self, length: int) -> list[list[CandidateLine]] | None:
        """A list for each policy that this many lines can express; None if there are too many."""
        language = self.language
        conditions = self.all_conditions() if length > 1 else []
        if len(conditions) * len(language.actions) > MOST_LISTS:
            return None
        heads = [
            CandidateLine(text, holds, action)
            for (text, holds), action in itertools.product(conditions, range(len(language.actions)))
        ]
        if len(heads) ** (length - 1) * len(self.language.endings) > MOST_LISTS:
            return None
        found: dict[bytes, list[CandidateLine]] = {}
        for lines in itertools.product(heads, repeat=length - 1):
            for action in self.language.endings:
                made = [*lines, CandidateLine("", language.holds[0] | True, action)]
                by, _ = self.assigned(made)
                taken = [made[line].action for line in by.tolist()]
                found.setdefault(bytes(str(taken), "ascii"), made)
                if len(found) > MOST_FOLLOWED:
                    return None
        return list(found.values())

    def all_conditions(self) -> list[tuple[str, Array]]:
        """All distinct conditions, alone and in pairs."""
        language = self.language
        found: dict[bytes, tuple[str, Array]] = {}
        for text, holds in zip(language.conditions, language.holds, strict=True):
            found.setdefault(holds.tobytes(), (text, holds))
        for (one, first), (two, second) in itertools.combinations(list(found.values()), 2):
            both = first & second
            found.setdefault(both.tobytes(), (language.both(one, two), both))
            if language.either is not None:
                either = first | second
                found.setdefault(either.tobytes(), (language.either(one, two), either))
        return list(found.values())


def distil_lists(
    solution: Solution,
    language: Language,
    decisions: DecisionCosts,
    lines: int,
    start: Rules | None,
    progress: Progress | None,
) -> Distilled:
    """The best lists of up to this many lines found for a game, given weighted decisions."""
    search = Search(solution, decisions, language, progress)
    stopped = search.run(lines, start)
    return Distilled.of(solution, search.curve, lines, stopped=stopped)
