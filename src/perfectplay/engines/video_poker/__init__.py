"""The engine for draw poker: every deal and every hold, counted in whole numbers."""
