"""A walk on a grid, blackjack, Farkle and sliding tiles, written as a user would write them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import Any, NamedTuple

from perfectplay import AtLeast, Chance, Choice, Final, Gain, Game, Objective


class Cell(NamedTuple):
    """A place on the grid."""

    x: int
    y: int


class Grid(Game[Cell]):
    """Walk to the far corner of a grid; the wind may carry you further, at a price."""

    size: int = 1000

    def start(self) -> Cell:
        return Cell(0, 0)

    def at(self, position: Cell) -> Any:
        x, y = position
        end = self.size - 1
        if x == end and y == end:
            return Final(0)
        options = {}
        if x < end:
            blown = Gain(-2, Cell(min(x + 2, end), y))
            options["east"] = Chance([(Gain(-1, Cell(x + 1, y)), 0.9), (blown, 0.1)])
        if y < end:
            blown = Gain(-3, Cell(x, min(y + 3, end)))
            options["north"] = Chance([(Gain(-1, Cell(x, y + 1)), 0.8), (blown, 0.2)])
        return Choice(options)


class Hand(NamedTuple):
    """A hand under way: the purse, the hands left, the bet, and what is on the table."""

    money: int
    hands: int
    bet: int
    total: int
    soft: bool
    dealer: int


class Draw(NamedTuple):
    """The dealer draws."""

    money: int
    hands: int
    bet: int
    mine: int
    dealer: int
    soft: bool
    cards: int


class Bet(NamedTuple):
    """Before a hand: the purse and how many hands are left."""

    money: int
    hands: int


CARDS = [*range(1, 10), 10, 10, 10, 10]


def with_card(total: int, soft: bool, card: int) -> tuple[int, bool]:
    """An ace counts eleven as long as that is not too many."""
    total += card
    if card == 1 and total <= 11:
        return total + 10, True
    if total > 21 and soft:
        return total - 10, False
    return total, soft


class Blackjack(Game[Bet | Hand | Draw]):
    """Some hands of blackjack from an endless pack; what counts is to reach the goal."""

    money: int = 20
    goal: int = 40
    hands: int = 6

    def start(self) -> Bet:
        return Bet(self.money, self.hands)

    def at(self, position: Bet | Hand | Draw) -> Any:
        match position:
            case Bet(money, hands):
                if money >= self.goal or money == 0 or hands == 0:
                    return Final(int(money >= self.goal))
                bets = {f"bet {bet}": Hand(money, hands, bet, 0, False, 0) for bet in range(1, 6)}
                return Choice(dict(list(bets.items())[: min(money, 5)]))
            case Hand(money, hands, bet, total, _, dealer):
                if dealer == 0:
                    opened = [Hand(money, hands, bet, 0, False, card) for card in CARDS]
                    return Chance.weighted([(hand, 1) for hand in opened])
                if total > 21:
                    return Chance({Bet(money - bet, hands - 1): 1})
                drawn = Chance.weighted([(self.hit(position, card), 1) for card in CARDS])
                if total < 12:
                    return drawn
                stand = Draw(money, hands, bet, total, dealer, False, 1)
                return Choice({"stand": stand, "hit": drawn} if total < 21 else {"stand": stand})
            case Draw(money, hands, bet, mine, dealer, _, cards):
                if cards == 1 and dealer == 1:
                    return self.draw(position._replace(dealer=11, soft=True, cards=2))
                if dealer < 17:
                    return self.draw(position)
                won = dealer > 21 or mine > dealer
                gain = bet if won else 0 if mine == dealer else -bet
                return Chance({Bet(max(money + gain, 0), hands - 1): 1})

    def hit(self, hand: Hand, card: int) -> Hand:
        """The hand with one more card."""
        total, soft = with_card(hand.total, hand.soft, card)
        return hand._replace(total=min(total, 22), soft=soft)

    def draw(self, draw: Draw) -> Chance:
        """The dealer's next card."""
        totals = [with_card(draw.dealer, draw.soft, card) for card in CARDS]
        return Chance.weighted(
            [(draw._replace(dealer=min(d, 22), soft=s, cards=2), 1) for d, s in totals]
        )


class Throw(NamedTuple):
    """Before a throw: the score, the points of this turn, the dice in hand, the turns left."""

    score: int
    turn: int
    dice: int
    left: int


class Thrown(NamedTuple):
    """After a throw: the dice on the table, sorted."""

    score: int
    turn: int
    left: int
    dice: tuple[int, ...]


class Farkle(Game[Throw | Thrown]):
    """Some turns of Farkle; what counts is to reach the target. Points are counted in fifties.

    Set aside dice that score, and throw the others again or keep the points; if none score, those
    of the turn are lost. Ones score 2, fives 1; three of a kind twice the face, three ones 20.
    """

    target: int = 30
    turns: int = 3

    def start(self) -> Throw:
        return Throw(0, 0, 6, self.turns)

    def at(self, position: Throw | Thrown) -> Any:
        if isinstance(position, Throw):
            score, turn, dice, left = position
            if score >= self.target or left == 0:
                return Final(int(score >= self.target))
            return throws(dice).then(lambda faces: Thrown(score, turn, left, faces))
        score, turn, left, faces = position
        options: dict[str, Throw] = {}
        for aside, points in scoring(faces):
            total = min(turn + points, self.target - score)
            rest = len(faces) - len(aside) or 6
            name = " ".join(map(str, aside))
            if score + total < self.target:
                options[f"{name}, throw"] = Throw(score, total, rest, left)
            options[f"{name}, keep"] = Throw(score + total, 0, 6, left - 1)
        return Choice(options) if options else Chance({Throw(score, 0, 6, left - 1): 1})

    def objective(self) -> Objective:
        return AtLeast(1)


@cache
def throws(dice: int) -> Chance:
    """What some dice show, sorted, with how often."""
    return Chance.weighted(
        [
            (faces, factorial(dice) // prod(map(factorial, Counter(faces).values())))
            for faces in combinations_with_replacement(range(1, 7), dice)
        ]
    )


@cache
def scoring(faces: tuple[int, ...]) -> list[tuple[tuple[int, ...], int]]:
    """The best way to set aside each number of dice that score, with its points."""
    best: dict[int, tuple[tuple[int, ...], int]] = {}
    for counts in product(*(choices(face, faces.count(face)) for face in range(1, 7))):
        aside = tuple(face for face, (count, _) in enumerate(counts, 1) for _ in range(count))
        points = sum(worth for _, worth in counts)
        if aside and points > best.get(len(aside), ((), 0))[1]:
            best[len(aside)] = aside, points
    return list(best.values())


def choices(face: int, count: int) -> Iterator[tuple[int, int]]:
    """How many dice of a face may be set aside, and what they score."""
    single = {1: 2, 5: 1}.get(face, 0)
    triple = 20 if face == 1 else 2 * face
    for aside in range(count + 1):
        if aside % 3 == 0 or single:
            yield aside, aside // 3 * triple + aside % 3 * single


class Tiles(NamedTuple):
    """A board of tiles, row by row: powers of two by their exponents, 0 for an empty cell."""

    cells: tuple[int, ...]
    new: bool
    """Whether a tile is about to appear."""


class Sliding(Game[Tiles]):
    """2048 on a small board: slide and merge the tiles, and reach a large one."""

    rows: int = 2
    columns: int = 3
    goal: int = 6

    def start(self) -> Tiles:
        return Tiles((0,) * (self.rows * self.columns), True)

    def at(self, position: Tiles) -> Any:
        cells = position.cells
        if position.new:
            empty = [place for place, cell in enumerate(cells) if cell == 0]
            appear = [
                (Tiles((*cells[:place], tile, *cells[place + 1 :]), False), weight)
                for place in empty
                for tile, weight in ((1, 9), (2, 1))
            ]
            return Chance.weighted(appear)
        if self.goal in cells:
            return Final(1)
        options = {}
        for name, lines in self.lines().items():
            moved = slid(cells, lines)
            if moved != cells:
                options[name] = Tiles(moved, True)
        return Choice(options) if options else Final(0)

    def lines(self) -> dict[str, list[list[int]]]:
        """The cells of each line, in the order in which its tiles slide."""
        rows = [
            [row * self.columns + column for column in range(self.columns)]
            for row in range(self.rows)
        ]
        columns = [list(column) for column in zip(*rows, strict=True)]
        return {
            "left": rows,
            "right": [row[::-1] for row in rows],
            "up": columns,
            "down": [column[::-1] for column in columns],
        }


def slid(cells: tuple[int, ...], lines: list[list[int]]) -> tuple[int, ...]:
    """The board after the tiles of all lines have slid."""
    moved = list(cells)
    for line in lines:
        tiles = merged([cells[place] for place in line])
        for place in range(len(line)):
            moved[line[place]] = tiles[place]
    return tuple(moved)


def merged(tiles: list[int]) -> list[int]:
    """A line of tiles after it has slid; two that are equal become one, each once."""
    found: list[int] = []
    free = False
    for tile in tiles:
        if tile and free and found[-1] == tile:
            found[-1] += 1
            free = False
        elif tile:
            found.append(tile)
            free = True
    return found + [0] * (len(tiles) - len(found))
