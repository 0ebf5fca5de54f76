"""Given play on the graph of a game: what is it worth, and what does it lose?"""
