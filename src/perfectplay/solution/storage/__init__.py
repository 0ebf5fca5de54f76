"""How is a solution kept? Files, a cache, and checkpoints of long solves."""
