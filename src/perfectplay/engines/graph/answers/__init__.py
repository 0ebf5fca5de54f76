"""What else a solution found position by position can tell: tables, models, samples."""
