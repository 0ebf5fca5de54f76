# mypy: disable-error-code="import-untyped"
"""Slots and Shut the Box, solved by the probabilistic model checker Storm.

The rules are written in the PRISM language, so that Storm's own C++ builder explores the game.
Both models give a roll a state of its own (``roll=0`` before the throw): that costs a few more
states than throwing along with each choice, but saves four fifths of the transitions.
"""

from fractions import Fraction
from itertools import combinations
from math import comb
from tempfile import NamedTemporaryFile

import stormpy
from stormpy import environments

from .boxes import Answer, Boxes

__all__ = ["Answer", "Boxes", "coins", "grid", "shut_the_box", "slots"]


def slots(boxes: Boxes, target: int, *, exact: bool = False) -> Answer:
    """Give the greatest P(total >= target) when every roll of a d6 must fill one open box.

    Points are never negative, so a total at the target is a win at once: Storm explores no further.
    """
    if any(points < 0 for table in boxes.values() for points in table):
        raise ValueError("points must not be negative")
    names = [f"box{i}" for i in range(len(boxes))]
    most = sum(max(table) for table in boxes.values())
    throw = " + ".join(f"1/6: (roll'={face})" for face in range(1, 7))
    lines = [
        "mdp",
        "module slots",
        *(f"{name}: bool init true;" for name in names),
        f"total: [0..{most}] init 0;",
        "roll: [0..6] init 0;",
        f"[] roll=0 & ({' | '.join(names)}) -> {throw};",
    ]
    for name, table in zip(names, boxes.values(), strict=True):
        points = str(table[5])
        for face in range(1, 6):
            points = f"(roll={face} ? {table[face - 1]} : {points})"
        lines.append(
            f"[] {name} & roll>0 -> ({name}'=false) & (total'=total+{points}) & (roll'=0);"
        )
    lines.append("endmodule")
    return _greatest("\n".join(lines), f"total>={target}", exact)


def shut_the_box(tiles: int = 9, *, exact: bool = False) -> Answer:
    """Give the greatest P(all tiles 1..n closed), each roll of 2d6 closing tiles of that sum.

    A roll that no open tiles add up to leaves Storm without a command: a dead end, and a loss.
    """
    numbers = range(1, tiles + 1)
    throw = " + ".join(f"{6 - abs(7 - roll)}/36: (roll'={roll})" for roll in range(2, 13))
    lines = [
        "mdp",
        "module shut_the_box",
        *(f"tile{n}: bool init true;" for n in numbers),
        "roll: [0..12] init 0;",
        f"[] roll=0 & ({' | '.join(f'tile{n}' for n in numbers)}) -> {throw};",
    ]
    for size in range(1, 5):  # five tiles are at least 1+2+3+4+5 = 15
        for shut in combinations(numbers, size):
            if 2 <= sum(shut) <= 12:
                guard = " & ".join(f"tile{n}" for n in shut)
                close = " & ".join(f"(tile{n}'=false)" for n in shut)
                lines.append(f"[] roll={sum(shut)} & {guard} -> {close} & (roll'=0);")
    lines.append("endmodule")
    return _greatest("\n".join(lines), " & ".join(f"!tile{n}" for n in numbers), exact)


def coins(at_start: int, target: int) -> Answer:
    """Give the greatest P(win) in the game of coins."""
    lines = [
        "mdp",
        "module coins",
        f"coins: [0..{at_start}] init {at_start};",
        f"points: [0..{target}] init 0;",
    ]
    for n in range(1, at_start + 1):
        ways = []
        for heads in range(n + 1):
            tails = n - heads
            won = f"(points'=min(points+{heads},{target}))"
            then = won if heads > tails else f"(coins'=coins-{tails})"
            ways.append(f"{comb(n, heads)}/{2**n}: {then}")
        lines.append(f"[] coins>={n} & points<{target} -> {' + '.join(ways)};")
    lines.append("endmodule")
    return _greatest("\n".join(lines), f"points={target}", exact=False)


def grid(size: int) -> Answer:
    """Give the greatest expected reward of the walk to the far corner of a grid."""
    end = size - 1
    program = f"""mdp
module grid
x: [0..{end}] init 0;
y: [0..{end}] init 0;
[east] x<{end} -> 0.9: (x'=x+1) + 0.1: (x'=min(x+2,{end}));
[north] y<{end} -> 0.8: (y'=y+1) + 0.2: (y'=min(y+3,{end}));
endmodule
rewards
[east] true: 0.9*1 + 0.1*2;
[north] true: 0.8*1 + 0.2*3;
endrewards
"""
    answer = _solved(program, f"Rmin=? [F x={end} & y={end}]", exact=False)
    return answer._replace(value=-answer.value)


def _greatest(program: str, goal: str, exact: bool) -> Answer:
    """The greatest probability of reaching the goal."""
    return _solved(program, f"Pmax=? [F {goal}]", exact)


def _solved(program: str, asked: str, exact: bool) -> Answer:
    """Let Storm answer a question about a model.

    On a model without cycles, Storm's topological method is backward induction: each state is
    solved once, from its successors, so there is no error of convergence. (stormpy's default, a
    "sound" environment, gives the same number more slowly: it bounds an error that is not there.)
    Storm reads PRISM only from a file, hence the temporary one.
    """
    with NamedTemporaryFile("w", suffix=".prism") as file:
        file.write(program)
        file.flush()
        game = stormpy.parse_prism_program(file.name)
    question = stormpy.parse_property(asked, game)
    model = stormpy.build_model[stormpy.Rational if exact else float](game, question)
    environment = environments.exact() if exact else environments.Environment()
    environment.solver().min_max().method = environments.MinMaxMethod.TOPOLOGICAL
    result = stormpy.model_checking(
        model, question, only_initial_states=True, environment=environment
    )
    value = result.get_value(model.initial_states[0])
    return Answer(Fraction(str(value)) if exact else value, model.nr_states)
