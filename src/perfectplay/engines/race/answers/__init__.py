"""What else a solved race can tell: ends, tables, samples."""
