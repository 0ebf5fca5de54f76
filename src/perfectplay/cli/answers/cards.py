"""Cards of rules: what they cost, where, and how to find them."""

from __future__ import annotations

from pathlib import Path

from perfectplay.analysis.losses import losses_of
from perfectplay.cli import show, words
from perfectplay.cli.progress import Ticker
from perfectplay.cli.question import Question
from perfectplay.errors import PerfectPlayError
from perfectplay.solution.solution import Solution
from perfectplay.solution.storage.container import whole_file
from perfectplay.solve import evaluate as evaluate_exactly
from perfectplay.strategies.rules import Rules, read_rules
from perfectplay.strategies.rules.card import page, svg, text_card
from perfectplay.strategies.rules.toml import write_rules

MOST_SHOWN = 12
WRITERS = {
    ".svg": svg,
    ".html": page,
    ".toml": lambda rules, _: write_rules(rules),
    ".txt": text_card,
}


def evaluate(question: Question, path: Path, out: Path | None, *, why: bool, as_json: bool) -> None:
    """What a card is worth, and what it loses."""
    require_suffix(out)
    best = question.solution()
    rules = read_rules(path, best.game)
    if best.game.players != 1:
        raise PerfectPlayError(
            f"{best.game.name} is for {best.game.players} players; take compare {best.game.name} "
            f"optimal {path}"
        )
    with Ticker() as ticker, words.user_code(best.game):
        played = evaluate_exactly(
            best.game,
            rules,
            objective=best.objective,
            exact=best.request.exact,
            memory_limit=best.request.memory,
            progress=ticker,
        )
        lost = losses_of(best, rules, played) if why else []
    costs = price(best, played)
    write_card(rules, costs, out)
    if as_json:
        show.emit(
            {
                **show.heading(best),
                "name": rules.name,
                "lines": rules.texts,
                "value": float(played.value),
                "exact": show.exact_text(played.value),
                "best": float(best.value),
                "loss": float(best.value - played.value),
                "losses": [
                    {
                        "line": loss.line + 1,
                        "where": loss.where,
                        "often": loss.often,
                        "cost": loss.cost,
                    }
                    for loss in lost
                ],
            }
        )
        return
    show.say(text_card(rules))
    show.facts(
        [
            (best.meaning, show.number(played.value) + show.fraction(played.value)),
            ("best play", show.number(best.value) + show.fraction(best.value)),
            (
                "loss",
                show.number(best.value - played.value) + show.fraction(best.value - played.value),
            ),
        ]
    )
    if why:
        show.table(
            ["line", "where", "often", "cost a game"],
            [
                (str(loss.line + 1), loss.where, f"{loss.often:.5f}", f"{loss.cost:.5f}")
                for loss in lost[:MOST_SHOWN]
            ],
            right=["line", "often", "cost a game"],
        )


def price(best: Solution, played: Solution) -> str:
    """What a card costs, in a line to print below it."""
    loss = float(best.value - played.value)
    return f"{best.meaning} {float(played.value):.4f}, best play {loss:.4f} more"


def distil(question: Question, lines: int, seed: int, out: Path | None, *, as_json: bool) -> None:
    """The curve of lines against loss, and the best card."""
    from perfectplay.strategies.distil import distil as search

    require_suffix(out)
    best = question.solution()
    with Ticker() as ticker, words.user_code(best.game):
        found = search(best, lines, seed=seed, progress=ticker)
    rules = found.best.rules
    costs = f"{best.meaning} {float(found.best.value):.4f}, best play {found.best.loss:.4f} more"
    write_card(rules, costs, out)
    if as_json:
        show.emit(
            {
                **show.heading(best),
                "best": float(best.value),
                "stopped": found.stopped,
                "curve": [
                    {
                        "lines": point.lines,
                        "value": float(point.value),
                        "loss": float(point.loss),
                        "exact": show.exact_text(point.loss),
                        "rules": point.rules.texts,
                    }
                    for point in found.curve
                ],
            }
        )
        return
    show.say(f"{show.game_line(best.game)}: {best.meaning}, best play {show.number(best.value)}")
    show.table(
        ["lines", "value", "loss"],
        [
            (
                str(point.lines),
                show.aligned(point.value),
                show.aligned(point.loss),
            )
            for point in found.curve
        ],
        right=["lines", "value", "loss"],
    )
    show.say(text_card(rules))
    if found.stopped:
        show.warn("the search was stopped; this is the best so far")


def require_suffix(out: Path | None) -> None:
    """Refuse a file that a card cannot be written to, before anything is worked out."""
    if out is not None and out.suffix not in WRITERS:
        raise PerfectPlayError(f"{out} must end in {', '.join(WRITERS)}")


def write_card(rules: Rules, costs: str, out: Path | None) -> None:
    """Write a card, whole or not at all."""
    if out is not None:
        with whole_file(out) as temporary:
            temporary.write_text(WRITERS[out.suffix](rules, costs), encoding="utf-8")
