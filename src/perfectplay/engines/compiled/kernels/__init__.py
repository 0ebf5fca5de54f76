"""What is computed from programs, many at a time: plain Python that the compiler translates."""
