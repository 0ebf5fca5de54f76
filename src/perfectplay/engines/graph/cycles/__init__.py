"""How are cycles solved? Strategy iteration on strongly connected components, with proofs."""
