"""What is done with programs, many at a time: plain Python that the compiler reads."""
