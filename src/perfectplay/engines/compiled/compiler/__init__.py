"""From the source of rules to a typed tree, and from the tree to machine code."""
