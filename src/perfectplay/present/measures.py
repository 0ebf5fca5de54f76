"""The measures of a game as sentences and tables, for the terminal and for the report."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from perfectplay.analysis.measures.course import LOW, Drama, GameCourse
from perfectplay.analysis.measures.fairness import Compensation, Fairness
from perfectplay.analysis.measures.skill import MOST_FOR_CARDS, PlayerComparison
from perfectplay.analysis.measures.stakes import NOTABLE, DecisionStakes
from perfectplay.analysis.measures.summary import Summary
from perfectplay.analysis.measures.usage import Usage
from perfectplay.model.turns import Turns
from perfectplay.solution.distribution import Distribution

MOST_OPTIONS = 20
"""With more options than this, only the most frequently taken ones are listed."""
NOTHING = 1e-9


class MeasureSection(NamedTuple):
    """A measure: its heading, sentences about it, and possibly a table."""

    heading: str
    sentences: list[str]
    head: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


def sections(summary: Summary) -> list[MeasureSection]:
    """All sections about the measures of a game."""
    parts: list[tuple[str, Callable[[], MeasureSection]]] = [
        ("turns", lambda: length_section(summary)),
        ("fairness", lambda: fairness_section(summary)),
        ("skill", lambda: skill_section(summary)),
        ("course", lambda: drama_section(summary)),
        ("usage", lambda: options_section(summary)),
        ("boxes", lambda: boxes_section(summary)),
    ]
    return [made() for name, made in parts if getattr(summary, name) is not None]


def length_section(summary: Summary) -> MeasureSection:
    """The number of turns, and of decisions."""
    turns = summary.turns
    assert turns is not None
    return MeasureSection(
        "How long it takes",
        [*turns_text(turns), turn_rule_text(summary), *stakes_text(summary)],
    )


def turns_text(turns: Distribution) -> Iterator[str]:
    """The number of turns in a game."""
    if not turns:
        yield "Under best play, the game never ends."
        return
    if len(turns) == 1 and not turns.truncated_mass:
        yield f"A game takes {counted(float(min(turns)), 'turn')}, always."
        return
    low, high = (int(turns.quantile(share)) for share in (0.05, 0.95))
    yield (
        f"A game takes {float(turns.mean):.2f} turns on average (standard deviation "
        f"{turns.deviation:.2f}); nine in ten take from {low} to {high}."
    )


def turn_rule_text(summary: Summary) -> str:
    """What counts as a turn."""
    game = summary.solution.game
    if game.card is not None or Turns(game).said:
        return "A turn is what the game itself calls one."
    if game.players == 1:
        return "Every decision counts as a turn; the game's `begins_turn` can say otherwise."
    return "A turn is all that one player does until it is the other's turn."


def stakes_text(summary: Summary) -> Iterator[str]:
    """How many decisions matter."""
    stakes = summary.stakes
    if stakes is None:
        return
    yield (
        f"There are {counted(stakes.decisions, 'decision')} in it, between two options or more; "
        f"{stakes.matter:.2f} of them matter, in that some option is worse than the best."
    )
    yield f"In {stakes.notable:.2f} of them a mistake can cost {price(summary, stakes)}."


def price(summary: Summary, stakes: DecisionStakes) -> str:
    """The price of a notable mistake."""
    if summary.chances:
        return f"{100 * NOTABLE:g} % of a game or more"
    return f"{NOTABLE * stakes.unit:.3g} points or more ({100 * NOTABLE:g} % of a deviation)"


def fairness_section(summary: Summary) -> MeasureSection:
    """The first player's advantage, and what would compensate for it."""
    fairness = summary.fairness
    assert fairness is not None
    shares = percent(fairness.wins), percent(fairness.losses)
    ties = f", and {percent(fairness.ties)} are tied" if fairness.ties else ""
    said = [
        "If both play best, the first player wins {} of all games and the second {}{}.".format(
            *shares, ties
        ),
        advantage_text(fairness),
        *map(compensation_text, fairness.compensations),
    ]
    if not fairness.compensations and abs(fairness.advantage) > 1e-9:
        said.append("No head start and no spare roll was found that would turn the balance.")
    return MeasureSection("Who is favoured", said)


def advantage_text(fairness: Fairness) -> str:
    """The advantage of going first, in a sentence."""
    advantage = fairness.advantage
    if abs(advantage) < 1e-9:
        return "Going first is neither an advantage nor a drawback."
    what = "an advantage" if advantage > 0 else "a drawback"
    return f"So going first is {what} of {percent(abs(advantage))}."


def compensation_text(each: Compensation) -> str:
    """What would make the game fair, as a sentence."""
    then = f"then the first player wins {percent(each.value)}"
    if each.kind == "points":
        who = "second" if each.amount > 0 else "first"
        change = f"Give the {who} player a head start of {counted(abs(each.amount), 'point')}"
    elif each.kind == "rolls":
        change = (
            f"Let the second player repeat {counted(each.amount, 'roll')} of their own in a game"
        )
    else:
        more = "higher" if each.amount > 0 else "lower"
        start = f"{each.base + each.amount} instead of {each.base}"
        change = f"Start with '{each.what}' {abs(each.amount)} {more} ({start})"
    if abs(each.value - 0.5) < 1e-9:
        return f"{change}: {then}."
    other = f"{abs(each.other)}" if each.other else "nothing"
    return (
        f"{change}: {then}. Do so in {percent(each.share)} of games, drawn by lot, with {other} in "
        "the others, and the game is exactly fair."
    )


def skill_section(summary: Summary) -> MeasureSection:
    """Best play compared with others."""
    others = summary.skill
    assert others is not None
    solution = summary.solution
    if solution.game.players == 2:
        said = ["What best play gets against each, averaged over going first and second."]
        head = ("against", "best play gets", "ahead by")
    else:
        said = ["What others get on their own, and how far best play is ahead."]
        head = ("player", "gets", "best play is ahead by")
    shown = percent if summary.chances else "{:.4f}".format
    rows = tuple((each.name, shown(each.value), shown(each.ahead)) for each in others)
    for each in others:
        if each.name == "greedy":
            said.append(
                "The greedy player takes what brings most points in this turn, and anything if "
                "that is equal."
            )
        said.extend(card_text(each))
    if solution.positions > MOST_FOR_CARDS and not any(each.card for each in others):
        said.append(
            "A game of this size is not searched for a card of rules; `--rules FILE.toml` "
            "evaluates one of yours."
        )
    return MeasureSection("What skill is worth", said, head, rows)


def card_text(each: PlayerComparison) -> Iterator[str]:
    """The lines of a card."""
    lines = getattr(each.card, "lines", ())
    if lines:
        numbered = " ".join(f"{place}. {line.text}." for place, line in enumerate(lines, 1))
        name = f"{each.name[0].upper()}{each.name[1:]}"
        yield f"{name}; the first that applies decides: {numbered}"


def drama_section(summary: Summary) -> MeasureSection:
    """How early the result is decided, and how often the lead changes."""
    course = summary.course
    assert course is not None
    half, most = (counted(course.settled(share), "turn") for share in (0.5, 0.9))
    at_stake = f"Half of what is at stake is settled after {half}, nine tenths after {most}."
    variance = "What is settled is a share of the variance of the result."
    said = [at_stake, variance, *(drama_text(summary.drama) if summary.drama else ())]
    contest = summary.drama is not None
    rows = tuple(course_rows(course, contest=contest))
    leader = ("the leader wins",) if contest else ()
    return MeasureSection("When it is decided", said, ("after", "over", "settled", *leader), rows)


def drama_text(drama: Drama) -> Iterator[str]:
    """Lead changes and comebacks."""
    yield (
        f"The lead changes {drama.lead_changes:.2f} times in a game on average, and in "
        f"{percent(drama.never)} of games never. A player leads whose chance to win is above one "
        "half when a turn begins."
    )
    yield (
        f"{percent(drama.comebacks)} of games are won by a player whose chance had sunk to "
        f"{percent(LOW)} or less."
    )


def course_rows(course: GameCourse, *, contest: bool) -> Iterator[tuple[str, ...]]:
    """The state of play after some of the turns."""
    last = course.settled(0.999)
    some = sorted({round(last * step / 8) for step in range(9)})
    for turns in some:
        stage = course.stages[turns]
        leader = (percent(stage.leader),) if contest else ()
        yield (
            counted(turns, "turn"),
            percent(stage.over),
            percent(course.resolved[turns]),
            *leader,
        )


def options_section(summary: Summary) -> MeasureSection:
    """How often best play takes each option."""
    usage = summary.usage
    assert usage is not None
    listed = usage[:MOST_OPTIONS]
    rows = tuple(
        (
            str(option.label),
            f"{option.offered:.3f}",
            f"{option.taken:.3f}",
            percent(option.taken / option.offered) if option.offered else "",
            verdict(option.never_pays, option.idle),
        )
        for option in listed
    )
    said = ["How often a game offers each option on average, and how often best play takes it."]
    said += useless_text(usage)
    return MeasureSection(
        "Which options pay", said, ("option", "offered", "taken", "share", ""), rows
    )


def boxes_section(summary: Summary) -> MeasureSection:
    """The value of each box."""
    boxes = summary.boxes
    assert boxes is not None
    rows = sorted(boxes.items(), key=lambda each: -each[1])
    said = ["How many points a game would lose on average if a box could not be used."]
    said += [f"The box '{name}' is worth nothing." for name, worth in rows if worth <= NOTHING]
    shown = tuple((name, f"{worth:.4f}") for name, worth in rows)
    return MeasureSection("Which boxes pay", said, ("box", "points"), shown)


def verdict(never: bool, idle: bool) -> str:  # a row of a table
    """The verdict on an option, for a table."""
    return "never pays" if never else ("makes no difference" if idle else "")


def useless_text(usage: Usage) -> Iterator[str]:
    """The options that never pay, or make no difference."""
    for said, options in (
        ("never pay", [each for each in usage if each.never_pays]),
        ("make no difference", [each for each in usage if each.idle]),
    ):
        if options:
            names = ", ".join(str(each.label) for each in options)
            why = "better" if said == "never pay" else "as good"
            yield f"These {said}, as another option is always {why}: {names}."
    if not usage.useless and len(usage):
        yield "Every option is the best one somewhere."


def counted(number: float, what: str) -> str:
    """A number of things, in words.

    >>> counted(1, "turn"), counted(2, "turn"), counted(2.5, "turn")
    ('1 turn', '2 turns', '2.50 turns')
    """
    shown = f"{number:.0f}" if number == int(number) else f"{number:.2f}"
    return f"{shown} {what}{'' if number == 1 else 's'}"


def percent(share: float) -> str:
    """A share of all games.

    >>> percent(0.25), percent(1 / 3)
    ('25 %', '33.33 %')
    """
    return f"{100 * share:.4g} %"
