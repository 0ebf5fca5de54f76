"""The engine for games in which columns are climbed: boards, a turn at a time."""
