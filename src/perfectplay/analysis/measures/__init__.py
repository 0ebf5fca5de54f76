"""Is the game any good? Exact measures of a solved game, for its designer."""
