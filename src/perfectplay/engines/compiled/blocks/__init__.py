"""How is a game solved that outgrows memory, or a single machine? Step by step, in a folder.

A step holds the positions of some ranks, split by a hash into parts that fit into memory. Positions
are found step by step from the start and solved from the last step back. Between two steps, only
files are passed on.
"""
