"""Files of model checkers: write our games as models, and read models as games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Self

from perfectplay.adapters.drn import read_drn, write_drn
from perfectplay.adapters.prism import write_prism
from perfectplay.adapters.umb import read_umb, write_umb
from perfectplay.errors import FileError, did_you_mean
from perfectplay.model.explicit import ExplicitModel
from perfectplay.model.game import Game
from perfectplay.model.nodes import Chance, Choice, Final, Gain, Node, Number
from perfectplay.objectives import Objective, Score
from perfectplay.solution.solution import Solution
from perfectplay.solution.storage.container import whole_file
from perfectplay.solve import solution_offering

READ = (".umb", ".drn")
WRITTEN = (*READ, ".prism")


def export(solution: Solution, path: str | PathLike[str]) -> ExplicitModel:
    """Write a solved game as a model: UMB, DRN or PRISM's language, by the file's suffix.

    The value of the game is the greatest expected reward `score` until the model is `over`; if
    there is a label `win`, it is also the greatest chance of reaching that.

    >>> import tempfile
    >>> from perfectplay import solve
    >>> from perfectplay.games.coins import Coins
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     export(solve(Coins(coins=1, target=1), exact=True), f"{folder}/coins.umb").states
    ...     solve(read_model(f"{folder}/coins.umb"), exact=True).value
    5
    Fraction(1, 2)
    """
    path = Path(path)
    require_writable(path, solution.game)
    model = solution_offering(solution, ExplicitModel).answer(ExplicitModel)
    written = written_as(path.suffix, model)
    with whole_file(path) as temporary:
        temporary.write_bytes(written)
    return model


def read_model(
    path: str | PathLike[str],
    *,
    goal: str | None = None,
    reward: str | None = None,
    least: bool = False,
) -> ModelGame:
    """A model in a UMB or DRN file as a game: a Markov decision process, or a game for two.

    The objective is the chance of reaching a state with the label `goal`; with a `reward`, it is
    the sum of that reward. Without either, a file written by perfectplay is played for its score.
    The game is over in states that cannot be left. Set `least` to make all choices minimise
    instead.
    """
    path = Path(path)
    require_format(path, READ)
    try:
        content = path.read_bytes()
    except OSError as error:
        raise FileError(f"{path} cannot be read: {error.strerror}") from error
    if path.suffix == ".umb":
        model = read_umb(content)
    else:
        model = read_drn(content.decode(errors="replace"))
    if goal is None and reward is None and "over" in model.labels and "score" in model.rewards:
        goal, reward = "over", "score"
    if goal is None:
        labels = available_choices(model.labels)
        raise FileError(f"name the label of {path} that is the goal; {labels}")
    if goal not in model.labels:
        raise FileError(f"{path} has no label '{goal}'; {did_you_mean(goal, model.labels)}")
    if reward is not None and reward not in model.rewards:
        raise FileError(f"{path} has no reward '{reward}'; {did_you_mean(reward, model.rewards)}")
    return ModelGame(model, goal, reward, least=least)


def available_choices(known: Any) -> str:
    """The choices that exist."""
    return f"there are: {', '.join(known)}" if known else "there are none"


def require_format(path: Path, known: Sequence[str]) -> None:
    """Refuse a file name with an unknown suffix."""
    if path.suffix not in known:
        raise FileError(f"{path} is not a model; give a name that ends in {' or '.join(known)}")


def require_writable(path: Path, game: Game[Any]) -> None:
    """Refuse a file name that cannot be written, or not for this game."""
    require_format(path, WRITTEN)
    if path.suffix == ".drn" and game.players == 2:
        raise FileError(
            f"{game.name} is a game for two, and a DRN file has no place for whose turn it is; "
            "give a name that ends in .umb or .prism"
        )


def written_as(suffix: str, model: ExplicitModel) -> bytes:
    """A model as the content of a file with this suffix."""
    if suffix == ".umb":
        return write_umb(model)
    return (write_prism(model) if suffix == ".prism" else write_drn(model)).encode()


class ModelState(NamedTuple):
    """A state of a model, with its name if it has one."""

    state: int
    name: str = ""


class ModelGame(Game[ModelState]):
    """A model as a game: each state is a position."""

    def __new__(cls, *_: object, **__: object) -> Self:
        return object.__new__(cls)

    def __init__(
        self, model: ExplicitModel, goal: str, reward: str | None, *, least: bool = False
    ) -> None:
        two = least or model.players is not None
        object.__setattr__(self, "model", model)
        object.__setattr__(self, "goal", model.labels[goal])
        object.__setattr__(self, "earned", None if reward is None else model.rewards[reward])
        object.__setattr__(self, "least", least)
        object.__setattr__(self, "players", 2 if two else 1)
        object.__setattr__(self, "name", model.title)

    model: ClassVar[ExplicitModel]
    goal: ClassVar[set[int]]
    earned: ClassVar[list[Number] | None]
    least: ClassVar[bool]

    def __repr__(self) -> str:
        return f"<{self.name}: {self.model.states:,} states>"

    def __hash__(self) -> int:
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other

    def place(self, state: int) -> ModelState:
        """The position of a state."""
        return ModelState(state, self.model.names[state] if self.model.names else "")

    def start(self) -> ModelState:
        return self.place(0)

    def at(self, position: ModelState) -> Node:
        model, state = self.model, position.state
        if state in self.goal:
            return Final(1 if self.earned is None else 0)
        choices = model.choices_of(state)
        if all(self.stays(state, choice) for choice in choices):
            return Final(0)
        if len(choices) == 1:
            return self.after(choices[0])
        names = [model.action[choice] for choice in choices]
        often, seen = Counter(names), Counter[str]()
        options: dict[Hashable, Any] = {}
        for place, (choice, name) in enumerate(zip(choices, names, strict=True)):
            seen[name] += 1
            label = name or str(place)
            options[f"{label} #{seen[name]}" if name and often[name] > 1 else label] = self.then(
                choice
            )
        player = 1 if self.least else model.players[state] if model.players else 0
        return Choice(options, player)

    def stays(self, state: int, choice: int) -> bool:
        """Whether a choice leads nowhere and earns nothing."""
        targets = {self.model.target[branch] for branch in self.model.branches_of(choice)}
        return targets == {state} and not (self.earned and self.earned[choice])

    def after(self, choice: int) -> Chance:
        """Where a choice leads."""
        model, gain = self.model, self.earned[choice] if self.earned else 0
        pairs = []
        for branch in model.branches_of(choice):
            then: Any = self.place(model.target[branch])
            pairs.append((Gain(gain, then) if gain else then, model.probability[branch]))
        return Chance(pairs)

    def then(self, choice: int) -> Any:
        """Where a choice leads: straight to a position if there is only one."""
        chance = self.after(choice)
        return chance.thens[0] if len(chance.thens) == 1 else chance

    def objective(self) -> Objective:
        return Score()

    @property
    def fingerprint(self) -> str:
        return f"{id(self)}"

    def text(self, position: Hashable) -> str:
        if isinstance(position, ModelState) and position.name:
            return position.name
        return super().text(position)
