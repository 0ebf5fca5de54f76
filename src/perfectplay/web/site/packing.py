"""Numbers as small files that a page unpacks: integers stored as differences.

A column becomes the differences of its numbers, with small ones of either sign as small codes, byte
by byte, and all of that compressed. A value is a whole number of steps, small enough for every
displayed digit to be right, which 32-bit floats would not achieve.
"""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Mapping
from typing import Any

import numpy as np

VALUE_BITS, CHANCE_BITS = 30, 24
"""Values are counted in steps of 2 ** -30, chances in steps of 2 ** -24."""
LARGEST = 1 << 51
"""Codes up to this, and all intermediate sums, are exact in JavaScript."""


def in_steps(numbers: Any, bits: int) -> Any:
    """Numbers as whole multiples of a step."""
    return np.rint(np.asarray(numbers) * 2.0**bits).astype(np.int64)


def packed(facts: Mapping[str, Any], columns: Mapping[str, Any]) -> str:
    r"""Facts and columns of whole numbers as one text: their length, then the data.

    >>> text = packed({"name": "small"}, {"values": np.array([3, 5, 4])})
    >>> gzip.decompress(base64.b64decode(text))[4:]
    b'{"name": "small", "columns": {"values": {"length": 3, "width": 1}}}\x06\x04\x01'
    """
    planes = {name: planes_of(np.asarray(column).ravel()) for name, column in columns.items()}
    told = {
        name: {"length": int(each.shape[1]), "width": int(each.shape[0])}
        for name, each in planes.items()
    }
    header = json.dumps({**facts, "columns": told}).encode()
    inner = b"".join([len(header).to_bytes(4, "little"), header, *map(bytes, planes.values())])
    return base64.b64encode(gzip.compress(inner, 9, mtime=0)).decode()


def planes_of(column: Any) -> Any:
    """The differences of a column, one row per byte, lowest first."""
    differences = np.diff(column.astype(np.int64), prepend=0)
    codes = np.where(differences < 0, -2 * differences - 1, 2 * differences)
    largest = int(codes.max(initial=0))
    if largest > LARGEST:
        raise ValueError(f"differences of up to {largest} cannot be represented exactly")
    width = max(1, -(-largest.bit_length() // 8))
    rows = codes.astype("<u8").view(np.uint8).reshape(-1, 8)[:, :width]
    return np.ascontiguousarray(rows.T)
