"""How does a game go? Step by step, with an account of luck and skill."""
