"""Other solvers given the same games: independent checks of the values, and peers in speed."""
