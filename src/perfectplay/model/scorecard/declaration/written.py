"""Write a scorecard's data as TOML, the way a person would."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

BARE = re.compile(r"[A-Za-z0-9_-]+")


def write_toml(data: Mapping[str, Any]) -> str:
    """The TOML text of a declaration made by `as_data`.

    >>> boxes = [{"name": "any", "rule": "chance"}]
    >>> print(write_toml({"name": "small", "dice": 2, "boxes": boxes}))
    name = "small"
    dice = 2
    <BLANKLINE>
    [[boxes]]
    name = "any"
    rule = "chance"
    <BLANKLINE>
    """
    plain = {key: value for key, value in data.items() if not is_section(value)}
    parts = ["".join(lines(plain))]
    for key, value in data.items():
        if isinstance(value, Mapping):
            parts.append(f"[{key}]\n" + "".join(lines(value)))
        elif is_section(value):
            parts += [f"[[{key}]]\n" + "".join(lines(each)) for each in value]
    return "\n".join(parts)


def is_section(value: Any) -> bool:
    """Whether a value gets a section of its own."""
    return isinstance(value, Mapping) or (
        isinstance(value, list) and all(isinstance(each, Mapping) for each in value)
    )


def lines(table: Mapping[str, Any]) -> Iterator[str]:
    """The lines of a table."""
    for key, value in table.items():
        yield f"{key} = {written(value)}\n"


def written(value: Any) -> str:
    """A value in one line.

    >>> written([1, 2]), written(True), written({"6 6": 12}), written("sum")
    ('[1, 2]', 'true', '{"6 6" = 12}', '"sum"')
    """
    if isinstance(value, Mapping):
        inside = ", ".join(
            f"{key if BARE.fullmatch(key) else json.dumps(key)} = {written(each)}"
            for key, each in value.items()
        )
        return f"{{{inside}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(written, value))}]"
    return json.dumps(value, ensure_ascii=False)
