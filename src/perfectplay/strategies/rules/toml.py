r'''A card of rules in a TOML file.

>>> text = """
... game = "pig"                # a game by its name, or a scorecard's file beside this one
... name = "hold at 20"
... lines = [
...     "turn >= 20: hold",
...     "roll",
... ]
... """
>>> parse_rules("hold.toml", text).name
'hold at 20'
'''

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from perfectplay.errors import FileError, ModelError, PerfectPlayError, did_you_mean
from perfectplay.model.game import Game
from perfectplay.strategies.rules.rules import LineError, Rules

KEYS = ("game", "name", "lines")


def read_rules(path: str | os.PathLike[str], game: Game[Any] | None = None) -> Rules:
    r"""The rules in a TOML file, for its own game or for another; errors name the line.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = Path(folder, "hold.toml").write_text('game = "pig"\nlines = ["roll"]')
    ...     read_rules(Path(folder, "hold.toml")).texts
    ['roll']
    """
    from perfectplay.model.scorecard.text_file import read_text

    return parse_rules(Path(path), read_text(Path(path)), game)


def parse_rules(source: Path | str, text: str, game: Game[Any] | None = None) -> Rules:
    """The rules in a TOML text."""
    from perfectplay.model.scorecard.declaration.lines import Place, line_of
    from perfectplay.model.scorecard.declaration.toml import read_toml

    data = read_toml(source, text)

    def wrong(place: Place, complaint: str) -> FileError:
        return FileError(f"{source}, line {line_of(text, place)}: {complaint}")

    for key in data:
        if key not in KEYS:
            raise wrong((key,), f"there is no key '{key}'; {did_you_mean(key, KEYS)}")
    for key in ("game", "name"):
        if not isinstance(data.get(key, ""), str):
            raise wrong((key,), f"{key} is not a text in quotes")
    lines = data.get("lines")
    if not isinstance(lines, list) or not lines:
        raise wrong(("lines",), 'lines are missing; write lines = ["...", "..."]')
    for index, line in enumerate(lines):
        if not isinstance(line, str):
            raise wrong(("lines", index), "a line is a text in quotes")
    if game is None:
        try:
            game = game_of(data.get("game", ""), Path(source).parent)
        except PerfectPlayError as error:
            raise wrong(("game",), str(error)) from None
    try:
        return Rules(game, lines, data.get("name", Path(source).stem))
    except LineError as error:
        raise wrong(("lines", error.line - 1), error.complaint) from None
    except ModelError as error:
        raise wrong(("lines",), str(error)) from None


def game_of(words: str, folder: Path) -> Game[Any]:
    """The game a card is for: its name with parameters, or the file of a scorecard."""
    from perfectplay.games import registry
    from perfectplay.model.scorecard.declaration import read_scorecard

    name, *parameters = words.split() or [""]
    if name.endswith(".toml"):
        return read_scorecard(folder / name).for_words(parameters)
    return registry.find(name).from_words(parameters)


def write_rules(rules: Rules) -> str:
    """Rules as a text in TOML.

    >>> from perfectplay.games.pig import Pig
    >>> print(write_rules(Rules(Pig(), ["turn >= 20: hold", "roll"], "hold at 20")), end="")
    game = "pig target=100 sides=6"
    name = "hold at 20"
    lines = [
        "turn >= 20: hold",
        "roll",
    ]
    """
    import json

    game = " ".join([rules.game.name, *rules.game.words])
    lines = "".join(f"    {json.dumps(text, ensure_ascii=False)},\n" for text in rules.texts)
    named = json.dumps(rules.name, ensure_ascii=False)
    return f"game = {json.dumps(game)}\nname = {named}\nlines = [\n{lines}]\n"
