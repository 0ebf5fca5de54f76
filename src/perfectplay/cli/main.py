"""The commands. Each reads its words, asks the library, and shows the answer.

Libraries are imported where they are used, so that `perfectplay --help` answers at once.
"""

from __future__ import annotations

import io
import sys
import traceback
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.exceptions import TyperException

from perfectplay.cli import greed
from perfectplay.cli.options import (
    AsJson,
    At,
    BackendName,
    ClusterAddress,
    Exact,
    Folder,
    Keep,
    Memory,
    ObjectiveText,
    OwnGame,
    RulesName,
    RunningScore,
    Width,
    Words,
    complete_game,
)
from perfectplay.cli.question import Question, asks
from perfectplay.errors import PerfectPlayError, missing_extra

OUR_MISTAKE = 1
BAD_INPUT = 2
INTERRUPTED = 130
DEBUG = "--debug"

app = typer.Typer(
    name="perfectplay",
    help="Exact optimal play for finite games of chance.",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(greed.app)


@app.command()
def games(*, as_json: AsJson = False) -> None:
    """List the games there are, with their parameters."""
    from perfectplay.cli.answers import listing

    listing.games(as_json=as_json)


@app.command()
@asks
def solve(
    question: Question,
    *,
    width: Width = None,
    save: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep the solution in a .safetensors file."),
    ] = None,
    explain: Annotated[
        bool,
        typer.Option(
            "--explain", help="Tell which engine would solve it and why; nothing is solved."
        ),
    ] = False,
    folder: Folder = None,
    cluster: ClusterAddress = None,
    keep: Keep = "table",
    plan: Annotated[
        bool,
        typer.Option(
            "--plan", help="Tell what it takes to solve it in a folder; nothing is solved."
        ),
    ] = False,
    workers: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="With --plan: how many cores work on it; by default those of this machine.",
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Solve a game: its value, its size, the first move.

    A long solve with --save keeps what is done beside FILE; if it is stopped, the same command
    goes on from there. So does one in a --folder, for which memory need not suffice.
    """
    from perfectplay.cli.answers import solved

    if workers is not None and not plan:
        raise PerfectPlayError("--workers goes with --plan")
    if explain:
        solved.explain(question, as_json=as_json)
    elif plan:
        from perfectplay.cli.answers import planned

        planned.plan(question, workers, as_json=as_json)
    elif folder is not None and save is not None:
        raise PerfectPlayError("--folder keeps the solution itself; leave out --save")
    else:
        more: dict[str, Any] = {"folder": folder, "cluster": cluster, "keep": keep}
        more |= {} if width is None else {"width": width}
        solved.solve(question, save, more, as_json=as_json)


@app.command()
@asks
def advise(
    question: Question,
    *,
    at: At = None,
    score: RunningScore = None,
    dice: Annotated[
        str | None,
        typer.Option(
            metavar="DICE", help="The dice on the table, such as 66633.", show_default=False
        ),
    ] = None,
    rerolls: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="How many rerolls are left; by default all.", show_default=False
        ),
    ] = None,
    card: Annotated[
        str | None,
        typer.Option(
            metavar="BOXES",
            help="The boxes that are filled, such as 'ones=3 fours=12 yahtzee=0'.",
            show_default=False,
        ),
    ] = None,
    mine: Annotated[
        str | None,
        typer.Option(
            metavar="BOXES",
            help="With players=2: your filled boxes, with their points.",
            show_default=False,
        ),
    ] = None,
    theirs: Annotated[
        str | None,
        typer.Option(
            metavar="BOXES",
            help="With players=2: the other's filled boxes, with their points.",
            show_default=False,
        ),
    ] = None,
    opponent: Annotated[
        int | None,
        typer.Option(
            metavar="POINTS",
            help="In a race: the other's score; --score is yours.",
            show_default=False,
        ),
    ] = None,
    last: Annotated[bool, typer.Option("--last", help="In a race: it is the last turn.")] = False,
    cards: Annotated[
        str | None,
        typer.Option(
            metavar="CARDS",
            help="The hand: in poker such as 'Ah Kh Qh Jh 9c', in blackjack such as '10 6'.",
        ),
    ] = None,
    up: Annotated[
        str | None,
        typer.Option(metavar="CARD", help="With --cards, in blackjack: the dealer's up card."),
    ] = None,
    why: Annotated[
        bool,
        typer.Option(
            "--why",
            help="Tell what the best move and the runner-up aim at; of two players, what one "
            "would do for points.",
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Rank the options at a position, with what each costs against the best.

    On a scorecard, say what lies on the table: the dice, the rerolls left, the boxes filled.
    With players=2, say so of both cards; the game is then solved from there on, to win it.
    """
    from perfectplay.cli.answers import advice
    from perfectplay.model.table import Table
    from perfectplay.objectives import read_number

    if mine is not None or theirs is not None:
        if any(word is not None for word in (at, score, card, opponent)) or question.exact or last:
            raise PerfectPlayError(
                "--mine and --theirs exclude --at, --score, --card, --opponent, --last and --exact"
            )
        card, theirs = mine, theirs or ""
    if last and opponent is None:
        raise PerfectPlayError("--last goes with --opponent, in a race such as greed")
    if opponent is not None and at is not None:
        raise PerfectPlayError("--opponent excludes --at; --score is your own score beside it")
    on_table = any(word is not None for word in (dice, rerolls, card))
    if on_table and (at is not None or score is not None):
        raise PerfectPlayError("--dice, --rerolls and --card exclude --at and --score")
    points = None if score is None else read_number(score, f"--score {score}")
    if cards is not None and (on_table or at is not None or score is not None):
        raise PerfectPlayError("--cards excludes --at, --score, --dice, --rerolls and --card")
    if up is not None and cards is None:
        raise PerfectPlayError("--up goes with --cards, which are your own")
    table = Table(dice, rerolls, card, theirs, points, opponent, last, cards, up)
    advice.advise(question, table, at, why=why, as_json=as_json)


@app.command()
def review(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A game that was played, one line a turn.")
    ],
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="The game, unless the file names it in its first line.",
            autocompletion=complete_game,
            show_default=False,
        ),
    ] = None,
    words: Words = None,
    *,
    objective: ObjectiveText = None,
    memory: Memory = "4g",
    as_json: AsJson = False,
) -> None:
    """Look back on a game played on a scorecard: its luck, its losses, its worst decisions."""
    from perfectplay.cli.answers import reviewed

    reviewed.review(file, game, words or [], objective, memory=memory, as_json=as_json)


@app.command()
@asks
def table(
    question: Question,
    *,
    rows: Annotated[int, typer.Option(min=1, help="How many rows to show.")] = 20,
    every: Annotated[
        bool, typer.Option("--every", help="Every position, not only the decisions.")
    ] = False,
    decisions: Annotated[
        bool,
        typer.Option("--decisions", help="On a large scorecard: every decision, with --out."),
    ] = False,
    when: Annotated[
        str | None,
        typer.Option(metavar="OPTION", help="When to take this option and when to keep it."),
    ] = None,
    by: Annotated[
        str | None,
        typer.Option(metavar="COLUMN,...", help="With --when: what to group the decisions by."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write all rows to a .csv or .parquet file."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show the policy: every decision, those that matter most first.

    Of a large scorecard, it shows what every turn is worth and how often it arises.
    """
    from perfectplay.cli.answers import spread

    if by is not None and when is None:
        raise PerfectPlayError("--by goes with --when OPTION")
    if out is not None:
        spread.require_suffix(out)
    if every + decisions + (when is not None) > 1:
        raise PerfectPlayError("--every, --decisions and --when exclude each other")
    if decisions:
        spread.all_decisions(question, rows, out, as_json=as_json)
    elif when is not None:
        spread.when(question, when, by, rows, out, as_json=as_json)
    else:
        spread.table(question, rows, out, every=every, as_json=as_json)


@app.command()
@asks
def distribution(
    question: Question,
    *,
    as_json: AsJson = False,
) -> None:
    """Show the exact distribution of the final score under optimal play."""
    from perfectplay.cli.answers import spread

    spread.distribution(question, as_json=as_json)


@app.command()
@asks
def simulate(
    question: Question,
    *,
    count: Annotated[
        int, typer.Option("--games", "-n", min=1, help="How many games to play.")
    ] = 100_000,
    seed: Annotated[int, typer.Option(min=0, help="The seed of the dice.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Play many games optimally and compare their mean with the value."""
    from perfectplay.cli.answers import spread

    spread.simulate(question, count, seed, as_json=as_json)


@app.command()
@asks
def session(
    question: Question,
    *,
    count: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games to play.")],
    coins: Annotated[int, typer.Option(min=1, help="How many coins there are at first.")],
    as_json: AsJson = False,
) -> None:
    """Tell how long money lasts in a game that pays in coins, where each game costs one."""
    from perfectplay.cli.answers import spread

    spread.session(question, count, coins, as_json=as_json)


@app.command()
def compare(
    game: RulesName,
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="NAME=VALUE... STRATEGY...",
            help="The game's parameters, then the strategies: optimal, random, first, an "
            "objective to be optimal for, FILE.toml for a card of rules, or FILE.py:FUNCTION.",
        ),
    ],
    *,
    objective: ObjectiveText = None,
    exact: Exact = False,
    backend: BackendName = "auto",
    memory: Memory = "4g",
    as_json: AsJson = False,
) -> None:
    """Compare strategies exactly; in a game for two, each against each."""
    from perfectplay.cli.answers import contest

    contest.compare(
        game, words, objective, exact=exact, backend=backend, memory=memory, as_json=as_json
    )


@app.command()
@asks
def evaluate(
    question: Question,
    *,
    rules: Annotated[
        Path, typer.Option("--rules", metavar="FILE.toml", help="The card of rules to play by.")
    ],
    why: Annotated[bool, typer.Option("--why", help="Where the rules lose most.")] = False,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Print the card: FILE.svg, or FILE.html as an A6 page."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Tell what a card of rules is worth, exactly, and what it loses to best play."""
    from perfectplay.cli.answers import cards

    cards.evaluate(question, rules, out, why=why, as_json=as_json)


@app.command()
@asks
def distil(
    question: Question,
    *,
    lines: Annotated[int, typer.Option(min=1, help="How many lines at most.")] = 12,
    seed: Annotated[int, typer.Option(min=0, help="The seed of the search.")] = 0,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the best card: FILE.toml, FILE.svg or FILE.html."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Look for the short list of rules that loses least; Ctrl-C ends it with the best so far."""
    from perfectplay.cli.answers import cards

    cards.distil(question, lines, seed, out, as_json=as_json)


@app.command()
def study(
    game: Annotated[
        str,
        typer.Argument(
            metavar="BASE",
            help="A game's name, FILE.toml or FILE.py:CLASS for one of your own, or a study in a "
            "TOML file.",
            autocompletion=complete_game,
        ),
    ],
    words: Words = None,
    *,
    vary: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KEY=VALUES",
            help="What varies: a parameter or a key of the card, such as joker=forced,free or "
            "bonuses.upper.at=40..90:5 or boxes.chance=on,off; may be repeated.",
            show_default=False,
        ),
    ] = None,
    measure: Annotated[
        str | None,
        typer.Option(
            metavar="NAME,...",
            help="value, deviation, percentiles, bonuses, boxes, skill, rating, length or "
            "FILE.py:FUNCTION; by default the value.",
            show_default=False,
        ),
    ] = None,
    sample: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="Draw N rows from the grid; by default all.",
            show_default=False,
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, help="The seed of the sample.", show_default=False)
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write all rows to a .parquet or .csv file."),
    ] = None,
    figure: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Draw the rows: a .svg or .png file."),
    ] = None,
    dark: Annotated[bool, typer.Option("--dark", help="Draw on a dark ground.")] = False,
    workers: Annotated[
        int | None,
        typer.Option(min=1, help="How many processes; by default one a core.", show_default=False),
    ] = None,
    cluster: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS",
            help="The Ray cluster that solves the rows; local:3 starts one of 3 workers here.",
        ),
    ] = "local",
    objective: ObjectiveText = None,
    backend: BackendName = "auto",
    memory: Memory = "4g",
    as_json: AsJson = False,
) -> None:
    """Solve many variants of a game and measure what their rules do.

    Rows that are done are kept: if it is stopped, the same command goes on from there.
    """
    from perfectplay.cli.answers import studying

    studying.study(
        game,
        words or [],
        vary=vary or [],
        measures=measure,
        objective=objective,
        sample=sample,
        seed=seed,
        memory=memory,
        backend=backend,
        workers=workers,
        cluster=cluster,
        out=out,
        figure=figure,
        dark=dark,
        as_json=as_json,
    )


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved solution.")],
    *,
    own: OwnGame = None,
    as_json: AsJson = False,
) -> None:
    """Check a saved solution against the rules, independently of how it was solved."""
    from perfectplay.cli.answers import checks

    checks.verify(file, own, as_json=as_json)


@app.command()
def check(
    game: RulesName,
    words: Words = None,
    *,
    record: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write one whole random game to a file."),
    ] = None,
    speed: Annotated[
        bool,
        typer.Option(
            "--speed",
            help="Tell how fast the rules run instead, and which lines make them go many ways.",
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Check that a game keeps the promises every game makes; for authors of games."""
    from perfectplay.cli.answers import checks

    if speed and record is not None:
        raise PerfectPlayError("--speed excludes --record")
    if speed:
        checks.speed(game, words or [], as_json=as_json)
    else:
        checks.check(game, words or [], record, as_json=as_json)


@app.command()
@asks
def plot(
    question: Question,
    *,
    kind: Annotated[
        str | None,
        typer.Option(
            metavar="KIND",
            help="scores, at-least, policy, last, decisions, boxes, turn or graph, if the game has "
            "it; by default the most telling, and then those it has are named.",
            show_default=False,
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="A .svg or .png file; by default GAME-KIND.svg.",
            show_default=False,
        ),
    ] = None,
    dark: Annotated[bool, typer.Option("--dark", help="Draw on a dark ground.")] = False,
    beside: Annotated[
        list[str] | None,
        typer.Option(
            "--with",
            metavar="STRATEGY",
            help="Draw another strategy's curve too: random, first, an objective, FILE.py:FUNCTION "
            "or a saved solution; may be repeated.",
            show_default=False,
        ),
    ] = None,
    at: At = None,
    score: RunningScore = None,
    as_json: AsJson = False,
) -> None:
    """Draw a solved game: its scores, its policy, its decisions, its graph."""
    from perfectplay.cli.answers import drawing

    drawing.plot(
        question,
        kind,
        at=at,
        score=score,
        beside=beside or [],
        out=out,
        dark=dark,
        as_json=as_json,
    )


@app.command()
@asks
def report(
    question: Question,
    *,
    out: Annotated[Path, typer.Option(metavar="FILE.html", help="The page to write.")],
    dark: Annotated[bool, typer.Option("--dark", help="A dark page.")] = False,
    as_json: AsJson = False,
) -> None:
    """Write one page about a game: rules, value, odds, how to play, figures."""
    from perfectplay.cli.answers import drawing

    drawing.report(question, out, dark=dark, as_json=as_json)


@app.command()
@asks
def export(
    question: Question,
    *,
    out: Annotated[
        Path,
        typer.Option(metavar="FILE", help="The model to write; it ends in .umb or in .drn."),
    ],
    as_json: AsJson = False,
) -> None:
    """Write a game as a model for model checkers, such as Storm and PRISM."""
    from perfectplay.cli.answers import exporting

    exporting.export(question, out, as_json=as_json)


@app.command()
def export_web(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="GAME [NAME=VALUE]...",
            help="Games on a scorecard, each with its parameters: names, or FILE.toml or "
            "FILE.py:CLASS for one of your own.",
            autocompletion=complete_game,
        ),
    ],
    *,
    out: Annotated[
        Path, typer.Option(metavar="DIR", help="The folder to write; one of its kind is replaced.")
    ],
    objective: ObjectiveText = None,
    memory: Memory = "4g",
    as_json: AsJson = False,
) -> None:
    """Write the advisor as a folder of files, for any web host, a memory stick or a phone.

    It needs no server and, once it was opened, no network.
    """
    from perfectplay.cli.answers import site

    site.export_web(words, objective, out, memory=memory, as_json=as_json)


@app.command()
@asks
def play(
    question: Question,
    *,
    against: Annotated[
        str | None,
        typer.Option(
            metavar="WHOM",
            help="dice, optimal or person; by default the dice, or optimal play in a game for two.",
            show_default=False,
        ),
    ] = None,
    second: Annotated[
        bool, typer.Option("--second", help="In a game for two: you go second.")
    ] = False,
    seed: Annotated[
        int | None, typer.Option(min=0, help="The seed of the dice.", show_default=False)
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="On a scorecard: write the game down for a review."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play a game: with hints, undo, and what was luck and what was skill."""
    from perfectplay.cli.answers import playing

    playing.play(question, against, seed=seed, second=second, save=save, as_json=as_json)


@app.command()
@asks
def practice(
    question: Question,
    *,
    only: Annotated[
        str | None,
        typer.Option(
            metavar="WHAT",
            help="On a scorecard: early, late, keep, place, a box, a bonus, straights; or several.",
            show_default=False,
        ),
    ] = None,
    many: Annotated[int, typer.Option(min=1, max=1000, help="How many positions.")] = 10,
    daily: Annotated[
        bool, typer.Option("--daily", help="Those of today, the same for everyone.")
    ] = False,
    seed: Annotated[
        int | None, typer.Option(min=0, help="The seed of the positions.", show_default=False)
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Keep what was lost, and tell what to practise next by all of it.",
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Practise: positions as they come in play, your choice, then what it cost and why."""
    from perfectplay.cli.answers import practising

    practising.practise(
        question,
        only=only,
        many=many,
        seed=seed,
        daily=daily,
        record=record,
        as_json=as_json,
    )


@app.command()
def warm(*, as_json: AsJson = False) -> None:
    """Compile all that the first large game of each kind would wait for."""
    from perfectplay.cli.answers import warming

    warming.warm(as_json=as_json)


@app.command()
def serve(
    *,
    host: Annotated[
        str, typer.Option(help="The address to listen at; by default this machine only.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="The port; 0 for any that is free.")
    ] = 8421,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Another name by which the page may be called."),
    ] = None,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
    memory: Annotated[
        str, typer.Option(metavar="SIZE", help="The most memory that solving a game may take.")
    ] = "2g",
    seconds: Annotated[
        int, typer.Option(min=1, help="The longest time that solving a game may take.")
    ] = 300,
    backend: BackendName = "auto",
) -> None:
    """Start the web page: advice while you play, Greed, small games, your own scorecard."""
    from perfectplay.cli.answers import serving

    serving.serve(
        host,
        port,
        allow_host or (),
        open_page=open_page,
        memory=memory,
        seconds=seconds,
        backend=backend,
    )


def version(*, wanted: bool) -> None:
    """Print the version and stop."""
    if wanted:
        from perfectplay import __version__

        typer.echo(f"perfectplay {__version__}")
        raise typer.Exit


@app.callback()
def root(
    *,
    show_version: Annotated[
        bool,
        typer.Option("--version", callback=version, is_eager=True, help="Show the version."),
    ] = False,
    debug: Annotated[  # `main` looks for it
        bool, typer.Option(DEBUG, help="Show where an error comes from.")
    ] = False,
) -> None:
    """Exact optimal play for finite games of chance."""


def main() -> None:
    """Run a command: exit with 0, or with 2 and one line on stderr if the input was bad.

    Whatever else goes wrong is a mistake of ours: one line, too, and 1.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # not every terminal has every character
    words = sys.argv[1:] or ["--help"]
    try:
        code = app(words, standalone_mode=False)
    except Exception as error:  # noqa: BLE001  # what it is, is told
        if DEBUG in words:
            traceback.print_exc()
        stop(*told(error))
    else:
        if code == INTERRUPTED:
            stop("interrupted; nothing was written", INTERRUPTED)
        sys.exit(code)


def told(error: Exception) -> tuple[str, int]:
    """What went wrong in one line, and the exit code."""
    match error:
        case TyperException():
            return error.format_message(), BAD_INPUT
        case PerfectPlayError():
            return str(error), BAD_INPUT
        case InterruptedError():
            return str(error), INTERRUPTED
        case MemoryError():
            return "this machine has no memory left; take less by --memory", BAD_INPUT
    if missing := missing_extra(error):
        return str(missing), BAD_INPUT
    from perfectplay.cli.words import tell

    report = "please report it with what you typed, and with what `perfectplay --debug ...` shows"
    return f"this should not happen: {tell(error)}; {report}", OUR_MISTAKE


def stop(message: str, code: int) -> None:
    """Say in one line what is wrong, and stop."""
    line = " ".join(message.split())
    typer.echo(f"perfectplay: {line}", err=True)
    sys.exit(code)
