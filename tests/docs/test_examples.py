"""Every script in examples/ runs and says something."""

import pytest

from tests.docs.console import ROOT, run, workshop


@pytest.mark.slow
@pytest.mark.parametrize("script", sorted(path.name for path in (ROOT / "examples").glob("*.py")))
def test_runs_and_says_something(script):
    with workshop():
        assert run(f"python {script}")
