"""Compile the rules of any game from their source; stores no graph, only keys and bounds."""
