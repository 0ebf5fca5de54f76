"""Given play on the graph of a game: what it is worth, and what it loses."""
