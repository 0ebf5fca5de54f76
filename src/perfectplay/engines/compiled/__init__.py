"""Any game, its rules compiled from their source: no graph is stored, only keys and bounds."""
