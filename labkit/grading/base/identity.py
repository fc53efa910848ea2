"""Who a student is: one alphabet for identifiers, and names to show kept apart from them.

An identifier becomes the name of folders and files, a key of the gradebook and a cell of
tables, on any system. A name to show is any text, and is escaped wherever it is shown.
"""

import re
import unicodedata

from confusable_homoglyphs.confusables import confusables_data

#: What an identifier is made of: letters and digits of any script, and five signs.
IDENTIFIER = re.compile(r"[\w.@+-]{1,64}")

#: Bytes of an identifier: file systems allow 255 for a name, and some that encrypt fewer.
MOST_BYTES = 140

#: Characters of a name to show.
LONGEST_DISPLAY = 100

#: Names that Windows keeps for its devices, whatever follows after a full stop.
#: https://learn.microsoft.com/windows/win32/fileio/naming-a-file
_RESERVED = re.compile(r"(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?", re.IGNORECASE)

#: Scripts whose letters are taken for one another's.
_ALIKE = ("LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE")


def as_identifier(text: str) -> str:
    """Take a text as an identifier, in the one form that it has.

    Parameters
    ----------
    text : str
        As a roster or a file's name has it.

    Returns
    -------
    str
        In Unicode's form NFC: the same letters are the same text.

    Raises
    ------
    ValueError
        If it is none; the message says why.

    Examples
    --------
    >>> as_identifier("ada@uni.example")
    'ada@uni.example'
    >>> as_identifier("../ada")
    Traceback (most recent call last):
    ValueError: a student's identifier must be of letters, digits and . @ + - _, not '../ada'
    """
    found = unicodedata.normalize("NFC", text)
    shown = repr(display(text[:70]))
    if not IDENTIFIER.fullmatch(found):
        wrong = (
            "at most 64 characters long" if len(found) > 64 else "of letters, digits and . @ + - _"
        )
        raise ValueError(f"a student's identifier must be {wrong}, not {shown}")
    if found[0] in ".-+@" or found[-1] == ".":
        raise ValueError(
            f"a student's identifier must begin with a letter, a digit or _ and not end with a full "
            f"stop, as {shown} does not"
        )
    if _RESERVED.fullmatch(found):
        raise ValueError(
            f"a student's identifier must not be a name that Windows keeps for itself: {shown}"
        )
    if len(found.encode()) > MOST_BYTES:
        raise ValueError(f"a student's identifier must be at most {MOST_BYTES} bytes long: {shown}")
    scripts = {s for s in map(_script, found) if s}
    if len(scripts) > 1:
        raise ValueError(
            "a student's identifier must not mix letters that look alike "
            f"({' and '.join(sorted(scripts))}): {shown}"
        )
    return found


def _script(letter: str) -> str:
    if not letter.isalpha():
        return ""
    first = unicodedata.name(letter, "").partition(" ")[0]
    return first.capitalize() if first in _ALIKE else ""


def from_name(name: str, number: str = "") -> str:
    """Make an identifier from a name as people write it.

    Parameters
    ----------
    name : str
        A folder's, or what a learning platform calls a student.
    number : str
        What the platform tells students apart by. With it the name may be
        anything; without it, only spaces may be made something else, so that
        no two names come to be one, and ``_`` stands before what Windows keeps
        for itself.

    Returns
    -------
    str
        An identifier.

    Raises
    ------
    ValueError
        If the name alone is to be one, and cannot.

    Examples
    --------
    >>> from_name("Ada O'Hara", "1001"), from_name("Ada  Lee "), from_name("con")
    ('Ada-O-Hara_1001', 'Ada-Lee', '_con')
    """
    if not number:
        return as_identifier(filed(name))
    plain = re.sub(r"[^\w@+.]+", "-", unicodedata.normalize("NFC", name[:1_000])).strip(".-+@_")
    while len(f"{plain}_{number}") > 64 or len(f"{plain}_{number}".encode()) > MOST_BYTES:
        plain = plain[:-1].rstrip(".-+@_")
    try:
        return as_identifier(f"{plain}_{number}" if plain else number)
    except ValueError:  # of letters that look alike: the number is enough
        return as_identifier(number)


def filed(name: str) -> str:
    """Give what a name is called as a file, whether or not it can be an identifier.

    Examples
    --------
    >>> filed("Ada  Lee"), filed("<Ada>"), filed("aux")
    ('Ada-Lee', '<Ada>', '_aux')
    """
    found = re.sub(" +", "-", name.strip(" "))
    return f"_{found}" if _RESERVED.fullmatch(found) else found


def display(text: str) -> str:
    r"""Make a text that can be shown on a line: printable, and not long.

    Parameters
    ----------
    text : str
        Any, from a file's name for instance.

    Returns
    -------
    str
        Still to be escaped, as all text is, wherever it is shown.

    Examples
    --------
    >>> display("Ada \u202eLee\n")
    'Ada ?Lee?'
    """
    whole = text.encode("utf8", "replace").decode("utf8")  # no half characters
    found = "".join(c if c.isprintable() else "?" for c in unicodedata.normalize("NFC", whole))
    return found if len(found) <= LONGEST_DISPLAY else f"{found[: LONGEST_DISPLAY - 1]}…"


def twin_key(identifier: str) -> str:
    """Give what two identifiers share that a disk or an eye may take for one.

    Parameters
    ----------
    identifier : str
        As `as_identifier` gives it.

    Returns
    -------
    str
        The same for ``Ann`` and ``ann``, and for wide and narrow letters.

    Examples
    --------
    >>> twin_key("Ann") == twin_key("ａｎｎ")
    True
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", identifier).casefold())


def look_key(identifier: str) -> str:
    """Give what two identifiers share that look alike, though their letters are of other scripts.

    Unicode's list of what is confusable (UTS 39), as confusable_homoglyphs has it, is asked about
    letters that are not ASCII: ``l`` and ``1`` stay apart, for identifiers are full of them.

    Parameters
    ----------
    identifier : str
        As `as_identifier` gives it.

    Returns
    -------
    str
        The same for two that look alike; of letters of ASCII only, as `twin_key` gives it.

    Examples
    --------
    >>> look_key("аԁа"), look_key("ada")  # the first is Cyrillic
    ('ada', 'ada')
    """
    return twin_key("".join(map(_plain_letter, twin_key(identifier))))


def _plain_letter(letter: str) -> str:
    if letter.isascii():
        return letter
    alike = (one["c"] for one in confusables_data.get(letter, ()))
    return next((found for found in alike if found.isascii() and found.isalnum()), letter)


def same_name(name: str) -> str:
    """Give the form in which names of people are compared: of any case, order of spaces and form.

    Examples
    --------
    >>> same_name("Ada  LOVELACE") == same_name("ada lovelace")
    True
    """
    return " ".join(twin_key(name).split())
