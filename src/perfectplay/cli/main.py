"""The command line: all commands, and the message if one fails."""

from __future__ import annotations

import errno
import io
import sys
import traceback
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.exceptions import TyperException

from perfectplay import extensions
from perfectplay.cli.commands import (
    checking,
    comparing,
    fields,
    loaded,
    playing,
    solving,
    whole_play,
    writing,
)
from perfectplay.errors import PerfectPlayError, missing_extra

OUR_MISTAKE = 1
BAD_INPUT = 2
INTERRUPTED = 130
DEBUG = "--debug"


class Commands(TyperGroup):
    """Our own commands, and those that games bring, loaded when they are needed."""

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002  # as Typer has it
        if cmd_name not in self.commands:
            brought = extensions.find(extensions.COMMANDS, cmd_name)
            if brought is None:
                return None
            self.commands[cmd_name] = typer.main.get_group(brought)
        return self.commands[cmd_name]

    def list_commands(self, ctx: Any) -> list[str]:
        for name in extensions.places(extensions.COMMANDS):
            try:
                self.get_command(ctx, name)
            except PerfectPlayError as error:  # one failure does not hide the others
                typer.echo(f"perfectplay: {error}", err=True)
        return list(self.commands)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if self.get_command(ctx, args[0]) is None:
            self.list_commands(ctx)  # one of them may have been meant
        return super().resolve_command(ctx, args)


app = typer.Typer(
    name="perfectplay",
    cls=Commands,
    help="Exact optimal play for finite games of chance.",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for about in (solving, whole_play, comparing, fields, loaded, checking, writing, playing):
    app.add_typer(about.app)


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
    debug: Annotated[  # read by `main`
        bool, typer.Option(DEBUG, help="Show where an error comes from.")
    ] = False,
) -> None:
    """Exact optimal play for finite games of chance."""


def main() -> None:
    """Run a command: exit with 0, or with 2 and one line on stderr if the input was bad.

    Anything else that fails is a bug of ours: also one line, with exit code 1.
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
        stop(*error_line(error))
    else:
        if code == INTERRUPTED:
            stop("interrupted; nothing was written", INTERRUPTED)
        sys.exit(code)


def error_line(error: Exception) -> tuple[str, int]:
    """The error in one line, and the exit code."""
    match error:
        case TyperException():
            return error.format_message(), BAD_INPUT
        case PerfectPlayError():
            return str(error), BAD_INPUT
        case InterruptedError():
            return str(error), INTERRUPTED
        case OSError() if error.errno == errno.ENOSPC:
            return f"the answer cannot be written: {error.strerror}", BAD_INPUT
        case MemoryError():
            return "this machine has no memory left; take less by --memory", BAD_INPUT
    if missing := missing_extra(error):
        return str(missing), BAD_INPUT
    from perfectplay.user_code import exception_text

    report = "please report it with what you typed, and with what `perfectplay --debug ...` shows"
    return f"this should not happen: {exception_text(error)}; {report}", OUR_MISTAKE


def stop(message: str, code: int) -> None:
    """Print an error in one line, and stop."""
    line = " ".join(message.split())
    typer.echo(f"perfectplay: {line}", err=True)
    sys.exit(code)
