"""A thin door for browsers: pages, and an HTTP API; no rules and no solving are in it."""
