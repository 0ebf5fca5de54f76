"""How is it said? The facts that the command line and the web page show, prepared once."""
