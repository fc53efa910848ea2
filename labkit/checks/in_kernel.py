"""The part of marking that runs in the student's kernel: nothing it says is trusted."""

import os
import sys

from labkit.checks.outcomes import outcomes, write_reply
from labkit.checks.plain_data import MIMETYPE, decode


class Handed:
    """Text that a kernel hands over as the value of an expression."""

    def __init__(self, text):
        self.text = text

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {MIMETYPE: self.text}


def hand_over(namespace, name, all_inputs, without=()):
    """Run a question's cases and hand the outcomes over as text.

    Parameters
    ----------
    namespace : dict
        The notebook's variables.
    name : str
        The variable that holds the answer.
    all_inputs : str
        The cases' inputs, a list in the form of ``plain_data.encode``.
    without : sequence of str
        As for ``outcomes.outcomes``.

    Returns
    -------
    Handed
    """
    return Handed(write_reply(outcomes(namespace.get(name), decode(all_inputs), without)))


def begin(most):
    """Prepare a kernel, before its first cell.

    The student's own modules can be imported, behind all that is installed: a
    file called ``random.py`` does no harm. And each cell prints no more than
    so many characters. What is dropped here costs a cell that prints without
    end next to nothing, and the cell goes on.

    Parameters
    ----------
    most : int

    Returns
    -------
    Handed
        The word "ready".
    """
    from IPython import get_ipython

    sys.path.append(os.getcwd())
    streams = [_shorten(stream, most) for stream in (sys.stdout, sys.stderr)]
    get_ipython().events.register(
        "pre_run_cell", lambda info: [begin_again() for begin_again in streams]
    )
    return Handed("ready")


def _shorten(stream, most):
    write, left = stream.write, most

    def write_some(text):
        nonlocal left
        if left > 0:
            write(text[:left])
            if len(text) > left:
                write("\n[... and more, which is left out.]\n")
        left -= len(text)
        return len(text)

    def begin_again():
        nonlocal left
        left = most

    stream.write = write_some
    return begin_again
