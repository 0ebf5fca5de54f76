"""Rules in plain Python, how fast they run: whole solves, each in a process of its own.

python -m benchmarks.rules         all games: CPU seconds and memory, and those of scripts by hand
python -m benchmarks.rules Pig     those whose names begin so

Every game is solved once to have its code compiled, and then measured, start-up included.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from perfectplay import Chance, Choice, Final, Gain, Game, solve
from perfectplay.games.coins import Coins
from perfectplay.games.greed import Greed
from perfectplay.games.hog import Hog
from perfectplay.games.pig import Pig
from perfectplay.games.shut_the_box import ShutTheBox


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


GAMES: dict[str, Callable[[], Game[Any]]] = {
    "Pig 40": lambda: Pig(target=40),
    "Pig 100": lambda: Pig(target=100),
    "Hog 100": lambda: Hog(target=100),
    "Greed (50, 6)": lambda: Greed(max=50, sides=6),  # position by position
    "Coins (20, 50)": lambda: Coins(coins=20, target=50),
    "Shut the Box 1-12": lambda: ShutTheBox(tiles=12),
    "Blackjack": Blackjack,
    "Grid of a million": Grid,
    "Grid of ten million": lambda: Grid(size=3163),
}


def hog_by_hand(target: int = 100) -> float:
    """Hog as a script would solve it: the chance of whoever moves, by value iteration in pairs."""
    rolls = []
    counts = {0: 1}
    for dice in range(1, 11):
        counts_now: dict[int, int] = {}
        for total, ways in counts.items():
            for face in range(2, 7):
                counts_now[total + face] = counts_now.get(total + face, 0) + ways
        counts = counts_now
        bust = 1 - (5 / 6) ** dice
        rolls.append((bust, [(total, ways / 6**dice) for total, ways in counts.items()]))
    value = [[0.5] * target for _ in range(target)]
    for total in range(2 * target - 2, -1, -1):
        for mine in range(max(0, total - target + 1), min(target, total + 1)):
            theirs = total - mine
            if mine > theirs:
                continue
            options: list[list[tuple[float, float]]] = [[], []]  # bust, or what else it is worth
            for side, (a, b) in enumerate(((mine, theirs), (theirs, mine))):
                for bust, points in rolls:
                    won = sum(
                        p if a + n >= target else p * (1 - value[b][a + n]) for n, p in points
                    )
                    options[side].append((bust, won))
            here = there = 0.5
            while True:
                new_here = max(bust * (1 - there) + won for bust, won in options[0])
                new_there = max(bust * (1 - new_here) + won for bust, won in options[1])
                if abs(new_here - here) + abs(new_there - there) < 1e-14:
                    break
                here, there = new_here, new_there
            value[mine][theirs], value[theirs][mine] = new_here, new_there
    return value[0][0]


BY_HAND: dict[str, Callable[[], float]] = {"Hog 100": hog_by_hand}


def measure(name: str, by_hand: bool) -> dict[str, Any]:
    """Solve one game, in this process; the time is that of the process from its start on."""
    if by_hand:
        value, positions, how = BY_HAND[name](), 0, "by hand"
    else:
        solution = solve(GAMES[name](), engine="graph")
        value, positions = float(solution.value), solution.positions
        how = getattr(getattr(solution, "graph", None), "explored", "")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {
        "game": name,
        "value": value,
        "positions": positions,
        "cpu": time.process_time(),
        "MiB": peak,
        "how": how,
    }


def main() -> None:
    """Measure all games, or those whose names begin as told."""
    if sys.argv[1:2] == ["one"]:
        print(json.dumps(measure(sys.argv[2], sys.argv[3] == "by hand")))
        return
    wanted = [name for name in GAMES if name.startswith(" ".join(sys.argv[1:]))]
    print(f"{'game':22} {'positions':>11} {'CPU s':>7} {'MiB':>6}  value, how")
    for name in wanted:
        for way in ("compile", "ours", "by hand"):
            if way == "by hand" and name not in BY_HAND:
                continue
            command = [sys.executable, "-m", "benchmarks.rules", "one", name, way]
            ran = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603
            told = json.loads(ran.stdout)
            if way != "compile":
                print(
                    f"{name:22} {told['positions']:>11,} {told['cpu']:7.2f} {told['MiB']:6.0f}  "
                    f"{told['value']:.9f} {told['how']}"
                )


if __name__ == "__main__":
    main()
