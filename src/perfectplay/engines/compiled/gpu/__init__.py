"""How compiled rules run on a GPU: one position per thread."""
