"""The engine for games in which one presses one's luck: a turn at a time, pairs of scores."""
