"""What it takes to build wheels that need no compiler where they are installed."""
