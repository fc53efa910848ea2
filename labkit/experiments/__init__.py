"""Many systems at once: how to make them."""
