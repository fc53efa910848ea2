"""What people on a hub are called, and what its services are, so that nobody passes for one."""

import re
import unicodedata

from labkit.instructor.grading.submissions.identify import as_identifier

#: What services are called: the grading service, whose page is at ``/services/labkit/``, and the
#: command line.
SERVICE = "labkit"
CLI = "labkit-cli"

#: Of a name that students sign in with: JupyterHub makes letters small, and nbgrader's exchange
#: divides the names of folders at "+".
USERNAME = re.compile(r"[a-z0-9][a-z0-9_.@-]{0,63}")

#: Signs without a shape that writing needs: Persian and Indian words, emoji of two, Arabic with Latin.
_JOINERS = "\u200c\u200d\u200e\u200f\u061c"


def as_line(text: str) -> str:
    """Take a text that can be shown on a line, in any script."""
    shown = (c.isprintable() or c in _JOINERS or unicodedata.category(c) == "Zs" for c in text)
    if not text.strip() or not all(shown):
        raise ValueError("it must be a text on one line")
    return text


def as_username(text: str) -> str:
    """Take a text as a name that somebody signs in with."""
    found = as_identifier(text).lower()
    if not (text.isascii() and USERNAME.fullmatch(found)):  # a kelvin sign is a k in NFC
        raise ValueError(
            f"a username must be made of letters a to z, digits and . @ - _, not {text!r}"
        )
    if found in (SERVICE, CLI):
        raise ValueError(f"a username must not be that of a service, as {text!r} is")
    return found
