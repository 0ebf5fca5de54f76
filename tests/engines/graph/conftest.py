"""Every test of the engine for any game runs by both explorers."""

from collections.abc import Iterator

import pytest

from tests.engines.graph.tracing.both_ways import by_traces


@pytest.fixture(params=["plainly", "by traces"], scope="module", autouse=True)
def explorer(request: pytest.FixtureRequest) -> Iterator[None]:
    """Explore plainly, or trace the rules from the first position on, whatever it costs."""
    if request.param == "plainly":
        yield
        return
    with by_traces():
        yield
