"""When to stop, in games of turns that may be lost: what they bring besides their rules."""
