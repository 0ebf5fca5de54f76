"""How is it solved? By engines, each of which owns everything special to a family of games.

A caller states once what is wanted, in a `Request`. Every engine is asked whether it refuses; among
those that do not, the cheapest is taken. A new family is a folder with an `Engine` and its line in
`SHIPPED`; another package adds one by an entry point in the group `perfectplay.engines`, whose name
is the engine's and whose value is `module:Class`.
"""

from __future__ import annotations

import functools
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from perfectplay import extensions
from perfectplay.errors import (
    EngineError,
    ForeignGameError,
    MemoryLimitError,
    MissingExtraError,
    NotOfferedError,
    PerfectPlayError,
    StrategyError,
    did_you_mean,
    in_bytes,
)
from perfectplay.request import Progress, Request

if TYPE_CHECKING:
    from perfectplay.engines.array_rules import ArrayRules
    from perfectplay.engines.plan import Plan
    from perfectplay.engines.speed import Speed
    from perfectplay.model.game import Game
    from perfectplay.objectives import Objective
    from perfectplay.solution.answers import Need
    from perfectplay.solution.comparison import Result
    from perfectplay.solution.solution import Solution
    from perfectplay.solution.storage.container import Stored
    from perfectplay.solution.verification import Verification
    from perfectplay.strategies.strategy import Policy

GROUP = "perfectplay.engines"
PATIENCE = 60
"""The most seconds spent without machine code; anything slower needs a compiler."""
SHIPPED = {
    "race": "perfectplay.engines.race.engine:RaceEngine",
    "scorecard": "perfectplay.engines.scorecard.engine:ScorecardEngine",
    "score-difference": "perfectplay.engines.scorecard.score_difference.engine:LeadEngine",
    "video-poker": "perfectplay.engines.video_poker.engine:VideoPokerEngine",
    "bear-off": "perfectplay.engines.bear_off.engine:BearOffEngine",
    "turn-game": "perfectplay.engines.turn_game.engine:TurnGameEngine",
    "blackjack": "perfectplay.engines.blackjack.engine:BlackjackEngine",
    "compiled": "perfectplay.engines.compiled.engine:CompiledEngine",
    "graph": "perfectplay.engines.graph.engine:GraphEngine",
}
"""Special engines first; the last one solves any game, and its refusal is final."""
SOLVES = {
    "race": "race",
    "scorecard": "scorecard",
    "score-difference": "scorecard",
    "video-poker": "video-poker",
    "bear-off": "bear-off",
    "turn-game": "turn-game",
    "blackjack": "blackjack",
}
"""The `family` of games that each engine solves; other engines are asked about all games."""


class Size(NamedTuple):
    """An estimate of a game's size for an engine: its states, and the bytes and seconds they take.

    None means not known until the game has been explored.
    """

    states: int | None = None
    bytes: int | None = None
    seconds: float | None = None
    by_python: float = 0.0
    """An estimate of the seconds if kernels run as plain Python, without machine code."""


class Engine(ABC):
    """A way to solve a family of games."""

    name: ClassVar[str]
    solves: ClassVar[str]
    """Which games, in a few words."""
    on_gpu: ClassVar[bool] = False
    """Whether it has kernels for a GPU."""
    by_arrays: ClassVar[bool] = True
    """Whether it needs NumPy, which may be missing in a browser."""

    @abstractmethod
    def refuses(self, game: Game[Any], request: Request) -> PerfectPlayError | None:
        """The error that explains why it cannot do what is requested; None if it can."""

    def outgrows(self, game: Game[Any], request: Request, remedy: str) -> MemoryLimitError | None:
        """The error for a game that needs too much memory, with a remedy; None if it fits."""
        need = self.size(game, request).bytes
        if need is None or need <= request.compute.memory_limit:
            return None
        return MemoryLimitError(
            f"{game.name} needs about {in_bytes(need)}, more than the memory limit of "
            f"{in_bytes(request.compute.memory_limit)}; {remedy}"
        )

    def does(self, job: str) -> bool:
        """Whether it does a kind of job: 'solve', 'end game', 'evaluate', 'compare' or 'plan'."""
        kind = type(self)
        evaluates = kind.evaluate is not Engine.evaluate
        compares = evaluates or kind.compare is not Engine.compare
        plans = kind.plan is not Engine.plan
        ends = kind.solve_end_game is not Engine.solve_end_game
        jobs = {"evaluate": evaluates, "compare": compares, "plan": plans, "end game": ends}
        return job == "solve" or jobs[job]

    @abstractmethod
    def result(self, game: Game[Any], request: Request) -> type[Solution]:
        """The kind of solution it would return, which says beforehand what can be asked of it."""

    @abstractmethod
    def size(self, game: Game[Any], request: Request) -> Size:
        """The size of the game, as far as it can be told at once."""

    def way(self, game: Game[Any], request: Request) -> str:  # noqa: ARG002  # most have but one
        """Which of its methods it would use, and why; empty if it has only one."""
        return ""

    def speed(self, game: Game[Any], request: Request) -> Speed:
        """How fast the rules of a game run, for engines that run rules."""
        raise NotImplementedError

    def array_rules(self, game: Game[Any], objective: Objective) -> ArrayRules | None:  # noqa: ARG002  # few have any
        """The rules of a game for many games at a time, if it can provide them."""
        return None

    @abstractmethod
    def solve(self, game: Game[Any], request: Request) -> Solution:
        """The solution of a game."""

    def solve_end_game(
        self, game: Game[Any], start: Hashable, lead: int, request: Request
    ) -> Solution:
        """The solution of a game for two from a given position on; few engines support this."""
        raise NotImplementedError

    def plan(self, game: Game[Any], request: Request) -> Plan:
        """What solving a game in the blocks of a folder would take; few engines support this."""
        raise NotImplementedError

    def evaluate(
        self, game: Game[Any], strategies: Sequence[Policy | None], request: Request
    ) -> Solution:
        """The value of play by strategies, one for each player; not all engines support this."""
        raise NotImplementedError

    def compare(self, game: Game[Any], request: Request) -> list[Result]:
        """The results of the request's strategies: each alone, or each against each."""
        import itertools

        from perfectplay.solution.comparison import Result

        results = []
        for names in itertools.product(request.strategies, repeat=game.players):
            chosen = [request.strategies[name] for name in names]
            played = self.evaluate(game, chosen, request.under(" against ".join(names)))
            results.append(Result(names, played.value, played.distribution()))
        return results

    @abstractmethod
    def write(self, solution: Any) -> tuple[dict[str, str], dict[str, Any]]:
        """What a file stores of a solution: entries for the header, and tensors."""

    @abstractmethod
    def read(self, stored: Stored, game: Game[Any], request: Request) -> Solution:
        """The solution stored in a file; everything in it is checked before use."""

    def verify(self, solution: Any, progress: Progress | None = None) -> Verification:
        """Check a solution against the rules, by a method other than the one that found it."""
        from perfectplay.solution.verification import verify_by_the_rules

        return verify_by_the_rules(solution, progress)


class Opinion(NamedTuple):
    """An engine's answer to a request: why it refuses, or how large the game is to it."""

    engine: Engine
    refusal: PerfectPlayError | None
    size: Size

    @property
    def seconds(self) -> float:
        """How long it takes; infinite if unknown."""
        return float("inf") if self.size.seconds is None else self.size.seconds


@functools.cache
def places() -> dict[str, str]:
    """The location of each engine, as `module:Class`; those of other packages come first."""
    added = extensions.installed(GROUP)
    return {name: place for name, place in added.items() if name not in SHIPPED} | SHIPPED


@functools.cache
def find(name: str) -> Engine:
    """The engine with this name.

    >>> find("graph").solves
    'any game, position by position'
    """
    place = SHIPPED.get(name) or places().get(name)
    if place is None:
        raise EngineError(f"there is no engine '{name}'; {did_you_mean(name, places())}")
    kind: type[Engine] = extensions.load(place, f"the engine '{name}'", EngineError)
    return kind()


def opinions(
    game: Game[Any], request: Request, job: str = "solve", *, everyone: bool = False
) -> list[Opinion]:
    """The answers of all engines to a request: accepting ones first, the cheapest leading.

    Engines for other families of games are asked only if `everyone` is true.

    >>> from perfectplay.games.coins import Coins
    >>> from perfectplay.objectives import Score
    >>> [each.engine.name for each in opinions(Coins(), Request(Score())) if not each.refusal]
    ['graph']
    >>> for opinion in opinions(Coins(), Request(Score()), everyone=True):
    ...     print(opinion.engine.name, "-", opinion.refusal or "yes")
    graph - yes
    race - coins is not a race of two scores
    scorecard - coins is not played on a scorecard
    score-difference - coins is not played on a scorecard
    video-poker - coins is not draw poker
    bear-off - coins is not about bearing off
    turn-game - coins is not played in turns that may be lost
    blackjack - coins is not played against a dealer
    compiled - coins has 65 positions; so few are explored faster than its rules are compiled
    """
    if request.compute.engine is not None:
        names = [request.compute.engine]
    else:
        families = {name: SOLVES.get(name, game.family) for name in places()}
        names = [name for name, family in families.items() if everyone or family == game.family]
    asked = [ask(find(name), game, request, job) for name in names]
    willing = [opinion for opinion in asked if opinion.refusal is None]
    return sorted(willing, key=lambda opinion: opinion.seconds) + [
        opinion for opinion in asked if opinion.refusal is not None
    ]


def ask(engine: Engine, game: Game[Any], request: Request, job: str) -> Opinion:
    """The answer of a single engine."""
    refusal: PerfectPlayError | None = None
    if (job == "plan" or request.storage.folder is not None) and not engine.does("plan"):
        refusal = EngineError(f"only these engines can solve in a folder: {solving_in_folders()}")
    refusal = refusal or engine.refuses(game, request)
    if refusal is None and request.compute.backend == "gpu" and not engine.on_gpu:
        refusal = EngineError(f"the engine '{engine.name}' cannot use a GPU")
    if refusal is None and not engine.does(job):
        refusal = (
            EngineError(f"the engine '{engine.name}' cannot solve a game from a given position")
            if job == "end game"
            else StrategyError(f"the engine '{engine.name}' cannot evaluate a given strategy")
        )
    if refusal is None and request.needs:  # skip loading questions for small games
        missing = request.needs - engine.result(game, request).declared.keys()
        if missing:
            refusal = not_offered(engine, game, request, missing)
    if refusal is not None:
        return Opinion(engine, refusal, Size())
    size = engine.size(game, request)
    if engine.by_arrays and find_spec("numpy") is None:
        return Opinion(engine, without_numpy(engine, size), size)
    return Opinion(engine, too_slow(request, size), size)


def without_numpy(engine: Engine, size: Size) -> PerfectPlayError:
    """The error if an engine needs NumPy, and the game is too large for any that does not."""
    if size.by_python > PATIENCE:
        return MissingExtraError("", "NumPy")
    return EngineError(f"the engine '{engine.name}' needs NumPy")


def too_slow(request: Request, size: Size) -> PerfectPlayError | None:
    """The error if only Python can run the kernels, and too slowly; naming an engine waits."""
    if size.by_python <= PATIENCE or request.compute.engine is not None:
        return None
    from perfectplay.engines.backends import code

    if code.is_there():
        return None
    minutes = f"{max(round(size.by_python / 60), 2):,} minutes"
    return MissingExtraError("compiler", f"Numba: plain Python would take about {minutes}")


def solving_in_folders() -> str:
    """The engines that can solve in the blocks of a folder, and the games they are for."""
    able = (name for name in places() if find(name).does("plan"))
    return "; ".join(f"{name}, for {find(name).solves}" for name in able)


def not_offered(
    engine: Engine, game: Game[Any], request: Request, questions: Iterable[Need]
) -> NotOfferedError:
    """The error if a solution cannot answer all the questions requested."""
    from perfectplay.solution.answers import sentence

    asked = " or ".join(sorted(map(sentence, questions)))
    return NotOfferedError(
        f"the engine '{engine.name}' cannot answer this for {game.name} for "
        f"'{request.objective}': {asked}"
    )


def choose(game: Game[Any], request: Request, job: str = "solve") -> Engine:
    """The engine for a job: the cheapest that does not refuse."""
    asked = opinions(game, request, job)
    slow = [each.refusal for each in asked if isinstance(each.refusal, MissingExtraError)]
    if asked[0].refusal is None and not (slow and game.family and asked[0].size.seconds is None):
        return asked[0].engine
    if slow:
        raise slow[0]
    reasons = [
        opinion.refusal
        for opinion in asked
        if opinion.refusal
        and (request.compute.engine or not isinstance(opinion.refusal, ForeignGameError))
    ]
    outgrown = next((each for each in reasons if isinstance(each, MemoryLimitError)), reasons[-1])
    if outgrown is not reasons[-1]:  # the special engine's own size is what counts
        raise outgrown
    last = reasons[-1]
    others = [
        each
        for each in reasons[:-1]
        if not isinstance(last, MemoryLimitError)
        or isinstance(each, (NotOfferedError, StrategyError))
    ]
    sentences = dict.fromkeys(str(reason) for reason in [last, *others])
    raise type(last)("; ".join(sentences)) from None


def native_rules(game: Game[Any], objective: Objective) -> ArrayRules | None:
    """The rules of a game for many games at a time, from the first engine that can provide them.

    >>> from perfectplay.games.pig import Pig
    >>> native_rules(Pig(target=20), Pig().objective()).actions
    ['roll', 'hold']
    """
    names = [name for name in places() if SOLVES.get(name, game.family) == game.family]
    found = (find(name).array_rules(game, objective) for name in names)
    return next((rules for rules in found if rules is not None), None)
