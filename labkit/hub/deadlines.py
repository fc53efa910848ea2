"""What ``course.toml`` says of deadlines, by the names that students sign in with."""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from labkit.grading.results.late import Policy, read_policy
from labkit.hub.names import lower_case
from labkit.hub.toml import written

#: The head of a table of a name that TOML takes only in quotation marks.
_UNQUOTED = re.compile(
    r"^\s*\[\s*late\.extensions\.([^\"'\]\n]*[^\"'\]\s\w.-][^\"'\]\n]*?)\s*\]",
    re.MULTILINE | re.ASCII,
)

#: A line that an editor for letters has written: TOML knows no such quotation marks.
_TYPESET = re.compile(r"^[^\"'#\n]*?([“”„‘’«»])", re.MULTILINE)


def read_late(table: Mapping[str, Any], ticks: Iterable[str] | None) -> tuple[Policy, str]:
    """Read the table ``[late]``.

    Parameters
    ----------
    table : dict
        As `tomllib` gives it.
    ticks : iterable of str, optional
        Those there are; another name is then refused.

    Returns
    -------
    policy : Policy
        Its extensions are by names as people sign in: however the table writes Ada, she is ada.
    text : str
        The same as TOML, for ``labkit grade --late``.

    Raises
    ------
    ValueError
        If an entry is not what it must be; the message names it.
    """
    given = table.get("extensions")
    if isinstance(given, dict):
        extensions: dict[str, dict[str, Any]] = {}
        for student, own in given.items():
            _refuse_no_table(student, own)
            there = extensions.setdefault(lower_case(student), {})
            if twice := sorted(set(there) & set(own)):
                raise ValueError(f"{student} must have one extension of {twice[0]}, not two")
            there |= own
        table = {**table, "extensions": extensions}
    text = written(table)
    return read_policy(text, "[late]", ticks), text


def _refuse_no_table(student: str, own: Any) -> None:
    if not isinstance(own, dict):
        raise ValueError(
            f"late.extensions.{student} must be a table, begun by {_head(student)}, not {own!s}"
        )
    name = [student]
    while inner := next((key for key, value in own.items() if isinstance(value, dict)), ""):
        name.append(inner)
        own = own[inner]
    if len(name) > 1:
        raise ValueError(
            "a name with a full stop must be in quotation marks, as "
            f"{_head('.'.join(name))}, not {'.'.join(name)}"
        )


def _head(student: str) -> str:
    plain = re.fullmatch(r"[A-Za-z0-9_-]+", student)
    return f"[late.extensions.{student if plain else json.dumps(student, ensure_ascii=False)}]"


def why_no_toml(text: str) -> str:
    """Say what is wrong with a file that is no TOML, if it is the likeliest mistake; else "".

    Parameters
    ----------
    text : str
        The content of a ``course.toml``.

    Returns
    -------
    str

    Examples
    --------
    >>> why_no_toml("[late.extensions.ada@uni.example]")
    'a name with @ must be in quotation marks: [late.extensions."ada@uni.example"]'
    """
    if found := _UNQUOTED.search(text):
        sign = next(c for c in found[1] if not re.match(r"[\w.-]", c, re.ASCII))
        return f"a name with {sign} must be in quotation marks: {_head(found[1])}"
    if found := _TYPESET.search(text):
        line = text.count("\n", 0, found.start(1)) + 1
        return f"quotation marks must be \" or ', not {found[1]} (at line {line})"
    return ""
