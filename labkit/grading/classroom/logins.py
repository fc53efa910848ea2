"""Which part of Blackboard's "Tick 4_ada" is the login: a ``_`` may be in the title and in it."""

from collections.abc import Collection, Iterable
from itertools import takewhile


def title_of(names: Collection[str]) -> str:
    """Give what the names of several students begin with.

    Parameters
    ----------
    names : collection of str
        The assignment's title, ``_``, and a login each; no name twice.

    Returns
    -------
    str
        The title with the ``_`` behind it; "" if there is only one name, or nothing is common.

    Examples
    --------
    >>> title_of({"Tick_4_ada", "Tick_4_a_smith"})
    'Tick_4_'
    """
    columns = zip(*(name.split("_")[:-1] for name in names), strict=False)
    same = takewhile(lambda column: len(set(column)) == 1, columns if len(names) > 1 else ())
    return "".join(f"{column[0]}_" for column in same)


def logins(name: str, title: str, known: Iterable[str]) -> list[str]:
    """Give what a login may be.

    Parameters
    ----------
    name : str
        Title, ``_`` and login.
    title : str
        As `title_of` gives it.
    known : iterable of str
        What stands behind the ``_`` if the title is what people call a tick.

    Returns
    -------
    list of str
        The likeliest first, and then the others, the longest before the shorter ones.

    Examples
    --------
    >>> logins("NLP_Tick 4_a_smith", "NLP_Tick 4_", [])  # a title is not longer than what all have
    ['a_smith', 'Tick 4_a_smith']
    """
    parts = name.rsplit("_", 8)  # a name in a zip file may be long, and its parts many
    suffixes = ["_".join(parts[first:]) for first in range(1, len(parts))]
    found = [one for one in suffixes if not title or len(one) >= len(name) - len(title)]
    likely = [*known, *([name[len(title) :]] if title else [])]
    return list(dict.fromkeys((min(likely, key=len, default=found[-1]), *found)))
