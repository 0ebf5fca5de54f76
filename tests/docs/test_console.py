"""Every console example of the documentation prints what it is said to print."""

import pytest

from tests.docs.console import PAGES, ROOT, blocks, examples, matches, run, workshop

WITH_EXAMPLES = [page for page in PAGES if blocks(page)]


@pytest.mark.slow
@pytest.mark.parametrize("page", WITH_EXAMPLES, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_print_what_the_page_says(page):
    with workshop():
        for block in blocks(page):
            for command, expected in examples(block):
                printed = run(command)
                assert matches(expected, printed), "\n".join(
                    [f"$ {command}", *printed, "", "but the page says", *expected]
                )


def test_three_dots_stand_for_any_lines_and_for_anything_in_a_line():
    printed = ["value  0.5", "first", "second", "time  0.12 s"]
    assert matches(["value  0.5", "...", "time  ... s"], printed)
    assert matches(printed, printed)
    assert not matches(["value  0.5", "time  ... s"], printed)
    assert not matches(["value  0.6", "..."], printed)


def test_a_block_is_split_into_its_commands():
    assert examples("    $ one\n      a\n    b\n    $ two\n") == [
        ("one", ["  a", "b"]),
        ("two", []),
    ]
