"""Significance tests for two systems on the same test items.

Two systems' per-item statistics go in, a `Result` comes out; what the
statistics look like is in `labkit.significance.inputs`.
"""

from .result import Result

__all__ = ["Result"]
