"""The answers to the commands, for people and as JSON."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from perfectplay.cli import show, words
from perfectplay.cli.progress import Ticker
from perfectplay.conformance import CHECKS, playthrough
from perfectplay.errors import PerfectPlayError, UnknownGameError
from perfectplay.games import registry
from perfectplay.model.nodes import Number
from perfectplay.model.parameters import Parameter
from perfectplay.model.text import write_value
from perfectplay.objectives import Win, read_number, read_objective
from perfectplay.solution import comparison, files, verification
from perfectplay.solution.distribution import Distribution
from perfectplay.solution.options import Option
from perfectplay.solution.simulation import Simulation
from perfectplay.solution.solution import Solution

if TYPE_CHECKING:
    import polars as pl

PERCENTILES = (1, 5, 25, 50, 75, 95, 99)
MOST_SCORES = 60
ROUNDING = 1e-9


def games(*, as_json: bool) -> None:
    """The games there are."""
    known, broken = [], []
    for name in registry.names():
        try:
            known.append(registry.find(name))
        except UnknownGameError as error:
            broken.append(str(error))
    for complaint in broken:
        show.warn(complaint)
    if as_json:
        show.emit(
            {
                "games": [
                    {
                        "name": game.name,
                        "summary": game.summary(),
                        "players": game.players,
                        "parameters": [
                            describe(parameter) for parameter in game.parameters().values()
                        ],
                    }
                    for game in known
                ]
            }
        )
        return
    for game in known:
        show.say(f"{game.name}: {game.summary()}")
        show.facts((str(parameter), " ") for parameter in game.parameters().values())
        show.say("")


def describe(parameter: Parameter) -> dict[str, Any]:
    """A parameter for programs."""
    return {
        "name": parameter.name,
        "type": parameter.type.__name__,
        "default": parameter.default,
        "low": parameter.low,
        "high": parameter.high,
        "choices": list(parameter.choices),
        "doc": parameter.doc,
    }


def heading(solution: Solution) -> dict[str, Any]:
    """What was asked, for programs."""
    return {
        "game": solution.game.name,
        "parameters": solution.game.chosen,
        "objective": str(solution.objective),
    }


def solve(solution: Solution, saved: Path | None, *, as_json: bool) -> None:
    """A solved game's value, size and first moves."""
    value = solution.value
    start = solution.game.start()
    if as_json:
        show.emit(
            {
                **heading(solution),
                "value": float(value),
                "exact": show.exact_text(value),
                "positions": solution.positions,
                "seconds": solution.seconds,
                "saved": saved,
            }
        )
        return
    show.say(show.game_line(solution.game))
    show.facts(
        [
            (solution.meaning, show.number(value) + show.fraction(value)),
            ("first move", "\n".join(moves(solution, start))),
            ("positions", f"{solution.positions:,}"),
            ("time", f"{solution.seconds:.2f} s"),
            ("saved in", str(saved or "")),
        ]
    )


def moves(solution: Solution, position: Hashable) -> list[str]:
    """The best moves at a position, or after each outcome of the chance there."""
    kind = solution.kind(position)
    score = 0 if solution.tracked else None
    if kind == "choice":
        return [best_moves(solution, position, 0)]
    if kind == "final":
        return []
    return [
        f"{told(solution, outcome.position, position)}: "
        + best_moves(solution, outcome.position, outcome.points)
        for outcome in solution.outcomes(position, score)
        if solution.kind(outcome.position) == "choice"
    ]


def best_moves(solution: Solution, position: Hashable, score: Number) -> str:
    """The best moves at a choice, with the score so far."""
    options = solution.options(position, score if solution.tracked else None)
    best = [str(option.label) for option in options if option.best]
    return "any" if 1 < len(best) == len(options) else " or ".join(best)


def told(solution: Solution, position: Hashable, before: Hashable) -> str:
    """A position by what is new in it: the fields that the position before did not have."""
    if not hasattr(position, "_asdict") or not hasattr(before, "_asdict"):
        return solution.game.text(position)
    old, new = before._asdict(), position._asdict()
    changed = {name for name, value in new.items() if name not in old or old[name] != value}
    return " ".join(f"{name}={write_value(new[name])}" for name in new if name in changed)


def advise(solution: Solution, at: str | None, score_text: str | None, *, as_json: bool) -> None:
    """The ranked options at a position, or what to do after each outcome."""
    position = solution.game.start() if at is None else solution.read(at)
    score = None if score_text is None else read_number(score_text, f"--score {score_text}")
    if score is not None and not solution.tracked:
        raise PerfectPlayError(
            f"the score does not matter for '{solution.objective}'; leave it out"
        )
    value = solution.value_at(position, score)
    kind = solution.kind(position)
    options = solution.options(position, score) if kind == "choice" else []
    outcomes = solution.outcomes(position, score) if kind == "chance" else []
    if as_json:
        show.emit(
            {
                **heading(solution),
                "position": solution.game.text(position),
                "score": None if score is None else show.whole(score),
                "kind": kind,
                "value": float(value),
                "exact": show.exact_text(value),
                "options": [told_option(option) for option in options],
                "outcomes": [
                    {
                        "position": solution.game.text(outcome.position),
                        "probability": float(outcome.probability),
                        "points": show.whole(outcome.points),
                        "value": float(outcome.value),
                    }
                    for outcome in outcomes
                ],
            }
        )
        return
    where = "" if score is None else f", score {score}"
    show.say(f"{show.game_line(solution.game)}, at {solution.game.text(position)}{where}")
    show.facts([(solution.meaning, show.number(value) + show.fraction(value))])
    if kind == "final":
        show.say("The game is over.")
    elif kind == "choice":
        show_options(options)
    else:
        rows = []
        for outcome in outcomes:
            after = ""
            if solution.kind(outcome.position) == "choice":
                base = 0 if score is None else score
                after = best_moves(solution, outcome.position, base + outcome.points)
            rows.append(
                (
                    told(solution, outcome.position, position),
                    show.percent(outcome.probability),
                    show.aligned(outcome.value),
                    after,
                )
            )
        show.table(["outcome", "chance", "value", "then"], rows, right=["chance", "value"])


def told_option(option: Option) -> dict[str, Any]:
    """An option for programs."""
    return {
        "option": option.label,
        "value": float(option.value),
        "exact": show.exact_text(option.value),
        "cost": float(option.cost),
        "best": option.best,
    }


def show_options(options: Sequence[Option]) -> None:
    """Options for people: the best ones are marked."""
    rows = [
        (
            "best" if option.best else "",
            str(option.label),
            show.aligned(option.value),
            "" if option.best else show.aligned(option.cost),
        )
        for option in options
    ]
    show.table(["", "option", "value", "cost"], rows, right=["value", "cost"])


def table(
    solution: Solution, frame: pl.DataFrame, rows: int, out: Path | None, *, as_json: bool
) -> None:
    """A data frame: some rows for people, all of them for programs and files."""
    if out is not None:
        write_frame(frame, out)
    if as_json:
        found = {"rows": frame.to_dicts()} if out is None else {"out": out, "count": frame.height}
        show.emit({**heading(solution), **found})
        return
    if out is not None:
        show.say(f"{frame.height:,} rows written to {out}")
        return
    shown = frame.head(rows)
    if solution.game.players == 1:
        shown = shown.drop("player", strict=False)
    if "also" in shown and not any(shown["also"].list.len()):
        shown = shown.drop("also")
    numeric = [name for name, kind in shown.schema.items() if kind.is_numeric()]
    show.table(
        shown.columns,
        [[cell(value) for value in row] for row in shown.iter_rows()],
        right=numeric,
    )
    if frame.height > rows:
        show.say(f"{frame.height - rows:,} more rows; --rows N shows more, --out FILE writes all")


def cell(value: Any) -> str:
    """A cell of a table for people."""
    if value is None:
        return ""
    if isinstance(value, list):
        return " ".join(map(str, value))
    if isinstance(value, bool):
        return write_value(value)
    if isinstance(value, str):
        return value.replace(",", ", ")
    return f"{value:.5f}" if isinstance(value, float) else str(value)


def write_frame(frame: pl.DataFrame, out: Path) -> None:
    """Write a data frame to a file, whole or not at all."""
    import polars as pl

    lists = [name for name, kind in frame.schema.items() if isinstance(kind, pl.List)]
    with files.whole_file(out) as temporary:
        if out.suffix == ".parquet":
            frame.write_parquet(temporary)
        elif out.suffix == ".csv":
            frame.with_columns(pl.col(lists).list.join(" ")).write_csv(temporary)
        else:
            raise PerfectPlayError(f"{out} must end in .csv or .parquet")


def distribution(solution: Solution, *, as_json: bool) -> None:
    """How likely each final score is."""
    found = solution.distribution()
    if as_json:
        show.emit(
            {
                **heading(solution),
                "mean": float(found.mean),
                "deviation": found.deviation,
                "percentiles": {
                    rank: show.whole(found.quantile(rank / 100)) for rank in PERCENTILES
                },
                "scores": [
                    {
                        "score": show.whole(score),
                        "probability": float(mass),
                        "exact": show.exact_text(mass),
                        "at_least": float(found.at_least(score)),
                    }
                    for score, mass in found.items()
                ],
            }
        )
        return
    show.say(f"{show.game_line(solution.game)}, played for {solution.meaning}")
    spread = "  ".join(
        f"{rank}\u00a0%:\u00a0{show.number(found.quantile(rank / 100), 3)}" for rank in PERCENTILES
    )
    show.facts(
        [
            ("mean", show.number(found.mean) + show.fraction(found.mean)),
            ("standard deviation", show.number(found.deviation)),
            ("percentiles", spread if len(found) > len(PERCENTILES) else ""),
        ]
    )
    show_scores(found)


def show_scores(found: Distribution) -> None:
    """Scores with bars; the likeliest ones if there are very many."""
    shown = sorted(sorted(found, key=lambda score: -found[score])[:MOST_SCORES])
    largest = max(found.values())
    exact = isinstance(largest, Fraction)
    show.table(
        ["score", "chance", "or more", "exact" if exact else "", ""],
        [
            (
                show.number(score, 3),
                show.percent(found[score]),
                show.percent(found.at_least(score)),
                str(found[score]) if exact else "",
                show.bar(found[score], largest),
            )
            for score in shown
        ],
        right=["score", "chance", "or more", "exact"],
    )
    if len(shown) < len(found):
        show.say(f"{len(found) - len(shown):,} less likely scores are left out; --json has all")


def simulate(solution: Solution, played: Simulation, *, as_json: bool) -> None:
    """What simulated games came to, beside the value."""
    low, high = played.interval()
    value = float(solution.value)
    inside = low - ROUNDING <= value <= high + ROUNDING
    if as_json:
        show.emit(
            {
                **heading(solution),
                "games": played.games,
                "seed": played.seed,
                "mean": played.mean,
                "error": played.error,
                "interval": [low, high],
                "value": value,
            }
        )
        return
    show.say(f"{show.game_line(solution.game)}: {played.games:,} games with seed {played.seed}")
    show.facts(
        [
            ("mean", show.number(played.mean, 6)),
            ("95 % interval", f"{show.number(low, 6)} to {show.number(high, 6)}"),
            (f"exact {solution.meaning}", show.number(value)),
            (
                "inside",
                "yes" if inside else "no: 1 in 20 times chance alone does this",
            ),
        ]
    )


def compare(
    name: str,
    given: list[str],
    objective_text: str | None,
    *,
    exact: bool,
    memory: str,
    as_json: bool,
) -> None:
    """Strategies side by side."""
    parameters = [word for word in given if "=" in word and ":" not in word]
    game = words.find_game(name, parameters)
    chosen = [word for word in given if word not in parameters]
    twice = next((word for word in chosen if chosen.count(word) > 1), None)
    if twice is not None:
        raise PerfectPlayError(f"the strategy {twice} is named twice")
    if not chosen:
        raise PerfectPlayError("name the strategies to compare, such as: optimal random")
    objective = game.objective() if objective_text is None else read_objective(objective_text)
    strategies = {word: words.find_strategy(word, game, objective) for word in chosen}
    with Ticker() as ticker, words.user_code(game):
        results = comparison.compare(
            game,
            strategies,
            objective,
            exact=exact,
            memory_limit=words.read_memory(memory),
            progress=ticker,
        )
    if as_json:
        show.emit(
            {
                "game": game.name,
                "parameters": game.chosen,
                "objective": str(objective),
                "results": [
                    {
                        "strategies": result.strategies,
                        "value": float(result.value),
                        "exact": show.exact_text(result.value),
                        "mean": float(result.distribution.mean),
                        "deviation": result.distribution.deviation,
                    }
                    for result in results
                ],
            }
        )
        return
    show.say(f"{show.game_line(game)}: {game.meaning(objective)}")
    if game.players == 1:
        show_contest(results)
    else:
        show_matches(results, by_win=isinstance(objective, Win))


def show_contest(results: Sequence[comparison.Result]) -> None:
    """Strategies of one player, best first."""
    best = max(result.value for result in results)
    show.table(
        ["strategy", "value", "behind", "mean score", "deviation"],
        [
            (
                result.strategies[0],
                show.aligned(result.value),
                show.aligned(best - result.value),
                f"{float(result.distribution.mean):.6f}",
                f"{result.distribution.deviation:.6f}",
            )
            for result in sorted(results, key=lambda result: -result.value)
        ],
        right=["value", "behind", "mean score", "deviation"],
    )
    if len(results) == 2:
        first, second = results
        wins, ties = first.distribution.beats(second.distribution)
        show.say(
            f"Side by side, {first.strategies[0]} scores more than {second.strategies[0]} in "
            f"{show.percent(wins)} of games, as much in {show.percent(ties)}."
        )


def show_matches(results: Sequence[comparison.Result], *, by_win: bool) -> None:
    """Strategies of two players, each against each."""
    head = ["first player", "second player", "value"]
    rows = [[*result.strategies, show.aligned(result.value)] for result in results]
    if by_win:
        head += ["wins", "ties", "losses"]
        for row, result in zip(rows, results, strict=True):
            masses = result.distribution
            wins = sum(mass for score, mass in masses.items() if score > 0)
            ties = masses.get(0, 0)
            row += [show.percent(wins), show.percent(ties), show.percent(1 - wins - ties)]
    show.table(head, rows, right=head[2:])


def verify(file: Path, game: str | None, *, as_json: bool) -> None:
    """A second opinion on a saved solution."""
    solution = words.open_solution(file, game)
    with Ticker() as ticker, words.user_code(solution.game):
        found = verification.verify(solution, ticker)
    if as_json:
        show.emit(
            {
                **heading(solution),
                "verified": True,
                "positions": found.positions,
                "largest_error": found.largest_error,
                "value": float(solution.value),
                "exact": show.exact_text(solution.value),
            }
        )
        return
    show.say(f"{file}: {show.game_line(solution.game)}")
    show.facts(
        [
            (
                solution.meaning,
                show.number(solution.value) + show.fraction(solution.value),
            ),
            ("verified", f"the optimality equations hold at all {found.positions:,} positions"),
            ("largest error", f"{found.largest_error:.1e}" if found.largest_error else "0"),
        ]
    )


def check(name: str, record: Path | None, *, as_json: bool) -> None:
    """The promises a game keeps."""
    game = type(words.find_game(name, []))
    kept = []
    for each in CHECKS:
        with words.user_code(game()):
            each(game)
        kept.append(each.__name__.replace("_", " "))
    if record is not None:
        with files.whole_file(record) as temporary:
            temporary.write_text(playthrough(game()), encoding="utf-8")
    if as_json:
        show.emit({"game": game.name, "kept": kept, "record": record})
        return
    show.say(f"{game.name} keeps its promises:")
    show.facts((promise, "yes") for promise in kept)
    if record is not None:
        show.say(f"one whole game is written to {record}")
