"""What else can a solution of the graph engine answer? Tables, models and samples."""
