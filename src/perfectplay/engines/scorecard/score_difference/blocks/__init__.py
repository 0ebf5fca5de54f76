"""How is a table solved that outgrows memory, or a single machine? In blocks, one file each."""
