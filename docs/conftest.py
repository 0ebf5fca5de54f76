"""The pages' examples run in an empty folder, with the files of examples/ at hand."""

import sys
from pathlib import Path

import pytest

collect_ignore_glob = ["playground/examples/*"]  # tests/docs/test_playground.py runs them
EXAMPLES = Path(__file__).parents[1] / "examples"


@pytest.fixture(autouse=True)
def beside_the_examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `from my_game import ShutTheBox` work, and files be written."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(EXAMPLES)
    monkeypatch.syspath_prepend(str(EXAMPLES))
    for script in EXAMPLES.glob("*.py"):
        monkeypatch.delitem(sys.modules, script.stem, raising=False)
