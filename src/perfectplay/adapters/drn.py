"""Models as text, in Storm's DRN format: states, actions and branches line by line.

The format cannot say whose turn it is, so games for two are neither written nor read; Storm itself
reads none of them. Names of states are comments, as in Storm's own files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from perfectplay.adapters.umb import require_sound
from perfectplay.errors import FileError
from perfectplay.model.explicit import ExplicitModel
from perfectplay.model.nodes import Number

NO_LABEL = "__NOLABEL__"
KINDS = ("MDP", "DTMC")


def write_drn(model: ExplicitModel) -> str:
    """A model as text.

    >>> from perfectplay import solve
    >>> from perfectplay.games.coins import Coins
    >>> from perfectplay.model.explicit import ExplicitModel
    >>> text = write_drn(solve(Coins(coins=1, target=1), exact=True).answer(ExplicitModel))
    >>> print(text.partition("@model")[2].expandtabs(2))
    <BLANKLINE>
    state 0 [0] init
    //[coins=1 points=0]
      action 1 [0]
        1 : 1
    state 1 [0]
    //[coins=1 points=0 > 1]
      action chance [0]
        2 : 1/2
        3 : 1/2
    ...
    """
    return "\n".join(lines_of(model)) + "\n"


def lines_of(model: ExplicitModel) -> Iterator[str]:
    """The lines of a model."""
    names = list(model.rewards)
    yield from (f"// perfectplay: {model.title}", "@type: MDP")
    yield from (f"@value_type: {'rational' if model.exact else 'double'}", "@parameters", "")
    yield from ("@reward_models", " ".join(names), "@nr_states", str(model.states))
    yield from ("@nr_choices", str(len(model.action)), "@model")
    none = f" [{', '.join('0' for _ in names)}]" if names else ""
    for state in range(model.states):
        labels = ["init"] if state == 0 else []
        labels += [name for name, marked in model.labels.items() if state in marked]
        yield " ".join([f"state {state}{none}", *labels])
        if model.names is not None:
            yield f"//[{model.names[state]}]"
        for choice in model.choices_of(state):
            earned = ", ".join(str(model.rewards[name][choice]) for name in names)
            action = re.sub(r"\s", "_", model.action[choice]) or NO_LABEL
            yield f"\taction {action} [{earned}]" if names else f"\taction {action}"
            for branch in model.branches_of(choice):
                yield f"\t\t{model.target[branch]} : {model.probability[branch]}"


STATE = re.compile(r"state\s+(\d+)\s*(?:\[([^\]]*)\])?\s*(.*)")
ACTION = re.compile(r"action\s+(\S+)\s*(?:\[([^\]]*)\])?\s*")
BRANCH = re.compile(r"(\d+)\s*:\s*(\S+)")
NAME = re.compile(r"//\s*\[(.*)\]")


def read_drn(text: str) -> ExplicitModel:
    """The model given by a text."""
    head, found, body = text.partition("@model")
    kind = re.search(r"@type:\s*(\S+)", head)
    if not found or kind is None:
        raise FileError("this is not a DRN file: it has no @type and @model")
    if kind[1] not in KINDS:
        raise FileError(f"a DRN file of the type {kind[1]} is not read; {', '.join(KINDS)} are")
    exact = re.search(r"@value_type:\s*(\S+)", head)
    rewards = re.search(r"@reward_models[ \t]*\n([^\n@]*)", head)
    names = rewards[1].split() if rewards else []
    reader = ModelReader(names, exact=exact is not None and exact[1].startswith("rational"))
    for number, line in enumerate(body.splitlines(), start=head.count("\n") + 1):
        try:
            reader.read(line.strip())
        except (ValueError, IndexError, ZeroDivisionError):
            raise FileError(f"line {number} of the DRN file cannot be read: {line!r}") from None
    return reader.finished()


class ModelReader:
    """A model under construction, line by line."""

    def __init__(self, rewards: list[str], *, exact: bool) -> None:
        self.model = ExplicitModel([], [], [], [], [], {name: [] for name in rewards}, {})
        self.exact = exact
        self.earned: list[Number] = []
        self.names: dict[int, str] = {}

    def number(self, text: str) -> Number:
        """A number as written: a fraction if the file is exact, else a float."""
        value = Fraction(text)
        return value if self.exact else float(value)

    def read(self, line: str) -> None:
        """Take in a line."""
        model = self.model
        if match := NAME.fullmatch(line):
            self.names[len(model.choices) - 1] = match[1]
        elif not line or line.startswith("//"):
            return
        elif match := STATE.fullmatch(line):
            if int(match[1]) != len(model.choices):
                raise ValueError(line)
            model.choices.append(len(model.action))
            self.earned = self.several(match[2])
            for label in match[3].split():
                model.labels.setdefault(label, set()).add(int(match[1]))
        elif match := ACTION.fullmatch(line):
            model.branches.append(len(model.target))
            model.action.append("" if match[1] == NO_LABEL else match[1])
            pairs = zip(model.rewards.values(), self.several(match[2]), self.earned, strict=True)
            for column, own, state in pairs:
                column.append(own + state)
        elif match := BRANCH.fullmatch(line):
            model.target.append(int(match[1]))
            model.probability.append(self.number(match[2]))
        else:
            raise ValueError(line)

    def several(self, text: str | None) -> list[Number]:
        """A list of numbers, one for each reward; zeros if none is given."""
        if not text:
            return [0] * len(self.model.rewards)
        return [self.number(each.strip()) for each in text.split(",")]

    def finished(self) -> ExplicitModel:
        """The finished model, once all lines are read."""
        model = self.model
        model.choices.append(len(model.action))
        model.branches.append(len(model.target))
        if len(self.names) == model.states:
            model.names = [self.names[state] for state in range(model.states)]
        return require_sound(model, model.labels.pop("init", set()))
