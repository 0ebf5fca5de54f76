"""The engine for bearing off: every board of a side, and every pair of boards."""
