"""Positions as rows of whole numbers: the number of their shape, then their fields, packed.

The shape of a position is all of it but its whole numbers: the tuples it is made of, and whatever
else is in them. Shape and fields share the bits of a few 64-bit words; a field has as many bits as
the values met so far need.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from itertools import accumulate
from typing import Any

from perfectplay.engines.graph.graph import Column
from perfectplay.engines.graph.tracing.numbers import FIELDS, LIMIT, plain

MOST_SHAPES = 1000
WORD = 63
"""The bits of a word that are used; the sign is not."""
SPARE = 2
"""So many bits a field has at least, for it will hardly stay as it is."""


TUPLES: set[type] = {tuple}
"""Kinds of tuple that are equal as tuples are."""


class NotTracedError(Exception):
    """Why a game is not explored by traces of its rules."""


class Shapes:
    """The shapes met so far, by number; of each, what kinds of number its fields are.

    >>> shapes = Shapes()
    >>> shapes.take_apart((3, "dice", True))
    (0, [3, True])
    >>> shapes.put_together(0, [4, 0])
    (4, 'dice', False)
    """

    def __init__(self) -> None:
        self.number: dict[Any, int] = {}
        self.kinds: list[tuple[type, ...]] = []
        self.keys: list[Any] = []
        self.alike: dict[Any, list[int]] = {}
        """Shapes whose positions Python may take for equal."""

    def take_apart(self, position: Any) -> tuple[int, list[Any]]:
        """The number of a position's shape, and its whole numbers, traced ones among them."""
        numbers: list[Any] = []
        key = apart(position, numbers)
        shape = self.number.get(key)
        if shape is None:
            shape = self.number[key] = len(self.keys)
            self.keys.append(key)
            self.alike.setdefault(nameless(key), []).append(shape)
            self.kinds.append(tuple(type(plain(each)) for each in numbers))
            if len(numbers) >= FIELDS or shape >= MOST_SHAPES:
                raise NotTracedError(
                    f"a position has {len(numbers)} numbers"
                    if len(numbers) >= FIELDS
                    else f"there are more than {MOST_SHAPES} kinds of position"
                )
        if numbers and max(map(abs, map(plain, numbers))) >= LIMIT:
            raise NotTracedError("a number in a position has more than 62 bits")
        return shape, numbers

    def like(self, position: Any) -> Iterator[tuple[int, list[int]]]:
        """The shapes that a position may be of, each with the whole numbers it would have there.

        Whatever Python takes for equal to a position will do, as it does in a dictionary.

        >>> shapes = Shapes()
        >>> shapes.take_apart((3, True))
        (0, [3, True])
        >>> list(shapes.like((4.0, 0))), list(shapes.like((4.5, 0))), list(shapes.like("dice"))
        ([(0, [4, 0])], [], [])
        """
        for shape, key in enumerate(self.keys):
            numbers: list[int] = []
            if fits(key, position, numbers):
                yield shape, numbers

    def put_together(self, shape: int, numbers: list[Any]) -> Any:
        """The position of a shape with some numbers, which may be traced."""
        kinds = self.kinds[shape]
        numbers = [
            bool(number) if kind is bool else number
            for kind, number in zip(kinds, numbers, strict=True)
        ]
        return together(self.keys[shape], iter(numbers))


def apart(value: Any, numbers: list[Any]) -> Any:
    """The shape of a value; its whole numbers are added to a list."""
    kind = type(plain(value))
    if kind is int or kind is bool:
        numbers.append(value)
        return kind
    if isinstance(value, tuple):
        if kind not in TUPLES:
            require_plain_equality(kind)
        return (kind, *[apart(each, numbers) for each in value])
    try:
        hash(value)
    except TypeError:
        raise NotTracedError(f"{value!r} is not hashable") from None
    return (None, kind, value)


def require_plain_equality(kind: type) -> None:
    """Refuse a kind of tuple that is equal to others by a rule of its own."""
    if any(getattr(kind, name) is not getattr(tuple, name) for name in ("__eq__", "__hash__")):
        raise NotTracedError(f"{kind.__name__} has an equality of its own")
    TUPLES.add(kind)


def fits(key: Any, value: Any, numbers: list[int]) -> bool:
    """Whether a value may equal one of this shape; its whole numbers are added to a list."""
    if key is int or key is bool:
        whole = whole_number(value)
        if whole is None:
            return False
        numbers.append(whole)
        return True
    if key[0] is None:
        return hash(value) == hash(key[2]) and bool(value == key[2])
    return (
        isinstance(value, tuple)
        and len(value) == len(key) - 1
        and all(fits(part, each, numbers) for part, each in zip(key[1:], value, strict=True))
    )


def whole_number(value: Any) -> int | None:
    """The whole number that a value equals, if it does.

    >>> whole_number(3.0), whole_number(True), whole_number(3.5), whole_number("3")
    (3, 1, None, None)
    """
    if type(value) is int:
        return value
    try:
        whole = int(value.real)
    except (AttributeError, OverflowError, TypeError, ValueError):  # no number, or no finite one
        return None
    return whole if hash(whole) == hash(value) and whole == value else None


def together(key: Any, numbers: Iterator[Any]) -> Any:
    """A value of a shape."""
    if key is int or key is bool:
        return next(numbers)
    if key[0] is None:
        return key[2]
    return tuple.__new__(key[0], [together(each, numbers) for each in key[1:]])


def nameless(key: Any) -> Any:
    """A shape but for what does not matter to Python's equality, or may not."""
    if key is int or key is bool:
        return int
    if key[0] is None:
        return int if key[1] not in (str, bytes, frozenset, type(None)) else key[2]
    return tuple(map(nameless, key[1:]))


class ShapeLayout:
    """Where in the words of a row its shape and its fields are.

    Fields are numbered shape by shape: shape `s` has the fields `first[s]` to `first[s + 1]`. Field
    `f` is in word `word[f]`, from bit `shift[f]` on, `bits[f]` of them, and counts from `low[f]`.
    The shape is in the topmost bits of the first word, from bit `head` on.
    """

    def __init__(self, shapes: Shapes) -> None:
        self.shapes = shapes
        self.words = 1
        self.head = WORD
        self.first = array("q", [0])
        self.word, self.shift, self.bits, self.low = (array("q") for _ in range(4))

    @property
    def columns(self) -> tuple[array[int], ...]:
        """What the machine needs to know."""
        return self.first, self.word, self.shift, self.bits, self.low

    def take_fields(self, bits: Column, low: Column) -> None:
        """Lay out rows of all shapes whose fields have so many bits, and count from there."""
        fields = [len(kinds) for kinds in self.shapes.kinds]
        self.first = array("q", accumulate(fields, initial=0))
        self.bits, self.low = array("q", bits), array("q", low)
        self.lay_out()

    def fits(self, shape: int, numbers: list[int]) -> bool:
        """Whether there is room for a row."""
        if shape >= len(self.first) - 1:
            return False
        fields = range(self.first[shape], self.first[shape + 1])
        pairs = zip(fields, numbers, strict=True)
        return all(0 <= number - self.low[f] < 1 << self.bits[f] for f, number in pairs)

    def make_room(self, shape: int, numbers: list[int]) -> None:
        """Make room for a row: a new shape, or larger numbers; all rows are laid out anew."""
        for known in range(len(self.first) - 1, len(self.shapes.keys)):
            fields = len(self.shapes.kinds[known])
            self.first.append(self.first[-1] + fields)
            self.bits.extend([SPARE] * fields)
            self.low.extend([0] * fields)
        for field, number in enumerate(numbers, self.first[shape]):
            self.widen(field, number)
        self.lay_out()

    def widen(self, field: int, number: int) -> None:
        """Let a field hold a number, with room to grow in the direction it went."""
        low, bits = self.low[field], self.bits[field]
        if number < low:
            high = low + (1 << bits) - 1
            self.bits[field] = (high - number).bit_length()
            self.low[field] = high - (1 << self.bits[field]) + 1
        elif number - low >= 1 << bits:
            self.bits[field] = (number - low).bit_length()

    def lay_out(self) -> None:
        """Give each field its place: from the lowest bits up, the last field first."""
        shapes = len(self.first) - 1
        self.head = WORD - (shapes - 1).bit_length()
        self.word, self.shift = array("q", self.low), array("q", self.low)
        self.words = 1
        for shape in range(shapes):
            word, used = 0, 0
            for field in range(self.first[shape + 1] - 1, self.first[shape] - 1, -1):
                if used + self.bits[field] > (WORD if word else self.head):
                    word, used = word + 1, 0
                self.word[field], self.shift[field] = word, used
                used += self.bits[field]
            self.words = max(self.words, word + 1)

    def pack(self, shape: int, numbers: list[int]) -> array[int]:
        """A row as words."""
        words = array("q", bytes(8 * self.words))
        words[0] = shape << self.head
        for field, number in enumerate(numbers, self.first[shape]):
            words[self.word[field]] |= (number - self.low[field]) << self.shift[field]
        return words

    def unpack(self, words: array[int]) -> tuple[int, list[int]]:
        """The shape and the numbers of a row."""
        shape = words[0] >> self.head
        return shape, [
            (words[self.word[f]] >> self.shift[f] & (1 << self.bits[f]) - 1) + self.low[f]
            for f in range(self.first[shape], self.first[shape + 1])
        ]

    def columns_of(self, shape: int, rows: Any) -> dict[str, Any]:
        """The fields of rows of a shape, by name; but for those that are tuples themselves."""
        kind, *parts = self.shapes.keys[shape]
        field, found = self.first[shape], {}
        for name, part in zip(getattr(kind, "_fields", ()), parts, strict=False):
            if part in (int, bool):
                word, shift = rows[:, self.word[field]], self.shift[field]
                found[name] = (word >> shift & (1 << self.bits[field]) - 1) + self.low[field]
                field += 1
            elif part[0] is None:
                found[name] = part[2]
            else:
                field += len(list(numbers_in(part)))
        return found


def numbers_in(key: Any) -> Iterator[Any]:
    """The whole numbers of a shape."""
    if key is int or key is bool:
        yield key
    elif key[0] is not None:
        for part in key[1:]:
            yield from numbers_in(part)
