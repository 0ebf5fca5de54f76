"""What does a rule do? Many variants of a game, solved and measured side by side."""
