"""Demonstration of the paired bootstrap on a test set small enough to be seen."""

import numpy as np

from labkit import arguments
from labkit.demos.demonstration import DRAWING, Numbers, opener
from labkit.demos.words import lines_of_draws, show_score

#: Items that can be seen at most.
MOST_ITEMS = 200


def bootstrap_numbers(n: int = 20, plus: int = 7, minus: int = 2) -> Numbers:
    """Return the gain on n items, of which each system alone has some right, and its exact p."""
    n = arguments.as_count(n, "n", least=1, most=MOST_ITEMS)
    plus = arguments.as_count(plus, "plus", most=n)
    minus = arguments.as_count(minus, "minus", most=min(plus, n - plus))
    law = np.ones(1)  # of -n, ..., n more items right; `bootstrap_test` has it to fewer digits
    for _ in range(n):
        law = np.convolve(law, [minus / n, (n - plus - minus) / n, plus / n])
    pvalue = float(law[n + 2 * (plus - minus) + 1 :].sum()) if plus else 1.0  # nothing differs
    return {"delta": (plus - minus) / n, "pvalue": pvalue}


def _readout(found: Numbers) -> list[str]:
    never = "" if found["plus"] else ": the systems never differ, there is nothing to test"
    observed = f"delta = {show_score(found['delta'])}{never}"
    return lines_of_draws(found, observed, "resamples", "resampled", "Endless resamples")


bootstrap = opener(
    bootstrap_numbers,
    _readout,
    """Show a test set, resamples of it, and the histogram of their gains.

    Source: Berg-Kirkpatrick, Burkett & Klein (2012), section 2.2 and figure 1.""",
    {"resamples": 0, "shifted": False, "seed": 2, **DRAWING},
)
