"""How is any game solved? Explored position by position, then gone through backwards."""
