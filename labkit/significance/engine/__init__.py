"""What the tests compute with: exact distributions, limits, and resamples."""
