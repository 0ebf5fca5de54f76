"""What else a solved scorecard can tell: tables, decisions, baselines, trials of rules."""
