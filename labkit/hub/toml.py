"""Write TOML; the standard library only reads it."""

from collections.abc import Mapping
from datetime import date, datetime, time


def written(table: Mapping[str, object]) -> str:
    """Write a table of what `tomllib` gives.

    Parameters
    ----------
    table : mapping
        As `tomllib.loads` gives it.

    Returns
    -------
    str
        A line for each entry, from which `tomllib.loads` reads the same.

    Examples
    --------
    >>> print(written({"penalty_per_day": 0.1, "deadlines": {"tick4": date(2026, 11, 20)}}), end="")
    "penalty_per_day" = 0.1
    "deadlines" = {"tick4" = 2026-11-20}
    """
    return "".join(f"{_value(key)} = {_value(value)}\n" for key, value in table.items())


def _value(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return f"{{{', '.join(f'{_value(k)} = {_value(v)}' for k, v in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, str):
        return f'"{"".join(_character(c) for c in value)}"'
    return repr(value)


def _character(c: str) -> str:
    return c if c.isprintable() and c not in '"\\' else f"\\U{ord(c):08x}"
