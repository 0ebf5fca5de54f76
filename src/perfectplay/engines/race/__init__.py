"""How is a race of two scores solved? A die at a time, from the highest scores down."""
