"""What does a rule do? Not one game but many variants of it, solved and measured side by side."""
