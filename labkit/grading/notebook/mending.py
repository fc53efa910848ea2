"""The part of a run that keeps the student's kernel of use: nothing it says is trusted.

A cell may take away what Python itself, IPython and the questions do without in no way:
``del builtins.open`` in one that cleans up, a recursion limit of 30 in one that tries what it
does. In JupyterLab its student starts the kernel again. Here it is to cost its own answer only.
"""

import builtins
import os
import sys
from contextlib import suppress

from IPython import get_ipython

#: How deep calls within calls may go at least: what Python begins with.
LEAST_DEPTH = 1_000

#: Python's own functions and classes, what is imported and where is printed, before the first cell.
_PYTHON = {name: value for name, value in vars(builtins).items() if callable(value)}
_is_callable, _modules = callable, dict(sys.modules)
_stdout, _stderr = sys.stdout, sys.stderr


def begin() -> None:
    """Put right, behind each cell of this kernel, what the cell has taken away."""
    get_ipython().events.register("post_run_cell", lambda result: put_right())


def put_right() -> None:
    """Put back what is gone, or is nothing that can be called; what does something stays."""
    there = builtins.__dict__
    for name in _PYTHON:
        if not _is_callable(there.get(name)):
            there[name] = _PYTHON[name]
    sys.setrecursionlimit(max(LEAST_DEPTH, sys.getrecursionlimit()))
    sys.stdout, sys.stderr = sys.stdout or _stdout, sys.stderr or _stderr
    if "builtins" not in sys.modules:  # all are gone; a single one may be to be imported anew
        sys.modules.update(_modules | sys.modules)
    _modules.update(sys.modules)
    _let_files_be_opened()


def _let_files_be_opened() -> None:
    """Allow some more open files, if a cell has opened as many as it may and closed none."""
    try:
        os.close(os.open(os.devnull, os.O_RDONLY))
    except OSError:
        with suppress(ImportError, OSError, ValueError):  # Unix only, and not beyond the system's
            import resource

            most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
