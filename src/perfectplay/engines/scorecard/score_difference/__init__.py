"""How is a scorecard played to win? Backwards, keeping track of how far a player is ahead."""
