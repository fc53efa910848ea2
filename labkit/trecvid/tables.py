"""Tables of runs' scores on topics, as TRECVID writes them."""

import os
import re
from math import isfinite
from pathlib import Path

import pandas as pd

from labkit.sources import data_folder

#: The lab's own table: 21 runs on 24 topics, described in data/README.md.
LAB_RUNS = "search.results.table"

#: First words, in any case, by which the first row of a table is known to be a header.
NAMES_OF_RUNS = {"run", "runs", "runid", "run_id", "run-id", "name", "system", "topic", "topics"}


def load_scores_table(path: os.PathLike[str] | str | None = None) -> pd.DataFrame:
    r"""Load a table of runs' scores on topics, such as TRECVID's ``search.results.table``.

    Each row has a run's name and one score a topic, with blanks or tabs between them. Empty lines
    are passed over, and so is what follows a ``#`` at the start of a line or after a blank. The
    first row may be a header: it is one if it begins with a word such as "run" or "topic", or has
    no number after its first word.

    Parameters
    ----------
    path : path-like or str, optional
        By default the lab's own table.

    Returns
    -------
    DataFrame
        Index run name, in the file's order; one column a topic, named by the header, or
        1, 2, ... without one. ``attrs["source"]`` is the path.

    Raises
    ------
    OSError, ValueError
        If the file cannot be read, or is no such table: the message has the line's number.

    See Also
    --------
    labkit.trecvid.compare_means : Compare all pairs of the runs.

    Examples
    --------
    >>> load_scores_table().loc[["F_A_1_NB01_1", "F_A_1_LR01_1"], ["zombie", "war"]]
                  zombie     war
    F_A_1_NB01_1  0.8264  0.9654
    F_A_1_LR01_1  0.8075  0.9790
    """
    source = LAB_RUNS if path is None else str(path)
    path = data_folder() / LAB_RUNS if path is None else path
    rows = _rows(path)
    if not rows:
        raise ValueError(f"{path} must have at least one run, not none")
    header = _header(rows)
    topics = header or [str(topic) for topic in range(1, len(rows[0][1]))]
    scores: dict[str, list[float]] = {}
    for number, (name, *values) in rows[bool(header) :]:
        line = f"{path}: line {number} must have"
        if len(values) != len(topics):
            model = "the header" if header else "the first row"
            raise ValueError(f"{line} {len(topics)} scores as {model} has, not {len(values)}")
        if name in scores:
            raise ValueError(f"{line} a new run, not {name} again")
        if strange := [value for value in values if not is_number(value)]:
            raise ValueError(f"{line} finite numbers, not {strange[0]!r}")
        scores[name] = [float(value) for value in values]
    table = pd.DataFrame.from_dict(scores, orient="index", columns=topics)
    table.attrs["source"] = source
    return table


def _rows(path: os.PathLike[str] | str) -> list[tuple[int, list[str]]]:
    """Read all lines that have any fields: the number of each, and these."""
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(f"{path} must be a text file (UTF-8), not of another kind") from None
    lines = (re.sub(r"(^|\s)#.*", "", line).split() for line in text.splitlines())
    return [(number, fields) for number, fields in enumerate(lines, 1) if fields]


def _header(rows: list[tuple[int, list[str]]]) -> list[str] | None:
    """Give the names of the topics, or None if the first row is that of a run."""
    name, *values = rows[0][1]
    if name.lower() not in NAMES_OF_RUNS and (not values or any(map(is_number, values))):
        return None
    if len(rows) < 2:
        return values
    # The column of the runs' names may be without a name itself.
    return [name, *values] if len(rows[1][1]) == len(values) + 2 else values


def is_number(field: str) -> bool:
    """Say whether a field is a finite number."""
    try:
        return isfinite(float(field))
    except ValueError:
        return False
