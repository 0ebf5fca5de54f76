"""Given play in a race: what it is worth, and what it loses."""
