"""How playing to win differs from playing for points, in Yazy for two.

    python -m benchmarks.playing_to_win FILE.safetensors [GAMES]

FILE is kept by `perfectplay solve yazy players=2 --save FILE`. Games are played to win by both
sides, with dice of their own; at each decision it is asked what one would do for the expected
score, and what that would cost. It prints the matches, which are exact, and then the decisions.
"""

import dataclasses
import itertools
import math
import random
import sys
from collections import defaultdict
from collections.abc import Iterator

from perfectplay import Score, compare, load, solve
from perfectplay.engines.scorecard.evaluate.independent_players import IndependentSolution
from perfectplay.engines.scorecard.score_difference.duel import DuelSolution
from perfectplay.engines.scorecard.solution import ScorecardSolution

GAMES = 2000
SEED = 5
BANDS = (-60, -30, -10, 11, 31, 61)
"""Where the leads are parted."""


@dataclasses.dataclass(frozen=True)
class Decided:
    """A decision of a game: where it came, and what playing for points would have cost there."""

    turn: int
    rerolls: int
    lead: int
    chance: float
    cost: float

    @property
    def changed(self) -> bool:
        """Whether playing for points is not as good."""
        return self.cost > 0


def played(duel: DuelSolution, scorer: ScorecardSolution, dice: random.Random) -> Iterator[Decided]:
    """One game, decision by decision."""
    position, lead = duel.start, 0
    boxes = len(duel.game.card.boxes)
    while not position.over:
        turn = boxes - len(position.turn.open) + 1
        own = -lead if position.mover else lead
        roll = rolled(duel, dice)
        left = duel.game.card.rerolls
        while True:
            at = position.rolled(roll, left)
            options = duel.options(at, lead)
            plain = scorer.best(position.turn.rolled(roll, left))
            cost = next(float(option.cost) for option in options if option.label == plain)
            chance = float(options[0].value)
            yield Decided(turn, left, own, 1 - chance if position.mover else chance, cost)
            best = str(options[0].label)
            if left == 0:
                placed = duel.game.placements(position.turn, roll)[best]
                gained = placed.points + placed.extra
                lead += -gained if position.mover else gained
                position = position.moved(placed.turn)
                break
            if best == "keep all":
                left = 0
                continue
            kept = [] if best == "reroll all" else [int(face) for face in best.split()[1:]]
            roll = rolled(duel, dice, kept)
            left -= 1


def rolled(
    duel: DuelSolution, dice: random.Random, kept: list[int] | None = None
) -> tuple[int, ...]:
    """A roll of the dice that are not kept."""
    kept = kept or []
    card = duel.game.card
    new = [dice.randint(1, card.sides) for _ in range(card.dice - len(kept))]
    return tuple(sorted(kept + new))


def table(title: str, groups: dict[str, list[Decided]]) -> None:
    """How often decisions change in each group, and by how much."""
    print(f"\n{title}")
    print(f"{'':>16} {'decisions':>10} {'changed':>9} {'cost of a change':>17} {'a decision':>11}")
    for name, group in groups.items():
        changed = [each.cost for each in group if each.changed]
        mean = sum(changed) / len(changed) if changed else 0.0
        print(
            f"{name:>16} {len(group):>10,} {len(changed) / len(group):>8.1%} {mean:>16.3%} "
            f"{sum(changed) / len(group):>10.4%}"
        )


def band(lead: int) -> str:
    """The band that a lead lies in."""
    ends = [-math.inf, *BANDS, math.inf]
    low, high = next(pair for pair in itertools.pairwise(ends) if pair[0] <= lead < pair[1])
    if low == -math.inf:
        return f"under {high}"
    return f"{low} or more" if high == math.inf else f"{low} to {high - 1}"


def main() -> None:
    """Play, ask, and print."""
    duel = load(sys.argv[1])
    assert isinstance(duel, DuelSolution)
    games = int(sys.argv[2]) if len(sys.argv) > 2 else GAMES
    by_score = solve(duel.game, Score())
    assert isinstance(by_score, IndependentSolution)
    for match in compare(duel.game, {"optimal": duel.play, "score": by_score.play}):
        masses = match.distribution
        shares = " ".join(f"{masses.get(score, 0):.6f}" for score in (1, 0, -1))
        print(f"{match.strategies[0]:>8} {match.strategies[1]:>8} {match.value:.7f}  {shares}")
    scorer = by_score.alone
    dice = random.Random(SEED)
    found = [decided for _ in range(games) for decided in played(duel, scorer, dice)]
    table(f"{games:,} games, seed {SEED}", {"all": found})
    kinds: dict[int, str] = {2: "first keep", 1: "second keep", 0: "box"}
    by_kind: dict[str, list[Decided]] = defaultdict(list)
    by_turn: dict[str, list[Decided]] = defaultdict(list)
    by_lead: dict[str, list[Decided]] = defaultdict(list)
    late_by_lead: dict[str, list[Decided]] = defaultdict(list)
    for each in sorted(found, key=lambda decided: decided.lead):
        by_lead[band(each.lead)].append(each)
        if each.turn >= 9:
            late_by_lead[band(each.lead)].append(each)
    for each in found:
        by_kind[kinds[each.rerolls]].append(each)
    for each in sorted(found, key=lambda decided: decided.turn):
        by_turn[f"turn {each.turn}"].append(each)
    table("by kind", by_kind)
    table("by turn", by_turn)
    table("by lead", by_lead)
    table("by lead, last three turns", late_by_lead)
    worst = sorted((each.cost for each in found), reverse=True)
    print(f"\nthe dearest: {', '.join(f'{cost:.1%}' for cost in worst[:5])}")
    print(f"a game, both sides: {sum(worst) / games:.3%}")


if __name__ == "__main__":
    main()
