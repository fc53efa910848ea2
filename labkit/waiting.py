"""How far a long cell has come, for whoever waits for it."""

import os
import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

from tqdm import tqdm

T = TypeVar("T")


def progress(items: Iterable[T], doing: str) -> Iterator[T]:
    """Go through items, and show a bar meanwhile if somebody watches.

    Parameters
    ----------
    items : iterable
        What a loop goes through.
    doing : str
        What the loop does, as a verb: "tokenizing".

    Returns
    -------
    iterator
        The same items. The bar comes after half a second and goes when it is full: a stored
        notebook is the same with it and without it.

    See Also
    --------
    is_watched : Whether there is a bar.

    Examples
    --------
    >>> [len(word) for word in progress(["a", "film"], "measuring")]
    [1, 4]
    """
    # On the printed output: nbgrader takes a cell that writes to the error stream for failed.
    hidden = not is_watched()
    return iter(
        tqdm(items, desc=doing, file=sys.stdout, leave=False, delay=0.5, ncols=80, disable=hidden)
    )


def is_watched() -> bool:
    """Say whether this is a notebook that a person has open, and no test, page or grader runs it.

    Returns
    -------
    bool
        Whether JupyterLab or Jupyter Notebook started this Python for a notebook.

    See Also
    --------
    progress : Show how far a loop has come.

    Examples
    --------
    >>> is_watched()  # this example is run by a test
    False
    """
    return "JPY_SESSION_NAME" in os.environ
