"""How is any game solved? Explored position by position, then backwards over its graph."""
