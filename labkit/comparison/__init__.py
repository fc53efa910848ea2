"""From files of predictions to an honest report: `labkit compare`, and what is behind it.

`compare_systems` scores and tests systems on one test set and gives a `Comparison`, a record of
everything that a report says: scores with intervals, pairs with p, corrected p and sizes, why this
test, what other tests say, what gain the test set could have shown, a paragraph for a paper, and a
signature. `render` writes it as a page, JSON, LaTeX or plain text; `review` reads a text against it.
"""

import lazy_loader

# Each name, as `__init__.pyi` lists them, is fetched when it is first asked for: SciPy's
# statistics alone take most of a second.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
