"""The documentation as it is built."""

import logging

import pytest

from tests.docs.console import ROOT


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The built site; nothing may be warned of meanwhile."""
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
