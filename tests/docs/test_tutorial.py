"""The tutorial's code is the example's, and a package made as it says is found by its name."""

import re
import shutil
import sys
import tomllib

import pytest

from perfectplay.games import registry
from perfectplay.solution.storage.files import load
from tests.docs.console import ROOT, run

TUTORIAL = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
CODE = (ROOT / "examples" / "my_game.py").read_text(encoding="utf-8")


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", TUTORIAL, re.MULTILINE | re.DOTALL)


def test_every_step_is_in_the_example():
    *steps, whole = blocks("python")
    assert len(steps) > 5
    for step in steps:
        assert step in CODE, step
    assert whole == CODE


def test_the_steps_make_the_example():
    *steps, _ = blocks("python")
    said = {line for step in steps for line in step.splitlines()}
    program = CODE.partition("if __name__")[0].split('"""', 2)[2]
    assert [line for line in program.splitlines() if line not in said] == []


@pytest.mark.parametrize("page", ["docs/tutorial.md", "docs/how-to/add-a-game.md"])
def test_an_entry_point_makes_a_game_known(page, tmp_path, monkeypatch):
    text = (ROOT / page).read_text(encoding="utf-8")
    toml = re.search(r"^```toml\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)[1]
    points = tomllib.loads(toml)["project"]["entry-points"][registry.GROUP]
    shutil.copy(ROOT / "examples" / "my_game.py", tmp_path)
    installed = tmp_path / "my_box-1.0.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: my-box\nVersion: 1.0\n")
    lines = [f"{name} = {place}" for name, place in points.items()]
    (installed / "entry_points.txt").write_text("\n".join([f"[{registry.GROUP}]", *lines, ""]))
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "my_game", raising=False)
    monkeypatch.chdir(tmp_path)

    assert "my-box: Roll two dice" in "\n".join(run("perfectplay games"))
    assert "0.0976137" in "\n".join(run("perfectplay solve my-box one_die=on"))
    run("perfectplay solve my-box --save box.safetensors")
    assert load("box.safetensors").value == pytest.approx(466473281 / 6530347008)
    monkeypatch.delitem(sys.modules, "my_game")
