"""One file, one game; `registry` lists them."""
