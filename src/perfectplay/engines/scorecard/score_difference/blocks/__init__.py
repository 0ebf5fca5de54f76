"""How is a table solved that outgrows memory, or a machine? In blocks, each a file of its own."""
