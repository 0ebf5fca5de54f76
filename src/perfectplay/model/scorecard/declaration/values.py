"""What a table of a declaration can hold: known keys, and values of the right kind."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError, core_schema

from perfectplay.model.naming import hyphened
from perfectplay.model.scorecard.card import LIMITS, MOST_POINTS, NAME
from perfectplay.model.scorecard.declaration.lines import Place

Fault: TypeAlias = tuple[Place, str]
"""Where something is wrong, and what."""

LONGEST_NAME = 60
MOST_SIDES = LIMITS["sides"][1]


@dataclasses.dataclass(frozen=True)
class Wanted:
    """Marks a value with what it must be; an error says this and nothing else.

    A check of its own runs after pydantic's, which would treat anything raised in it as a wrong
    value, even an interrupt.
    """

    words: str
    check: Callable[[Any], bool] | None = None

    def __get_pydantic_core_schema__(
        self, source: Any, handler: Callable[[Any], core_schema.CoreSchema]
    ) -> core_schema.CoreSchema:
        known = core_schema.custom_error_schema(
            handler(source), custom_error_type="wanted", custom_error_message=self.words
        )
        if self.check is None:
            return known
        return core_schema.no_info_after_validator_function(self.checked, known)

    def checked(self, value: Any) -> Any:
        """A value, if it is valid."""
        if self.check and not self.check(value):
            raise PydanticCustomError("wanted", self.words)
        return value


@dataclasses.dataclass(frozen=True)
class WholeNumber:
    """Marks a value as a whole number in a range."""

    low: int
    high: int

    def __get_pydantic_core_schema__(
        self, source: Any, handler: Callable[[Any], core_schema.CoreSchema]
    ) -> core_schema.CoreSchema:
        number = core_schema.int_schema(strict=True, ge=self.low, le=self.high)
        wanted = Wanted(f"a whole number from {self.low} to {self.high:,}")
        return wanted.__get_pydantic_core_schema__(source, lambda _: number)


def printable(name: str) -> bool:
    """Whether a name can be shown in a line; control characters could take over a terminal."""
    return name.isprintable() and name == name.strip()


def short(name: str) -> bool:
    """Whether a name is acceptable for a box or a bonus."""
    return printable(name) and NAME.fullmatch(name) is not None


CardName: TypeAlias = Annotated[
    str,
    Field(min_length=1, max_length=LONGEST_NAME),
    Wanted(f"a name of up to {LONGEST_NAME} letters, such as 'House Yahtzee'", printable),
]
Name: TypeAlias = Annotated[
    str, Wanted("a name of up to 40 letters, digits or hyphens, such as 'full-house'", short)
]
Points: TypeAlias = Annotated[int, WholeNumber(0, MOST_POINTS)]
Award: TypeAlias = Annotated[
    Points | Literal["sum", "kind"],
    Wanted(f"a whole number from 0 to {MOST_POINTS:,}, 'sum' or 'kind'"),
]
FaceNumber: TypeAlias = Annotated[int, WholeNumber(1, MOST_SIDES)]
Switch: TypeAlias = Annotated[bool, Wanted("true or false")]


class DeclarationTable(BaseModel):
    """A table: its keys are known, and values of the wrong kind are refused."""

    model_config = ConfigDict(extra="forbid", strict=True, alias_generator=hyphened)

    @classmethod
    def keys(cls) -> list[str]:
        """The keys that it allows."""
        return [hyphened(name) for name in cls.model_fields]

    @classmethod
    def needed(cls) -> list[str]:
        """The keys that it requires."""
        return [hyphened(name) for name, field in cls.model_fields.items() if field.is_required()]
