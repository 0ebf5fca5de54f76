"""Models from the command line, and the machine code that is made ahead."""

import json

from perfectplay.adapters.models import read_model
from perfectplay.cli.answers import warming


def test_export_writes_a_model_and_says_what_to_ask(perfectplay, tmp_path):
    out = tmp_path / "coins.drn"
    told = perfectplay("export", "coins", "coins=2", "target=2", "--out", str(out), "--json").json
    assert (told["states"], told["property"]) == (15, 'Pmax=? [F "win"]')
    assert read_model(out).model.states == 15


def test_warm_tells_how_long_each_kind_took(monkeypatch, capsys):
    monkeypatch.setattr(warming, "KINDS", {"any game": lambda: None})
    warming.warm(as_json=True)
    assert list(json.loads(capsys.readouterr().out)["seconds"]) == ["any game"]
