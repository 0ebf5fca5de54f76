"""Does a game keep its promises? Checks that can be run on any game."""

from perfectplay.conformance.checks import CHECKS, check
from perfectplay.conformance.doubts import doubts
from perfectplay.conformance.playthrough import playthrough

__all__ = ["CHECKS", "check", "doubts", "playthrough"]
