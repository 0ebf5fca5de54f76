"""The answers to the commands, for people and as JSON."""
