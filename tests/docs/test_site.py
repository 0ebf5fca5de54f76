"""The site builds without a warning, and its pages load nothing from another host."""

import re

import pytest

pytestmark = pytest.mark.slow

LOADED = re.compile(r"<(?:script|img|iframe|source|audio|video)\b[^>]*\bsrc=\"([^\"]*)\"")
LINKED = re.compile(r"<link\b(?![^>]*\brel=\"canonical\")[^>]*\bhref=\"([^\"]*)\"")
STYLED = re.compile(r"(?:url\(|@import\s+)[\"']?([^\"')]*)")


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
