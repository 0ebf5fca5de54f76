"""A graph as tensors: how it is written to a file, and read back without trust."""
