"""Records of practice and checkpoints that were damaged: told in one line, or begun anew."""

from __future__ import annotations

import json
import random

from perfectplay import Compute, Storage, Win, solve
from perfectplay.engines.scorecard.score_difference import leads
from perfectplay.errors import FileError
from perfectplay.model.scorecard import Scorecard, faces
from perfectplay.play.coaching import (
    ExerciseAnswer,
    PracticeRecord,
    add_sitting,
    losses,
    read_sittings,
)
from tests.attack.opening import damaged
from tests.attack.telling import told

DUEL = Scorecard("duel", dice=1, sides=4, rerolls=1, boxes=[*faces(3)], players=2)
SITTING = PracticeRecord(
    "2026-11-16",
    "slots",
    "score",
    None,
    1.5,
    {"keep": 2.5, "place": 1.0},
    (ExerciseAnswer("keep", 0.5, 1.0), ExerciseAnswer("place", 0.0, 0.25)),
)
VALUES = (None, True, -1, 0, 1.5, 10**400, float("nan"), float("inf"), "", "keep", [], {}, [[]])


def with_another_value(facts, generator):
    """Facts in which something, somewhere, is of another kind, or gone."""
    place = generator.choice(list(facts) if isinstance(facts, dict) else range(len(facts)))
    if isinstance(facts[place], (dict, list)) and facts[place] and generator.random() < 0.7:
        with_another_value(facts[place], generator)
    elif generator.random() < 0.2:
        del facts[place]
    else:
        facts[place] = generator.choice(VALUES)


def spoilt(text, generator):
    """Another text: other bytes, or other values in its JSON."""
    if generator.random() < 0.5:
        return damaged(text, generator)
    lines = [json.loads(line) for line in text.splitlines()]
    with_another_value(generator.choice(lines), generator)
    return "".join(json.dumps(line) + "\n" for line in lines).encode()


def test_a_damaged_record_of_practice_is_read_or_told(tmp_path, seeds, count):
    record = tmp_path / "practice.jsonl"
    for _ in range(3):
        add_sitting(record, SITTING)
    whole = record.read_bytes()
    for seed in seeds:
        record.write_bytes(spoilt(whole, random.Random(seed)))
        try:
            sittings = read_sittings(record)
        except FileError as error:
            told(error)
            count("refused")
            continue
        assert all(0 <= each < 1e300 for each in losses(sittings).values())
        add_sitting(record, SITTING)
        assert read_sittings(record)[-1] == SITTING
        count("read")


def test_a_damaged_checkpoint_is_begun_anew(tmp_path, seeds, count, monkeypatch):
    monkeypatch.setattr(leads, "SMALL", 0)
    partial, saved = tmp_path / "duel.partial", tmp_path / "duel.safetensors"
    record = tmp_path / "duel.partial.json"

    def solved():
        solution = solve(
            DUEL,
            Win(),
            compute=Compute(engine="score-difference"),
            storage=Storage(checkpoint=partial),
        )
        solution.seconds = 0.0
        solution.save(saved)
        return saved.read_bytes()

    right = solved()
    whole = partial.read_bytes(), record.read_bytes()
    for seed in seeds:
        generator = random.Random(seed)
        for path in (partial, record):
            path.unlink(missing_ok=True)
        numbers, words = whole
        if generator.random() < 0.5:
            numbers = damaged(numbers, generator)
        if generator.random() < 0.5 or numbers == whole[0]:
            words = spoilt(words, generator)
        partial.write_bytes(numbers)
        record.write_bytes(words)
        assert solved() == right
        count("checkpoints")
