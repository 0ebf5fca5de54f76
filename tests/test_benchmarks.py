"""Records of benchmarks tell what became slower, and nothing that is noise."""

import json

import pytest
from benchmarks import compared, cores
from benchmarks.record import RECORD, NoRecordError, Record, note


def record(**seconds):
    return Record("2026-11-19", {"cores": 2}, {"python": "3.11"}, seconds)


@pytest.mark.parametrize(
    ("before", "after", "verdict"),
    [
        ([1.0, 1.1, 1.2], [1.3, 1.4, 1.5], "slower"),
        ([1.3, 1.4, 1.5], [1.0, 1.1, 1.2], "faster"),
        ([1.0, 1.1, 1.2], [1.15, 1.3, 1.4], ""),  # they overlap
        ([1.0, 1.0, 1.0], [1.04, 1.04, 1.04], ""),  # a twentieth is noise
        ([1.0], [1.2], ""),  # one round each says little
        ([1.0], [1.3], "slower"),
    ],
)
def test_slower_is_what_is_beyond_the_noise(before, after, verdict):
    (change,) = compared.changes(record(solve=before), record(solve=after))
    assert change.verdict == verdict


def test_two_records_are_compared_on_the_command_line(tmp_path, capsys):
    old, new = tmp_path / "old.json", tmp_path / "new.json"
    record(pig=[1.0, 1.0], hog=[1.0, 1.0], gone=[1.0]).write(old)
    record(pig=[2.0, 2.0], hog=[1.0, 1.0]).write(new)
    assert compared.main(str(old), str(new)) == 1
    said = capsys.readouterr().out
    assert "| pig | 1.000 | 2.000 | 2.00 | slower |" in said
    assert "| hog | 1.000 | 1.000 | 1.00 |  |" in said
    assert "| gone | | | | gone |" in said
    assert said.endswith("1 of 2 became slower.\n")


@pytest.mark.parametrize("text", ["{", '{"x": 1}', "[]", None])
def test_what_is_no_record_is_refused_by_its_name(tmp_path, text):
    path = tmp_path / "other.json"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    with pytest.raises(NoRecordError, match=r"other\.json"):
        Record.read(path)


def test_a_run_notes_its_times_with_the_machine_and_the_versions(tmp_path, monkeypatch):
    path = tmp_path / "records" / "run.json"
    monkeypatch.delenv(RECORD, raising=False)
    note("pig", [1.0])
    assert not path.exists()
    monkeypatch.setenv(RECORD, str(path))
    note("pig", [1.0, 1.5])
    note("hog", [2.0])
    kept = json.loads(path.read_text())
    assert kept["seconds"] == {"pig": [1.0, 1.5], "hog": [2.0]}
    assert kept["machine"]["cores"]
    assert kept["versions"]["python"]
    assert Record.read(path).seconds == kept["seconds"]


def test_speed_up_is_told_by_the_fewest_cores():
    found = {"solve": {4: [1.0, 1.2], 1: [3.0, 3.2]}, "long": {4: [2.0]}}
    assert cores.table([4, 1], found)[2:] == [
        "| solve | 3.00 (1.0) | 1.00 (3.0) |",
        "| long |  | 2.00 (1.0) |",
    ]
