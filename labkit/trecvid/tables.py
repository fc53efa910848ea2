"""Tables of runs' scores on topics, as TRECVID writes them."""

import os
from pathlib import Path

import numpy as np
import pandas as pd

from labkit.sources import data_folder
from labkit.tables import numbers, read_table

#: The lab's own table: 21 runs on 24 topics, described in data/README.md.
LAB_RUNS = "search.results.table"


def load_scores_table(
    path: os.PathLike[str] | str | None = None,
    *,
    header: bool | None = None,
    transpose: bool | None = None,
) -> pd.DataFrame:
    r"""Load a table of runs' scores on topics, such as TRECVID's ``search.results.table``.

    Each row has a run's name and one score a topic, with blanks, tabs, semicolons or commas
    between them. Empty lines are passed over, and so is what follows a ``#`` at the start of a
    line or after a blank. The first row is a header if it begins with a word such as "run" or
    "topic", or has no number after its first word. Below names of runs, as in a table whose
    header is "topic, LR, NB", the rows are topics; a header that says neither "run" nor "topic" is
    refused, unless it or the rows are numbered.

    Parameters
    ----------
    path : path-like or str, optional
        By default the lab's own table. A name that ends in ``.gz`` is unpacked.
    header, transpose : bool, optional
        Whether the first row is a header, and whether rows are topics; by default as it looks.

    Returns
    -------
    DataFrame
        Index run name, in the file's order; one column a topic, named by the header, or
        1, 2, ... without one. ``attrs["source"]`` is the path, ``attrs["read"]`` says how many
        systems and items there are.

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
    read = read_table(path, _kind(path), header, transpose)
    scores = read.by_system(numbers(read))
    # As one array: pandas takes seconds over a list for each of many thousand items.
    table = pd.DataFrame(np.array([*scores.values()]), index=[*scores], columns=read.items)
    table.attrs |= {"source": source, "read": read.summary}
    return table


def _kind(path: os.PathLike[str] | str) -> str:
    suffix = Path(str(path).removesuffix(".gz")).suffix
    return suffix if suffix in (".csv", ".tsv") else ".table"
