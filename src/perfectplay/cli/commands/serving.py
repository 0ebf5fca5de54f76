"""The commands that get things ready: compiled code, the web page."""

from __future__ import annotations

from typing import Annotated

import typer

from perfectplay.cli.options import AsJson, BackendName

app = typer.Typer()


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
