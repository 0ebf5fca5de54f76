"""The command line: a thin layer over the library. No rules and no solving live here."""
