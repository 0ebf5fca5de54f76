"""How is a scorecard played to win? Backwards, over how many points a player is ahead."""
