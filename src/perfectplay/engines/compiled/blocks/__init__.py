"""How is a game of any kind solved that outgrows memory, or a machine? Step by step, in a folder.

A step has the positions of some ranks, cut by a hash into parts that fit into memory. Positions are
found from the start on, step after step; they are solved from the last step back. Between two
steps there are files and nothing else.
"""
