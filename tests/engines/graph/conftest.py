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


@pytest.fixture(params=["every position", "some positions"], scope="module")
def looked_at(request: pytest.FixtureRequest) -> Iterator[str]:
    """How much is asked of the rules: all there is, or next to nothing, as of a large game."""
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "some positions":
            patch.setattr("perfectplay.engines.graph.verify.MOST_STEPS", 0)
            patch.setattr("perfectplay.engines.graph.verify.SOME_STEPS", 0)
        yield request.param
