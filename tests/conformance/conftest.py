"""A switch to record the playthroughs anew, after a change of rules that was meant."""

from __future__ import annotations


def pytest_addoption(parser):
    parser.addoption("--record-playthroughs", action="store_true", help="write them anew")
