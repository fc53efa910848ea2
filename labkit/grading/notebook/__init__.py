"""Run one notebook.

The `sandbox` runs a notebook in one `kernel` after the other and trusts nothing that they say: `process` starts,
watches and ends a kernel, `confinement` says what it may see and use, and
`execution` takes in what comes in answer to one request. In the kernel, `mending`
puts back what a cell has taken away from those behind it.
"""
