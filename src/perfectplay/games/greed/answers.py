"""The answers about Greed: sums of dice, boards of best rolls, and the value of going first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from perfectplay.cli import show
from perfectplay.cli.answers import rolling
from perfectplay.cli.progress import Ticker
from perfectplay.errors import ParameterError, PerfectPlayError
from perfectplay.games.greed import Greed
from perfectplay.games.greed.first_moves import FirstMove, first_moves
from perfectplay.games.greed.words import read_game, read_numbers, read_state
from perfectplay.model.dice_sums import chance_of, mean, variance, ways_to_roll
from perfectplay.model.race import RaceTurn
from perfectplay.model.table import TablePosition
from perfectplay.present.race import RaceAdvice, RatingTable
from perfectplay.request import Compute
from perfectplay.solution.rating_board import RatingBoard
from perfectplay.solution.solution import Solution
from perfectplay.solve import solve

if TYPE_CHECKING:
    from matplotlib.figure import Figure

WIDTH = 80
MOST_DICE = 100
MOST_COUNTED = 12
MOST_TOTALS = 5_000
MOST_ROWS = 40
KINDS_ABREAST = 4
MISPRINT = (10, 3)
"""The game for which C. Addis, A Guide to Optimization and Optimal Play in Greed (2024), gives a
rating of 0.54 for going first."""


def pmf(dice: str, sides: int, out: Path | None, *, dark: bool, as_json: bool) -> None:
    """The ways to each total of some dice, with the means and the variances."""
    Greed(sides=sides)
    numbers = read_numbers("--dice", dice, 1, MOST_DICE)
    if max(numbers) * sides > MOST_TOTALS:
        raise PerfectPlayError(
            f"{max(numbers)} dice of {sides} sides are too many to list; "
            f"their highest total can be at most {MOST_TOTALS:,}"
        )
    if out is not None:
        from perfectplay.games.greed.figures.sums import sums

        draw_to_file(out, lambda: sums(numbers, sides, dark=dark))
    if as_json:
        show.emit(
            {
                "sides": sides,
                "sums": [sum_facts(number, sides) for number in numbers],
                **written(out),
            }
        )
        return
    show.print_line(f"What dice of {sides} sides add up to")
    show.facts(
        (
            dice_words(number),
            moments(number, sides),
        )
        for number in numbers
    )
    show_totals(numbers, sides)
    print_written(out)


def dice_words(number: int) -> str:
    """A number of dice, in words."""
    return f"{number} dice" if number != 1 else "1 die"


def moments(number: int, sides: int) -> str:
    """The mean and the variance of a sum, and the number of ways to roll it."""
    ways = f"{sides**number:,} ways in all" if number <= MOST_COUNTED else f"{sides}^{number} ways"
    return f"mean {mean(number, sides)}, variance {variance(number, sides)}, {ways}"


def sum_facts(number: int, sides: int) -> dict[str, Any]:
    """The distribution of a sum for programs."""
    totals = range(number, number * sides + 1)
    return {
        "dice": number,
        "mean": str(mean(number, sides)),
        "variance": str(variance(number, sides)),
        "totals": [
            {
                "total": total,
                "ways": ways_to_roll(total, number, sides),
                "probability": float(chance_of(total, number, sides)),
                "exact": str(chance_of(total, number, sides)),
            }
            for total in totals
        ],
    }


def show_totals(numbers: Sequence[int], sides: int) -> None:
    """The totals for people, the most likely ones if there are many."""
    chances = {
        total: [chance_of(total, number, sides) for number in numbers]
        for total in range(min(numbers), max(numbers) * sides + 1)
    }
    likely = sorted(chances, key=lambda total: -max(chances[total]))[:MOST_ROWS]
    wide = sum(len(str(sides**number)) + 11 for number in numbers) > WIDTH
    head, rows = ["total"], []
    for number in numbers:
        head += ["chance"] if wide else [dice_words(number), "chance"]
    for total in sorted(likely):
        row = [str(total)]
        for number, chance in zip(numbers, chances[total], strict=True):
            ways = ways_to_roll(total, number, sides)
            shown = show.percent(chance) if ways else ""
            row += [shown] if wide else [str(ways) if ways else "", shown]
        rows.append(row)
    show.table(head, rows, right=head)
    if len(rows) < len(chances):
        show.print_line(f"{len(chances) - len(rows):,} less likely totals; --json has all")


def board(
    words: list[str],
    at: str | None,
    out: Path | None,
    *,
    last: bool,
    exact: bool,
    dark: bool,
    as_json: bool,
) -> None:
    """The best numbers of dice at all scores; or all numbers of dice at one state."""
    game = read_game(words)
    turn = None if at is None else read_state(game, at, last=last)
    with Ticker() as ticker:
        solution = solve(game, compute=Compute(progress=ticker, engine="race"), exact=exact)
    if out is not None:
        draw_to_file(out, lambda: figure_of(solution, turn, last=last, dark=dark))
    if turn is not None:
        rolling.show_advice(RaceAdvice.at(solution, TablePosition(turn)), as_json=as_json)
    elif as_json:
        show.emit({**show.heading(solution), **board_facts(solution, last=last), **written(out)})
    else:
        show_board(solution, last=last)
    if not as_json:
        print_written(out)


def figure_of(solution: Solution, turn: RaceTurn | None, *, last: bool, dark: bool) -> Figure:
    """The picture of a board, or of one turn, with the runner-up if it is the last."""
    from perfectplay.games.greed.figures.board import board as whole
    from perfectplay.games.greed.figures.last_turn import last_turn
    from perfectplay.games.greed.figures.options import options

    ratings = solution.answer(RatingBoard)
    if turn is None:
        return whole(ratings, last=last, dark=dark)
    if last:
        return last_turn(ratings, turn.mine, turn.theirs, runner_up=True, dark=dark)
    return options(ratings, turn.mine, turn.theirs, dark=dark)


def board_facts(solution: Solution, *, last: bool) -> dict[str, Any]:
    """All best numbers of dice and ratings for programs, by both scores, the mover's first."""
    board = RatingTable.of(solution, last=last)
    return {
        "last": last,
        "dice": board.dice,
        "ratings": [[float(rating) for rating in row] for row in board.ratings],
        "exact": [[str(rating) for rating in row] for row in board.ratings]
        if solution.exact
        else None,
    }


def show_board(solution: Solution, *, last: bool) -> None:
    """The best numbers of dice for people: the board if it fits, and its striking features."""
    choices = (
        solution.answer(RatingBoard).last_choice
        if last
        else solution.answer(RatingBoard).normal_choice
    )[0]
    limit = solution.answer(RatingBoard).limit
    table = [[int(dice) for dice in row] for row in choices]
    most = max(max(row) for row in table)
    mine, theirs = next(
        (mine, theirs)
        for mine, row in enumerate(table)
        for theirs, n in enumerate(row)
        if n == most
    )
    none = sum(row.count(0) for row in table)
    rating, _ = solution.answer(RatingBoard).best(0, 0, last=last, player=0)
    when = "in" if last else "before"
    show.print_line(
        f"{show.game_line(solution.game)}: the best number of dice {when} the last turn"
    )
    show.facts(
        [
            ("rating at 0 against 0", show.number(rating) + show.fraction(rating)),
            ("no dice are best at", f"{none:,} of {(limit + 1) ** 2:,} states"),
            ("most dice", f"{most}, first at {mine} against {theirs}"),
        ]
    )
    lines = board_lines(table)
    if len(lines[0]) <= WIDTH:
        show.print_line("\n" + "\n".join(lines))
        show.print_line("\nacross: the score of the player to move; upwards: the other's score")
    else:
        show.print_line(
            f"The board is {limit + 1} by {limit + 1} states: --out FILE.svg draws it, --json "
            "has it,\n--at MINE,THEIRS shows one state."
        )


def board_lines(table: Sequence[Sequence[int]]) -> list[str]:
    """A board as lines of text, the opponent's highest score at the top.

    >>> for line in board_lines([[1, 2], [0, 0]]):
    ...     print(line)
    1 │ 2 0
    0 │ 1 0
      └────
        0 1
    """
    limit = len(table) - 1
    cell = max(len(str(max(map(max, table)))), len(str(limit))) + 1
    side = len(str(limit))
    rows = [
        f"{theirs:>{side}} │" + "".join(f"{row[theirs]:>{cell}}" for row in table)
        for theirs in range(limit, -1, -1)
    ]
    scores = "".join(f"{mine:>{cell}}" for mine in range(limit + 1))
    return [*rows, f"{'':>{side}} └" + "─" * len(scores), f"{'':>{side}}  {scores}"]


def first_move(
    limits: str, sides: str, out: Path | None, *, exact: bool, dark: bool, as_json: bool
) -> None:
    """The value of going first, for each limit and kind of dice."""
    largest, kinds = (Greed.parameters()[name] for name in ("max", "sides"))
    wanted = read_numbers("--max", limits, largest.low, largest.high)
    dice = read_numbers("--sides", sides, kinds.low, kinds.high)
    moves = []
    with Ticker("rating all turns") as ticker:
        for each in dice:
            moves += first_moves(wanted, each, exact=exact, progress=ticker)
    if out is not None:
        from perfectplay.games.greed.figures.first_move import first_move as against_limit

        draw_to_file(out, lambda: against_limit(advantages(moves), dark=dark))
    if as_json:
        show.emit(
            {
                "moves": [
                    {
                        "max": move.limit,
                        "sides": move.sides,
                        "rating": float(move.rating),
                        "exact": show.exact_text(move.rating),
                        "first_roll": move.dice,
                    }
                    for move in moves
                ],
                **written(out),
            }
        )
        return
    show_first_moves(moves, wanted, dice)
    print_written(out)


def show_first_moves(
    moves: Sequence[FirstMove], limits: Sequence[int], kinds: Sequence[int]
) -> None:
    """The ratings of going first for people: a grid, or a list if they are exact."""
    show.print_line("The rating of going first, and the best first roll")
    if isinstance(moves[0].rating, Fraction):
        show_exact_moves(moves)
    else:
        for place in range(0, len(kinds), KINDS_ABREAST):
            show_grid(moves, limits, kinds[place : place + KINDS_ABREAST])
    if any((move.limit, move.sides) == MISPRINT for move in moves):
        [move] = first_moves([MISPRINT[0]], MISPRINT[1], exact=True)
        show.print_line(
            f"max={move.limit} sides={move.sides} is exactly {move.rating} = "
            f"{show.number(move.rating)}.\nC. Addis (2024) has 0.54 for it, which the rules given "
            "there do not bear out."
        )


def show_grid(moves: Sequence[FirstMove], limits: Sequence[int], kinds: Sequence[int]) -> None:
    """Ratings and first rolls, a row for each limit and two columns for each kind of dice."""
    known = {(move.limit, move.sides): move for move in moves}
    head = ["max", *(name for kind in kinds for name in (f"{kind} sides", "roll"))]
    rows = [
        [
            str(limit),
            *(
                cell
                for kind in kinds
                for cell in (f"{known[limit, kind].rating:.6f}", str(known[limit, kind].dice))
            ),
        ]
        for limit in limits
    ]
    show.table(head, rows, right=head)


def show_exact_moves(moves: Sequence[FirstMove]) -> None:
    """Ratings and first rolls one by one, with fractions if they are short enough to read."""
    show.table(
        ["max", "sides", "rating", "roll", "exact"],
        [
            (
                str(move.limit),
                str(move.sides),
                f"{float(move.rating):.12f}",
                str(move.dice),
                show.fraction(move.rating).removeprefix(" = "),
            )
            for move in moves
        ],
        right=["max", "sides", "rating", "roll"],
    )


def advantages(moves: Sequence[FirstMove]) -> dict[int, dict[int, float]]:
    """The advantage of going first (the rating minus one half), by sides of the dice and limit.

    >>> advantages(first_moves([2], 3, exact=True))
    {3: {2: -0.05555555555555555}}
    """
    found: dict[int, dict[int, float]] = {}
    for move in moves:
        found.setdefault(move.sides, {})[move.limit] = float(move.rating - Fraction(1, 2))
    return found


def report(words: list[str], out: Path, *, dark: bool, as_json: bool) -> None:
    """Everything on one page."""
    from perfectplay.games.greed.report import report as page
    from perfectplay.solution.storage.container import whole_file

    game = read_game(words)
    if game.dice:
        raise ParameterError("greed: a report is for any number of dice in a roll; leave out dice")
    with Ticker("writing the report"):
        solution = solve(game, compute=Compute(engine="race"))
        text = page(solution, f"Greed up to {game.max}", dark=dark)
        with whole_file(out) as temporary:
            temporary.write_text(text, encoding="utf-8")
    if as_json:
        show.emit({**show.heading(solution), "value": float(solution.value), **written(out)})
    else:
        print_written(out)


def draw_to_file(out: Path, figure: Callable[[], Figure]) -> None:
    """Draw a figure and write it to a file."""
    from perfectplay.figures.files import write

    with Ticker("drawing"):
        write(figure(), out)


def written(out: Path | None) -> dict[str, Path]:
    """The written file, for programs."""
    return {} if out is None else {"out": out}


def print_written(out: Path | None) -> None:
    """The written file, for people."""
    if out is not None:
        show.print_line(f"written to {out}")
