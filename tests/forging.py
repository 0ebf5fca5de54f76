"""Files with a right checksum and other contents than were saved."""

from array import array

from perfectplay.solution.storage.container import open_file, write_file


def contents(path):
    """The words of a file's header, and its tensors as arrays of their own."""
    _, header, tensors = open_file(path)
    words = {name: text for name, text in header.items() if name not in ("format", "checksum")}
    return words, {name: array(each.format, each.tobytes()) for name, each in tensors.items()}


def forge(path, header=None, tensors=None):
    """Exchange some of a file's words and tensors; those that are None are left out."""
    words, arrays = contents(path)
    words |= header or {}
    arrays |= tensors or {}
    write_file(
        path,
        {name: text for name, text in words.items() if text is not None},
        {name: each for name, each in arrays.items() if each is not None},
    )
