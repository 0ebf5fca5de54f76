"""What does play on a scorecard come to, best or given? Followed forwards and backwards."""
