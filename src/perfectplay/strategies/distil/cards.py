"""Distil a scorecard of any size: grow the list by what gains most, and follow each exactly.

Lists are rated on turns that the last one comes to. A line may be given further cases, each perhaps
for a box: `four in a row for small-straight or a pair: keep them` is one line. Lines are put
elsewhere or exchanged for others, and the prices of the last one are tuned. At last the lines that
are worth least are left out one by one, which may find better lists of fewer lines.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from perfectplay.engines import Progress
from perfectplay.errors import ModelError
from perfectplay.model.scorecard import Bonus, Scorecard
from perfectplay.solution.solution import Solution
from perfectplay.strategies.distil.distilled import Distilled, Point
from perfectplay.strategies.distil.phrases import Phrased, moves, places, rolling
from perfectplay.strategies.rules import Rules
from perfectplay.strategies.rules.scoring import OVER, CardLine, points_in, prices, read_line

GAMES = 150
"""So many games show the turns that lists are rated on."""
AT_ONCE, SHORT = 3, 6
"""Lines or cases that are taken from one look at these games; but one while a list is short, and
the games are then those of best play, as long as that gains: what a poor list comes to tells little
of a good one."""
TRIED = 16
"""Of the lists that promise most, so many are rated."""
CASES = 4
"""So many cases a line may have, joined by `or`."""
FREE = 0.5
"""A case of a line that is there is taken if it gains that share of what a new line would."""
WORTH_A_WORD = 1.05
"""A case that is for a box must gain that much more."""
TIDIED, LONG = 4, 12
"""Lines are put elsewhere after every look, but in long lists only after so many."""
EXCHANGED = 4
"""So many of the lines that are worth least may be exchanged."""
PATIENCE = 3
"""So many looks in a row may gain nothing."""
STEPS = (8, 4, 2, 1)
"""By how much prices are changed."""
LEAST_GAIN = 1e-3
NOT_ALLOWED = -1e17
"""What is worth less is a box that may not be filled."""

Array = Any
Lines = list[Phrased]


class Changed(NamedTuple):
    """Another list, and what it promises to gain."""

    gain: float
    made: Lines


class Turns(NamedTuple):
    """Turns that were seen."""

    seen: Any
    one: dict[str, Array]
    """By condition, at which of them it holds."""
    held: Array
    """By place and turn, whether it holds there."""


class Grower:
    """A list of lines for a scorecard that grows."""

    def __init__(self, solution: Solution, seed: int, progress: Progress | None) -> None:
        card = solution.game.card
        assert card is not None
        self.solution, self.seed, self.progress = solution, seed, progress
        self.card: Scorecard = card
        self.double: Bonus | None = next((each for each in card.bonuses if each.points), None)
        self.drill = solution.drill()
        self.moves = list(moves(card))
        self.places = list(places(card))
        self.read: dict[str, CardLine] = {}
        self.curve: dict[int, Point] = {}
        self.looks = 0

    def line(self, text: str) -> CardLine:
        """A line, read once."""
        if text not in self.read:
            self.read[text] = read_line(text, self.solution.game)
        return self.read[text]

    def follow(self, made: Lines) -> Any:
        """Play by some lines, followed exactly, and noted if it is the best of its length."""
        play = self.drill.follow([self.line(each.text) for each in made])
        value = float(play.values[-1])
        best = self.curve.get(len(made))
        if best is None or value > best.value:
            loss = float(self.solution.value) - value
            rules = Rules(self.solution.game, [each.text for each in made])
            self.curve[len(made)] = Point(rules, value, loss)
            if self.progress:
                self.progress(f"{len(made)} lines lose {loss:.3f}", len(made))
        return play

    def grow(self, lines: int) -> bool:
        """Grow the list to some lines, then shrink it; whether it was stopped on the way."""
        try:
            made = [self.ending()]
            play, failed = self.follow(made), 0
            while failed < PATIENCE:
                own = failed or len(made) >= SHORT
                better = self.improved(made, self.look(play if own else None), lines)
                followed = self.follow(better)
                failed += 1
                if followed.values[-1] > play.values[-1] + LEAST_GAIN:
                    made, play, failed = better, followed, 0
            self.shrink(made, play)
        except KeyboardInterrupt:
            return True
        return False

    def improved(self, made: Lines, turns: Turns, lines: int) -> Lines:
        """The list after a look at some games: with more lines and cases, or with better ones."""
        made = self.tuned(made, turns)
        for _ in range(AT_ONCE if len(made) >= SHORT else 1):
            grown = self.grown(made, turns, lines)
            if grown is None:
                break
            made = grown
            if len(made) not in self.curve:
                self.follow(made)
        if len(made) >= lines:
            made = self.exchanged(made, turns, lines)
        if len(made) >= lines or len(made) < LONG or self.looks % TIDIED == 0:
            made = self.tidied(made, turns)
        return self.tuned(made, turns)

    def shrink(self, made: Lines, play: Any) -> None:
        """Leave out one line after the other, those first that are worth least."""
        while len(made) > 1:
            turns = self.look(play)
            made = max(shorter(made), key=lambda each: self.rated(each, turns).value)
            made = self.tuned(self.tidied(made, turns), turns)
            play = self.follow(made)

    def look(self, play: Any | None) -> Turns:
        """The turns of some games that were not seen before; of best play, if none is given."""
        import numpy as np

        self.looks += 1
        seen = self.drill.seen(play, GAMES, self.seed + self.looks)
        one = {
            text: self.drill.holds(seen, self.line(f"{text}: reroll all"))
            for text in dict.fromkeys(text for place in self.places for text in place)
        }
        return Turns(seen, one, np.array([self.held(one, place) for place in self.places], "f4"))

    def held(self, one: dict[str, Array], place: tuple[str, ...]) -> Array:
        """At which turns all of some conditions hold."""
        import numpy as np

        everywhere = np.ones(len(next(iter(one.values()))), bool)
        return functools.reduce(np.logical_and, (one[text] for text in place), everywhere)

    def rated(self, made: Lines, turns: Turns) -> Any:
        """What a list decides at turns that were seen."""
        return self.drill.rated(turns.seen, [self.line(each.text) for each in made])

    def grown(self, made: Lines, turns: Turns, lines: int) -> Lines | None:
        """The list with one more line, if there is room, or with one more case; None if worse."""
        rated = self.rated(made, turns)
        more: list[Changed] = []
        cases: list[Changed] = []
        for move in self.moves:
            before = self.gains(move, made, turns, rated)
            more.append(self.placed(move, made, turns, before))
            cases += self.joined(move, made, turns, before)
        line = self.best(more, turns, rated.value) if len(made) < lines else None
        case = self.best(cases, turns, rated.value)
        if case is not None and (line is None or case.gain >= FREE * line.gain):
            return case.made
        return None if line is None else line.made

    def gains(self, move: Phrased, made: Lines, turns: Turns, rated: Any) -> Array:
        """By turn and line, what a move would gain if it went before that line."""
        arrays = self.drill.move(self.line(move.text))
        return self.drill.gains(turns.seen, rated, arrays, len(made))

    def placed(self, move: Phrased, made: Lines, turns: Turns, before: Array) -> Changed:
        """The list with a move as a line, where that promises most."""
        sums = turns.held @ before
        place, at = divmod(int(sums.argmax()), len(made))
        line = move._replace(where=self.places[place])
        return Changed(float(sums[place, at]), [*made[:at], line, *made[at:]])

    def joined(self, move: Phrased, made: Lines, turns: Turns, before: Array) -> Iterator[Changed]:
        """The lists in which a move is a further case of a line, perhaps for a box."""
        import numpy as np

        if not move.cases or move.action not in ("keep them", "score it"):
            return
        aims = self.card.names if move.action == "keep them" else ()
        is_open = np.array([turns.one[f"{name} open"] for name in aims], "f4")
        for at, old in enumerate(made[:-1]):
            if old[1:3] != move[1:3] or len(old.cases) >= CASES:
                continue
            here = self.held(turns.one, old.where)
            for place in (at, at + 1):
                gains = before[:, place] * here
                found = [(float(gains.sum()), "")]
                if aims:
                    sums = is_open @ gains
                    aim = int(sums.argmax())
                    found.append((float(sums[aim]) / WORTH_A_WORD, f" for {aims[aim]}"))
                gain, told = max(found)
                case = move.cases[0] + told
                cases = (case, *old.cases) if place == at else (*old.cases, case)
                if case not in old.cases:
                    yield Changed(gain, replaced(made, at, old._replace(cases=cases)))

    def best(self, changes: Iterable[Changed], turns: Turns, now: float) -> Changed | None:
        """Of the lists that promise most, the one that is worth most; None if that is no more."""
        hopeful = sorted((each for each in changes if each.gain > 0), key=lambda each: -each.gain)
        rated = [
            Changed(self.rated(each.made, turns).value - now, each.made)
            for each in [each for each in hopeful if self.sound(each.made)][:TRIED]
        ]
        found = max(rated, key=lambda each: each.gain, default=None)
        return found if found is not None and found.gain > LEAST_GAIN else None

    def sound(self, made: Lines) -> bool:
        """Whether all conditions of each line go together."""
        try:
            for each in made:
                self.line(each.text)
        except ModelError:
            return False
        return True

    def exchanged(self, made: Lines, turns: Turns, lines: int) -> Lines:
        """The list with another line for one of those that are worth least, if that gains."""
        now = self.rated(made, turns).value
        rest = sorted(shorter(made), key=lambda each: -self.rated(each, turns).value)
        for each in rest[:EXCHANGED]:
            grown = self.grown(each, turns, lines)
            if grown is not None and self.rated(grown, turns).value > now + LEAST_GAIN:
                return grown
        return made

    def tidied(self, made: Lines, turns: Turns) -> Lines:
        """The list with each line where it is worth most, and its cases in the best order."""
        for at in range(len(made) - 2, -1, -1):
            now = self.rated(made, turns).value
            old, rest = made[at], [*made[:at], *made[at + 1 :]]
            rated = self.rated(rest, turns)
            tried = [replaced(made, at, old._replace(cases=cases)) for cases in others(old.cases)]
            for when in rolling(self.card) if "score" not in old.action else [old.when]:
                move = old._replace(when=when, where=())
                before = self.gains(move, rest, turns, rated)
                tried.append(self.placed(move, rest, turns, before).made)
            found = self.best([Changed(1, each) for each in tried], turns, now)
            made = made if found is None else found.made
        return made

    def ending(self) -> Phrased:
        """The line for all other cases: each box has its price, what it is worth while open.

        Points for a bonus count double, and so half of the most of them are added to the price.
        """
        worth = self.solution.box_worth()
        middle = len(self.card.names) // 2
        twice = self.double.boxes if self.double else ()
        return self.priced(
            {
                name: round(points[middle] + (self.card.most(name) / 2 if name in twice else 0))
                for name, points in worth.items()
            }
        )

    def priced(self, over: dict[str, int]) -> Phrased:
        """The line that scores the most over prices."""
        double = f" with {self.double.name} double" if self.double else ""
        told = ", ".join(f"{name} {price}" for name, price in over.items())
        return Phrased((), (), f"score the most{double} over {told}")

    def tuned(self, made: Lines, turns: Turns) -> Lines:
        """The list with better prices in its last line."""
        import numpy as np

        rated = self.rated(made, turns)
        rolls = len(self.card.rolls)
        turn, roll = np.nonzero(rated.line[:, :rolls] == len(made) - 1)
        worth, weight = turns.seen.boxes[turn, roll], rated.likely[turn, roll]
        points = self.points[turns.seen.joker[turn, roll].astype(int), roll]
        points = np.where(worth > NOT_ALLOWED, points, -np.inf)
        words = OVER.fullmatch(made[-1].action)
        assert words is not None
        names = self.card.names
        over = np.array([prices(self.card, words["prices"])[name] for name in names], float)

        def gained(tried: Array) -> float:
            """What the last line is worth by some prices."""
            box = (points - tried).argmax(axis=1)
            return float(weight @ worth[np.arange(len(box)), box])

        best = gained(over)
        for step in STEPS:
            for box in range(len(over)):
                for change in (step, -step):
                    tried = over.copy()
                    tried[box] += change
                    if (value := gained(tried)) > best + LEAST_GAIN / 10:
                        best, over = value, tried
        better = [*made[:-1], self.priced(dict(zip(names, over.astype(int).tolist(), strict=True)))]
        return better if self.rated(better, turns).value > rated.value else made

    @functools.cached_property
    def points(self) -> Array:
        """Plainly and as a joker, by roll and box: the points, those for the bonus twice."""
        import numpy as np

        twice = self.double.boxes if self.double else ()
        rolls = [self.drill.solution.lattice.keeps[each] for each in range(len(self.card.rolls))]
        return np.array(
            [
                [[points_in(self.card, name, roll, joker) * (1 + (name in twice))
                  for name in self.card.names] for roll in rolls]
                for joker in (False, True)
            ],
            float,
        )  # fmt: skip


def replaced(made: Lines, at: int, line: Phrased) -> Lines:
    """The list with another line in one place."""
    return [*made[:at], line, *made[at + 1 :]]


def shorter(made: Lines) -> list[Lines]:
    """The lists without one of the lines; the last one stays."""
    return [[*made[:at], *made[at + 1 :]] for at in range(len(made) - 1)]


def others(cases: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The same cases with one left out, or two of them swapped."""
    for at in range(len(cases) if len(cases) > 1 else 0):
        yield (*cases[:at], *cases[at + 1 :])
    for at in range(len(cases) - 1):
        yield (*cases[:at], cases[at + 1], cases[at], *cases[at + 2 :])


def distil_card(solution: Solution, lines: int, seed: int, progress: Progress | None) -> Distilled:
    """The best lists of up to so many lines that were found for a scorecard."""
    grower = Grower(solution, seed, progress)
    stopped = grower.grow(lines)
    return Distilled(solution, [grower.curve[count] for count in sorted(grower.curve)], stopped)
