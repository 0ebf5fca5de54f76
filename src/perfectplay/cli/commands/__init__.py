"""What can be asked? The commands, by subject.

Each parses its words, calls the library, and has the answer shown by one of `answers`. Libraries
are imported where they are used, so that `perfectplay --help` answers at once.
"""
