"""The pay tables in the documentation are those that are played."""

from __future__ import annotations

from pathlib import Path

from perfectplay.games.video_poker import TABLES

PAGE = Path(__file__).parents[2] / "docs/games/video-poker.md"


def test_the_page_lists_what_every_hand_pays():
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    head = next(line for line in lines if line.startswith("| hand |"))
    first = lines.index(head)
    names = [word.strip(" `") for word in head.split("|")[2:-1]]
    found = {name: {} for name in names}
    for line in lines[first + 2 : lines.index("", first)]:
        kind, *pays = (word.strip() for word in line.split("|")[1:-1])
        for name, coins in zip(names, pays, strict=True):
            if coins:
                found[name][kind] = int(coins)
    assert found == TABLES
