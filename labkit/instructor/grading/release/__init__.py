"""What students are handed: the pack, and the search of it for leaks."""
