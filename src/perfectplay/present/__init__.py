"""How is it said? The facts that the command line and the page show, once."""
