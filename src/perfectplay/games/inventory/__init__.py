"""Which of your own dice to play with: what Farkle brings besides its rules."""
