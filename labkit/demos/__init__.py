"""What a lecture shows live: one idea, one demonstration; and texts to read.

Each file of the folder ``js`` is a demonstration, which computes, draws and words in the browser;
the function of its name shows it. Its settings, the values of its controls, may be given as keyword
arguments; the page says what it cannot show::

    from labkit import demos

    demos.binomial_tails(n=2000, k=753)
"""

from labkit.demos.demonstration import opener
from labkit.demos.program import NAMES
from labkit.demos.reader import read_reviews

globals().update({name: opener(name) for name in NAMES})

__all__ = ["read_reviews", *NAMES]
