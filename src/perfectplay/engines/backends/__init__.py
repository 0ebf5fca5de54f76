"""How is a kernel run? As plain Python, or compiled and on all cores."""
