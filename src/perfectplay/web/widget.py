"""The table of a game in a notebook: play it, and see what every option is worth and why."""

from __future__ import annotations

from typing import Any

from perfectplay.errors import PerfectPlayError, explain_missing_extra
from perfectplay.present.table import answer, place_at, solution_data
from perfectplay.solution.solution import Solution
from perfectplay.web.embedded import table_module

with explain_missing_extra():
    from anywidget import AnyWidget
    from traitlets import Dict, TraitError, Unicode, validate


class TableWidget(AnyWidget):
    """A solved game on a table, with advice; shown if it is the last line of a cell.

    `at` is the position that the table shows, as text, and `score` the points so far; both follow
    the play, and can be set. They are None at the start of the game.

    >>> from perfectplay import solve
    >>> from perfectplay.games.pig import Pig
    >>> table = TableWidget(solve(Pig(target=20)), at="mine=12 turn=6")
    >>> table.at
    'mine=12 theirs=0 turn=6 player=0'
    """

    _esm = table_module()
    facts = Dict().tag(sync=True)
    at = Unicode(None, allow_none=True).tag(sync=True)
    score = Unicode(None, allow_none=True).tag(sync=True)

    def __init__(self, solution: Solution, at: str | None = None, score: str | None = None) -> None:
        self.solution = solution
        super().__init__(facts=solution_data(solution), at=at, score=score)
        self.on_msg(self.hear)

    @validate("at")
    def known(self, proposal: Any) -> str | None:
        """Complete a position that is set; an impossible one is refused."""
        if proposal["value"] is None:
            return None
        try:
            place, _ = place_at(self.solution, proposal["value"], None)
        except PerfectPlayError as error:
            raise TraitError(str(error)) from None
        return self.solution.game.text(place.position)

    def hear(self, _: object, message: dict[str, Any], __: object = None) -> None:
        """Answer a question from the table."""
        said: dict[str, Any] = {"id": message.get("id")}
        try:
            said["found"] = answer(self.solution, str(message["question"]), message["body"])
        except PerfectPlayError as error:
            said["error"] = str(error)
        self.send(said)
