"""What given play on the graph of a game is worth, and what it loses."""
