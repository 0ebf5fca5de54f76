"""What does it look like? Pictures of answers, drawn with Matplotlib's figures and no windows."""
