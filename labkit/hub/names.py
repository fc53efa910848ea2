"""What people on a hub are called, and what its services are, so that nobody passes for one."""

import re

from labkit.grading.base.identity import as_identifier

#: What services are called: the grading service, whose page is at ``/services/labkit/``, and others.
SERVICE = "labkit"
NGSHARE = "ngshare"
CULLER = "idle-culler"
CLI = "labkit-cli"

#: JupyterHub's group of those who teach.
INSTRUCTORS = "instructors"

#: Of a name that students sign in with: JupyterHub makes letters small, and nbgrader's exchange
#: divides the names of folders at "+".
USERNAME = re.compile(r"[a-z0-9][a-z0-9_.@-]{0,63}")


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
    if found in (SERVICE, NGSHARE, CULLER, CLI):  # ngshare takes the name for the service itself
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
