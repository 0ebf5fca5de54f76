"""How are anchors solved? Layer by layer backwards, over the lattice of keeps."""
