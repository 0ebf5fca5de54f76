"""What the web takes at most; stated to all who ask."""

from __future__ import annotations

from pydantic import BaseModel

from perfectplay.present.table import MOST_STEPS

MIB = 1 << 20


class Limits(BaseModel):
    """The limits of this server."""

    request_bytes: int = 200_000
    """The longest body of a request."""
    head_bytes: int = 16_384
    """The longest head of a request: its address and its headers."""
    request_seconds: float = 10
    """The longest that a request may take to arrive, and an answer to be taken."""
    idle_seconds: int = 5
    """How long a connection stays open after an answer."""
    connections: int = 700
    """The most connections at a time; further ones are closed."""
    job_memory_bytes: int = 2048 * MIB
    """The most memory that solving a game may take."""
    job_seconds: int = 300
    """The longest time that solving a game may take."""
    queued_jobs: int = 16
    """The most jobs that wait; further ones are refused."""
    wait_seconds: float = 20
    """The longest that a question about a job waits for news."""
    at_hand_bytes: int = 1280 * MIB
    """The most memory of the solutions at hand, with what is computed from them."""
    end_game_bytes: int = 96 * MIB
    """The most memory that an end game of two players may take: some twenty million states."""
    board_states: int = 4_100_000
    """The largest board that is solved: that of a race up to some max=1000."""
    race_max: int = 200
    """The largest board of a race that is sent."""
    options_explained: int = 40
    """The most options of a position whose aims are told."""
    explain_seconds: float = 2
    """After this time no further option is begun to be explained."""
    long_answers: int = 16
    """The most questions about large games that wait; further ones are refused."""
    exercises: int = 50
    """The most positions that are drawn for practice at a time."""
    outcomes: int = MOST_STEPS
    """The most outcomes of a chance that are told."""
