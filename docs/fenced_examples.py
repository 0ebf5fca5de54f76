"""Docstring examples as code in the built pages: Markdown takes a bare `>>>` for a quotation."""

from typing import Any

import griffe


class FencedExamples(griffe.Extension):
    """Puts a fence around every example in a docstring."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Rewrite the docstring of an object as it is found."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(text: str) -> str:
    r"""Fence the examples of a docstring, each up to the next empty line.

    >>> fenced("Adds.\n\n>>> 1 + 1\n2").split("\n\n")
    ['Adds.', '```pycon\n>>> 1 + 1\n2\n```']
    """
    paragraphs = text.split("\n\n")
    return "\n\n".join(
        f"```pycon\n{paragraph}\n```" if paragraph.startswith(">>> ") else paragraph
        for paragraph in paragraphs
    )
