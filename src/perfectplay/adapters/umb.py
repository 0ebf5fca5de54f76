"""Models in the unified Markov binary format, UMB, which Storm and PRISM read and write.

A file is a tar archive: `index.json` describes the contents, next to columns of numbers,
little-endian, as files. A column that maps each entity to several others holds where the entries of
each begin.
"""

from __future__ import annotations

import io
import json
import struct
import tarfile
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import chain, pairwise
from typing import Any

from perfectplay.errors import FileError
from perfectplay.model.explicit import ExplicitModel
from perfectplay.model.nodes import Number
from perfectplay.version import __version__

DOUBLE = {"type": "double", "size": 64}
BOOL = {"type": "bool", "size": 1}
NAMES = "perfectplay/positions"
"""Where the names of states are stored: in our own files, next to those of the format, which has no
texts for states that Storm could read."""
LARGEST = 1 << 31
"""The most bytes of a file inside an archive."""


def write_umb(model: ExplicitModel) -> bytes:
    """A model as the bytes of an archive."""
    number = rational(model) if model.exact else DOUBLE
    actions = list(dict.fromkeys(model.action))
    place = {action: number for number, action in enumerate(actions)}
    files = {
        "state-to-choices.bin": packed("Q", model.choices),
        "state-is-initial.bin": bits({0}, model.states),
        "choice-to-branches.bin": packed("Q", model.branches),
        "branch-to-target.bin": packed("Q", model.target),
        "branch-to-probability.bin": numbers(model.probability, number),
        "actions/choices/values.bin": packed("I", [place[action] for action in model.action]),
        **texts("actions/choices", actions),
    }
    index: dict[str, Any] = {
        "format-version": 1,
        "format-revision": 0,
        "file-data": {"tool": "perfectplay", "tool-version": __version__},
        "model-data": {"name": model.title},
        "transition-system": {
            "time": "discrete",
            "#players": 1 if model.players is None else 2,
            "#states": model.states,
            "#initial-states": 1,
            "#choices": len(model.action),
            "#choice-actions": len(actions),
            "#branches": len(model.target),
            "#branch-actions": 0,
            "#observations": 0,
            "branch-probability-type": number,
        },
        "annotations": {
            "aps": {name: {"applies-to": ["states"], "type": BOOL} for name in model.labels},
            "rewards": {
                name: {"applies-to": ["choices"], "type": number} for name in model.rewards
            },
        },
    }
    for name, marked in model.labels.items():
        files[f"annotations/aps/{name}/states/values.bin"] = bits(marked, model.states)
    for name, given in model.rewards.items():
        files[f"annotations/rewards/{name}/choices/values.bin"] = numbers(given, number)
    if model.players is not None:
        index["transition-system"]["player-names"] = ["first", "second"]
        files["state-to-player.bin"] = packed("I", model.players)
    if model.names is not None:
        files |= texts(NAMES, model.names)
    return archived({"index.json": json.dumps(index, indent=1).encode(), **files})


def read_umb(content: bytes) -> ExplicitModel:
    """The model in an archive, fully checked."""
    files = unpacked(content)
    try:
        index = json.loads(files["index.json"])
        system = index["transition-system"]
        require_known(index, system)
        states, choices, branches = (system[name] for name in ("#states", "#choices", "#branches"))
        number = system.get("branch-probability-type", DOUBLE)
        model = ExplicitModel(
            choices=begins(files, "state-to-choices.bin", states),
            branches=begins(files, "choice-to-branches.bin", choices),
            target=column(files, "branch-to-target.bin", "Q", branches),
            probability=values(files, "branch-to-probability.bin", number, branches),
            action=actions_of(files, system, choices),
            rewards={},
            labels={},
            title=index.get("model-data", {}).get("name", "model"),
        )
        if system["#players"] == 2:
            model.players = column(files, "state-to-player.bin", "I", states)
        starts = marked_bits(files["state-is-initial.bin"], states)
        read_annotations(files, index.get("annotations") or {}, model)
    except FileError:
        raise
    except (KeyError, ValueError, TypeError, AttributeError, struct.error) as error:
        raise FileError(f"the UMB file is damaged: {type(error).__name__} {error}") from error
    return require_sound(model, starts)


def require_known(index: dict[str, Any], system: dict[str, Any]) -> None:
    """Refuse a kind of model that is not supported."""
    if index["format-version"] not in (0, 1) or system["time"] != "discrete":
        raise FileError("the UMB file is of another version, or not in discrete time")
    if system.get("#observations") or system["#players"] > 2:
        raise FileError("a UMB file with observations, or for more than two, is not read")


def read_annotations(files: dict[str, bytes], given: dict[str, Any], model: ExplicitModel) -> None:
    """The labels, rewards and names of a model."""
    for name in given.get("aps", {}):
        content = files.get(f"annotations/aps/{name}/states/values.bin")
        if content is not None:
            model.labels[given["aps"][name].get("alias", name)] = marked_bits(content, model.states)
    for name, described in given.get("rewards", {}).items():
        model.rewards[described.get("alias", name)] = rewards_of(files, name, described, model)
    if f"{NAMES}/strings.bin" in files:
        model.names = strings(files, NAMES, model.states)


def rewards_of(
    files: dict[str, bytes], name: str, described: dict[str, Any], model: ExplicitModel
) -> list[Number]:
    """The reward of each choice: its own, that of its state, and the mean over its branches."""
    total: list[Number] = [0] * len(model.action)
    sizes = {"states": model.states, "choices": len(total), "branches": len(model.target)}
    for entity in described.get("applies-to", []):
        path = f"annotations/rewards/{name}/{entity}/values.bin"
        given = values(files, path, described["type"], sizes[entity])
        for state in range(model.states):
            for choice in model.choices_of(state):
                if entity == "branches":
                    for branch in model.branches_of(choice):
                        total[choice] += model.probability[branch] * given[branch]
                else:
                    total[choice] += given[state if entity == "states" else choice]
    return total


def require_sound(model: ExplicitModel, starts: set[int]) -> ExplicitModel:
    """Refuse columns with invalid references, and a model without a single initial state."""
    for begin, size, what in (
        (model.choices, len(model.action), "choices"),
        (model.branches, len(model.target), "branches"),
    ):
        if begin[0] != 0 or begin[-1] != size or any(a > b for a, b in pairwise(begin)):
            raise FileError(f"the model's {what} are not in order; the file is damaged")
    if any(not 0 <= target < model.states for target in model.target):
        raise FileError("a branch of the model leads to a state that does not exist")
    if len(starts) != 1:
        raise FileError(f"a game starts at one state, and the model has {len(starts)}")
    (start,) = starts
    return model if start == 0 else moved_to_front(model, start)


def moved_to_front(model: ExplicitModel, start: int) -> ExplicitModel:
    """The same model with its initial state first."""
    order = [start, *(state for state in range(model.states) if state != start)]
    number = {state: place for place, state in enumerate(order)}
    moved = ExplicitModel([0], [0], [], [], [], {name: [] for name in model.rewards}, {})
    for state in order:
        for choice in model.choices_of(state):
            moved.action.append(model.action[choice])
            for name, given in model.rewards.items():
                moved.rewards[name].append(given[choice])
            for branch in model.branches_of(choice):
                moved.target.append(number[model.target[branch]])
                moved.probability.append(model.probability[branch])
            moved.branches.append(len(moved.target))
        moved.choices.append(len(moved.action))
    moved.labels = {name: {number[s] for s in marked} for name, marked in model.labels.items()}
    moved.names = None if model.names is None else [model.names[state] for state in order]
    moved.players = None if model.players is None else [model.players[state] for state in order]
    moved.title = model.title
    return moved


# Columns, as bytes and back


def packed(kind: str, given: Sequence[Any]) -> bytes:
    """A column of numbers."""
    return struct.pack(f"<{len(given)}{kind}", *given)


def column(files: dict[str, bytes], name: str, kind: str, length: int) -> list[int]:
    """A column of whole numbers, by the name of its file."""
    return list(struct.unpack(f"<{length}{kind}", files[name]))


def begins(files: dict[str, bytes], name: str, length: int) -> list[int]:
    """Where the entries of each entity begin; without a file, each has one."""
    return column(files, name, "Q", length + 1) if name in files else list(range(length + 1))


def bits(marked: Iterable[int], length: int) -> bytes:
    """A column of booleans, one bit each, in words of eight bytes."""
    words = bytearray(8 * ((length + 63) // 64))
    for place in marked:
        words[place // 8] |= 1 << place % 8
    return bytes(words)


def marked_bits(content: bytes, length: int) -> set[int]:
    """The indices at which a column of booleans is true."""
    if len(content) * 8 < length:
        raise FileError("a label of the model is cut short; the file is damaged")
    return {place for place in range(length) if content[place // 8] >> place % 8 & 1}


def numbers(given: Sequence[Number], kind: dict[str, Any]) -> bytes:
    """A column of floats, or of fractions: numerator and denominator of equal size."""
    if kind["type"] == "double":
        return packed("d", list(map(float, given)))
    half = kind["size"] // 16
    return b"".join(
        part.to_bytes(half, "little", signed=signed)
        for number in (Fraction(each) for each in given)
        for part, signed in ((number.numerator, True), (number.denominator, False))
    )


def values(files: dict[str, bytes], name: str, kind: dict[str, Any], length: int) -> list[Number]:
    """A column of floats or of fractions, by the name of its file."""
    content = files[name]
    found: list[Number]
    if kind["type"] == "double":
        return list(struct.unpack(f"<{length}d", content))
    if kind["type"] in ("int", "uint"):
        width = kind.get("size", 64) // 8
        cells = range(0, len(content), width)
        signed = kind["type"] == "int"
        found = [int.from_bytes(content[c : c + width], "little", signed=signed) for c in cells]
    elif kind["type"] == "rational":
        half = kind.get("size", 128) // 16
        found = [
            Fraction(
                int.from_bytes(content[cell : cell + half], "little", signed=True),
                int.from_bytes(content[cell + half : cell + 2 * half], "little"),
            )
            for cell in range(0, len(content), 2 * half)
        ]
    else:
        raise FileError(f"numbers of the type {kind['type']} are not read; convert the model")
    if len(found) != length:
        raise FileError(f"{name} has {len(found)} numbers instead of {length}")
    return found


def rational(model: ExplicitModel) -> dict[str, Any]:
    """The type of fractions with room for every number of a model."""
    longest = max(
        max(fraction.numerator.bit_length() + 1, fraction.denominator.bit_length())
        for number in chain(model.probability, *model.rewards.values())
        for fraction in [Fraction(number)]
    )
    return {"type": "rational", "size": 128 * max(1, -(-longest // 64))}


def texts(path: str, given: Sequence[str]) -> dict[str, bytes]:
    """A column of texts, concatenated, and where each begins."""
    coded = [text.encode() for text in given]
    begin = [0]
    for text in coded:
        begin.append(begin[-1] + len(text))
    return {
        f"{path}/strings.bin": b"".join(coded),
        f"{path}/string-mapping.bin": packed("Q", begin),
    }


def strings(files: dict[str, bytes], path: str, length: int) -> list[str]:
    """A column of texts, by the folder of its files."""
    begin = column(files, f"{path}/string-mapping.bin", "Q", length + 1)
    content = files[f"{path}/strings.bin"]
    return [content[a:b].decode() for a, b in pairwise(begin)]


def actions_of(files: dict[str, bytes], system: dict[str, Any], choices: int) -> list[str]:
    """The names of the choices; those without one are numbered within their state."""
    count = system.get("#choice-actions", 0)
    if not count or "actions/choices/values.bin" not in files:
        return [""] * choices
    used = column(files, "actions/choices/values.bin", "I", choices)
    if "actions/choices/strings.bin" not in files:
        return [str(action) for action in used]
    names = strings(files, "actions/choices", count)
    return [names[action] for action in used]


def archived(files: dict[str, bytes]) -> bytes:
    """Files as a compressed archive, with identical bytes for identical files."""
    import gzip

    whole = io.BytesIO()
    with tarfile.open(fileobj=whole, mode="w") as archive:
        for name, content in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return gzip.compress(whole.getvalue(), mtime=0)


def unpacked(content: bytes) -> dict[str, bytes]:
    """The files of an archive, by name."""
    files = {}
    try:
        with tarfile.open(fileobj=io.BytesIO(content)) as archive:
            for entry in archive:
                held = archive.extractfile(entry) if entry.isfile() else None
                if held is not None and entry.size <= LARGEST:
                    files[entry.name.removeprefix("./")] = held.read()
    except (tarfile.TarError, EOFError, OSError) as error:
        raise FileError(f"this is not a UMB file: {error}") from error
    if "index.json" not in files:
        raise FileError("this is not a UMB file: it has no index.json")
    return files
