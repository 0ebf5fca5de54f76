"""How are rules run for a million positions? Once for each way through them, then in bulk."""
