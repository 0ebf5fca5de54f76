"""How fast the rules of a game run, and what was made of them."""

from __future__ import annotations

from typing import NamedTuple


class Speed(NamedTuple):
    """The rules of a game, run for all of its positions; or why they are not compiled.

    If they are not, only `refusal` and `plainly` tell anything.
    """

    plainly: float
    """Seconds that a position takes by the plain rules."""
    refusal: str = ""
    """The line that is not compiled, and why."""
    compiling: float = 0.0
    """Seconds."""
    exploring: float = 0.0
    positions: int = 0
    every: bool = True
    """Whether these are all positions; if not, exploring was stopped."""
    by_python: int = 0
    """For how many positions the plain rules were asked."""
    bits: int = 0
    """Of a position's key."""
    in_place: tuple[str, ...] = ()
    """The kinds of positions that are computed wherever others lead to them."""
    order: str = ""
    """What rises as play goes on."""

    @property
    def compiled(self) -> bool:
        """Whether the rules are compiled."""
        return not self.refusal
