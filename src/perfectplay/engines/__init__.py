"""How is it solved? The engine for any game: explore, order, sweep."""
