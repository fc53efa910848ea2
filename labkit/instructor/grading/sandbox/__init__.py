"""Run one notebook that is not trusted: `run` its cells in a `kernel`, confined by `bubblewrap`."""
