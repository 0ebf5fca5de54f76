"""The games of `benchmarks.rules` as scripts that a user would write by hand, in plain Python."""

from __future__ import annotations

from functools import cache
from math import comb

from benchmarks.own_games import CARDS, scoring, throws, with_card
from benchmarks.peers.boxes import TEN


def pig(target: int) -> float:
    """Value iteration, for the pairs of scores from the end on (Neller and Presser, 2004)."""
    wins: dict[tuple[int, int], list[float]] = {}

    def sweep(mine: int, theirs: int) -> float:
        """Improve all points of a turn; tells by how much."""
        here, there = wins[mine, theirs], wins[theirs, mine]
        change = 0.0
        for turn in range(target - mine - 1, -1, -1):
            roll = 1 - there[0]
            for face in range(2, 7):
                roll += 1.0 if mine + turn + face >= target else here[turn + face]
            best = roll / 6
            if turn:
                best = max(best, 1 - wins[theirs, mine + turn][0])
            change = max(change, abs(best - here[turn]))
            here[turn] = best
        return change

    for total in range(2 * target - 2, -1, -1):
        for mine in range(max(0, total - target + 1), min(target, total + 1)):
            wins[mine, total - mine] = [0.5] * (target - mine)
        for mine in range(max(0, total - target + 1), total // 2 + 1):
            while sweep(mine, total - mine) + sweep(total - mine, mine) > 1e-13:
                pass
    return wins[0, 0][0]


def hog(target: int = 100) -> float:
    """The chance of whoever moves, by value iteration in pairs."""
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


def greed(highest: int = 50, sides: int = 6) -> float:
    """The rating of whoever moves, from the highest scores down."""
    sums = [{0: 1.0}]
    for _ in range(highest):
        more: dict[int, float] = {}
        for total, odds in sums[-1].items():
            for face in range(1, sides + 1):
                more[total + face] = more.get(total + face, 0.0) + odds / sides
        sums.append({total: odds for total, odds in more.items() if total <= highest})

    def rated(mine: int, theirs: int) -> float:
        return 1.0 if mine > theirs else 0.5 if mine == theirs else 0.0

    last = [[0.0] * (highest + 1) for _ in range(highest + 1)]
    open_ = [[0.0] * (highest + 1) for _ in range(highest + 1)]
    for both in range(2 * highest, -1, -1):
        for mine in range(max(0, both - highest), min(highest, both) + 1):
            theirs, room = both - mine, highest - mine
            best, best_last = 0.0, rated(mine, theirs)
            for dice in range(1, room + 1):
                found = found_last = 0.0
                for total, odds in sums[dice].items():
                    if total <= room:
                        found_last += odds * rated(mine + total, theirs)
                        found += odds * (1 - open_[theirs][mine + total])
                best, best_last = max(best, found), max(best_last, found_last)
            last[mine][theirs] = best_last
            open_[mine][theirs] = best
        for mine in range(max(0, both - highest), min(highest, both) + 1):
            stop = 1 - last[both - mine][mine]
            open_[mine][both - mine] = max(open_[mine][both - mine], stop)
    return open_[0][0]


def coins(at_start: int = 20, target: int = 50) -> float:
    """A recursion with a memory."""

    @cache
    def win(coins: int, points: int) -> float:
        if points >= target:
            return 1.0
        return max((flip(coins, points, n) for n in range(1, coins + 1)), default=0.0)

    def flip(coins: int, points: int, n: int) -> float:
        value = 0.0
        for heads in range(n + 1):
            tails = n - heads
            then = win(coins, points + heads) if heads > tails else win(coins - tails, points)
            value += comb(n, heads) / 2**n * then
        return value

    return win(at_start, 0)


def shut_the_box(tiles: int = 12) -> float:
    """Open tiles as bits, from few to many."""
    sums: list[list[int]] = [[] for _ in range(13)]
    for closed in range(1, 1 << tiles):
        total = sum(tile + 1 for tile in range(tiles) if closed >> tile & 1)
        if total <= 12:
            sums[total].append(closed)
    odds = [(6 - abs(7 - roll)) / 36 for roll in range(2, 13)]
    win = [1.0] + [0.0] * ((1 << tiles) - 1)
    for tiles_open in range(1, 1 << tiles):
        for roll, chance in enumerate(odds, start=2):
            best = 0.0
            for closed in sums[roll]:
                if closed & tiles_open == closed and win[tiles_open ^ closed] > best:
                    best = win[tiles_open ^ closed]
            win[tiles_open] += chance * best
    return win[-1]


def slots(target: int = 75) -> float:
    """A recursion with a memory: the boxes still open, and the points so far."""
    tables = list(TEN.values())

    @cache
    def win(boxes: tuple[int, ...], total: int) -> float:
        if not boxes:
            return float(total >= target)
        return (
            sum(
                max(
                    win(boxes[:place] + boxes[place + 1 :], total + tables[box][face])
                    for place, box in enumerate(boxes)
                )
                for face in range(6)
            )
            / 6
        )

    return win(tuple(range(len(tables))), 0)


def grid(size: int) -> float:
    """From the far corner back."""
    end = size - 1
    rows: list[list[float]] = []
    for y in range(end, -1, -1):
        row = [0.0] * size
        north = rows[-1] if rows else row
        far = rows[-min(3, len(rows))] if rows else row
        for x in range(end, -1, -1):
            options = []
            if x < end:
                options.append(0.9 * (row[x + 1] - 1) + 0.1 * (row[min(x + 2, end)] - 2))
            if y < end:
                options.append(0.8 * (north[x] - 1) + 0.2 * (far[x] - 3))
            if options:
                row[x] = max(options)
        rows = [*rows[-2:], row]
    return rows[-1][0]


def blackjack(money: int = 20, goal: int = 40, hands: int = 6) -> float:
    """Recursions with memories: the dealer's totals, then the purse."""

    @cache
    def dealer(total: int, soft: bool) -> dict[int, float]:
        if total >= 17:
            return {min(total, 22): 1.0}
        ends: dict[int, float] = {}
        for card in CARDS:
            for end, odds in dealer(*with_card(total, soft, card)).items():
                ends[end] = ends.get(end, 0.0) + odds / len(CARDS)
        return ends

    @cache
    def purse(money: int, hands: int) -> float:
        if money >= goal or money == 0 or hands == 0:
            return float(money >= goal)
        bets = range(1, min(money, 5) + 1)
        return max(
            sum(hand(money, hands, bet, 0, False, card) for card in CARDS) / len(CARDS)
            for bet in bets
        )

    @cache
    def hand(money: int, hands: int, bet: int, total: int, soft: bool, card: int) -> float:
        if total > 21:
            return purse(money - bet, hands - 1)
        options = []
        if total < 21:
            drawn = [with_card(total, soft, more) for more in CARDS]
            after = (hand(money, hands, bet, min(t, 22), s, card) for t, s in drawn)
            options.append(sum(after) / len(CARDS))
        if total >= 12:
            value = 0.0
            ends = dealer(11, True) if card == 1 else dealer(card, False)
            for end, odds in ends.items():
                gain = bet if end > 21 or total > end else 0 if total == end else -bet
                value += odds * purse(max(money + gain, 0), hands - 1)
            options.append(value)
        return max(options)

    return purse(money, hands)


def farkle(target: int = 30, turns: int = 3) -> float:
    """A recursion with a memory, over what is known before a throw."""

    @cache
    def win(score: int, turn: int, dice: int, left: int) -> float:
        if score >= target or left == 0:
            return float(score >= target)
        chance = throws(dice)
        value = 0.0
        for faces, weight in chance.outcomes:
            best = None
            for aside, points in scoring(faces):
                total = min(turn + points, target - score)
                best = max(best or 0.0, win(score + total, 0, 6, left - 1))
                if score + total < target:
                    best = max(best, win(score, total, dice - len(aside) or 6, left))
            value += weight * (win(score, 0, 6, left - 1) if best is None else best)
        return value / chance.odds.total

    return win(0, 0, 6, turns)
