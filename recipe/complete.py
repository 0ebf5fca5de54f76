"""The recipe as conda-forge takes it: `python -m recipe.complete HOMEPAGE MAINTAINER SDIST`.

`recipe.yaml` builds the files around it. What it cannot know before a release is added here: the
address of the project, from which the source distribution of the release is fetched, the digest of
that, and who looks after the recipe.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

RECIPE = Path(__file__).parent / "recipe.yaml"


def complete(homepage: str, maintainer: str, sdist: Path) -> str:
    """The recipe for a release whose files are offered below its tag on the project's home page."""
    digest = hashlib.sha256(sdist.read_bytes()).hexdigest()
    name = "perfectplay-${{ version }}"
    released = f"{homepage}/releases/download/v${{{{ version }}}}/{name}.tar.gz"
    text = RECIPE.read_text(encoding="utf-8")
    for before, after in {
        "  path: ..\n": f"  url: {released}\n  sha256: {digest}\n",
        "about:\n": f"about:\n  homepage: {homepage}\n",
        "recipe-maintainers: []\n": f"recipe-maintainers:\n    - {maintainer}\n",
    }.items():
        assert text.count(before) == 1, before
        text = text.replace(before, after)
    return text[text.index("schema_version") :]


if __name__ == "__main__":
    homepage, maintainer, sdist = sys.argv[1:]
    print(complete(homepage, maintainer, Path(sdist)), end="")
