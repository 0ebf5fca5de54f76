"""What a game is worth with another die: loaded more or less, known only within bounds, chosen."""
