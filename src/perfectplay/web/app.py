"""The application: the HTTP API, version 1, and the pages that use it."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Annotated, Any, TypeVar

from fastapi import FastAPI, Query
from fastapi import Path as InPath
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.requests import Request

from perfectplay.errors import PerfectPlayError
from perfectplay.games import registry
from perfectplay.model.game import Game
from perfectplay.model.scorecard.record import Record
from perfectplay.solution.rating_board import RatingBoard
from perfectplay.solution.storage.cache import Cache, default_folder, key_of
from perfectplay.strategies.rules.shipped import shipped_cards
from perfectplay.version import __version__
from perfectplay.web import jobs, messages, racing, table_messages
from perfectplay.web.advising import advise, dice_after, line_at
from perfectplay.web.charts import chart_facts
from perfectplay.web.dueling import EndGame, advise_two
from perfectplay.web.limits import Limits
from perfectplay.web.odds import ScoreOdds, spread_facts
from perfectplay.web.practising import pick_exercises
from perfectplay.web.reviewing import review_record
from perfectplay.web.rules import (
    declared,
    find_game,
    find_objective,
    has_few_rolls,
    listed_games,
    listed_scoring,
    page_objective,
    require_small_board,
    solution_facts,
)
from perfectplay.web.safety import Guard
from perfectplay.web.solution_store import (
    NoSolutionError,
    SolutionStore,
    StoredSolution,
    TooLargeError,
)
from perfectplay.web.table import card_line, chance_brings, position_facts

Answer = TypeVar("Answer")
STATIC = Path(__file__).parent / "static"
PREFIX = "/api/v1"
LOOPBACK = ("127.0.0.1", "localhost", "::1")
FIRST_LOOK, LAST_LOOK = 0.01, 0.25
"""Seconds between two looks at a job, at first and later on."""
TROUBLES: dict[int | str, dict[str, Any]] = {
    status: {"model": messages.Trouble}
    for status in (400, 403, 404, 409, 413, 415, 421, 422, 429, 431)
}
Key = Annotated[str, InPath(pattern=messages.KEY, description="The id of a solution.")]
JobName = Annotated[str, InPath(pattern="^(solve|end-game|odds)-[0-9a-f]{32}$")]
Wait = Annotated[float, Query(ge=0, le=Limits().wait_seconds)]


class ServerState:
    """What answers are made from: the cache, the loaded solutions, the queue of jobs."""

    def __init__(
        self, folder: Path, limits: Limits, backend: str = "auto", own: Sequence[str] = ()
    ) -> None:
        self.limits = limits
        self.backend = backend
        """Where end games of two players are solved."""
        self.cache = Cache(folder)
        self.shelf = SolutionStore(self.cache, limits)
        self.jobs = jobs.Jobs(limits, self.after)
        self.dice = secrets.SystemRandom()
        self.own = own
        """The locations of the user's own games, whose solutions are those of this run."""
        self.run = secrets.token_hex(16)
        self.long = asyncio.Lock()
        self.waiting = 0
        """How many questions are waiting for a long answer."""

    def after(self, job: jobs.Job) -> None:
        """After solving a game, compute its odds next."""
        if job.what == "solve" and job.state == "done":
            with suppress(NoSolutionError, TooLargeError):  # or others have made room for theirs
                self.ask_odds_if_free(job.solution)

    def ask_odds_if_free(self, key: str) -> None:
        """Compute the odds of a card unless the queue is full, as they can wait."""
        if self.shelf.get(key).solution.game.card is not None:
            with suppress(jobs.QueueFullError):
                self.ask_odds(key)

    def ask_odds(self, key: str) -> jobs.Job | None:
        """Compute the odds of a solution, unless they exist, or a race gives them at once."""
        entry = self.shelf.get(key)
        if RatingBoard in entry.solution.answers or entry.odds is not None:
            return None
        return self.jobs.ask("odds", key, self.order())

    def require_odds(self, key: str) -> ScoreOdds:
        """The odds of a solution; refused while they are computed, or if that has failed.

        Asking about progress does not retry a failed computation; asking for the game does.
        """
        entry, job = self.shelf.get(key), self.jobs.known.get(f"odds-{key}")
        if entry.odds is not None:
            return entry.odds
        if job is not None and job.state == "failed":
            raise PerfectPlayError(f"the odds cannot be computed: {job.error}")
        self.ask_odds(key)
        raise HTTPException(409, f"the odds are being worked out: ask for odds-{key}")

    def order(self, **more: Any) -> dict[str, Any]:
        """The settings sent to the process with every job."""
        memory = self.limits.job_memory_bytes
        kept = str(self.cache.folder)
        return {"folder": kept, "memory": memory, "own": [*self.own], **more}

    def solve(self, game: Game[Any], rules: messages.GameQuestion) -> messages.JobFacts:
        """Solve the game of some rules, unless that is done."""
        objective = find_objective(game, rules)
        request = page_objective(game, objective)
        require_small_board(game, request, self.limits.board_states)
        key = key_of(game, request)
        if game.name in registry.BROUGHT:
            told = f"{self.run} {game.name} {game.parameter_values} {objective}"
            key = hashlib.blake2b(told.encode(), digest_size=16).hexdigest()
        if key is None:
            raise PerfectPlayError(f"{game.name} cannot be solved for {objective} here")
        try:
            self.ask_odds_if_free(key)
        except NoSolutionError:
            order = self.order(rules=rules.model_dump())
            return self.jobs.facts_of(self.jobs.ask("solve", key, order))
        return solved_already("solve", key)

    def end_game(self, key: str, question: messages.EndGameQuestion) -> messages.JobFacts:
        """Solve the end game of two cards, unless a solved one covers it."""
        end = EndGame.of(self.shelf.get(key), question)
        for known in filter(None, (question.known, end.key)):
            found = self.shelf.find(known)
            if found is not None and end.is_answered_by(found):
                return solved_already("end-game", known)
        order = self.order(end_game=end.order(self.limits.end_game_bytes, self.backend))
        return self.jobs.facts_of(self.jobs.ask("end-game", end.key, order))

    def job(self, name: str) -> jobs.Job:
        """A job by its name."""
        job = self.jobs.known.get(name)
        if job is None:
            raise NoSolutionError(f"there is no job {name}")
        return job

    async def wait_for_news(self, name: str, wait: float) -> messages.JobFacts:
        """A job, once there is news of it or the time is up."""
        job = self.job(name)
        before, until = (job.state, job.stage, job.positions), time.monotonic() + wait
        pause = FIRST_LOOK
        while job.open and (job.state, job.stage, job.positions) == before:
            if time.monotonic() >= until:
                break
            await asyncio.sleep(pause := min(1.5 * pause, LAST_LOOK))
        return self.jobs.facts_of(job)

    async def ended(self, job: messages.JobFacts, wait: float) -> messages.JobFacts:
        """A job, once it has ended or the time is up."""
        until = time.monotonic() + wait
        while job.state in ("waiting", "running") and time.monotonic() < until:
            job = await self.wait_for_news(job.id, until - time.monotonic())
        return job

    async def answer(
        self, request: Request, quick: bool, work: Callable[..., Answer], *question: Any
    ) -> Answer:
        """Compute an answer in a thread; long ones one at a time, so that others can proceed.

        A client that has disconnected before its turn gets no answer.
        """
        if quick:
            return await asyncio.to_thread(work, *question)
        if self.waiting >= self.limits.long_answers:
            raise jobs.QueueFullError(
                f"{self.waiting} questions about large games are already waiting; try again later"
            )
        self.waiting += 1
        try:
            async with self.long:
                if await request.is_disconnected():
                    raise HTTPException(400, "nobody waits for the answer")
                return await asyncio.to_thread(work, *question)
        finally:
            self.waiting -= 1


def solved_already(what: messages.What, key: str) -> messages.JobFacts:
    """A job that is already done."""
    return messages.JobFacts(
        id=f"{what}-{key}",
        what=what,
        state="done",
        ahead=0,
        stage="",
        positions=0,
        seconds=0,
        error=None,
        solution=key,
    )


def create_app(
    hosts: Sequence[str] = LOOPBACK,
    limits: Limits | None = None,
    folder: Path | None = None,
    backend: str = "auto",
    own: Sequence[str] = (),
) -> Guard:
    """The application, for these host names.

    Results go into the cache shared with the command line, or into a separate folder.
    """
    limits = limits or Limits()
    kept = folder or default_folder()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        with tempfile.TemporaryDirectory(prefix="perfectplay-") as rest:
            app.state.desk = ServerState(kept or Path(rest), limits, backend, own)
            yield
            await asyncio.to_thread(app.state.desk.jobs.close)

    app = FastAPI(
        title="perfectplay",
        version=__version__,
        description="Exact optimal play for finite games of chance.",
        openapi_url=f"{PREFIX}/openapi.json",
        docs_url=None,  # they would load scripts from elsewhere; ours is /api.html
        redoc_url=None,
        lifespan=lifespan,
    )
    add_errors(app)
    add_games(app, limits)
    add_solutions(app)
    add_tables(app)
    add_pages(app)
    return Guard(app, hosts, limits)


def server_state(request: Request) -> ServerState:
    """The state of the application that received a request."""
    desk: ServerState = request.app.state.desk
    return desk


async def entry_of(request: Request, key: str) -> StoredSolution:
    """A solution; others are served while it is read."""
    shelf = server_state(request).shelf
    if key in shelf.entries:
        return shelf.get(key)
    return await asyncio.to_thread(shelf.get, key)


async def answered(
    request: Request, entry: StoredSolution, work: Callable[..., Answer], *question: Any
) -> Answer:
    """A solution's answer, computed quickly or in the queue of long ones."""
    return await server_state(request).answer(request, entry.quick, work, *question)


def add_errors(app: FastAPI) -> None:
    """Answer every mistake with a 4xx status and one clear sentence."""

    @app.exception_handler(PerfectPlayError)
    async def refuse(_: Request, error: PerfectPlayError) -> JSONResponse:
        status = 422
        if isinstance(error, NoSolutionError):
            status = 404
        elif isinstance(error, jobs.QueueFullError):
            status = 429
        return JSONResponse({"error": " ".join(str(error).split())}, status)

    @app.exception_handler(RequestValidationError)
    async def refuse_form(_: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        where = ".".join(
            str(part) for part in first["loc"] if part not in ("body", "query", "path")
        )
        return JSONResponse({"error": f"{where or 'request'}: {first['msg']}"}, 422)

    @app.exception_handler(HTTPException)
    async def refuse_address(request: Request, error: HTTPException) -> JSONResponse:
        sentence = str(error.detail)
        if error.status_code == 404:
            sentence = f"there is nothing at {request.url.path}"
        elif error.status_code == 405:
            sentence = f"{request.method} is not what {request.url.path} is for"
        return JSONResponse({"error": sentence}, error.status_code, headers=error.headers)


def add_games(app: FastAPI, limits: Limits) -> None:
    """Games, cards and jobs."""
    get = partial(app.get, responses=TROUBLES)
    post = partial(app.post, responses=TROUBLES)

    @get(f"{PREFIX}/limits", tags=["games"])
    async def get_limits() -> Limits:
        """The limits of this server."""
        return limits

    @get(f"{PREFIX}/games", tags=["games"])
    async def list_games() -> list[messages.GameFacts]:
        """The available games with their parameters."""
        return listed_games()

    @get(f"{PREFIX}/scoring", tags=["games"])
    async def list_scoring() -> list[messages.ScoringFacts]:
        """The rules by which a box of a scorecard can score."""
        return listed_scoring()

    @get(f"{PREFIX}/rules", tags=["games"])
    async def list_rules() -> list[messages.RulesFacts]:
        """The cards of rules available to play by."""
        return [messages.RulesFacts(**card._asdict()) for card in shipped_cards()]

    @post(f"{PREFIX}/cards", tags=["games"])
    async def check_card(request: Request, rules: messages.GameQuestion) -> messages.Declaration:
        """Check a scorecard and return what it declares, without solving it."""
        game = await asyncio.to_thread(find_game, rules)
        return await server_state(request).answer(request, has_few_rolls(game), declared, game)

    @post(f"{PREFIX}/jobs", tags=["jobs"])
    async def ask_job(
        request: Request, rules: messages.GameQuestion, wait: Wait = 0
    ) -> messages.JobFacts:
        """Solve a game. The job is done at once if the game was solved before."""
        desk, game = server_state(request), await asyncio.to_thread(find_game, rules)
        job = await desk.answer(request, has_few_rolls(game), desk.solve, game, rules)
        return await desk.ended(job, wait)

    @get(f"{PREFIX}/jobs/{{name}}", tags=["jobs"])
    async def get_job(request: Request, name: JobName, wait: Wait = 0) -> messages.JobFacts:
        """The progress of a job; with `wait`, returned as soon as there is news."""
        return await server_state(request).wait_for_news(name, wait)

    @app.delete(f"{PREFIX}/jobs/{{name}}", tags=["jobs"], responses=TROUBLES)
    async def cancel_job(
        request: Request, name: JobName, *, left: bool = False
    ) -> messages.JobFacts:
        """Cancel a job; with `left`, only if nobody else is waiting for it."""
        jobs_here = server_state(request).jobs
        (jobs_here.leave if left else jobs_here.cancel)(server_state(request).job(name))
        return await server_state(request).wait_for_news(name, 0 if left else 2)


def add_solutions(app: FastAPI) -> None:
    """Questions about a solved game."""
    base = f"{PREFIX}/solutions/{{key}}"
    get = partial(app.get, responses=TROUBLES, tags=["solutions"])
    post = partial(app.post, responses=TROUBLES, tags=["solutions"])

    @get(base)
    async def get_solution(request: Request, key: Key) -> messages.SolutionFacts:
        """A solved game: its value, and its card if it has one."""
        entry = await entry_of(request, key)
        return solution_facts(key, entry.solution)

    @post(f"{base}/advice", response_model=messages.AdviceFacts)
    async def get_advice(
        request: Request, key: Key, question: messages.TableQuestion
    ) -> JSONResponse:
        """What to do with the dice on the table: keeps or boxes, best first."""
        entry = await entry_of(request, key)
        asked = entry, question, server_state(request).limits.explain_seconds
        return JSONResponse(
            advise(*asked) if entry.at_once else await answered(request, entry, advise, *asked)
        )

    @post(f"{base}/line")
    async def get_line(
        request: Request, key: Key, question: messages.LineQuestion
    ) -> messages.LineFacts:
        """The line of a card of rules that applies, and what it does."""
        entry = await entry_of(request, key)
        return await answered(request, entry, line_at, entry, question)

    @post(f"{base}/end-game")
    async def ask_end_game(
        request: Request, key: Key, question: messages.EndGameQuestion, wait: Wait = 0
    ) -> messages.JobFacts:
        """Solve the end game of two players, starting from their cards.

        The job is done at once if that was solved before, or if the `known` one covers it.
        """
        entry, desk = await entry_of(request, key), server_state(request)
        job = await answered(request, entry, desk.end_game, key, question)
        return await desk.ended(job, wait)

    @post(f"{base}/duel")
    async def get_duel(
        request: Request, key: Key, question: messages.DuelQuestion
    ) -> messages.DuelFacts:
        """How to win: keeps or boxes by the chance of winning, best first."""
        entry, end = await entry_of(request, key), await entry_of(request, question.end_game)
        return await answered(request, end, advise_two, entry, end, question)

    @post(f"{base}/roll")
    async def roll(request: Request, key: Key, dice: messages.DiceQuestion) -> messages.RolledFacts:
        """Roll the dice that are not kept."""
        game = (await entry_of(request, key)).solution.game
        throw = server_state(request).dice
        return messages.RolledFacts(
            dice=dice_after(game, dice.keep, lambda sides: throw.randint(1, sides))
        )

    @get(f"{base}/distribution")
    async def get_distribution(request: Request, key: Key) -> messages.DistributionFacts:
        """The distribution of the final score; status 409 while it is being computed."""
        odds = await asyncio.to_thread(server_state(request).require_odds, key)
        if odds.distribution is None:
            raise PerfectPlayError(odds.refusal)
        return spread_facts(odds.distribution)

    @post(f"{base}/review")
    async def review(
        request: Request, key: Key, question: messages.RecordQuestion
    ) -> messages.ReviewFacts:
        """Review a game that was played on a scorecard."""
        entry = await entry_of(request, key)
        record = Record.read(entry.solution.game, question.record)
        return await answered(request, entry, review_record, entry.solution, record)

    @post(f"{base}/practice")
    async def draw_exercises(
        request: Request, key: Key, question: messages.PracticeQuestion
    ) -> messages.PracticeFacts:
        """Positions to practise, as they occur in play; drawn for one client at a time."""
        entry = await entry_of(request, key)
        return await server_state(request).answer(request, False, pick_exercises, entry, question)

    @get(f"{base}/board")
    async def get_board(request: Request, key: Key, *, last: bool = False) -> messages.BoardFacts:
        """The board of a race: the best number of dice at all scores."""
        entry = await entry_of(request, key)
        board = partial(racing.board_facts, entry.solution, last=last)
        return await answered(request, entry, board)

    @post(f"{base}/turn")
    async def get_turn(
        request: Request, key: Key, question: messages.TurnQuestion
    ) -> messages.TurnFacts:
        """A turn of a race: every number of dice, and where the best may land."""
        entry = await entry_of(request, key)
        return await answered(request, entry, racing.turn_facts, entry.solution, question)


def add_tables(app: FastAPI) -> None:
    """The table of any game, and how play continues."""
    base = f"{PREFIX}/solutions/{{key}}"
    post = partial(app.post, responses=TROUBLES, tags=["tables"])

    @post(f"{base}/position")
    async def get_position(
        request: Request, key: Key, question: table_messages.PositionQuestion
    ) -> table_messages.PositionFacts:
        """A position of any game: the pieces on the table, and what can follow."""
        entry = await entry_of(request, key)
        racing.require_no_larger(entry.solution)
        return await answered(request, entry, position_facts, entry.solution, question)

    @post(f"{base}/chance")
    async def let_chance_decide(
        request: Request, key: Key, question: table_messages.PositionQuestion
    ) -> table_messages.EdgeFacts:
        """Roll, flip or deal at a position of any game."""
        entry = await entry_of(request, key)
        racing.require_no_larger(entry.solution)
        spot = server_state(request).dice.random
        return await answered(request, entry, chance_brings, entry.solution, question, spot)

    @app.get(f"{base}/charts", responses=TROUBLES, tags=["tables"])
    async def get_charts(
        request: Request, key: Key, *, dark: bool = False
    ) -> list[table_messages.ChartFacts]:
        """Charts for learning how to play; drawn for one client at a time."""
        entry = await entry_of(request, key)
        draw = partial(chart_facts, entry.solution, dark=dark)
        return await server_state(request).answer(request, False, draw)

    @post(f"{base}/by-card")
    async def play_by_card(
        request: Request, key: Key, question: table_messages.CardQuestion
    ) -> messages.LineFacts:
        """The line of a card of rules that applies at a position of any game, and what it does."""
        entry = await entry_of(request, key)
        return await answered(request, entry, card_line, entry, question)


def add_pages(app: FastAPI) -> None:
    """The pages; their files are in the package."""
    app.mount("/", StaticFiles(directory=STATIC, html=True), name="static")
