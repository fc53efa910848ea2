"""The notebook that a person has open: which it is, and how far a long cell of it has come."""

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

#: Variable by which VS Code tells a notebook where it is.
VSCODE = "__vsc_ipynb_file__"


def progress(items: Iterable[T], doing: str, total: int | None = None) -> Iterator[T]:
    """Go through items, and show a bar meanwhile if somebody watches, in a notebook or a terminal.

    Parameters
    ----------
    items : iterable
        What a loop goes through.
    doing : str
        What the loop does, as a verb: "tokenizing".
    total : int, optional
        How many items there are, where they do not know it themselves.

    Returns
    -------
    iterator
        The same items. The bar comes after half a second and goes when it is full: a stored
        notebook is the same with it and without it.

    See Also
    --------
    is_watched : Tell whether there is a bar.

    Examples
    --------
    >>> [len(word) for word in progress(["a", "film"], "measuring")]
    [1, 4]
    """
    in_terminal = sys.stderr.isatty()
    if not (is_watched() or in_terminal):
        return iter(items)
    from tqdm import tqdm

    # In a notebook on the printed output: nbgrader takes a cell that writes to the error stream for failed.
    file = sys.stderr if in_terminal else sys.stdout
    return iter(tqdm(items, doing, total, leave=False, file=file, ncols=80, delay=0.5))


def is_watched() -> bool:
    """Tell whether a person runs this, in JupyterLab, Jupyter Notebook or VS Code, not a test or grader.

    Examples
    --------
    >>> is_watched()  # a test runs this example
    False
    """
    return opened_notebook() is not None


def opened_notebook() -> Path | None:
    """Return the file of the notebook that a person has open, as it was called when it was opened."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    path = os.environ.get("JPY_SESSION_NAME", getattr(shell, "user_ns", {}).get(VSCODE))
    return Path(path) if isinstance(path, str) else None
