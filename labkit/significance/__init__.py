"""Significance tests for two systems on the same test items.

Two systems' per-item statistics go in, a `Result` comes out; what the
statistics look like is in `labkit.significance.items`. An argument
that is not as described, or a method that does not fit the scores, raises a
`ValueError` or `TypeError` that names it.
"""

import lazy_loader

# Each name, as `__init__.pyi` lists them, is fetched when it is first asked for: SciPy's
# statistics alone take most of a second.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
