"""From files of predictions to an honest report: `labkit compare`, and what is behind it.

`read_predictions` reads files; `compare_systems` scores and tests what they hold by `Settings` and
gives a `Comparison`, a record of all that a report says; `render` writes it as a page, JSON, LaTeX
or text; `review` reads a text against it.
"""

import lazy_loader

# Each name is fetched when it is first asked for: SciPy's statistics alone take most of a second.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
