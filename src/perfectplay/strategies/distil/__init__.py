"""How short can a good strategy be? Find the lines that lose least, starting from a solution."""

from perfectplay.strategies.distil.distilled import Distilled, Point
from perfectplay.strategies.distil.search import distil

__all__ = ["Distilled", "Point", "distil"]
