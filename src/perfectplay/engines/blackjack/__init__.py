"""The engine for games against a dealer: every hand against every up card, cards as they go."""
