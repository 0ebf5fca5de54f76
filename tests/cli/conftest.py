"""What is solved by one command serves the next."""

import pytest


@pytest.fixture(scope="module")
def keeping(tmp_path_factory):
    """What was solved is kept for the next command, as it is for a user."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PERFECTPLAY_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield
