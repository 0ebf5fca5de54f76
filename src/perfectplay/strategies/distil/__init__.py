"""How short can a good strategy be? The lines that lose least, found from a solution."""

from perfectplay.strategies.distil.distilled import Distilled, Point
from perfectplay.strategies.distil.search import distil

__all__ = ["Distilled", "Point", "distil"]
