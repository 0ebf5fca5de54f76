"""The site builds without a warning, and its pages load nothing from another host."""

import logging
import re

import pytest

from tests.docs.console import ROOT

pytestmark = pytest.mark.slow

LOADED = re.compile(r"<(?:script|img|iframe|source|audio|video)\b[^>]*\bsrc=\"([^\"]*)\"")
LINKED = re.compile(r"<link\b(?![^>]*\brel=\"canonical\")[^>]*\bhref=\"([^\"]*)\"")
STYLED = re.compile(r"(?:url\(|@import\s+)[\"']?([^\"')]*)")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    folder = tmp_path_factory.mktemp("site")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NO_MKDOCS_2_WARNING", "1")
        settings = load_config(str(ROOT / "mkdocs.yml"), site_dir=str(folder), strict=True)
        settings.plugins.on_startup(command="build", dirty=False)
        counter = Counter()
        logging.getLogger("mkdocs").addHandler(counter)
        try:
            build(settings)
        finally:
            logging.getLogger("mkdocs").removeHandler(counter)
            settings.plugins.on_shutdown()
    assert counter.warnings == []
    return folder


class Counter(logging.Handler):
    def __init__(self):
        super().__init__(logging.WARNING)
        self.warnings = []

    def emit(self, record):
        self.warnings.append(record.getMessage())


def test_pages_load_nothing_from_another_host(site):
    pages = list(site.rglob("*.html"))
    assert len(pages) > 20
    for page in pages:
        text = page.read_text(encoding="utf-8")
        for address in LOADED.findall(text) + LINKED.findall(text):
            assert "//" not in address, (page, address)


def test_styles_load_nothing_from_another_host(site):
    for sheet in site.rglob("*.css"):
        for address in STYLED.findall(sheet.read_text(encoding="utf-8")):
            assert address.startswith(("data:", "..", "#")) or "//" not in address, (sheet, address)


def test_no_page_asks_for_a_library_that_the_theme_would_fetch(site):
    for page in site.rglob("*.html"):
        assert 'class="mermaid"' not in page.read_text(encoding="utf-8"), page
