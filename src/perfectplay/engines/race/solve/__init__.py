"""How are the ratings of a race found? A die at a time, in floats or exactly."""
