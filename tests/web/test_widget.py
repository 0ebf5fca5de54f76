"""The table in a notebook: what its model answers, that a kernel shows it, and how it is drawn."""

import json

import pytest

from perfectplay import solve
from perfectplay.games.coins import Coins
from perfectplay.games.pig import Pig
from perfectplay.web.embedded import table_module
from tests.web.pages import shows

anywidget = pytest.importorskip("anywidget")

MIDWAY = "mine=12 theirs=8 turn=6 player=0"
PAGE = """<!doctype html><html lang="en"><title>A notebook</title><body data-jp-theme-light="{light}">
<main><h1>A notebook</h1><div id="first"></div><div id="second"></div></main></body></html>"""
HOST = """async ([esm, name, facts, at]) => {
  const module = await import(URL.createObjectURL(new Blob([esm], { type: "text/javascript" })));
  const held = { facts, at, score: null };
  const hearers = [];
  const model = {
    get: (trait) => held[trait],
    set: (trait, value) => { held[trait] = value; },
    save_changes: () => moved(name, held.at, held.score),
    send: async (message) => hearers.forEach((hear) => message.id && asked(name, message).then(hear)),
    on: (event, hear) => event === "msg:custom" && hearers.push(hear),
    off: () => {},
  };
  await (await module.default()).render({ model, el: document.getElementById(name) });
}"""
"""What anywidget does in a notebook, with Python at the other end of two functions."""


@pytest.fixture(scope="module")
def pig():
    return solve(Pig(target=20))


def widget(solution, **place):
    """A widget, and what it sends."""
    from perfectplay.web.widget import TableWidget

    table, sent = TableWidget(solution, **place), []
    table.send = lambda message, _=None: sent.append(message)
    return table, sent


def test_it_answers_the_questions_of_its_table(pig):
    table, sent = widget(pig)
    table.hear(table, {"id": 3, "question": "position", "body": {"at": MIDWAY}})
    assert sent[0]["id"] == 3
    edges = {edge["label"]: edge["value"] for edge in sent[0]["found"]["edges"]}
    position = pig.read(MIDWAY)
    assert edges == {str(each.label): float(each.value) for each in pig.options(position)}
    json.dumps(sent)


def test_a_question_that_has_no_answer_is_refused_in_a_sentence(pig):
    table, sent = widget(pig)
    table.hear(table, {"id": 1, "question": "chance", "body": {"at": MIDWAY}})
    assert sent == [{"id": 1, "error": "nothing is left to chance here"}]


def test_a_position_that_cannot_be_is_refused_where_it_is_set(pig):
    from traitlets import TraitError

    table, _ = widget(pig, at=MIDWAY)
    with pytest.raises(TraitError, match="cannot occur in Pig"):
        table.at = "mine=900"
    assert table.at == MIDWAY


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_kernel_shows_it(tmp_path, monkeypatch):
    nbformat = pytest.importorskip("nbformat")
    client = pytest.importorskip("nbclient").NotebookClient
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    code = (
        "from perfectplay import solve\n"
        "from perfectplay.games.coins import Coins\n"
        "from perfectplay.web.widget import TableWidget\n"
        "TableWidget(solve(Coins(coins=2, target=2)))"
    )
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code)])
    client(notebook).execute()
    shown = notebook.cells[0].outputs[-1]  # after the bar of a solve that took long
    state = notebook.metadata.widgets["application/vnd.jupyter.widget-state+json"]["state"]
    model = state[shown.data["application/vnd.jupyter.widget-view+json"]["model_id"]]
    assert model["state"]["facts"]["value"] == 0.5
    assert model["state"]["_esm"] == table_module()


@pytest.mark.slow
def test_two_tables_are_played_in_one_notebook(new_page, pig):
    """The front end draws each, asks its own model, and tells it where play has come to."""
    tables = {"first": widget(pig, at=MIDWAY), "second": widget(solve(Coins(coins=2, target=2)))}
    places = []

    def asked(name, message):
        table, sent = tables[name]
        table.hear(table, message)
        return sent.pop()

    page = new_page()
    page.expose_function("asked", asked)
    page.expose_function("moved", lambda *place: places.append(place))
    page.set_content(PAGE.format(light="true"))
    for name, (table, _) in tables.items():
        page.evaluate(HOST, [table._esm, name, table.facts, table.at])
    first, second = page.locator("#first"), page.locator("#second")
    shows(first.locator("h2").first, "Your move")
    shows(first.locator("li.best .words"), "roll")
    shows(second.locator("li.best .words"), "flip 1 coin")
    first.locator("[data-option=hold]").click()
    first.locator(".history li").first.wait_for()
    held = pig.read("mine=8 theirs=18 turn=0 player=1")
    assert places[0] == ("first", pig.game.text(held), None)
    assert second.locator(".history li").count() == 0


@pytest.mark.slow
@pytest.mark.parametrize("light", ["true", "false"])
def test_it_has_the_colours_of_the_notebook_and_suits_everyone(new_page, pig, light):
    from axe_playwright_python.sync_playwright import Axe

    table, sent = widget(pig, at=MIDWAY)

    def asked(_, message):
        table.hear(table, message)
        return sent.pop()

    page = new_page()
    page.expose_function("asked", asked)
    page.expose_function("moved", lambda *place: None)
    page.set_content(PAGE.format(light=light))
    page.evaluate(HOST, [table._esm, "first", table.facts, table.at])
    page.locator("#first li.best").wait_for()
    page.locator("#first .chart").wait_for()
    assert (
        page.locator("#first > div").get_attribute("data-theme")
        == {"true": "light", "false": "dark"}[light]
    )
    if light == "false":
        page.add_style_tag(content="body { background: #111; color: #eee }")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    page.set_viewport_size({"width": 390, "height": 800})
    page.wait_for_function("document.scrollingElement.scrollWidth <= 390")
