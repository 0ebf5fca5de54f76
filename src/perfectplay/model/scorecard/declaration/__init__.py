"""How is a scorecard written down? As plain data: in a TOML file, or in a saved solution.

It needs pydantic, which is slow to import: import this only where it is needed.
"""

from perfectplay.model.scorecard.declaration.data import as_data, parse_scorecard
from perfectplay.model.scorecard.declaration.toml import parse_toml, read_scorecard
from perfectplay.model.scorecard.declaration.written import write_toml

__all__ = ["as_data", "parse_scorecard", "parse_toml", "read_scorecard", "write_toml"]
