"""What solving a game in blocks would take, without solving it."""

from __future__ import annotations

import dataclasses

from perfectplay import engines
from perfectplay.cli import show
from perfectplay.cli.progress import Ticker
from perfectplay.cli.question import Question
from perfectplay.engines.backends.clock import duration
from perfectplay.engines.backends.threads import available_cores
from perfectplay.engines.plan import Plan
from perfectplay.errors import in_bytes
from perfectplay.request import Storage
from perfectplay.solve import require_fit
from perfectplay.user_code import user_errors


def plan(question: Question, workers: int | None, storage: Storage, *, as_json: bool) -> None:
    """Steps, states, files, memory, and the time needed with some number of workers.

    If positions have to be counted in a folder, a solve can continue there.
    """
    game = question.rules()
    with Ticker() as ticker, user_errors(game):
        request = question.request(game, progress=ticker, storage=storage)
        require_fit(game, request)
        found = engines.choose(game, request, "plan").plan(game, request)
    many = workers or available_cores()
    if as_json:
        show.emit(
            {
                **show.question_facts(game, request.objective),
                "states": found.states,
                "counted": found.counted,
                "blocks": found.blocks,
                "bytes": found.written,
                "read": found.read,
                "peak": found.peak,
                "memory": found.memory,
                "rate": found.rate,
                "workers": many,
                "seconds": found.seconds(many),
                "traffic": found.traffic(many),
                "steps": [dataclasses.asdict(step) for step in found.steps],
            }
        )
        return
    show.print_line(f"{show.game_line(game)}: {game.meaning(request.objective)}")
    show_steps(found)
    about = "" if found.counted else "about "
    traffic = in_bytes(round(found.traffic(many)))
    time = f"{duration(found.seconds(many))} on {many:,} worker{'s' * (many != 1)}"
    show.facts(
        [
            ("states", f"{about}{found.states:,}"),
            ("blocks", f"{found.blocks:,}; a worker takes up to {in_bytes(found.memory)} for one"),
            ("table", f"{in_bytes(found.written)}; with --keep value {in_bytes(found.peak)}"),
            ("read", in_bytes(found.read)),
            ("rate", f"{found.rate:,.0f} states a second on a core, measured here"),
            ("time", f"{time}, if the folder can sustain {traffic} a second"),
        ]
    )


def show_steps(found: Plan) -> None:
    """The steps, in the order they are solved."""
    rows = [
        (
            step.name,
            f"{step.states:,}",
            f"{step.blocks:,}",
            in_bytes(step.written),
            in_bytes(step.read),
        )
        for step in found.steps
    ]
    columns = ["states", "blocks", "written", "read"]
    show.table(["step", *columns], rows, right=columns)
