"""What people on a hub are called, and what its services are, so that nobody passes for one."""

import re
import unicodedata

from labkit.grading.base.identity import as_identifier

#: What services are called: the grading service, whose page is at ``/services/labkit/``, and the
#: command line.
SERVICE = "labkit"
CLI = "labkit-cli"

#: JupyterHub's group of those who teach.
INSTRUCTORS = "instructors"

#: Of a name that students sign in with: JupyterHub makes letters small, and nbgrader's exchange
#: divides the names of folders at "+".
USERNAME = re.compile(r"[a-z0-9][a-z0-9_.@-]{0,63}")

#: Signs without a shape that writing needs: Persian and Indian words, emoji of two, Arabic with Latin.
_JOINERS = "\u200c\u200d\u200e\u200f\u061c"


def is_one_line(text: str) -> bool:
    r"""Tell whether a text can be shown on a line, in any script.

    Parameters
    ----------
    text : str
        As somebody has typed it.

    Returns
    -------
    bool
        False of what has a control, or turns the line round.

    Examples
    --------
    >>> is_one_line("Langue\u00a0: cours"), is_one_line("a\nb"), is_one_line("a\u202eb")
    (True, False, False)
    """
    return all(c.isprintable() or c in _JOINERS or unicodedata.category(c) == "Zs" for c in text)


def as_username(text: str) -> str:
    """Take a text as a name that somebody signs in with.

    Parameters
    ----------
    text : str
        As an instructor or a list of the class writes it.

    Returns
    -------
    str
        In small letters, as JupyterHub has it.

    Raises
    ------
    ValueError
        If it is none; the message says why.

    Examples
    --------
    >>> as_username("Ada@uni.example")
    'ada@uni.example'
    >>> as_username("ada+lee")
    Traceback (most recent call last):
    ValueError: a username must be of letters a to z, digits and . @ - _, not 'ada+lee'
    """
    found = as_identifier(text).lower()
    if not USERNAME.fullmatch(found):
        raise ValueError(f"a username must be of letters a to z, digits and . @ - _, not {text!r}")
    if found in (SERVICE, CLI):
        raise ValueError(f"a username must not be a service's, as {text!r} is")
    return found


def lower_case(name: str) -> str:
    """Give a name as somebody signs in with it; as it is where nobody can.

    Parameters
    ----------
    name : str
        As a person, or a list of the class, writes it.

    Returns
    -------
    str
    """
    try:
        return as_username(name)
    except ValueError:
        return name
