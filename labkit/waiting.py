"""How far a long cell has come, for whoever waits for it."""

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeVar

from tqdm import tqdm

T = TypeVar("T")

#: VS Code tells a notebook where it is by a variable of this name among the notebook's own.
VSCODE = "__vsc_ipynb_file__"


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
    """Tell whether this is a notebook that a person has open, and no test, page or grader runs it.

    Returns
    -------
    bool
        Whether JupyterLab, Jupyter Notebook or VS Code started this Python for a notebook.

    See Also
    --------
    progress : Show how far a loop has come.
    opened_notebook : Where that notebook is.

    Examples
    --------
    >>> is_watched()  # this example is run by a test
    False
    """
    return opened_notebook() is not None


def opened_notebook() -> Path | None:
    """Return where the notebook is that a person has open, as the program says that shows it.

    Returns
    -------
    path or None
        The notebook's file, as it was called when it was opened; None if no person has one open.

    See Also
    --------
    is_watched : Whether there is one.

    Examples
    --------
    >>> opened_notebook()  # this example is run by a test
    """
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    told = getattr(shell, "user_ns", {}).get(VSCODE)
    told = os.environ.get("JPY_SESSION_NAME", told)
    return Path(told) if isinstance(told, str) else None
