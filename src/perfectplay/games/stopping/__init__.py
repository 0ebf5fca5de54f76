"""When to stop, in games of turns that may be lost: what these bring besides their rules."""
