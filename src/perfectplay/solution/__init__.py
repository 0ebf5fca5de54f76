"""What came out? The value, ranked options, tables, the distribution, simulation and files."""
