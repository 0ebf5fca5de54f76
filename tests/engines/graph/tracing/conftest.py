"""These tests choose the explorer themselves."""

import pytest


@pytest.fixture(autouse=True)
def explorer() -> None:
    """No more than once."""
