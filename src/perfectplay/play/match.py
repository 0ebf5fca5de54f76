"""Who is playing: people and best play, sharing a line of play or with a line each."""

from __future__ import annotations

import dataclasses
import random
from typing import Literal

from perfectplay.errors import PerfectPlayError
from perfectplay.model.nodes import Chance, Choice, Number
from perfectplay.model.scorecard import Turn
from perfectplay.play.line import LineOfPlay
from perfectplay.solution.solution import Solution

Against = Literal["dice", "optimal", "person"]


@dataclasses.dataclass(frozen=True)
class LuckAccount:
    """The result of a game for a player, from their own side."""

    name: str
    person: bool
    line: LineOfPlay
    player: int
    """Which player of the game that is: on a line of one's own, everyone is the first."""

    @property
    def luck(self) -> Number:
        """What chance gave."""
        return self.line.luck(self.player)

    @property
    def lost(self) -> Number:
        """What decisions lost."""
        return self.line.lost(self.player)

    @property
    def start(self) -> Number:
        """The value of the game at the start."""
        return self.line.solution.objective.for_player(self.player, self.line.solution.value)

    @property
    def came_to(self) -> Number:
        """The result of the game."""
        return self.line.solution.objective.for_player(self.player, self.line.here.value)


@dataclasses.dataclass(frozen=True)
class Match:
    """A game for two on one line, or a game for one with a line for each player.

    Like a line, it is immutable. Games on a scorecard are played in alternate turns, others one
    line after another.

    >>> from perfectplay import solve
    >>> from perfectplay.games.slots import Slots
    >>> match = Match.begin(solve(Slots()), "optimal", seed=1)
    >>> match.names, match.is_person(0), match.is_person(1)
    (('you', 'best play'), True, False)
    """

    lines: tuple[LineOfPlay, ...]
    names: tuple[str, ...]
    people: tuple[bool, ...]
    state: tuple[object, ...]
    """The state of the random generator: a move taken back and replayed rolls the same again."""
    on: int = 0
    """The index of the current line."""

    @classmethod
    def begin(
        cls, solution: Solution, against: Against, seed: int | None = None, seat: int = 0
    ) -> Match:
        """Start: against the dice alone, best play, or another person."""
        two = solution.game.players == 2
        if two and against == "dice":
            raise PerfectPlayError(
                f"{solution.game.name} is for two: play it against optimal or person"
            )
        if seat and not (two and against == "optimal"):
            raise PerfectPlayError("--second is for games for two, against optimal play")
        other = {"dice": (), "optimal": ("best play",), "person": ("second person",)}[against]
        first = "first person" if against == "person" else "you"
        names = (*other, first) if seat else (first, *other)
        people = tuple(name != "best play" for name in names)
        line = LineOfPlay.begin(solution)
        generator = random.Random(seed)  # noqa: S311  # a game, not a secret
        return cls((line,) if two else (line,) * len(names), names, people, generator.getstate())

    @property
    def line(self) -> LineOfPlay:
        """The current line."""
        return self.lines[self.on]

    @property
    def player(self) -> int:
        """Who is playing: the owner of the line or, on a shared one, who chooses."""
        return (self.line.chooser or 0) if self.shared else self.on

    @property
    def shared(self) -> bool:
        """Whether both play on one line."""
        return len(self.lines) == 1

    @property
    def over(self) -> bool:
        """Whether every line has ended."""
        return all(line.over for line in self.lines)

    def is_person(self, player: int) -> bool:
        """Whether a player is a person rather than best play."""
        return self.people[player]

    @property
    def accounts(self) -> list[LuckAccount]:
        """The game so far, from each player's side."""
        seats = zip(self.names, self.people, strict=True)
        return [
            LuckAccount(name, person, self.line, seat)
            if self.shared
            else LuckAccount(name, person, self.lines[seat], 0)
            for seat, (name, person) in enumerate(seats)
        ]

    @property
    def waits(self) -> bool:
        """Whether a person has to choose before anything can happen."""
        return self.line.chooser is not None and self.is_person(self.player)

    def go_on(self) -> Match:
        """One step without input: a chance event, a move of best play, or the next line."""
        line = self.line
        if line.over:
            return dataclasses.replace(self, on=next_line(self.lines, self.on))
        if isinstance(line.here.node, Chance):
            generator = random.Random()  # noqa: S311  # a game, not a secret
            generator.setstate(self.state)
            line = line.happen(generator.random())
            return self.moved(line, generator.getstate())
        if self.waits or not isinstance(line.here.node, Choice):
            raise PerfectPlayError("a person has to choose first")
        return self.moved(line.choose(line.options()[0].label), self.state)

    def choose(self, label: object) -> Match:
        """A person chooses."""
        return self.moved(self.line.choose(label), self.state)

    def moved(self, line: LineOfPlay, state: tuple[object, ...]) -> Match:
        """The match after a step; on a scorecard the turn passes on."""
        lines = (*self.lines[: self.on], line, *self.lines[self.on + 1 :])
        turn_over = isinstance(line.here.name, Turn) or line.over
        on = next_line(lines, self.on) if turn_over else self.on
        return dataclasses.replace(self, lines=lines, state=state, on=on)


def next_line(lines: tuple[LineOfPlay, ...], on: int) -> int:
    """The next line that is not over, if any."""
    places = [(on + more) % len(lines) for more in range(1, len(lines) + 1)]
    return next((place for place in places if not lines[place].over), on)
