"""How is a strategy written down? As rules on a card: the first line that applies decides."""

from perfectplay.strategies.rules.rules import Rules
from perfectplay.strategies.rules.toml import read_rules

__all__ = ["Rules", "read_rules"]
