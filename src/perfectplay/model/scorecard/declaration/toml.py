r'''A scorecard in a TOML file.

The card comes first, followed by a section `[[boxes]]` for each box:

>>> text = """
... name = "House Yahtzee"
... dice = 5              # 1 to 6; 5 if it is not said
... sides = 6             # 2 to 12; 6 if it is not said
... rerolls = 2           # 0 to 5; 2 if it is not said
... in-order = false      # true if the boxes are filled from the first to the last
...
... [[boxes]]
... name = "ones"
... rule = "face"         # the sum of the dice that show this face
... face = 1
...
... [[boxes]]
... name = "three-of-a-kind"
... rule = "of-a-kind"    # at least so many dice alike
... count = 3
... points = "sum"        # the sum of all dice; "kind" for those alike; or a number
...
... [[boxes]]
... name = "yahtzee"
... rule = "of-a-kind"
... count = 5
... points = 50
...
... [[bonuses]]           # points at the end, if these boxes hold so many
... name = "upper"
... boxes = ["ones"]
... at = 3
... points = 10
...
... [repeat]              # points for a roll that scores in a box that holds points already
... box = "yahtzee"
... points = 100
... joker = "forced"      # where it may go: "forced", "free" or "none"
...
... [labels.de]           # what boxes and bonuses are called in another language
... ones = "einser"
... upper = "oben"
... """
>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     _ = Path(folder, "house.toml").write_text(text, encoding="utf-8")
...     read_scorecard(f"{folder}/house.toml").names
('ones', 'three-of-a-kind', 'yahtzee')

These are the rules and their settings; settings that have a value here may be left out:

```text
rule = "face"             face
rule = "of-a-kind"        count, points = "sum"
rule = "pairs"            count, points = "kind"
rule = "full-house"       points = 25, five-alike = false
rule = "straight"         length, points
rule = "named-straight"   faces, such as [1, 2, 3, 4, 5]; points
rule = "chance"
rule = "table"            points, such as {"66633" = 10, "6 6 6 2 2" = 5}
```

In a table's box, rolls that are not listed score nothing. Bonuses and the repeat bonus are
optional.
'''

from __future__ import annotations

import itertools
import os
import re
import tomllib
from pathlib import Path
from typing import Any

from perfectplay.errors import FileError
from perfectplay.model.scorecard.card import Scorecard
from perfectplay.model.scorecard.declaration.data import parse_scorecard
from perfectplay.model.scorecard.declaration.lines import Place, line_of
from perfectplay.model.scorecard.text_file import read_text

MOST_DOTS = 100
"""The most dots in a line: a key with thousands of parts would keep `tomllib` busy for a minute."""

MOST_BRACKETS = 20
DEEPER = {"[": 1, "{": 1, "]": -1, "}": -1}
LONG_NUMBER = re.compile(r"[0-9_]{640,}")
IN_PLAIN_WORDS = {
    "Cannot ": "this is given twice",
    "Illegal character '\\n'": "a quote is not closed",
    "Invalid value": "this is not a value; put a text in quotes",
}
"""Terms of `tomllib` in words for people who do not program."""


def read_scorecard(path: str | os.PathLike[str]) -> Scorecard:
    """The scorecard that a TOML file declares; errors name the line."""
    path = Path(path)
    return parse_toml(path, read_text(path))


def parse_toml(source: Path | str, text: str) -> Scorecard:
    """The scorecard that a TOML text declares; errors name its source and the line."""
    data = read_toml(source, text)

    def where(place: Place) -> str:
        section = f": {place[0]}" if len(place) > 1 else ""
        return f"{source}, line {line_of(text, place)}{section}"

    return parse_scorecard(data, where)


def read_toml(path: Path | str, text: str) -> dict[str, Any]:
    """A text parsed as TOML."""
    for line, words in enumerate(text.split("\n"), start=1):
        if words.count(".") > MOST_DOTS:
            raise FileError(f"{path}, line {line}: there are more than {MOST_DOTS} dots in it")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line, complaint = in_plain_words(text, str(error))
        raise FileError(f"{path}, line {line}: {complaint}") from None
    except RecursionError:
        line = deep_line(text)
        raise FileError(f"{path}, line {line}: lists are nested too deeply") from None
    except ValueError:
        number = LONG_NUMBER.search(text)
        line = text.count("\n", 0, number.start() if number else 0) + 1
        raise FileError(f"{path}, line {line}: a number has too many digits") from None


def in_plain_words(text: str, complaint: str) -> tuple[int, str]:
    """The line that `tomllib` complains about, and its complaint.

    >>> in_plain_words("dice = five", "Invalid value (at line 1, column 8)")
    (1, 'this is not a value; put a text in quotes')
    """
    what, _, position = complaint.rpartition(" (at ")
    number = re.match(r"line (\d+)", position)
    line = int(number[1]) if number else text.rstrip().count("\n") + 1
    for words, plain in IN_PLAIN_WORDS.items():
        if what.startswith(words):
            return line, plain
    return line, f"{what[:1].lower()}{what[1:]}"


def deep_line(text: str) -> int:
    r"""The first line with brackets nested deeper than any scorecard needs.

    >>> deep_line("dice = 5\nsides = " + "[" * 1_000)
    2
    """
    depths = itertools.accumulate(DEEPER.get(letter, 0) for letter in text)
    deep = (at for at, depth in enumerate(depths) if depth > MOST_BRACKETS)
    return text.count("\n", 0, next(deep, 0)) + 1
