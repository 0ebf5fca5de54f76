"""How is a scorecard solved? Turn by turn backwards, many anchors side by side."""
