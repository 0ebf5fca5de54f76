"""A game at the terminal: what is shown, what is asked, and the summary at the end."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Any

from perfectplay.analysis.units import Measure
from perfectplay.cli import show
from perfectplay.cli.question import Question
from perfectplay.errors import MemoryLimitError, PerfectPlayError, did_you_mean
from perfectplay.model.game import Game
from perfectplay.model.nodes import Inline, position_of
from perfectplay.model.scorecard import Rolled, Turn
from perfectplay.objectives import Win
from perfectplay.play.choices import is_hold, is_keep, read_choice
from perfectplay.play.line import LineOfPlay, PlayedStep
from perfectplay.play.match import Against, LuckAccount, Match
from perfectplay.play.recording import write_record
from perfectplay.present.cards import filled_boxes
from perfectplay.present.drawn import lines_of
from perfectplay.present.seats import addressed
from perfectplay.solution.solution import Solution
from perfectplay.solution.storage.container import whole_file
from perfectplay.user_code import user_errors

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
    """A player quits."""


class TerminalTable:
    """The table in the terminal: a match, its earlier states for undo, and what is written."""

    def __init__(self, match: Match, say: Callable[[str], None]) -> None:
        self.match = match
        self.before: list[Match] = []
        self.say = say
        self.measure = measure_of(match.line.solution)

    def play(self) -> None:
        """Play until the end, or until someone quits."""
        self.greet()
        while not self.match.over:
            if self.match.waits:
                self.ask()
            else:
                self.watch()

    def greet(self) -> None:
        """Say which game is played, and how."""
        game = self.match.line.game
        seats = " against ".join(self.match.names) if len(self.match.names) > 1 else "you alone"
        self.say(f"{show.game_line(game)}, {seats}. {game.summary()}".strip())
        self.say("Type ? for a hint, help for all commands.")

    def watch(self) -> None:
        """Let everything happen that needs no input, and report it."""
        old = self.match
        if old.line.over:
            self.match = old.go_on()
            return
        self.show_turn()
        self.match = old.go_on()
        step, game = self.match.lines[old.on].steps[-1], old.line.game
        if step.player is not None:
            self.say(f"  {old.names[old.player]}: {self.move(step)}")
        elif happened := game.describe_outcome(step.before.name, step.after.name):
            self.say(f"  {self.addressed(happened)}")
        elif not isinstance(step.after.name, Inline) and not self.match.waits:
            self.say(f"  {self.addressed(game.describe(step.after.name))}")

    def addressed(self, words: str) -> str:
        """Words of a game for two, with the names of the players."""
        return addressed(words, self.match.names)

    def show_turn(self) -> None:
        """Before a turn on a scorecard: say whose turn it is, and show the card."""
        match, line = self.match, self.match.line
        card, name = line.game.card, line.here.name
        if card is None or not isinstance(name, Turn):
            return
        turn = len(card.names) - len(name.open) + 1
        whose = f"{match.names[match.on]}: " if len(match.names) > 1 else ""
        points = show.so_many_points(line.here.score)
        self.say(f"\n{whose}turn {turn} of {len(card.names)}, {points}")
        if match.is_person(match.player):
            self.show_card()

    def show_card(self) -> None:
        """The boxes with their contents, as many per row as fit; or how far a line has got."""
        line, card = self.match.line, self.match.line.game.card
        if card is None:
            points = show.so_many_points(line.here.score)
            score = "" if self.match.shared else f"; {points} so far"
            self.say(f"  {self.addressed(line.game.describe(line.here.name))}{score}")
            return
        held = filled_boxes(line)
        cells = [f"{name} {held.get(name, '.')}" for name in card.names]
        wide = max(map(len, cells)) + 2
        abreast = max(1, WIDTH // wide)
        for begin in range(0, len(cells), abreast):
            row = "".join(cell.ljust(wide) for cell in cells[begin : begin + abreast])
            self.say(f"  {row.rstrip()}")

    def ask(self) -> None:
        """Ask a person until they make a choice."""
        match = self.match
        here, game = match.line.here, match.line.game
        options = list(here.node.options)  # type: ignore[union-attr]  # a choice, or nobody waits
        who = match.names[match.player] if len(match.names) > 1 else ""
        if game.card is None:
            names = [f"{name}:" for name in match.names] if match.shared else ("", "")
            for line in lines_of(game.view(position_of(here.name)), names):
                self.say(f"  {line}")
        self.say(self.addressed(offered(game, here.name, options)))
        while True:
            typed = read_line(f"{who}> ")
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

    def obey(self, command: str) -> bool:
        """Carry out a command; returns whether to ask again."""
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
        """Go back to a person's last decision."""
        if not self.before:
            self.say("  there is nothing to take back")
            return False
        self.match = self.before.pop()
        self.say("  taken back")
        return True

    def hint(self) -> None:
        """The best options, each with its value and its cost to the player who chooses."""
        line, player = self.match.line, self.match.line.chooser or 0
        for option in line.options()[:HINTS]:
            words = line.game.describe_option(line.here.name, option.label)
            value = self.measure.value(line.solution.objective.for_player(player, option.value))
            cost = "best" if option.best else f"costs {self.measure.loss(option.cost)}"
            self.say(f"  {words:34} {value:>10}  {cost}")

    def move(self, step: PlayedStep) -> str:
        """A decision made by best play."""
        game = self.match.line.game
        if game.card is not None and not is_keep(step.before.name):
            gained = step.after.score - step.before.score
            return f"{step.taken}, {show.so_many_points(gained)}"
        said = game.describe_option(step.before.name, step.taken)
        return said if self.match.shared else f"{said} ({game.describe(step.before.name)})"

    def account(self) -> None:
        """Luck and skill so far, for everyone playing."""
        for each in self.match.accounts:
            self.say(
                f"  {each.name}: luck {self.measure.change(each.luck)}, "
                f"lost {self.measure.loss(each.lost)}{self.measure.sign}"
            )


def offered(game: Game[Any], name: Hashable, options: list[Any]) -> str:
    """The options at a position, in a few lines."""
    if is_keep(name):
        return f"  {game.describe(name)}: keep which dice?"
    if game.card is not None and isinstance(name, Rolled):
        placed = game.card.placements(name.turn, name.roll)
        cells = [f"{box} {show.placed(each)}" for box, each in placed.items()]
        return wrapped(f"{game.describe(name)} to which box? ", cells)
    if is_hold(game, name, options):
        return f"  {game.describe(name)}: hold which cards? Some of them, all or none"
    return wrapped(f"{game.describe(name)}: ", labels(options))


def read_line(prompt: str) -> str:
    """A line of input; end of input and Ctrl-C count as quitting."""
    print(prompt, end="", file=sys.stderr, flush=True)  # noqa: T201  # a prompt is not output
    try:
        typed = sys.stdin.readline()
    except KeyboardInterrupt:
        raise Quit from None
    if not typed:
        raise Quit
    if not sys.stdin.isatty():
        print(typed.rstrip(), file=sys.stderr)  # noqa: T201  # as if it had been typed
    return typed.strip()


def measure_of(solution: Solution) -> Measure:
    """How values are written: a chance of winning becomes a percentage."""
    winning = isinstance(solution.objective, Win)
    return Measure(100, 2, " %") if winning else Measure.of(solution)


def labels(options: list[Any]) -> list[str]:
    """The options; consecutive numbers are abbreviated to a range.

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
    """Some short texts after a heading, in as many lines as they need."""
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
    question: Question,
    whom: str | None,
    *,
    seed: int | None,
    second: bool,
    save: Path | None,
    as_json: bool,
) -> None:
    """Play a game, and review it."""

    def say(text: str) -> None:
        for line in text.split("\n"):
            fold = textwrap.fill(line, WIDTH + 3, subsequent_indent="    ", drop_whitespace=True)
            print(fold, file=sys.stderr if as_json else sys.stdout)

    against = read_opponent(whom)
    solution = solution_to_play(question)
    against = against or ("optimal" if solution.game.players == 2 else "dice")
    if save is not None:
        keep_record(
            LineOfPlay.begin(solution), save
        )  # a file that cannot be written is reported before the game
    with user_errors(solution.game):
        table = TerminalTable(Match.begin(solution, against, seed, int(second)), say)
        try:
            table.play()
        except Quit:
            say("")
        if as_json:
            show.emit({**show.heading(solution), **match_facts(table.match)})
        else:
            show_result(table)
        if save is not None:
            own = next(each for each in table.match.accounts if each.person)
            keep_record(own.line, save)
            say(f"\nSaved: perfectplay review {save}")


def solution_to_play(question: Question) -> Solution:
    """The solved game; if two cards are too much to solve, the error suggests a way to play."""
    try:
        return question.solution()
    except MemoryLimitError as error:
        game = question.rules()
        if game.card is None or game.players == 1:
            raise
        others = [word for word in question.words or [] if not word.startswith("players=")]
        alone = " ".join(["perfectplay play", question.game, *others, "--against optimal"])
        raise MemoryLimitError(f"{error}; or play for points, a card each: `{alone}`") from None


def keep_record(line: LineOfPlay, file: Path) -> None:
    """Record what was played, for a review."""
    written = write_record(line)
    with whole_file(file) as temporary:
        temporary.write_text(written, encoding="utf-8")


def show_result(table: TerminalTable) -> None:
    """The result, luck and skill, and the costliest decisions."""
    match, measure = table.match, table.measure
    say = table.say
    say("\nThe game is over." if match.over else "You stopped here.")
    if match.shared and match.over:
        say(f"  {table.addressed(match.line.game.describe(match.line.here.name))}")
    for each in match.accounts:
        if not match.shared:
            say(f"  {each.name}: {show.so_many_points(each.line.final)}")
    for each in match.accounts:
        if each.person:
            say(
                f"\n{each.name}: worth {measure.value(each.start)} at the start, luck "
                f"{measure.change(each.luck)}, decisions lost {measure.loss(each.lost)}"
                f"{measure.sign}; it came to {measure.value(each.came_to)}"
            )
            for rank, step in enumerate(each.line.worst(each.player), start=1):
                say(table.addressed(mistake(each.line, rank, step, measure)))
            if not each.lost and each.line.steps:
                say("  every decision was a best one")


def mistake(line: LineOfPlay, rank: int, step: PlayedStep, measure: Measure) -> str:
    """A decision that lost something."""
    best = " or ".join(str(option.label) for option in step.best[:3])
    return (
        f"  {rank}. at {line.game.describe(step.before.name)}: {step.taken} lost "
        f"{measure.loss(step.lost)}{measure.sign}; best was {best}"
    )


def match_facts(match: Match) -> dict[str, Any]:
    """A match for programs."""
    return {
        "over": match.over,
        "value": float(match.lines[0].solution.value),
        "players": [account_facts(each) for each in match.accounts],
    }


def account_facts(account: LuckAccount) -> dict[str, Any]:
    """A player, for programs."""
    line = account.line
    return {
        "name": account.name,
        "person": account.person,
        "score": show.points(line.final),
        "luck": float(account.luck),
        "lost": float(account.lost),
        "start": float(account.start),
        "came_to": float(account.came_to),
        "decisions": [
            {
                "position": line.game.text(step.before.name),
                "score": show.points(step.before.score),
                "chosen": step.taken,
                "best": [option.label for option in step.best],
                "lost": float(step.lost),
            }
            for step in line.steps
            if step.player == account.player
        ],
    }
