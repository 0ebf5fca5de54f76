"""A graph as tensors: written to a file, and read back without trusting it."""
