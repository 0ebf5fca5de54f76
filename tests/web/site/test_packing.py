"""Numbers packed: unpacked again by a reader that shares no code, they are the same."""

from __future__ import annotations

import base64
import gzip
import json

import numpy as np
import pytest

from perfectplay.web.site.packing import in_steps, packed

COLUMNS = {
    "values": [0, -1, 270 << 30, 5, 5, (1 << 40) + 1],
    "none": [],
    "small": [127, -1, 0],
}


def unpacked(text):
    inner = gzip.decompress(base64.b64decode(text))
    begin = 4 + int.from_bytes(inner[:4], "little")
    facts = json.loads(inner[4:begin])
    found = {}
    for name, told in facts.pop("columns").items():
        length, width = told["length"], told["width"]
        total, column = 0, []
        for place in range(length):
            code = sum(inner[begin + plane * length + place] << 8 * plane for plane in range(width))
            total += -(code + 1) // 2 if code % 2 else code // 2
            column.append(total)
        found[name] = column
        begin += length * width
    assert begin == len(inner)
    return facts, found


def test_what_is_packed_is_unpacked():
    columns = {name: np.array(column, np.int64) for name, column in COLUMNS.items()}
    assert unpacked(packed({"name": "small"}, columns)) == ({"name": "small"}, COLUMNS)


def test_what_javascript_cannot_count_is_refused():
    with pytest.raises(ValueError, match="cannot be represented exactly"):
        packed({}, {"values": np.array([1 << 55])})


def test_numbers_in_steps():
    assert in_steps([0.5, -1 / 3], 30).tolist() == [1 << 29, -357913941]
