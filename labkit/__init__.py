"""labkit: the helper module of a teaching lab on sentiment and significance."""
