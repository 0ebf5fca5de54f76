"""The messages between pages and server: plain data, validated."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from perfectplay.web.limits import Limits

KEY = "^[0-9a-f]{32}$"
LONG = 60_000
Name = Annotated[str, Field(max_length=60)]
Points = Annotated[int, Field(ge=0, le=1_000_000)]
Card = dict[Name, Points | None]
"""The filled boxes, with their points."""


What = Literal["solve", "end-game", "odds"]


class Incoming(BaseModel):
    """A request: unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class Trouble(BaseModel):
    """An error, in one sentence."""

    error: str


class GameQuestion(Incoming):
    """A game: a known one with its parameters, or a scorecard as TOML or as data."""

    game: Name | None = None
    parameters: dict[Name, bool | int | float | Name] = Field(default_factory=dict, max_length=20)
    toml: Annotated[str, Field(max_length=LONG)] | None = None
    card: dict[str, Any] | None = None
    objective: Annotated[str, Field(max_length=100)] | None = None


class JobFacts(BaseModel):
    """A job: solving a game or an end game, or computing the odds of a solved game."""

    id: str
    what: What
    state: Literal["waiting", "running", "done", "failed", "cancelled"]
    ahead: int
    """How many jobs come before it."""
    stage: str
    positions: int
    seconds: float
    error: str | None
    solution: str
    """The id of the solution, once the job is done."""


class ParameterFacts(BaseModel):
    """A parameter of a game."""

    name: str
    type: str
    default: bool | int | float | str
    low: float | None
    high: float | None
    choices: list[str | int | float]
    doc: str
    quiet: bool


class GameFacts(BaseModel):
    """An available game."""

    name: str
    title: str
    """Its title in print."""
    kind: Literal["scorecard", "race", "other"]
    summary: str
    players: int
    parameters: list[ParameterFacts]


class BoxFacts(BaseModel):
    """A box of a card."""

    name: str
    most: int


class BonusFacts(BaseModel):
    """A bonus of a card."""

    name: str
    boxes: list[str]
    at: int
    points: int


class FieldFacts(BaseModel):
    """A setting of a scoring rule."""

    name: str
    needed: bool
    example: Any


class ScoringFacts(BaseModel):
    """A rule by which a box can score."""

    rule: str
    doc: str
    fields: list[FieldFacts]


class CardFacts(BaseModel):
    """A scorecard."""

    name: str
    dice: int
    sides: int
    rerolls: int
    in_order: bool
    boxes: list[BoxFacts]
    bonuses: list[BonusFacts]
    repeat: str | None
    """The box whose rolls earn points when repeated, if there is one."""


class Declaration(BaseModel):
    """A scorecard with its declaration, as data and as TOML."""

    facts: CardFacts
    card: dict[str, Any]
    toml: str


class SolutionFacts(BaseModel):
    """A solved game."""

    id: str
    name: str
    title: str
    kind: Literal["scorecard", "race", "other"]
    objective: str
    meaning: str
    percent: bool
    """Whether its values are chances."""
    tracked: bool
    """Whether the running score matters."""
    value: float
    positions: int
    seconds: float
    start: str
    players: int
    both: float | None
    """The sum of both players' values, in a game for two."""
    card: CardFacts | None


class TableQuestion(Incoming):
    """The table: the dice, the rerolls left, and the filled boxes."""

    dice: Annotated[str, Field(max_length=40)] | None = None
    rerolls: Annotated[int, Field(ge=0, le=5)] | None = None
    card: Card = Field(default_factory=dict, max_length=50)
    explain: Annotated[int, Field(ge=0, le=Limits().options_explained)] = 6


class LineQuestion(TableQuestion):
    """A table at which someone plays by a card of rules."""

    lines: list[Annotated[str, Field(max_length=1_000)]] = Field(min_length=1, max_length=200)


class RulesFacts(BaseModel):
    """A card of rules: lines, of which the first that applies decides."""

    name: str
    game: str
    lines: list[str]


class LineFacts(BaseModel):
    """The line that applies, counted from one, and the option it takes."""

    line: int
    option: str


class EndGameQuestion(Incoming):
    """Two cards: that of the player to move, and the opponent's."""

    card: Card = Field(default_factory=dict, max_length=50)
    other: Card = Field(default_factory=dict, max_length=50)
    known: Annotated[str, Field(pattern=KEY)] | None = None
    """The id of a solved end game: it is used if this position comes after its start."""


class DuelQuestion(Incoming):
    """Two cards and the dice of the player to move, with the end game to use."""

    end_game: Annotated[str, Field(pattern=KEY)]
    dice: Annotated[str, Field(max_length=40)] | None = None
    rerolls: Annotated[int, Field(ge=0, le=5)] | None = None
    card: Card = Field(default_factory=dict, max_length=50)
    other: Card = Field(default_factory=dict, max_length=50)


class DuelOption(BaseModel):
    """An option: the chance of winning with it, and its cost in chances."""

    label: str
    words: str
    chance: float
    cost: float
    best: bool


class DuelFacts(BaseModel):
    """The situation of the player to move, and the options by the chance of winning."""

    position: str
    lead: int
    chance: float
    tie: float
    """The value of a tie."""
    options: list[DuelOption]
    for_points: DuelOption | None
    """What the player would do without an opponent, worded for use in a sentence."""


class AimFacts(BaseModel):
    """A box that a move aims at."""

    box: str
    made: float
    filled: float
    points: float


class TableFacts(BaseModel):
    """A table after a move: what to ask next."""

    dice: str
    rerolls: int | None
    card: dict[str, int | None]


class OptionFacts(BaseModel):
    """An option: its value, its cost, what it aims at, where it leads."""

    label: str
    words: str
    value: float
    cost: float
    best: bool
    points: int | None
    extra: int | None
    later: float | None
    """The points still to come after filling a box."""
    then: TableFacts
    bonus: dict[str, float] | None
    aims: list[AimFacts] | None


class BonusStanding(BaseModel):
    """How far along a bonus is."""

    name: str
    total: int
    at: int
    points: int
    chance: float | None


class AdviceFacts(BaseModel):
    """What to do: the options, best first."""

    position: str
    moment: Literal["roll", "keep", "place", "over"]
    open: list[str]
    score: int | None
    value: float
    bonuses: list[BonusStanding]
    options: list[OptionFacts]


class DiceQuestion(Incoming):
    """The dice that are kept."""

    keep: Annotated[str, Field(max_length=40)] = ""


class RolledFacts(BaseModel):
    """What all dice show."""

    dice: str


class DistributionFacts(BaseModel):
    """The distribution of the final score."""

    mean: float
    deviation: float
    percentiles: dict[str, float]
    scores: list[float]
    chances: list[float]


class RecordQuestion(Incoming):
    """A game as it was played, one line per turn."""

    record: Annotated[str, Field(min_length=1, max_length=LONG)]


class VerdictFacts(BaseModel):
    """A reviewed decision."""

    turn: int
    position: str
    chosen: str
    best: list[str]
    words: str
    best_words: str
    lost: float


class TurnRow(BaseModel):
    """A reviewed turn: the rolls, what was kept of each, and the box."""

    box: str
    points: int
    extra: int
    rolls: list[str]
    keeps: list[str]
    luck: float
    lost: float
    decisions: list[VerdictFacts]


class BonusRow(BaseModel):
    """What a bonus earned at the end."""

    name: str
    points: int


class ReasonFacts(BaseModel):
    """What speaks for an option: where the turn may end, or points now and later."""

    words: str
    value: float
    points: int | None
    later: float | None
    aims: list[AimFacts]


class MistakeFacts(BaseModel):
    """One of the worst decisions, explained."""

    turn: int
    dice: list[int]
    rerolls: int
    open: list[str]
    lost: float
    chosen: ReasonFacts
    best: ReasonFacts


class ReviewFacts(BaseModel):
    """A reviewed game: value + luck - lost = final; the rows add up."""

    value: float
    luck: float
    lost: float
    final: float
    score: int
    over: bool
    turns: list[TurnRow]
    bonuses: list[BonusRow]
    decisions: list[VerdictFacts]
    worst: list[MistakeFacts]


class PracticeQuestion(Incoming):
    """What to practise: the same seed, such as a date, gives the same questions."""

    seed: Annotated[str, Field(max_length=40)]
    only: Annotated[str, Field(max_length=100)] | None = None
    many: Annotated[int, Field(ge=1, le=Limits().exercises)] = 10


class ExerciseFacts(BaseModel):
    """A position with a decision; use the other requests to evaluate a choice."""

    at: str
    score: str
    table: TableFacts | None
    """The table, on a scorecard."""
    kind: str
    """The kind of decision: early or late, keep or place; empty without a scorecard."""
    natural: float
    """What is typically lost here."""
    weight: float
    """How many decisions of a game it represents."""


class PracticeFacts(BaseModel):
    """Exercises, with the typical loss per game: at decisions like these, and by their kind."""

    natural: float
    by_kind: dict[str, float]
    exercises: list[ExerciseFacts]


class BoardFacts(BaseModel):
    """The best numbers of dice and their ratings, by the mover's score and the opponent's."""

    max: int
    sides: int
    last: bool
    dice: list[list[int]]
    ratings: list[list[float]]


class TurnQuestion(Incoming):
    """A turn of a race."""

    mine: Annotated[int, Field(ge=0, le=3000)]
    theirs: Annotated[int, Field(ge=0, le=3000)]
    last: bool = False


class DiceOption(BaseModel):
    """A number of dice in a turn."""

    dice: int
    words: str
    rating: float
    cost: float
    best: bool
    win: float
    tie: float
    bust: float


class LandingFacts(BaseModel):
    """A score that a roll can lead to."""

    score: int
    chance: float
    meaning: Literal["behind", "tie", "win", "bust"]


class TurnFacts(BaseModel):
    """A turn of a race: the numbers of dice, best first, and where the best may land."""

    mine: int
    theirs: int
    last: bool
    rating: float
    options: list[DiceOption]
    landings: list[LandingFacts]
