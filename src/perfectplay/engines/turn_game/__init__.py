"""The engine for games of turns that may be lost: a fixed point for the start of each turn.

A family of such games is a module with the same name as in `model/`: it provides a `Numbering`,
which says what turns start with and has one kernel that plays a turn.
"""
