"""Turn the source of rules into a typed tree, and the tree into machine code."""
