"""Labels as numbers, for learners: which column of their table an option is."""

from __future__ import annotations

from perfectplay.engines.compiled.compiler import helpers, texts
from perfectplay.engines.compiled.compiler.context import Context
from perfectplay.engines.compiled.compiler.values import Int, RowValue, Static, Text, Union, Value
from perfectplay.engines.compiled.record import Labels


def number(c: Context, labels: Labels, label: Value) -> Value:
    """The number of a label; if it has none, Python handles the whole position."""
    match label:
        case Static(obj):
            return Static(labels.note(obj))
        case RowValue(table, row):
            return c.derived(table, row, "label", labels.note)
        case Union():
            return c.map_ways(label, lambda way: number(c, labels, way))
        case Text(hashed):
            known = {texts.hash_of(each): each for each in labels.numbers if isinstance(each, str)}

            def by_hash(code: int) -> int:
                return labels.number(known[code])

            met = [(code,) for code in known]
            lookup = c.memos.setdefault("labels by hash", by_hash)
            return helpers.tabulated(c, lookup, [Int(hashed)], met)
        case _:
            known_labels = [(each,) for each in labels.numbers]
            return helpers.tabulated(c, labels.number, [label], known_labels)
