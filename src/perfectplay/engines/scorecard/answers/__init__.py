"""What else can a solved scorecard answer? Tables, decisions, baselines and trials of rules."""
