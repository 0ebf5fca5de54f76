"""The table of a game for embedding in other pages: a JavaScript module as anywidget expects it."""

from __future__ import annotations

import json
import re
from pathlib import Path

from perfectplay.web.site.bundle import bundled

STATIC = Path(__file__).parent / "static"
ENTRY = "js/embedded/widget.js"
INSTEAD = {"js/api.js": "js/embedded/api.js", "js/address.js": "js/embedded/address.js"}
"""The modules for talking to a server and handling addresses, and their replacements."""
MODULE = """\
const style = {style};
const table = () => {bundle}
export default () => {{
  const {{ render }} = table();
  return {{ render: (given) => render({{ ...given, style }}) }};
}};
"""
"""Each model has its own modules, so that no table receives the answers for another."""
REM = 16
"""In pixels: the size of a table does not depend on the `rem` of the page around it."""


OWN_STYLE = """
.thumb { position: static; }
.chart { max-width: 26rem; }
@container (min-width: 46rem) {
  .columns { grid-template-columns: minmax(0, 1.5fr) minmax(0, 1fr); align-items: start; }
}
"""
"""The page continues below a table, and has less room beside it."""


def table_module() -> str:
    """The module: `render({ model, el })` draws the table of a model's `facts` in an element."""
    bundle = bundled(STATIC, ENTRY, INSTEAD)
    return MODULE.format(style=json.dumps(embedded_style()), bundle=bundle)


def embedded_style() -> str:
    """The styles of the pages, for part of another page with a size of its own.

    >>> ":root" in embedded_style(), "@media (max-width" in embedded_style()
    (False, False)
    """
    style = (STATIC / "style.css").read_text(encoding="utf-8")
    style = re.sub(r":root\[([^]]*)\]", r":host([\1])", style).replace(":root", ":host")
    style = re.sub(r"@media \((m\w\w-width)", r"@container (\1", style)
    style = re.sub(
        r"(?m)^body \{ margin: 0;", ":host { display: block; container-type: inline-size;", style
    )
    style += OWN_STYLE
    return re.sub(r"(\d*\.?\d+)rem\b", lambda size: f"{REM * float(size[1]):g}px", style)
