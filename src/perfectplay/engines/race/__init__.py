"""How is a race of two scores solved? A die at a time, from the greatest scores to the least."""
