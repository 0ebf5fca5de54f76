"""What does it mean? Questions on top of any solution that offers what they need."""
