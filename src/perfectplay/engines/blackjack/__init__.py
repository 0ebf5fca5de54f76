"""The engine for games against a dealer: every hand against every up card, as cards are drawn."""
