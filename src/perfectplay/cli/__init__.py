"""The command line: a thin door to the library. No rules and no solving live here."""
