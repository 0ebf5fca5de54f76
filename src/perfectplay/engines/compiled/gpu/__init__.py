"""How compiled rules are run on a GPU, one position a thread."""
