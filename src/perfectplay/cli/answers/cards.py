"""Cards of rules: what they cost, where they lose, and how to find them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from perfectplay.cli import show
from perfectplay.cli.progress import Ticker
from perfectplay.cli.question import Question
from perfectplay.errors import PerfectPlayError
from perfectplay.model.nodes import Number
from perfectplay.request import Compute, Progress
from perfectplay.solution.answers import PolicyRegret
from perfectplay.solution.regret import Loss
from perfectplay.solution.solution import Solution
from perfectplay.solution.storage.container import whole_file
from perfectplay.solve import evaluate as evaluate_exactly
from perfectplay.solve import solution_offering
from perfectplay.strategies.rules import Rules, read_rules
from perfectplay.strategies.rules.card import page, svg, text_card
from perfectplay.strategies.rules.layout import counted, lines_to_a_person
from perfectplay.strategies.rules.toml import write_rules
from perfectplay.user_code import user_errors

MOST_SHOWN = 12
TOLD = {
    "best": "best play",
    "first": "going first against the best answer",
    "answer": "the best answer going first",
    "loss": "loss",
}
PROVED = (
    "Proved: of the lists of this length that the search can express, none loses less. "
    "Others may: their lists are too many to go through."
)
NOT_PROVED = "These are the best lists found; there are too many to go through them all."
WRITERS = {
    ".svg": svg,
    ".html": page,
    ".toml": lambda rules, _: write_rules(rules),
    ".txt": text_card,
}
AGAINST = "the mean of going first and second against the best answer"
"""What a list for two players is worth, as the search measures it."""


def evaluate(question: Question, path: Path, out: Path | None, *, why: bool, as_json: bool) -> None:
    """The value of a card, and what it loses."""
    require_suffix(out)
    best = question.solution()
    rules = read_rules(path, best.game)
    with Ticker() as ticker, user_errors(best.game):
        found = priced(best, rules, ticker)
        lost = (
            solution_offering(best, PolicyRegret).answer(PolicyRegret).of(rules)[:] if why else []
        )
    costly = [loss for loss in lost if loss.total]
    write_card(rules, price(best, found), out)
    if as_json:
        show.emit(
            {
                **show.heading(best),
                "name": rules.name,
                "lines": rules.texts,
                "lines_to_a_person": lines_to_a_person(rules.texts),
                **{name: float(value) for name, value in found.items()},
                "exact": show.exact_text(found["value"]),
                "losses": [
                    {
                        "line": loss.line,
                        "where": loss_place(best, loss),
                        "often": float(loss.visits),
                        "cost": float(loss.total),
                    }
                    for loss in costly
                ],
            }
        )
        return
    show.print_line(text_card(rules))
    show.facts(
        [
            *([("lines", told)] if (told := counted(rules.texts)) else []),
            *(
                (TOLD.get(name, best.meaning), show.number(value) + show.fraction(value))
                for name, value in found.items()
            ),
        ]
    )
    if why:
        show.table(
            ["line", "where", "often", "cost a game"],
            [
                (
                    str(loss.line),
                    loss_place(best, loss),
                    f"{float(loss.visits):.5f}",
                    f"{float(loss.total):.5f}",
                )
                for loss in costly[:MOST_SHOWN]
            ],
            right=["line", "often", "cost a game"],
        )


def priced(best: Solution, rules: Rules, progress: Progress) -> dict[str, Number]:
    """The value of a card and what it loses; in a game for two, against the best response to it."""
    if best.game.players == 1:
        value = evaluate_play(best, (rules,), progress)
        return {"value": value, "best": best.value, "loss": best.value - value}
    first, second = (
        evaluate_play(best, given, progress) for given in ((rules, None), (None, rules))
    )
    itself, loss = evaluate_play(best, (rules, rules), progress), (second - first) / 2
    return {"value": itself, "first": first, "answer": second, "loss": loss}


def evaluate_play(best: Solution, given: tuple[Rules | None, ...], progress: Progress) -> Number:
    """The value of play by a card; a missing one is replaced by the best response."""
    return evaluate_exactly(
        best.game,
        *given,
        objective=best.objective,
        exact=best.exact,
        compute=Compute(memory_limit=best.request.compute.memory_limit, progress=progress),
    ).value


def loss_place(best: Solution, loss: Loss) -> str:
    """The place where a card loses, in words."""
    score = f", score {loss.score}" if loss.score is not None else ""
    return best.game.describe(loss.position) + score


def price(best: Solution, found: Mapping[str, Number], meaning: str | None = None) -> str:
    """The cost of a card, in a line to print below it."""
    value, loss = float(found["value"]), float(found["loss"])
    who = "best play" if best.game.players == 1 else "the best answer"
    return f"{meaning or best.meaning} {value:.4f}, {who} gains {loss:.4f}"


def distil(
    question: Question,
    lines: int,
    start: Path | None,
    seed: int,
    out: Path | None,
    *,
    as_json: bool,
) -> None:
    """The curve of lines against loss, and the best card."""
    from perfectplay.strategies.distil import distil as search

    require_suffix(out)
    best = question.solution()
    begun = read_rules(start, best.game) if start else None
    with Ticker() as ticker, user_errors(best.game):
        found = search(best, lines, start=begun, seed=seed, progress=ticker)
    rules, value, loss = found.best.rules, found.best.value, found.best.loss
    meaning = best.meaning if best.game.players == 1 else AGAINST
    write_card(rules, price(best, {"value": value, "loss": loss}, meaning), out)
    if as_json:
        show.emit(
            {
                **show.heading(best),
                "best": float(value + loss),
                "stopped": found.stopped,
                "curve": [
                    {
                        "lines": point.lines,
                        "value": float(point.value),
                        "loss": float(point.loss),
                        "exact": show.exact_text(point.loss),
                        "proved": point.proved,
                        "rules": point.rules.texts,
                    }
                    for point in found.curve
                ],
            }
        )
        return
    show.print_line(
        f"{show.game_line(best.game)}: {meaning}, best play {show.number(value + loss)}"
    )
    show.table(
        ["lines", "value", "loss", "least"],
        [
            (
                str(point.lines),
                show.aligned(point.value),
                show.aligned(point.loss),
                "proved" if point.proved else "",
            )
            for point in found.curve
        ],
        right=["lines", "value", "loss"],
    )
    show.print_line(text_card(rules))
    show.print_line(PROVED if any(point.proved for point in found.curve) else NOT_PROVED)
    if found.stopped:
        show.warn("the search was stopped; this is the best so far")


def require_suffix(out: Path | None) -> None:
    """Refuse a file name that a card cannot be written to, before computing anything."""
    if out is not None and out.suffix not in WRITERS:
        raise PerfectPlayError(f"{out} must end in {', '.join(WRITERS)}")


def write_card(rules: Rules, costs: str, out: Path | None) -> None:
    """Write a card to a file, atomically."""
    if out is not None:
        with whole_file(out) as temporary:
            temporary.write_text(WRITERS[out.suffix](rules, costs), encoding="utf-8")
