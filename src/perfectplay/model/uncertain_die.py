"""A game whose die is known only within bounds: play against the worst die they allow.

At every throw an opponent picks the die, possibly a different one each time. So whatever can be
reached against this opponent can be reached with every die within the bounds; if the die may
change, nothing more is certain. The odds of one throw are linear in the face probabilities, so the
worst die is a corner of the bounds.
"""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar, NamedTuple, Self

from perfectplay.errors import ParameterError
from perfectplay.model.game import Game
from perfectplay.model.loaded import DIE, require_die, sides_of
from perfectplay.model.nodes import Chance, Choice, Final, Gain, Label, Node
from perfectplay.objectives import Objective

Shares = tuple[Fraction, ...]
NATURE = 1
"""The player who picks the die: the one who minimises."""
MIXED = Fraction(1, 2)
MOST_FACES = 12


class DieBounds(NamedTuple):
    """The least and the greatest probability of each face."""

    low: Shares
    high: Shares

    @classmethod
    def read(cls, text: str) -> DieBounds:
        """Bounds as written: `LOW..HIGH` for each face, or one number if it is known exactly.

        >>> DieBounds.read("1/4..1/2,1/4..1/2,1/4").high
        (Fraction(1, 2), Fraction(1, 2), Fraction(1, 4))
        """
        try:
            ends = [word.split("..") for word in text.split(",")]
            low, high = (tuple(Fraction(each[place]) for each in ends) for place in (0, -1))
        except (ValueError, ZeroDivisionError):
            low, high = (), ()
        ordered = all(0 <= least <= most for least, most in zip(low, high, strict=True))
        if not (1 < len(low) <= MOST_FACES and ordered and sum(low) <= 1 <= sum(high)):
            raise ParameterError(
                f"'{text}' does not bound how likely each face is; write a chance as LOW..HIGH for "
                "each, such as 0.1..0.2,0.1..0.2,0.1..0.2,0.1..0.2,0.1..0.2,0.1..0.2"
            )
        return cls(low, high)

    def corners(self) -> list[Shares]:
        """The corners: all other dice within the bounds are mixtures of these."""
        found: dict[Shares, None] = {}
        for free in range(len(self.low)):
            rest = [
                (least,) if place == free else tuple({least: None, most: None})
                for place, (least, most) in enumerate(zip(*self, strict=True))
            ]
            for picked in itertools.product(*rest):
                left = 1 - sum(picked) + picked[free]
                if self.low[free] <= left <= self.high[free]:
                    found[(*picked[:free], left, *picked[free + 1 :])] = None
        return list(found)


class UncertainDie(Game[Any]):
    """A game in which an opponent picks the die before each throw, within bounds.

    >>> from perfectplay import solve
    >>> from perfectplay.games.pig import Pig
    >>> fair, bounds = Pig(target=10, players=1), DieBounds.read(",".join(["0.1..0.2"] * 6))
    >>> round(solve(fair).value, 4), round(solve(UncertainDie(fair, bounds)).value, 4)
    (-1.6937, -2.0129)
    """

    players: ClassVar[int] = 2
    game: ClassVar[Game[Any]]
    bounds: ClassVar[DieBounds]

    def __new__(cls, *_: object, **__: object) -> Self:
        return object.__new__(cls)

    def __init__(self, game: Game[Any], bounds: DieBounds) -> None:
        require_die(game)
        if len(bounds.low) != sides_of(game):
            raise ParameterError(
                f"there are bounds for {len(bounds.low)} faces, and the die of {game.name} has "
                f"{sides_of(game)}"
            )
        object.__setattr__(self, "game", game)
        object.__setattr__(self, "bounds", bounds)
        for name in ("endless", "name"):
            object.__setattr__(self, name, getattr(game, name))

    def __eq__(self, other: object) -> bool:
        if type(other) is not UncertainDie:
            return NotImplemented
        return (self.game, self.bounds) == (other.game, other.bounds)

    def __hash__(self) -> int:
        return hash((self.game, self.bounds))

    def __repr__(self) -> str:
        return f"{self.game!r} with a die of {self.bounds_text}"

    @cached_property
    def bounds_text(self) -> str:
        """The bounds, as written."""
        return ",".join(f"{low}..{high}" for low, high in zip(*self.bounds, strict=True))

    @cached_property
    def corners(self) -> list[Shares]:
        """The dice to pick from."""
        return self.bounds.corners()

    @cached_property
    def mixtures(self) -> list[Shares]:
        """Dice that show every face: one favouring each face, and one with unequal weights."""
        faces = range(len(self.bounds.low))
        even = (1 - MIXED) / len(faces)
        preferring = [tuple(even + MIXED * (face == own) for face in faces) for own in faces]
        total = sum(face + 1 for face in faces)
        return [*preferring, tuple(Fraction(face + 1, total) for face in faces)]

    @cached_property
    def samples(self) -> list[Game[Any]]:
        """The game with each of these dice."""
        return [self.game.for_words([f"{DIE}={','.join(map(str, s))}"]) for s in self.mixtures]

    def start(self) -> Any:
        return self.game.start()

    def at(self, position: Hashable) -> Node:
        return self.fixed([each.ask(position) for each in self.samples])

    def then(self, thens: Sequence[Any]) -> Any:
        """Where an option or an outcome leads, given where it leads with each die."""
        first = thens[0]
        if isinstance(first, Gain):
            return Gain(first.points, self.then([each.then for each in thens]))
        if isinstance(first, (Final, Choice, Chance)):
            return self.fixed(thens)
        return first

    def fixed(self, nodes: Sequence[Any]) -> Node:
        """The node here, given the node with each die."""
        first: Node = nodes[0]
        if isinstance(first, Choice):
            options = {
                label: self.then([each.options[label] for each in nodes]) for label in first.options
            }
            return Choice(options, first.player)
        if isinstance(first, Final):
            return first
        thens = [self.then(each) for each in zip(*(node.thens for node in nodes), strict=True)]
        shares = [node.odds.fractions() for node in nodes]
        if all(each == shares[0] for each in shares):
            return Chance(list(zip(thens, first.odds.weights, strict=True)), total=first.odds.total)
        return self.picked(thens, shares)

    def picked(self, thens: list[Any], shares: list[list[Fraction]]) -> Node:
        """The throw with each die that may be picked, leaving out repetitions."""
        by_face = [list(self.faces_of(each)) for each in zip(*shares, strict=True)]
        options: dict[Label, Chance] = {}
        known: set[tuple[Fraction, ...]] = set()
        for corner in self.corners:
            odds = tuple(
                sum((a * b for a, b in zip(corner, each, strict=True)), Fraction(0))
                for each in by_face
            )
            if odds not in known:
                known.add(odds)
                label = ",".join(map(str, corner))
                options[label] = Chance(list(zip(thens, odds, strict=True)))
        return Choice(options, NATURE)

    def faces_of(self, shares: Sequence[Fraction]) -> Iterator[Fraction]:
        """The probability of an outcome by the face that the die shows."""
        *preferring, last = shares
        mean = sum(preferring, Fraction(0)) / len(preferring)
        found = [mean + (share - mean) / MIXED for share in preferring]
        if sum(a * b for a, b in zip(self.mixtures[-1], found, strict=True)) != last:
            raise ParameterError(
                f"{self.game.name} throws several dice at once; bounds are for one at a time"
            )
        return iter(found)

    # How the game describes itself

    def objective(self) -> Objective:
        return self.game.objective()

    def meaning(self, objective: Objective) -> str:
        return f"{self.game.meaning(objective)}, guaranteed"

    @property
    def parameter_values(self) -> dict[str, Any]:
        return {**self.game.parameter_values, DIE: self.bounds_text}

    @property
    def words(self) -> list[str]:
        others = [each for each in self.game.words if not each.startswith(f"{DIE}=")]
        return [*others, f"{DIE}={self.bounds_text}"]

    @property
    def fingerprint(self) -> str:
        return f"{self.game.fingerprint} {self.bounds_text}"

    def begins_turn(self, position: Any) -> bool | None:
        return self.game.begins_turn(position)

    def text(self, position: Hashable) -> str:
        return self.game.text(position)

    def read(self, text: str) -> Hashable:
        return self.game.read(text)

    def describe(self, position: Hashable) -> str:
        return self.game.describe(position)

    def row_of(self, position: Any) -> dict[str, Any]:
        return self.game.row_of(position)
