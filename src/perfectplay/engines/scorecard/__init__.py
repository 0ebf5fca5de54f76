"""How is a scorecard solved? Backwards turn by turn, with many anchors side by side."""
