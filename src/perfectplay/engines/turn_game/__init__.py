"""The engine for games of turns that may be lost: a fixed point for what each turn begins with.

A family of such games is a module of the same name as in `model/`: it brings a `Numbering`, which
says what turns begin with and has one kernel that plays a turn.
"""
