"""A game at the terminal: what is seen, what is asked, and the account at the end."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable
from typing import Any

from perfectplay.analysis.units import Measure
from perfectplay.cli import show
from perfectplay.errors import PerfectPlayError, did_you_mean
from perfectplay.model.nodes import Inline
from perfectplay.model.scorecard import DiceAndBoxes, Rolled, Turn
from perfectplay.play.choices import is_keep, read_choice
from perfectplay.play.filled import filled_boxes
from perfectplay.play.line import Line, Step
from perfectplay.play.match import Against, Match
from perfectplay.present.words import in_words
from perfectplay.solution.solution import Solution

HINTS = 5
WIDTH = 76
HELP = """\
  an option     its name, or the beginning of it; dice to keep like 666, all or none
  ?  or hint    the best options, with what each is worth and costs
  card          the card, or where you stand
  score         what was luck so far, and what your decisions have lost
  undo          take your last decision back; the dice stay as they were
  quit          stop here, with a review of what was played"""
OPPONENTS: dict[str, Against] = {"dice": "dice", "optimal": "optimal", "person": "person"}
COMMANDS = ("?", "hint", "card", "score", "undo", "quit", "help")


class Quit(Exception):  # noqa: N818  # no error: someone gets up from the table
    """A player stops."""


class Table:
    """The table in the terminal: a match, what it was before each decision, and who writes."""

    def __init__(self, match: Match, say: Callable[[str], None]) -> None:
        self.match = match
        self.before: list[Match] = []
        self.say = say
        self.measure = Measure.told_by(match.line.solution)

    def play(self) -> None:
        """Play to the end, or until someone gets up."""
        self.greet()
        while not self.match.over:
            if self.match.waits:
                self.ask()
            else:
                self.watch()

    def greet(self) -> None:
        """Say what is played and how."""
        game = self.match.line.game
        seats = " against ".join(self.match.names) if len(self.match.names) > 1 else "you alone"
        self.say(f"{show.game_line(game)}, {seats}. {game.summary()}".strip())
        self.say("Type ? for a hint, help for all commands.")

    def watch(self) -> None:
        """Let happen what nobody is asked about, and tell of it."""
        old = self.match
        if old.line.over:
            self.match = old.go_on()
            return
        self.show_turn()
        self.match = old.go_on()
        step = self.match.lines[old.on].steps[-1]
        if step.player is not None:
            self.say(f"  {old.names[old.player]}: {self.told_choice(step)}")
        elif not isinstance(step.after.name, Inline) and not self.match.waits:
            self.say(f"  {old.line.game.tell(step.after.name)}")

    def show_turn(self) -> None:
        """Before a turn on a scorecard: whose it is, and their card."""
        match, line = self.match, self.match.line
        game, name = line.game, line.here.name
        if not isinstance(game, DiceAndBoxes) or not isinstance(name, Turn):
            return
        card = game.card
        turn = len(card.names) - len(name.open) + 1
        whose = f"{match.names[match.on]}: " if len(match.names) > 1 else ""
        self.say(f"\n{whose}turn {turn} of {len(card.names)}, {line.here.score} points")
        if match.is_person(match.player):
            self.show_card()

    def show_card(self) -> None:
        """The boxes with what they hold, as many in a row as fit; or where a line has come to."""
        line = self.match.line
        if not isinstance(line.game, DiceAndBoxes):
            self.say(f"  {line.game.tell(line.here.name)}; {line.here.score} points so far")
            return
        held = filled_boxes(line)
        cells = [f"{name} {held.get(name, '.')}" for name in line.game.card.names]
        wide = max(map(len, cells)) + 2
        abreast = max(1, WIDTH // wide)
        for begin in range(0, len(cells), abreast):
            row = "".join(cell.ljust(wide) for cell in cells[begin : begin + abreast])
            self.say(f"  {row.rstrip()}")

    def ask(self) -> None:
        """Ask a person to choose, until they do."""
        match = self.match
        here, game = match.line.here, match.line.game
        options = list(here.node.options)  # type: ignore[union-attr]  # a choice, or nobody waits
        who = match.names[match.player] if len(match.names) > 1 else ""
        self.say(self.offered(options))
        while True:
            typed = self.read(f"{who}> ")
            if typed.lower() in COMMANDS:
                if self.obey(typed.lower()):
                    return
                continue
            try:
                label = read_choice(game, here.name, options, typed)
            except PerfectPlayError as error:
                self.say(f"  {error}")
                continue
            self.before.append(match)
            self.match = match.choose(label)
            return

    def offered(self, options: list[Any]) -> str:
        """What can be chosen, in a few lines."""
        line = self.match.line
        game, name = line.game, line.here.name
        if is_keep(game, name):
            return f"  {game.tell(name)}: keep which dice?"
        if isinstance(game, DiceAndBoxes) and isinstance(name, Rolled):
            placed = game.placements(name.turn, name.roll)
            cells = [
                f"{box} {each.points}{f'+{each.extra}' if each.extra else ''}"
                for box, each in placed.items()
            ]
            return wrapped(f"{game.tell(name)} to which box? ", cells)
        return wrapped(f"{game.tell(name)}: ", labels(options))

    def read(self, prompt: str) -> str:
        """What a person types; the end of the input is getting up."""
        print(prompt, end="", file=sys.stderr, flush=True)  # noqa: T201  # a prompt is not output
        typed = sys.stdin.readline()
        if not typed:
            raise Quit
        if not sys.stdin.isatty():
            print(typed.rstrip(), file=sys.stderr)  # noqa: T201  # as if it had been typed
        return typed.strip()

    def obey(self, command: str) -> bool:
        """Do what a command says; whether the question has to be asked anew."""
        if command == "quit":
            raise Quit
        if command == "undo":
            return self.undo()
        if command in ("?", "hint"):
            self.hint()
        elif command == "card":
            self.show_card()
        elif command == "score":
            self.account()
        else:
            self.say(HELP)
        return False

    def undo(self) -> bool:
        """Go back to the last decision of a person."""
        if not self.before:
            self.say("  there is nothing to take back")
            return False
        self.match = self.before.pop()
        self.say("  taken back")
        return True

    def hint(self) -> None:
        """The best options, each with its value and its cost."""
        line = self.match.line
        base = line.counted
        for option in line.options()[:HINTS]:
            words = self.words(line, option.label)
            worth = self.measure.value(option.value + base)
            cost = "best" if option.best else f"costs {self.measure.loss(option.cost)}"
            self.say(f"  {words:34} {worth:>10}  {cost}")

    def words(self, line: Line, label: Any) -> str:
        """An option as one would say it."""
        name = line.here.name
        if isinstance(name, Rolled):
            [option] = [option for option in line.options() if option.label == label]
            return in_words(name, option)
        return str(label)

    def told_choice(self, step: Step) -> str:
        """A choice of best play."""
        game = self.match.line.game
        if isinstance(game, DiceAndBoxes) and not is_keep(game, step.before.name):
            gained = step.after.score - step.before.score
            return f"{step.taken}, {gained} points"
        return f"{step.taken} ({game.tell(step.before.name)})"

    def account(self) -> None:
        """Luck and skill so far, for everyone at the table."""
        for player, name in enumerate(self.match.names):
            line = self.match.lines[0 if self.match.shared else player]
            self.say(
                f"  {name}: luck {self.measure.change(line.luck(player_on(self.match, player)))}, "
                f"lost {self.measure.loss(line.lost(player_on(self.match, player)))}"
                f"{self.measure.sign}"
            )


def player_on(match: Match, seat: int) -> int:
    """Which player of the game sits in a seat: on a line of one's own, everyone is the first."""
    return seat if match.shared else 0


def labels(options: list[Any]) -> list[str]:
    """What can be chosen; numbers that follow each other by their ends.

    >>> labels([0, 1, 2, 3, 4]), labels(["stay", "go"])
    (['0 to 4'], ['stay', 'go'])
    """
    if (
        len(options) > 3
        and isinstance(options[0], int)
        and options == list(range(options[0], options[0] + len(options)))
    ):
        return [f"{options[0]} to {options[-1]}"]
    return [str(option) for option in options]


def wrapped(lead: str, cells: list[str]) -> str:
    """Some short texts after a lead, in as many lines as they need."""
    lines, row = [], f"  {lead}"
    for place, cell in enumerate(cells):
        more = cell + (", " if place < len(cells) - 1 else "")
        if len(row) + len(more) > WIDTH + 2:
            lines.append(row.rstrip())
            row = "    "
        row += more
    return "\n".join([*lines, row])


def read_opponent(word: str | None) -> Against | None:
    """Whom to play against."""
    if word is None or word in OPPONENTS:
        return OPPONENTS.get(word or "")
    raise PerfectPlayError(f"'{word}' cannot be played against; {did_you_mean(word, OPPONENTS)}")


def play(
    solution: Solution, against: Against | None, *, seed: int | None, second: bool, as_json: bool
) -> None:
    """Play a game, and look back on it."""

    def say(text: str) -> None:
        for line in text.split("\n"):
            fold = textwrap.fill(line, WIDTH + 3, subsequent_indent="    ", drop_whitespace=True)
            print(fold, file=sys.stderr if as_json else sys.stdout)

    against = against or ("optimal" if solution.game.players == 2 else "dice")
    table = Table(Match.begin(solution, against, seed, int(second)), say)
    try:
        table.play()
    except Quit:
        say("")
    if as_json:
        show.emit({**show.heading(solution), **told_match(table.match)})
        return
    show_result(table)


def show_result(table: Table) -> None:
    """How it ended, luck and skill, and the decisions that cost most."""
    match, measure = table.match, table.measure
    say = table.say
    say("\nThe game is over." if match.over else "You stopped here.")
    for seat, name in enumerate(match.names):
        line = match.lines[0 if match.shared else seat]
        if match.shared and seat == 0 and match.over:
            say(f"  {line.game.tell(line.here.name)}")
        if not match.shared:
            say(f"  {name}: {line.final} points")
    start, here = match.lines[0].solution.value, measure.value
    for seat, name in enumerate(match.names):
        if match.is_person(seat):
            line = match.lines[0 if match.shared else seat]
            player = player_on(match, seat)
            say(
                f"\n{name}: worth {here(start)} at the start, luck "
                f"{measure.change(line.luck(player))}, decisions lost "
                f"{measure.loss(line.lost(player))}{measure.sign}; it came to "
                f"{here(line.here.value)}"
            )
            for rank, step in enumerate(line.worst(player), start=1):
                say(told_mistake(line, rank, step, measure))
            if not line.lost(player) and line.steps:
                say("  every decision was a best one")


def told_mistake(line: Line, rank: int, step: Step, measure: Measure) -> str:
    """A decision that has lost something."""
    best = " or ".join(str(option.label) for option in step.best[:3])
    return (
        f"  {rank}. at {line.game.tell(step.before.name)}: {step.taken} lost "
        f"{measure.loss(step.lost)}{measure.sign}; best was {best}"
    )


def told_match(match: Match) -> dict[str, Any]:
    """A match for programs."""
    return {
        "over": match.over,
        "value": float(match.lines[0].solution.value),
        "players": [told_seat(match, seat, name) for seat, name in enumerate(match.names)],
    }


def told_seat(match: Match, seat: int, name: str) -> dict[str, Any]:
    """Someone at the table, for programs."""
    line = match.lines[0 if match.shared else seat]
    player = player_on(match, seat)
    return {
        "name": name,
        "person": match.is_person(seat),
        "score": show.whole(line.final),
        "luck": float(line.luck(player)),
        "lost": float(line.lost(player)),
        "came_to": float(line.here.value),
        "decisions": [
            {
                "position": line.game.text(step.before.name),
                "score": show.whole(step.before.score),
                "chosen": step.taken,
                "best": [option.label for option in step.best],
                "lost": float(step.lost),
            }
            for step in line.steps
            if step.player == player
        ],
    }
