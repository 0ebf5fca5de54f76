"""How is any game solved? Explored position by position, then solved backwards over its graph."""
