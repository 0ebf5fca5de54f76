"""Distil a scorecard of any size: add what gains most to the list, and evaluate each list exactly.

Lists are rated on turns that the previous one reaches. A line may gain further cases, each possibly
for a box: `four in a row for small-straight or a pair: keep them` is one line. Lines are moved or
exchanged for others, and prices are tuned, or made to differ from stage to stage. An improvement on
the sample is accepted if it also improves the exact value. The list grows longer than requested;
then the least valuable lines are removed one by one, which finds better short lists.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from perfectplay.errors import ModelError, PerfectPlayError
from perfectplay.model.scorecard import Scorecard
from perfectplay.request import Progress
from perfectplay.solution.solution import Solution
from perfectplay.strategies.distil.distilled import Distilled, Point, so_far
from perfectplay.strategies.distil.phrases import (
    RulePhrase,
    moves,
    phrased,
    places,
    rolling,
    stages,
)
from perfectplay.strategies.distil.pricing import STEPS, Pricing
from perfectplay.strategies.distil.sample import Lines, TrialSample
from perfectplay.strategies.rules import Rules
from perfectplay.strategies.rules.scoring import CardLine, read_line
from perfectplay.strategies.rules.shipped import shipped_for

GAMES, GAMES_A_LINE, MOST_GAMES = 150, 20, 1_500
"""The number of games that show the turns on which lists are rated; longer lists need more, as
their lines gain less."""
OVERGROWN = 1.5
"""How much longer than requested the list grows."""
SHORT, GROWTH = 6, 8
"""How many lines or cases are added from one sample of games. A list grows by an eighth at a time,
but by single lines while it is short. As long as that gains, the games are then those of best play:
the turns a poor list reaches say little about a good one."""
PLACES = 16
"""The number of places where a line is tried first; then the best place between them."""
TRIED = 32
"""The number of most promising lists that are rated."""
CASES = 4
"""The most cases in a line, joined by `or`."""
FREE = 0.5
"""A case is added to an existing line if it gains this share of what a new line would."""
WORTH_A_WORD = 1.05
"""A case for a specific box must gain this much more."""
APART = 4
"""The number of places examined closely for prices of their own."""
TIDIED, LONG = 4, 12
"""Lines are moved after every sample; in long lists, only once per this many."""
EXCHANGED = 4
"""The number of least valuable lines that may be exchanged."""
SHRINKING = 16
"""Per this many lines, one more is removed at a time."""
PATIENCE = 3
"""The number of samples in a row that may gain nothing."""
LEAST_GAIN = 1e-3

Array = Any


class ChangedList(NamedTuple):
    """A changed list: what it gains, and the existing line before which something was added.

    Adding a case to a line is equivalent to adding a line next to it.
    """

    gain: float
    made: Lines
    line: RulePhrase
    at: int


class ListGrower:
    """A growing list of lines for a scorecard."""

    def __init__(
        self,
        solution: Solution,
        start: Rules | None,
        seed: int,
        progress: Progress | None,
    ) -> None:
        card = solution.game.card
        assert card is not None
        self.solution, self.seed, self.progress = solution, seed, progress
        self.card: Scorecard = card
        self.pricing = Pricing(solution)
        self.trials = self.pricing.trials
        self.moves = list(moves(card))
        self.places = list(places(card))
        self.stages = [self.places.index(place) for place in stages(card)]
        self.read = functools.cache(functools.partial(read_line, game=solution.game))
        self.curve: dict[int, Point] = {}
        self.looks = 0
        self.made: Lines = [self.pricing.ending()]
        self.given = [self.lines_of(start)] if start else []
        self.play: Any = None

    def lines_of(self, rules: Rules) -> Lines:
        """The lines of a card, up to the one for all other cases."""
        if any(line.scored for line in rules.lines if isinstance(line, CardLine)):
            raise PerfectPlayError(
                f"'{rules.name}' depends on the score so far, which the search for the best mean "
                "does not"
            )
        last = next(number for number, line in enumerate(rules.lines, start=1) if line.always)
        return [phrased(self.card, text) for text in rules.texts[:last]]

    def report(self, doing: str) -> None:
        """Report the progress of the search: the list so far, its value, and what is tried."""
        if self.progress:
            self.progress(so_far(len(self.made), float(self.play.values[-1]), doing), 0)

    def follow(self, made: Lines) -> Any:
        """Evaluate a list exactly, and record it if it is the best of its length."""
        play = self.trials.follow([self.read(each.text) for each in made])
        value = float(play.values[-1])
        best = self.curve.get(len(made))
        if best is None or value > best.value:
            loss = float(self.solution.value) - value
            rules = Rules(self.solution.game, [each.text for each in made])
            self.curve[len(made)] = Point(rules, value, loss)
        return play

    def grow(self, lines: int) -> bool:
        """Search for lists of up to this many lines; returns whether it was interrupted.

        The list grows longer than requested and is then cut back, which finds better ones.
        """
        most = round(OVERGROWN * lines)
        try:
            self.begin(most)
            self.shrink_to(most)
            self.improve_to(most)
            self.shrink_to(lines)
            self.improve_to(lines)
            self.shrink_to(1)
        except KeyboardInterrupt:
            if not self.curve:
                raise
            return True
        return False

    def begin(self, most: int) -> None:
        """Start with the given card, or with the longest shipped one that is not too long."""
        self.play = self.follow(self.made)
        self.report("following the cards to begin with")
        here = [rules for rules in shipped_for(self.solution.game) if len(rules.lines) <= most]
        shipped = [*map(self.lines_of, here)]
        for made in shipped:
            self.follow(made)
        self.made = max(self.given or shipped or [self.made], key=len)
        self.play = self.follow(self.made)

    def improve_to(self, lines: int) -> None:
        """Sample games as long as that gains, with at most this many lines."""
        failed = 0
        while failed < PATIENCE:
            own = failed or len(self.made) >= SHORT
            before = self.play
            self.improve(self.look(self.play if own else None), lines)
            failed = failed + 1 if self.play is before else 0

    def take(self, made: Lines | None) -> bool:
        """Evaluate another list, and continue from it if it is better."""
        if made is None or made == self.made:
            return False
        play = self.follow(made)
        if play.values[-1] <= self.play.values[-1] + LEAST_GAIN:
            return False
        self.made, self.play = made, play
        return True

    def improve(self, sample: TrialSample, lines: int) -> None:
        """Apply improvements found on a sample of games: more lines and cases, or other ones."""
        aim = f"improving to {lines} lines, look {self.looks}"
        self.report(f"{aim}: tuning prices")
        self.take(self.tuned(self.made, sample))
        for _ in range(1 if len(self.made) < SHORT else 2 + len(self.made) // GROWTH):
            self.report(f"{aim}: trying lines and cases")
            if not self.take(self.grown(self.made, sample, lines)):
                break
        if len(self.made) >= lines:
            self.report(f"{aim}: exchanging lines")
            self.take(self.exchanged(self.made, sample, lines))
        if len(self.made) >= lines or len(self.made) < LONG or self.looks % TIDIED == 0:
            self.report(f"{aim}: moving lines")
            self.take(self.tidied(self.made, sample))
        self.report(f"{aim}: tuning prices")
        self.take(self.tuned(self.made, sample))

    def shrink_to(self, lines: int) -> None:
        """Remove line after line, the least valuable first."""
        while len(self.made) > lines:
            self.report(f"leaving out lines, down to {lines}")
            sample = self.look(self.play)
            fewer = max(lines, len(self.made) - 1 - len(self.made) // SHRINKING)
            made = self.made
            while len(made) > fewer:
                made = self.without_one(made, sample.few)[0]
            made = self.tidied(made, sample) if len(made) < LONG else made
            self.made = self.tuned(made, sample)
            self.play = self.follow(self.made)

    def look(self, play: Any | None) -> TrialSample:
        """The turns of some new games, played by the given play or best play."""
        import numpy as np

        self.looks += 1
        games = min(GAMES + GAMES_A_LINE * len(self.made), MOST_GAMES)
        turns = self.trials.sample(play, games, self.seed + self.looks)
        one = {
            text: self.trials.holds(turns, self.read(f"{text}: reroll all"))
            for text in dict.fromkeys(
                text
                for place in (*self.places, *(line.where for line in self.made))
                for text in place
            )
        }
        sample = TrialSample(self.trials, self.read, turns, one, None)
        held = np.array([sample.holds(place) for place in self.places], "f4")
        return dataclasses.replace(sample, held=held)

    def grown(self, made: Lines, sample: TrialSample, lines: int) -> Lines | None:
        """The list with one more line if there is room, or one more case; None if that is worse."""
        few = sample.few
        rated, rated_few = sample.rated(made), few.rated(made)
        room = len(made) < lines
        more = [*self.set_apart(made, few, rated_few)] if room else []
        cases: list[ChangedList] = []
        for move in self.moves:
            before = few.gains(move, rated_few, len(made))
            if room:
                more.append(self.placed(move, made, few, before))
            cases += self.joined(move, made, few, before)
        line, case = self.best(more, sample, rated), self.best(cases, sample, rated)
        if case is not None and (line is None or case.gain >= FREE * line.gain):
            return case.made
        return None if line is None else line.made

    def placed(
        self, move: RulePhrase, made: Lines, sample: TrialSample, before: Array
    ) -> ChangedList:
        """The list with a move added as a line, at the most promising place."""
        some = before[:, :: -(-len(made) // PLACES)]
        place = int((sample.held @ some).argmax()) // some.shape[1]
        sums = sample.held[place] @ before
        at = int(sums.argmax())
        line = move._replace(where=self.places[place])
        return inserted(float(sums[at]), made, line, at)

    def joined(
        self, move: RulePhrase, made: Lines, sample: TrialSample, before: Array
    ) -> Iterator[ChangedList]:
        """The lists with a move added as a case of an existing line, possibly for a box."""
        import numpy as np

        if not move.cases or move.action not in ("keep them", "score it"):
            return
        aims = self.card.names if move.action == "keep them" else ()
        is_open = np.array([sample.one[f"{name} open"] for name in aims], "f4")
        for at, old in enumerate(made[:-1]):
            if old[1:3] != move[1:3] or len(old.cases) >= CASES:
                continue
            here = sample.holds(old.where)
            for place in (at, at + 1):
                gains = before[:, place] * here
                found = [(float(gains.sum()), "")]
                if aims:
                    sums = is_open @ gains
                    aim = int(sums.argmax())
                    found.append((float(sums[aim]) / WORTH_A_WORD, f" for {aims[aim]}"))
                gain, words = max(found)
                case = move.cases[0] + words
                cases = (case, *old.cases) if place == at else (*old.cases, case)
                if case not in old.cases:
                    joined = replaced(made, at, old._replace(cases=cases))
                    yield ChangedList(gain, joined, old._replace(cases=(case,)), place)

    def best(
        self, changes: Iterable[ChangedList], sample: TrialSample, rated: Any
    ) -> ChangedList | None:
        """Of the most promising lists, the one that gains most over the rated one."""
        hopeful = sorted((each for each in changes if each.gain > 0), key=lambda each: -each.gain)
        tried = [
            each._replace(gain=sample.gain(each.line, rated, each.at))
            for each in [each for each in hopeful if self.sound(each.made)][:TRIED]
        ]
        found = max(tried, key=lambda each: each.gain, default=None)
        return found if found is not None and found.gain > LEAST_GAIN else None

    def sound(self, made: Lines) -> bool:
        """Whether the conditions of each line are compatible."""
        try:
            for each in made:
                self.read(each.text)
        except ModelError:
            return False
        return True

    def without_one(self, made: Lines, sample: TrialSample) -> list[Lines]:
        """The lists with one of the lines removed, except the last, the most valuable first."""
        rest = [[*made[:at], *made[at + 1 :]] for at in range(len(made) - 1)]
        return sorted(rest, key=lambda each: -sample.rated(each).value)

    def exchanged(self, made: Lines, sample: TrialSample, lines: int) -> Lines | None:
        """The list with a low-value line exchanged for another, if that gains."""
        now = sample.rated(made).value
        for each in self.without_one(made, sample.few)[:EXCHANGED]:
            grown = self.grown(each, sample, lines)
            if grown is not None and sample.rated(grown).value > now + LEAST_GAIN:
                return grown
        return None

    def tidied(self, made: Lines, sample: TrialSample) -> Lines:
        """The list with each line where it is worth most, and its cases in the best order."""
        for at in range(len(made) - 2, -1, -1):
            old, rest = made[at], [*made[:at], *made[at + 1 :]]
            if self.pricing.over(old) is not None:
                continue
            tried = [
                inserted(1, rest, old._replace(cases=cases), at) for cases in others(old.cases)
            ]
            rated = sample.rated(rest)
            for when in rolling(self.card) if "score" not in old.action else [old.when]:
                move = old._replace(when=when, where=())
                before = sample.gains(move, rated, len(rest))
                tried.append(self.placed(move, rest, sample, before)._replace(gain=1))
            better = self.best(tried, sample, rated)
            if better is not None and better.gain > sample.gain(old, rated, at) + LEAST_GAIN:
                made = better.made
        return made

    def tuned(self, made: Lines, sample: TrialSample) -> Lines:
        """The list with better prices in the lines that have them."""
        rated = sample.rated(made)
        better = made
        for at in self.priced(made):
            rows = self.pricing.decided(rated, [at])
            _, over = self.pricing.tuned(sample.turns, rated, rows, self.pricing.over(made[at]))
            better = replaced(better, at, self.pricing.line_with(over, made[at].where))
        return better

    def priced(self, made: Lines) -> list[int]:
        """The lines that have prices."""
        return [at for at, line in enumerate(made) if self.pricing.over(line) is not None]

    def set_apart(self, made: Lines, sample: TrialSample, rated: Any) -> Iterator[ChangedList]:
        """The lists in which boxes have different prices at some place, where that is promising."""
        pricing, turns = self.pricing, sample.turns
        lines = self.priced(made)
        if not lines:
            return
        rows, over = pricing.decided(rated, lines), pricing.over(made[lines[-1]])
        hopeful = []
        for place in self.stages:
            here = rows.at(sample.held[place][rows.turn] > 0)
            gain, rough = pricing.tuned(turns, rated, here, over, STEPS[1:2])
            hopeful.append((gain, place, rough))
        for _, place, rough in sorted(hopeful, key=lambda each: -each[0])[:APART]:
            here = rows.at(sample.held[place][rows.turn] > 0)
            gain, tuned = pricing.tuned(turns, rated, here, rough, STEPS[2:])
            line = pricing.line_with(tuned, self.places[place])
            yield inserted(gain, made, line, lines[0])


def inserted(gain: float, made: Lines, line: RulePhrase, at: int) -> ChangedList:
    """The list with a line before another."""
    return ChangedList(gain, [*made[:at], line, *made[at:]], line, at)


def replaced(made: Lines, at: int, line: RulePhrase) -> Lines:
    """The list with another line in one place."""
    return [*made[:at], line, *made[at + 1 :]]


def others(cases: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The same cases with one removed, or two of them swapped."""
    for at in range(len(cases) if len(cases) > 1 else 0):
        yield (*cases[:at], *cases[at + 1 :])
    for at in range(len(cases) - 1):
        yield (*cases[:at], cases[at + 1], cases[at], *cases[at + 2 :])


def distil_card(
    solution: Solution, lines: int, start: Rules | None, seed: int, progress: Progress | None
) -> Distilled:
    """The best lists of up to this many lines found for a scorecard."""
    if progress:
        progress("working out what each box is worth", 0)
    grower = ListGrower(solution, start, seed, progress)
    stopped = grower.grow(lines)
    return Distilled.of(solution, grower.curve, lines, stopped=stopped)
