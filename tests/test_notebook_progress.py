"""The bar that tells in a notebook how far a long solve is."""

import pytest

from perfectplay import Compute, progress

SOLVE = '''
import threading
from perfectplay import Choice, Final, Game, progress, solve

publisher, publish = get_ipython().display_pub, get_ipython().display_pub.publish
seen = threading.Event()

def publish_and_tell(*given, **more):
    publish(*given, **more)
    seen.set()

publisher.publish = publish_and_tell
progress.Announcer.__init__.__kwdefaults__["patience"] = 0

class Slow(Game):
    """Its rules wait until the bar is shown."""
    def start(self):
        seen.wait(600)
        return "start"
    def at(self, position):
        return Choice({"end": Final(7)})

solve(Slow()).value
'''


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_cell_that_solves_shows_a_bar_and_wipes_it(tmp_path, monkeypatch):
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    shown = []

    class Client(nbclient.NotebookClient):
        def process_message(self, message, cell, cell_index):
            if message["msg_type"] in ("display_data", "update_display_data"):
                shown.append((message["msg_type"], message["content"]["data"]["text/html"]))
            return super().process_message(message, cell, cell_index)

    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(SOLVE)])
    Client(notebook).execute()
    assert shown[0][0] == "display_data"
    assert shown[0][1].startswith('<progress max="100"></progress> starting, 0 s')
    assert shown[-1] == ("update_display_data", "")
    bar, value = notebook.cells[0].outputs
    assert bar.data["text/html"] == ""
    assert value.data["text/plain"] == "7.0"


def test_nothing_is_shown_outside_a_notebook():
    with progress.watched(Compute()) as compute:
        assert compute.progress is None
    with progress.NotebookBar(patience=0) as bar:
        assert not bar.thread.is_alive()


def test_who_asked_to_be_told_is_told_alone(monkeypatch):
    monkeypatch.setattr(progress, "in_notebook", lambda: True)
    with progress.watched(Compute(progress=print)) as compute:
        assert compute.progress is print
