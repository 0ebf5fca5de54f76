"""What given play in a race is worth, and what it loses."""
