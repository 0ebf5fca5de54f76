"""How do people play? Ways of playing that need not be optimal."""
