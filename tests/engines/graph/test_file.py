"""A solution of the graph engine that was kept in a file is as good as the one that was solved.

A file with a right checksum and wrong contents is refused before any sweep comes to it.
"""

import copy
import math
import pickle
from array import array
from functools import cache

import pytest

from perfectplay import AtLeast, Score, load, solve
from perfectplay.engines.graph.graph import CHANCE, CHOICE, FINAL
from perfectplay.errors import FileError
from perfectplay.games.coins import Coins
from perfectplay.games.pig import Pig
from perfectplay.games.piglet import Piglet
from perfectplay.games.slots import Slots
from perfectplay.solution.verification import verify
from tests.by_engine import by_machine_code
from tests.forging import contents, forge
from tests.refusing import refusal

COINS = Coins(coins=2, target=2)
TRACKED = Slots()
"""Its states tell the running score."""
CYCLE = Piglet(target=2)
"""Play goes round in it."""


@pytest.fixture(params=[(Coins(), None), (Slots(), AtLeast(45)), (Piglet(target=3), None)])
def solved(request):
    game, objective = request.param
    return solve(game, objective)


@pytest.fixture
def kept(solved, tmp_path):
    solved.save(tmp_path / "kept.safetensors")
    return load(tmp_path / "kept.safetensors")


def test_asking_for_the_bounds_changes_no_value(solved, kept):
    values = list(kept.values)
    assert kept.lower <= kept.value <= kept.upper
    assert list(kept.values) == values == list(solved.values)
    assert (kept.lower, kept.upper) == (solved.lower, solved.upper)


@pytest.mark.parametrize(
    "twin", [copy.copy, copy.deepcopy, lambda each: pickle.loads(pickle.dumps(each))]
)
def test_a_kept_solution_can_be_copied_and_pickled(kept, twin):
    other = twin(kept)
    assert (other.lower, other.value, other.upper) == (kept.lower, kept.value, kept.upper)
    assert other.visits() == kept.visits()
    assert other.distribution() == kept.distribution()
    assert other.names.found[0] == kept.names.found[0]


def test_an_exact_solution_can_be_pickled(tmp_path):
    solve(Piglet(target=2), exact=True).save(tmp_path / "kept.safetensors")
    kept = load(tmp_path / "kept.safetensors")
    assert pickle.loads(pickle.dumps(kept)).value == kept.value


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("game", [Piglet(target=4), Pig(target=8, players=1)])
def test_a_saved_solution_says_the_same(tmp_path, game, exact):
    solution = solve(game, exact=exact)
    solution.save(tmp_path / "kept.safetensors")
    kept = load(tmp_path / "kept.safetensors")
    assert (kept.lower, kept.value, kept.upper) == (solution.lower, solution.value, solution.upper)
    assert kept.visits() == solution.visits()
    assert kept.distribution() == solution.distribution()
    assert kept.simulate(1000, seed=5) == solution.simulate(1000, seed=5)
    assert verify(kept).positions == solution.positions


def test_a_file_without_its_bounds_is_damaged(tmp_path):
    path = tmp_path / "kept.safetensors"
    solve(Piglet(target=2)).save(path)
    content = path.read_bytes()
    path.write_bytes(content.replace(b'"upper"', b'"uppre"'))
    with pytest.raises(FileError):
        load(path)


# What is refused


@pytest.fixture
def path(tmp_path):
    """Where a solution can be saved."""
    return tmp_path / "graph.safetensors"


@pytest.fixture(scope="module")
def content(tmp_path_factory):
    """What is in the file of a game's solution, which is made once."""
    path = tmp_path_factory.mktemp("whole") / "graph.safetensors"

    @cache
    def solved_and_saved(game):
        solve(game).save(path)
        return path.read_bytes()

    return solved_and_saved


def with_number(path, name, place, number):
    """Exchange one number of a column."""
    column = contents(path)[1][name]
    column[place] = number
    forge(path, tensors={name: column})


def row_of(path, kind):
    """Where in the tables the first node of a kind begins."""
    _, columns = contents(path)
    node = list(columns["kind"]).index(kind)
    return columns["first"][node] + (columns["shift"][node] if "shift" in columns else 0)


NUMBERS = [
    ("kind", 0, 3),
    ("kind", 0, -1),
    ("kind", 0, 0),  # an end that goes on
    ("kind", -1, 2),  # a chance of nothing
    ("player", 0, 1),
    ("player", 0, -1),
    ("first", 0, 1),
    ("first", 1, 1 << 30),
    ("first", 1, -1),
    ("first", -1, 2),
    ("order", 0, 99),
    ("order", 0, -1),
    ("target", 0, 1 << 30),
    ("target", 0, -1),
    ("target", 0, 0),  # round in a cycle that is told nowhere
    ("label", 0, 7),
    ("label", 0, -1),
    ("points", 0, math.nan),
    ("points", 0, -math.inf),
    ("value", 0, math.nan),
    ("value", -1, math.inf),
    ("root", 0, 1),
    ("root", 1, 0),
    ("root", -1, 3),
]


@pytest.mark.parametrize(("name", "place", "number"), NUMBERS)
def test_a_number_out_of_place_is_refused(path, content, name, place, number):
    path.write_bytes(content(COINS))
    with_number(path, name, place, number)
    assert "is damaged" in refusal(path)


@pytest.mark.parametrize("number", [math.nan, 0.9, -1.0])
def test_a_probability_out_of_place_is_refused(path, content, number):
    path.write_bytes(content(COINS))
    with_number(path, "probability", row_of(path, CHANCE), number)
    assert "is damaged" in refusal(path)


@pytest.mark.parametrize("number", [math.nan, -math.inf])
def test_a_payoff_out_of_place_is_refused(path, content, number):
    path.write_bytes(content(COINS))
    _, columns = contents(path)
    if "payoff" in columns:
        with_number(path, "payoff", list(columns["kind"]).index(FINAL), number)
    else:
        with_number(path, "probability", row_of(path, FINAL), number)
    assert "is damaged" in refusal(path)


@pytest.mark.parametrize(("one", "other"), [(0, -1), (0, 1), (-1, -2)])
def test_an_order_in_which_a_node_comes_before_its_successors_is_refused(path, content, one, other):
    path.write_bytes(content(COINS))
    order = contents(path)[1]["order"]
    order[one], order[other] = order[other], order[one]
    forge(path, tensors={"order": order})
    try:
        load(path)  # some have no order between them
    except FileError as error:
        assert "its order" in str(error)  # noqa: PT017


def test_an_order_that_lists_a_node_twice_is_refused(path, content):
    path.write_bytes(content(COINS))
    with_number(path, "order", 0, contents(path)[1]["order"][1])
    assert "do not fit" in refusal(path)


SCORES = [
    ("low", 0, 1),
    ("low", 5, 1 << 62),
    ("offset", 0, 1),
    ("offset", 3, 0),
    ("offset", 3, 1 << 40),
    ("offset", -1, 1 << 50),
    ("reach", 0, 1 << 40),
    ("reach", 7, -1),
    ("reach", -1, 10_687),
    ("value", 3, math.nan),
]


@pytest.mark.parametrize(("name", "place", "number"), SCORES)
def test_a_running_score_out_of_place_is_refused(path, content, name, place, number):
    path.write_bytes(content(TRACKED))
    with_number(path, name, place, number)
    assert "is damaged" in refusal(path)


@pytest.mark.parametrize("unit", ["-1", "x", "1/0", "1e9", "", "9" * 5000])
def test_a_unit_that_is_none_is_refused(path, content, unit):
    path.write_bytes(content(TRACKED))
    forge(path, {"unit": unit})
    assert "is damaged" in refusal(path)


CYCLES = [
    ("component", 0, 1),
    ("component", 0, -1),
    ("component", 1, 1 << 30),
    ("component", 1, -2),
    ("lower", 0, math.nan),
    ("lower", 0, 2.0),
    ("upper", 0, -1.0),
]


@pytest.mark.parametrize(("name", "place", "number"), CYCLES)
def test_a_cycle_out_of_place_is_refused(path, content, name, place, number):
    path.write_bytes(content(CYCLE))
    with_number(path, name, place, number)
    assert "is damaged" in refusal(path)


def test_an_end_that_is_told_to_be_in_a_cycle_is_refused(path, content):
    path.write_bytes(content(CYCLE))
    with_number(path, "component", list(contents(path)[1]["kind"]).index(FINAL), 0)
    assert "its components do not fit" in refusal(path)


@pytest.mark.parametrize("game", [COINS, TRACKED, CYCLE], ids=repr)
@pytest.mark.parametrize("change", ["one more", "one less", "none", "left out", "other numbers"])
def test_a_column_of_another_length_or_kind_is_refused(path, content, game, change):
    path.write_bytes(content(game))
    _, columns = contents(path)
    whole = path.read_bytes()
    texts = {"positions", "paths", "shapes"} if change.startswith("one") else set()
    for name in columns.keys() - texts:
        column = columns[name]
        code = "d" if column.typecode != "d" else "q"
        other = {
            "one more": column + column[-1:],
            "one less": column[:-1],
            "none": column[:0],
            "left out": None,
            "other numbers": array(code, [0]) * len(column),
        }[change]
        path.write_bytes(whole)
        forge(path, tensors={name: other})
        assert "is damaged" in refusal(path)


HEADERS = [
    {"labels": "7"},
    {"labels": "[{}]"},
    {"labels": "["},
    {"labels": "[" * 100_000},
    {"labels": "[1]"},
    {"parameters": "[]"},
    {"parameters": "[" * 100_000},
    {"parameters": '{"coins": 1}'},
    {"parameters": '{"coins": 1e999, "target": 2}'},
    {"parameters": '{"coins": [[1]], "target": 2}'},
    {"seconds": "nan"},
    {"seconds": "-1"},
    {"seconds": "1e999"},
    {"objective": "win"},
    {"objective": "x" * 5000},
    {"objective": "\x1b[31m"},
    {"engine": "race"},
    {"engine": "scorecard"},
    {"engine": "score-difference"},
    {"engine": None},
    {"game": "\x1b]0;title\x07"},
    {"rules": "x" * 5000},
]


@pytest.mark.parametrize("change", HEADERS, ids=lambda change: str(change)[:40])
def test_a_header_of_other_words_is_refused(path, content, change):
    path.write_bytes(content(COINS))
    forge(path, change)
    line = refusal(path)
    assert line.isprintable()
    assert len(line) < 1000 + len(str(path))


TEXTS = [
    ("positions", "coins=2 points=0"),
    ("positions", "nonsense"),
    ("positions", "\xff"),
    ("paths", "[]"),
    ("paths", "{"),
    ("paths", "7"),
    ("value", "1/0"),
    ("value", "1e999999999"),
    ("value", "9" * 5000),
    ("value", "nan"),
    ("payoff", "x"),
    ("probability", "1/3"),
]


@pytest.mark.parametrize(("name", "text"), TEXTS, ids=lambda text: text[:20])
def test_a_text_that_is_none_is_refused(path, name, text):
    solve(COINS, exact=True).save(path)
    lines = bytes(contents(path)[1][name]).decode().split("\n")
    lines[0 if name == "positions" else -1] = text
    if name == "positions" and text.startswith("coins"):
        lines = [text]
    if (name, text) == ("paths", "[]"):
        lines = [text] * len(lines)
    forge(path, tensors={name: array("B", "\n".join(lines).encode("latin-1"))})
    assert "is damaged" in refusal(path)


@pytest.mark.parametrize("compiled", [False, True])
def test_bounds_that_no_option_has_are_told_when_a_choice_is_made(path, compiled):
    solution = solve(CYCLE)
    solution.save(path)
    choice = list(solution.graph.kind).index(CHOICE)
    for name in ("value", "lower", "upper"):
        with_number(path, name, choice, 1000.0)
    with by_machine_code(always=compiled):
        loaded = load(path)
        for ask in (loaded.distribution, loaded.visits, loaded.table):
            with pytest.raises(FileError, match="a value matches no option"):
                ask()


# The objective


def test_a_file_is_not_read_for_another_objective(path):
    solve(Slots()).save(path)
    with pytest.raises(FileError, match="was solved for 'at-least:45', not for 'score'"):
        load(path, objective=Score())
    with pytest.raises(FileError, match="was solved for 'at-least:45', not for 'at-least:46'"):
        load(path, Slots(), AtLeast(46))
    assert load(path, objective=AtLeast(45.0)).value == solve(Slots()).value
