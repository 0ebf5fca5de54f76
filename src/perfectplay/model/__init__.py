"""What is a game? Positions, choices and chance, and how people write them down."""

from perfectplay.model.game import Game
from perfectplay.model.nodes import Chance, Choice, Final, Gain, Inline, Label, Node, Number
from perfectplay.model.parameters import Parameter, parameter

__all__ = [
    "Chance",
    "Choice",
    "Final",
    "Gain",
    "Game",
    "Inline",
    "Label",
    "Node",
    "Number",
    "Parameter",
    "parameter",
]
