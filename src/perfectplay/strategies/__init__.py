"""How do people play? Ways to play that need not be best."""
