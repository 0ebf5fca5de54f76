"""The limits of the web server, which clients can query."""

from __future__ import annotations

from pydantic import BaseModel

from perfectplay.present.table import MOST_STEPS

MIB = 1 << 20


class Limits(BaseModel):
    """The limits of this server."""

    request_bytes: int = 200_000
    """The longest body of a request."""
    head_bytes: int = 16_384
    """The longest request head: its address and its headers."""
    request_seconds: float = 10
    """The longest time for a request to arrive, and for an answer to be read."""
    idle_seconds: int = 5
    """How long a connection stays open after an answer."""
    connections: int = 700
    """The most simultaneous connections; further ones are closed."""
    job_memory_bytes: int = 2048 * MIB
    """The most memory for solving a game."""
    job_seconds: int = 300
    """The longest time for solving a game."""
    queued_jobs: int = 16
    """The most waiting jobs; further ones are refused."""
    wait_seconds: float = 20
    """The longest time a question about a job waits for news."""
    at_hand_bytes: int = 1280 * MIB
    """The most memory for loaded solutions, including what is computed from them."""
    end_game_bytes: int = 96 * MIB
    """The most memory for an end game of two players: some twenty million states."""
    board_states: int = 4_100_000
    """The largest board that is solved: a race up to about max=1000."""
    race_max: int = 200
    """The largest board of a race that is sent."""
    options_explained: int = 40
    """The most options of a position that are explained by their aims."""
    explain_seconds: float = 2
    """After this time, no further option is explained."""
    long_answers: int = 16
    """The most waiting questions about large games; further ones are refused."""
    exercises: int = 50
    """The most positions drawn for practice at a time."""
    outcomes: int = MOST_STEPS
    """The most outcomes of a chance that are listed."""
