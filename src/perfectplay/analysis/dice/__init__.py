"""The value of a game with another die: loaded, known only within bounds, or chosen."""
