"""The advisor as a folder of files: for a static host, a memory stick, a phone."""
