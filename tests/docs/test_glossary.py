"""The glossary names places that there are."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_place_in_the_glossary_is_there():
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    places = re.findall(r"`([\w/]+(?:\.py|/))`", text.partition("| --- |")[2])
    assert len(places) > 20
    assert [place for place in places if not (ROOT / "src/perfectplay" / place).exists()] == []
