"""How fast the rules of a game run, and how they were compiled."""

from __future__ import annotations

from typing import NamedTuple


class Speed(NamedTuple):
    """The rules of a game, run for all of its positions; or why they cannot be compiled.

    If they cannot, only `refusal` and `plainly` are set.
    """

    plainly: float
    """Seconds per position with the plain rules."""
    refusal: str = ""
    """The line that cannot be compiled, and why."""
    compiling: float = 0.0
    """Seconds."""
    exploring: float = 0.0
    positions: int = 0
    every: bool = True
    """Whether these are all positions; if not, the search was stopped."""
    by_python: int = 0
    """The number of positions left to the plain rules."""
    bits: int = 0
    """The bits of a position's key."""
    in_place: tuple[str, ...] = ()
    """The kinds of position that are computed wherever others lead to them."""
    order: str = ""
    """What increases as play goes on."""

    @property
    def compiled(self) -> bool:
        """Whether the rules were compiled."""
        return not self.refusal
