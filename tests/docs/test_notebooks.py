"""Every notebook in examples/ runs from top to bottom."""

import pytest

from tests.docs.console import ROOT


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "path", sorted((ROOT / "examples").glob("*.ipynb")), ids=lambda path: path.name
)
def test_runs(path):
    nbformat = pytest.importorskip("nbformat")
    client = pytest.importorskip("nbclient").NotebookClient(nbformat.read(path, as_version=4))
    client.execute()
