"""How much a verification asks of the rules."""

from collections.abc import Iterator

import pytest


@pytest.fixture(params=["every position", "some positions"], scope="module")
def looked_at(request: pytest.FixtureRequest) -> Iterator[str]:
    """How much is asked of the rules: all there is, or next to nothing, as of a large game."""
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "some positions":
            patch.setattr("perfectplay.engines.graph.verify.MOST_STEPS", 0)
            patch.setattr("perfectplay.engines.graph.verify.SOME_STEPS", 0)
        yield request.param
