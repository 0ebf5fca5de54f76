"""What does it look like? Pictures of answers, drawn with Matplotlib, without opening windows."""
