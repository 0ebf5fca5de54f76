"""What comes of play on a scorecard, best or given? Followed forwards and backwards."""
