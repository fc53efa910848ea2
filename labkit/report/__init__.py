"""From p-values to honest words and tables.

Three things go wrong in reports again and again, and lecture 4 of Cambridge's *Machine Learning
and Real-world Data* names them: differences claimed without a test, insignificant ones claimed
all the same, and the word "significant" used where nothing was tested. `significance_triangle`
prints what may be claimed, `meaningful_digits` how precisely; `review_claims` is a reading aid for the three.
"""

import lazy_loader

# Each name, as `__init__.pyi` lists them, is fetched when it is first asked for: SciPy's
# statistics alone take most of a second.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
