"""Files of solutions that are to be refused."""

import pytest

from perfectplay import load
from perfectplay.errors import FileError


def refusal(path, **given):
    """The one line that a file is refused with."""
    with pytest.raises(FileError) as caught:
        load(path, **given)
    assert "\n" not in str(caught.value)
    assert str(path) in str(caught.value)
    return str(caught.value)


def changes_taken(path, content, bits=0x04):
    """The places at which a byte of a file may be changed and it is taken all the same."""
    taken = []
    for place in range(len(content)):
        changed = bytearray(content)
        changed[place] ^= bits
        path.write_bytes(changed)
        try:
            load(path)
            taken.append(place)
        except FileError as error:
            assert str(path) in str(error)  # noqa: PT017 - thousands of files, one test
    return taken
