"""How positions become keys: each field is a digit of a whole number of one or two 63-bit words.

The fields and their ranges come from a sample of positions. A position that does not fit raises an
`OutgrownError`; adding it to the sample gives a layout with room for it.
"""

from __future__ import annotations

import dataclasses
import functools
import math
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from perfectplay.errors import PerfectPlayError

WORD_BITS = 63
WORDS = 2
DENSE = 1 << 28
"""Ranges are kept narrow as long as there are at most this many keys."""
ROOMY = 1 << 24
"""Ranges start wider than the sample if that makes at most this many keys."""
MOST_THINGS = 4096
MOST_KINDS = 256
SINGLY = 2
"""For this many attempts, only the ranges that were too narrow are widened."""
SPARE_BITS = 3
NUMBERS = frozenset({int, bool})
ITEMS = frozenset({tuple, frozenset})
Key: TypeAlias = tuple[int, ...]


class OutgrownError(Exception):
    """A position that does not fit the layout; it joins the sample for the next one."""

    def __init__(self, position: Hashable, score: int, *, new: bool) -> None:
        super().__init__(position, score)
        self.position, self.score = position, score
        self.new = new
        """Whether it contains an unknown object, rather than just a larger number."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Let it be pickled, so that a worker can raise it."""
        return functools.partial(OutgrownError, new=self.new), self.args


class UnknownObjectError(ValueError):
    """An object that has not been seen before."""


class NoLayoutError(PerfectPlayError):
    """Positions that cannot be turned into keys."""


@dataclasses.dataclass(eq=False)
class IntField:
    """A field for a whole number: `low` plus a digit below `size`."""

    number: int
    low: int
    size: int
    is_bool: bool | None = False
    """Whether it holds truth values; None if it holds both these and other numbers."""
    word: int = 0
    step: int = 1

    def put(self, key: list[int], value: Any) -> None:
        """Add a value to a key."""
        if type(value) not in (int, bool) or not 0 <= value - self.low < self.size:
            raise ValueError
        key[self.word] += (value - self.low) * self.step

    def keeps(self, value: Any) -> bool:
        """Whether a value has exactly the type that will come back out."""
        return self.is_bool is None or (type(value) is bool) is self.is_bool

    def get(self, key: Key) -> int:
        """The value in a key."""
        value = self.low + key[self.word] // self.step % self.size
        return bool(value) if self.is_bool else value

    def digits(self) -> Iterator[IntField]:
        """The digits that it uses."""
        yield self


@dataclasses.dataclass(eq=False)
class ObjectField:
    """A field for one of a few objects, stored as its index among them."""

    whole: IntField
    things: list[Hashable]
    numbers: dict[Hashable, int]

    def put(self, key: list[int], value: Any) -> None:
        """Add an object to a key."""
        number = self.numbers.get(value, -1)
        if number >= 0 and type(self.things[number]) is not type(value):
            number = -1  # equal, but rules can tell the two apart
        if number < 0:
            raise UnknownObjectError
        self.whole.put(key, number)

    def keeps(self, value: Any) -> bool:  # noqa: ARG002  # as all fields
        """Whether a value has exactly the type that will come back out."""
        return True

    def get(self, key: Key) -> Any:
        """The object in a key."""
        return self.things[self.whole.get(key)]

    def digits(self) -> Iterator[IntField]:
        """The digits that it uses."""
        yield self.whole


@dataclasses.dataclass(eq=False)
class RecordField:
    """A tuple, NamedTuple or frozen dataclass: one part for each field."""

    cls: type
    parts: list[Field]

    def put(self, key: list[int], value: Any) -> None:
        """Add the fields to a key."""
        fields = fields_of(value) if type(value) is self.cls else ()
        if len(fields) != len(self.parts):
            raise ValueError
        for part, each in zip(self.parts, fields, strict=True):
            part.put(key, each)

    def keeps(self, value: Any) -> bool:
        """Whether all fields have exactly the types that will come back out."""
        pairs = zip(self.parts, fields_of(value), strict=False)
        return all(part.keeps(each) for part, each in pairs)

    def get(self, key: Key) -> Any:
        """The tuple in a key."""
        parts = [part.get(key) for part in self.parts]
        return tuple(parts) if self.cls is tuple else self.cls(*parts)

    def digits(self) -> Iterator[IntField]:
        """The digits that it uses."""
        for part in self.parts:
            yield from part.digits()


@dataclasses.dataclass(eq=False)
class ItemsField:
    """A tuple of whole numbers of bounded length, or a sorted frozenset of them."""

    cls: type
    length: IntField
    items: list[IntField]

    def put(self, key: list[int], value: Any) -> None:
        """Add the numbers to a key."""
        items: Any = value if type(value) is self.cls else None
        if items is None or len(items) > len(self.items):
            raise ValueError
        numbers = sorted(items) if self.cls is frozenset else items
        self.length.put(key, len(numbers))
        for item, each in zip(self.items, numbers, strict=False):  # as `IntField.put`, but faster
            if type(each) not in NUMBERS or not 0 <= each - item.low < item.size:
                raise ValueError
            key[item.word] += (each - item.low) * item.step

    def keeps(self, value: Any) -> bool:
        """Whether all numbers have exactly the type that will come back out."""
        truths = {each is bool for each in set(map(type, value))}
        return not self.items or self.items[0].is_bool is None or truths <= {self.items[0].is_bool}

    def get(self, key: Key) -> Any:
        """The tuple or set in a key."""
        return self.cls(item.get(key) for item in self.items[: self.length.get(key)])

    def digits(self) -> Iterator[IntField]:
        """The digits that it uses."""
        yield self.length
        yield from self.items


Field: TypeAlias = IntField | ObjectField | RecordField | ItemsField


@dataclasses.dataclass(eq=False)
class PositionKind:
    """One kind of position: one class and, for plain tuples, one length."""

    number: int
    token: tuple[type, int]
    shape: Field


@dataclasses.dataclass(eq=False)
class Layout:
    """Where each field of each kind of position is stored in a key."""

    kinds: list[PositionKind]
    kind: IntField
    score: IntField | None
    words: int
    inlined: frozenset[type]
    span: int
    """The number of possible keys."""

    def __post_init__(self) -> None:
        self.by_token = {kind.token: kind for kind in self.kinds}

    def kind_of(self, position: Hashable) -> PositionKind | None:
        """The kind of a position; an error if the sample had none like it."""
        return self.by_token.get(token_of(position))

    def encode(self, position: Hashable, score: int = 0, *, equal: bool = False) -> Key:
        """The key of a position, including the running score if keys have one.

        Decoding must give the same position back, unless an `equal` one will do.
        """
        kind = self.kind_of(position)
        if kind is None:
            raise OutgrownError(position, score, new=True)
        key = [0] * self.words
        try:
            self.kind.put(key, kind.number)
            kind.shape.put(key, position)
            if self.score:
                self.score.put(key, score)
        except ValueError as error:
            new = isinstance(error, UnknownObjectError)
            raise OutgrownError(position, score, new=new) from None
        if not equal and not kind.shape.keeps(position):
            raise OutgrownError(position, score, new=False)
        return tuple(key)

    def decode(self, key: Sequence[int]) -> tuple[Any, int]:
        """The position of a key, and the running score."""
        words = tuple(map(int, key))
        shape = self.kinds[self.kind.get(words)].shape
        return shape.get(words), self.score.get(words) if self.score else 0


def token_of(position: Hashable) -> tuple[type, int]:
    """What distinguishes kinds of position."""
    if type(position) is bool:
        return int, 0
    return type(position), len(position) if type(position) is tuple else 0


def fields_of(value: Any) -> tuple[Any, ...]:
    """The fields of a tuple or of a frozen dataclass."""
    if isinstance(value, tuple):
        return value
    return tuple(getattr(value, field.name) for field in dataclasses.fields(value))


class Planner:
    """Makes fields for values of any kind, and numbers them."""

    def __init__(self) -> None:
        self.wholes: dict[tuple[int, str], IntField] = {}
        """The fields by the kind of position and their place in it."""
        self.kind = -1

    def whole(self, values: Sequence[int], where: str) -> IntField:
        """A field for some whole numbers."""
        low, high = min(values), max(values)
        field = IntField(len(self.wholes), int(low), int(high) - int(low) + 1, are_bool(values))
        self.wholes[self.kind, where] = field
        return field

    def kinds(self, sample: Iterable[Hashable]) -> list[PositionKind]:
        """The kinds of position in a sample, each with its fields."""
        by_token: dict[tuple[type, int], list[Any]] = {}
        for position in sample:
            by_token.setdefault(token_of(position), []).append(position)
        if len(by_token) > MOST_KINDS:
            raise NoLayoutError(f"there are more than {MOST_KINDS} kinds of position")
        kinds = []
        for number, (token, values) in enumerate(by_token.items()):
            self.kind = number
            shape = self.field(values, token[0].__name__, nested=token[0] is frozenset)
            kinds.append(PositionKind(number, token, shape))
        self.kind = -1
        return kinds

    def field(self, values: list[Any], where: str, *, nested: bool = True) -> Field:
        """A field for values of any kind; a tuple `nested` in another may vary in length."""
        types = set(map(type, values))
        if types <= NUMBERS:
            return self.whole(values, where)
        if len(types) == 1:
            cls = types.pop()
            if cls in ITEMS and nested and all(type(x) in NUMBERS for v in values for x in v):
                return self.items(cls, values, where)
            if issubclass(cls, tuple) or is_frozen(cls):
                rows = [fields_of(value) for value in values]
                if len({len(row) for row in rows}) == 1:
                    names = getattr(cls, "_fields", None) or range(len(rows[0]))
                    columns = zip(names, zip(*rows, strict=True), strict=True)
                    parts = [
                        self.field(
                            with_both(col) if name == "player" else list(col), f"{where}.{name}"
                        )
                        for name, col in columns
                    ]
                    return RecordField(cls, parts)
        return self.thing(values, where)

    def items(self, cls: type, values: list[Any], where: str) -> ItemsField:
        """A field for tuples of whole numbers."""
        length = self.whole([len(value) for value in values], f"the length of {where}")
        numbers = [number for value in values for number in value] or [0]
        ends, is_bool = [int(min(numbers)), int(max(numbers))], are_bool(numbers)
        items = []
        for place in range(max(map(len, values))):
            items.append(self.whole(ends, f"{where}[{place}]"))
            items[-1].is_bool = is_bool
        return ItemsField(cls, length, items)

    def thing(self, values: list[Any], where: str) -> ObjectField:
        """A field for a few distinct objects."""
        if any(isinstance(value, float) for value in values):
            raise NoLayoutError(f"{where} of a position holds floats")
        things = list(dict.fromkeys(values))
        if len(things) > MOST_THINGS:
            raise NoLayoutError(f"{where} of positions holds more than {MOST_THINGS:,} objects")
        whole = self.whole([0, max(len(things) - 1, 0)], where)
        return ObjectField(whole, things, {thing: number for number, thing in enumerate(things)})


def with_both(players: Sequence[Any]) -> list[Any]:
    """The players to move in a sample; both if there is one, so that mirror images have keys."""
    return [0, 1] if set(players) <= {0, 1} and not are_bool(players) else list(players)


def are_bool(values: Sequence[int]) -> bool | None:
    """Whether numbers are truth values; None if only some of them are."""
    found = {type(value) is bool for value in values}
    return found.pop() if len(found) == 1 else None


def is_frozen(cls: type) -> bool:
    """Whether a class is a frozen dataclass."""
    parameters = getattr(cls, "__dataclass_params__", None)
    return bool(parameters and parameters.frozen)


def lay_out(
    sample: Iterable[Hashable],
    scores: Iterable[int] | None = None,
    inlined: frozenset[type] = frozenset(),
    widened: int = 0,
    outgrown: Sequence[Hashable] = (),
) -> Layout:
    """The layout for a sample of positions, and of running scores if these are part of the key.

    Having been `widened` some times, ranges are made that much wider than the sample needs; first
    only those that some `outgrown` positions did not fit into.

    >>> layout = lay_out([(3, True), (7, False), "over"])
    >>> layout.span, layout.decode(layout.encode((5, True)))
    (44, ((5, True), 0))
    """
    known = list(sample)
    planner = Planner()
    kinds = planner.kinds([*known, *outgrown])
    score = None if scores is None else planner.whole([0, *scores], "the score")
    kind = planner.whole([0, len(kinds) - 1], "the kind")
    digits = [[kind, *([score] if score else []), *each.shape.digits()] for each in kinds]
    if widened:
        before = Planner()
        before.kinds(known if outgrown and widened <= SINGLY else ())
        for place, each in planner.wholes.items():
            if not is_as_wide(before.wholes.get(place), each):
                widen(each, widened)
    else:
        loosen([each[1:] for each in digits])
    if max(map(span_of, digits)) > DENSE:
        make_room(digits)
    words = max(map(put_in_places, digits))
    return Layout(kinds, kind, score, words, inlined, max(map(span_of, digits)))


def is_as_wide(before: IntField | None, now: IntField) -> bool:
    """Whether a field had as much room before."""
    return before is not None and (before.low, before.size) == (now.low, now.size)


def loosen(kinds: Sequence[Sequence[IntField]]) -> None:
    """Make ranges wider where there are few keys, since the sample hardly saw their ends."""
    every = {digit.number: digit for digits in kinds for digit in digits if digit.size > 2}
    for digit in every.values():
        low, size = digit.low, digit.size
        widen(digit, 1)
        if max(map(span_of, kinds)) > ROOMY:
            digit.low, digit.size = low, size


def span_of(digits: Iterable[IntField]) -> int:
    """How many keys some digits make."""
    return math.prod(digit.size for digit in digits)


def widen(field: IntField, times: int) -> None:
    """Make the range of a field wider, on both sides if it goes below zero."""
    if field.size <= 2 and field.low in (0, 1) and times < 3:  # most likely a flag
        return
    more = (field.size + 1) // 2 * times
    if field.low < 0:
        field.low -= more
        field.size += more
    elif field.low > 0:
        field.size += field.low
        field.low = 0
    field.size += more


def make_room(kinds: Sequence[Sequence[IntField]]) -> None:
    """Round sizes up to powers of two, and share out the bits that are left over."""
    every = {digit.number: digit for digits in kinds for digit in digits}
    for digit in every.values():
        high = digit.low + digit.size
        digit.size = 1 << (digit.size - 1).bit_length()
        if digit.low > 0 and high <= digit.size:
            digit.low = 0
    used = [sum(digit.size.bit_length() - 1 for digit in digits) for digits in kinds]
    room = WORD_BITS if max(used) <= WORD_BITS else WORDS * WORD_BITS - SPARE_BITS * WORDS
    spare = min((room - each) // len(digits) for each, digits in zip(used, kinds, strict=True))
    for digit in every.values() if spare > 0 else ():
        if digit.size > 2:
            digit.size <<= min(spare, SPARE_BITS)


def put_in_places(digits: Sequence[IntField]) -> int:
    """Give each digit of a kind its place in the words of a key; how many words that takes."""
    word, step = 0, 1
    for digit in digits:
        if step * digit.size > 1 << WORD_BITS:
            word, step = word + 1, 1
        digit.word, digit.step = word, step
        step *= digit.size
    if word >= WORDS or any(digit.size > 1 << WORD_BITS for digit in digits):
        bits = sum((digit.size - 1).bit_length() for digit in digits)
        raise NoLayoutError(f"a position takes {bits} bits, more than {WORDS * WORD_BITS}")
    return word + 1
