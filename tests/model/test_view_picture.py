"""Every game's table as a picture: sound SVG, with all its pieces, and what is marked stands out."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from perfectplay.games import registry
from perfectplay.model.nodes import Choice
from perfectplay.model.view import Mark
from perfectplay.model.view_picture import picture_of
from perfectplay.model.walk import edges

SVG = "{http://www.w3.org/2000/svg}"


def first_choice(game):
    """The first position at which one decides, if chance brings the last of its outcomes."""
    position = game.start()
    while not isinstance(node := game.ask(position), Choice):
        *_, position = (edge.place for edge in edges(position, node) if edge.node is None)
    return position


@pytest.mark.parametrize("name", registry.names())
def test_every_game_is_drawn(name):
    game = registry.find(name)()
    view = game.view(first_choice(game))
    root = ET.fromstring(view._repr_svg_())
    told = {each.text for each in root.iter(f"{SVG}text")}
    assert view.pieces
    assert {piece.name for piece in view.pieces} <= told
    assert float(root.get("width")) <= 800


@pytest.mark.parametrize("dark", [False, True])
def test_what_an_option_is_about_stands_out(dark):
    game = registry.find("farkle")()
    view = game.view(game.read("roll=1,1,2,3,5,6"))
    plain = picture_of(view, dark=dark)
    marked = picture_of(view, [Mark("dice", (0, 1))], dark=dark)
    assert marked.count("<rect") == plain.count("<rect") + 2
