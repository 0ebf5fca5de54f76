"""A thin layer for browsers: pages and an HTTP API, without rules or solving of its own."""
