"""Which dice of one's own to play with: what Farkle brings besides its rules."""
