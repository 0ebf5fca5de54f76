"""Modules in one script: in order, each with its own names, in place of some others."""

from __future__ import annotations

import pytest

from perfectplay.web.site.bundle import bundled
from perfectplay.web.site.contents import ENTRY, SEAM, STATIC


def write(folder, **modules):
    for name, text in modules.items():
        (folder / f"{name}.js").write_text(text)


def test_a_module_comes_after_what_it_imports(tmp_path):
    write(
        tmp_path,
        main='import { one as first } from "./deep.js";\nimport "./side.js";\nexport const two = 2 * first;\n',
        side="export class Side {}\n",
        deep="const secret = 1;\nexport{secret as one};\n",
    )
    script = bundled(tmp_path, "main.js", {})
    assert script.index('modules["deep.js"]') < script.index('modules["main.js"]')
    assert 'const { one: first } = modules["deep.js"];\n\nconst two' in script
    assert "return { one: secret };" in script
    assert "return { Side: Side };" in script


def test_types_are_left_out(tmp_path):
    types = "/** @typedef {object} Card */\n/**\n * @param {number} x\n */\n"
    kept = "export const one = (/** @type {number} */ x) => x;\n"
    cast = "const two =\n  /** @type {any} */ (2);\n"
    write(tmp_path, main=types + kept + cast + types)
    script = bundled(tmp_path, "main.js", {})
    assert "@typedef" not in script
    assert "@param" not in script
    assert "const one = (/** @type {number} */ x) => x;" in script
    assert cast.strip() in script


def test_another_module_is_taken_instead(tmp_path):
    write(
        tmp_path,
        main='import { ask } from "./api.js";\n',
        api="export const ask = 'a server';\n",
        own="export const ask = 'data';\n",
    )
    script = bundled(tmp_path, "main.js", {"api.js": "own.js"})
    assert "a server" not in script
    assert 'const { ask: ask } = modules["own.js"];' in script


@pytest.mark.parametrize(
    ("main", "complaint"),
    [
        ("export default 1;\n", "main.js: 'export default 1;' is not a form"),
        ('import * as all from "./main.js";\n', "is not a form that can be bundled"),
        ('import { a } from "./main.js";\n', "main.js imports itself by way of others"),
    ],
)
def test_what_is_not_understood_is_refused(tmp_path, main, complaint):
    write(tmp_path, main=main)
    with pytest.raises(ValueError, match=complaint):
        bundled(tmp_path, "main.js", {})


def test_the_page_asks_its_own_data():
    script = bundled(STATIC, ENTRY, SEAM)
    assert "api/v1" not in script
    assert script.count('modules["js/site/api.js"] =') == 1
