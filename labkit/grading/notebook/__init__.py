"""Run one notebook and judge it.

`marking` judges what a run gave; `sandbox` runs a notebook in a `kernel`,
of whose messages nothing is trusted, and `confinement` says what that kernel
may see and use.
"""
