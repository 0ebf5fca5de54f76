"""How are anchors solved? Backwards, layer by layer, over the lattice of keeps."""
