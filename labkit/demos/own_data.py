"""Data of one's own for the demonstrations of resampling: two systems of the lab, or pasted ones."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache, lru_cache
from typing import NamedTuple, TypeVar

import numpy as np
from ipywidgets import Layout, Textarea

from labkit.demos.controls import choice, scale
from labkit.demos.frame import Controls
from labkit.demos.typed import read_number
from labkit.sources import data_folder

Row = TypeVar("Row")

#: Where counts come from: from their own controls, from two systems of the lab, or as pasted.
COUNTS, SYSTEMS, PASTED = SOURCES = "counts", "two systems", "pasted"

#: Reviews on which the lab's systems are compared, and lines that may be pasted.
REVIEWS = MOST_LINES = 200

#: Lines to begin with, which show what may be pasted.
PREDICTIONS = """POS POS NEG
POS POS POS
POS POS NEG
POS NEG POS
NEG NEG POS
NEG NEG NEG
NEG POS NEG
NEG NEG POS
POS POS NEG
NEG NEG NEG"""
SCORES = """topic-1 0.31 0.25
topic-2 0.42 0.44
topic-3 0.55 0.38
topic-4 0.18 0.12
topic-5 0.63 0.51
topic-6 0.27 0.30"""

#: The systems to begin with.
PAIR = "naive-bayes/full-01", "logistic/full-01"

#: What the positive class may be called in pasted predictions.
POSITIVE = "pos", "positive", "yes", "true", "1", "1.0", "+"

#: What tables call the column of right answers.
_GOLD = {"gold", "label", "labels", "truth", "target", "reference", "right", "correct", "answer"}


class Labels(NamedTuple):
    """What is right, and what two systems say, item by item: arrays of words (n,)."""

    gold: np.ndarray
    one: np.ndarray
    two: np.ndarray


@cache
def system_names() -> list[str]:
    """Give the names of the lab's systems, those of a kind beside each other."""
    with np.load(data_folder() / "systems" / "imdb.npz") as systems:
        return sorted(name for name in systems.files if name != "gold")


@lru_cache(maxsize=200)
def _outputs(name: str) -> np.ndarray:
    with np.load(data_folder() / "systems" / "imdb.npz") as systems:
        return systems[name][:REVIEWS].astype(str)


def predictions(source: str, system_1: str, system_2: str, pasted: str) -> Labels:
    """Give the predictions of the two systems that are named, or that were pasted.

    Parameters
    ----------
    source : {"two systems", "pasted"}
        Which of them.
    system_1, system_2 : str
        Names of `system_names`, of which the first 200 reviews are taken.
    pasted : str
        A line for each item: what is right, and what each of the two systems says. A first line
        that names the columns, such as "gold one two", counts as none.

    Raises
    ------
    ValueError
        If there is no such system, or a line is no such line: it is named.
    """
    if source == PASTED:
        return Labels(*np.array(_without_names(read_lines(pasted, _three_words))).T)
    for name, system in (("system_1", system_1), ("system_2", system_2)):
        if system not in system_names():
            raise ValueError(f"{name} must be one of the lab's systems, not {system!r}")
    return Labels(_outputs("gold"), _outputs(system_1), _outputs(system_2))


def is_positive(labels: np.ndarray, gold: np.ndarray) -> np.ndarray:
    """Say which labels are of the positive class, as the right answers call it."""
    for name in POSITIVE:
        if name in gold:
            return labels == name
    found = ", ".join(sorted(set(gold.tolist()))[:5])
    raise ValueError(
        f"pasted must call one class of the right answers POS, yes, true or 1: {found}"
    )


def read_lines(pasted: str, read: Callable[[str], Row | str]) -> list[Row]:
    """Read pasted text line by line; blank lines do not count.

    `read` gives what a line says, or as a str what it must be.
    """
    lines = [(number, line) for number, line in enumerate(pasted.splitlines(), 1) if line.strip()]
    if not lines:
        raise ValueError("pasted must have a line for each item, and it is empty")
    if len(lines) > MOST_LINES:
        raise ValueError(f"pasted must have at most {MOST_LINES} lines, not {len(lines)}")
    rows = []
    for number, line in lines:
        row = read(line)
        if isinstance(row, str):
            raise ValueError(f"line {number} must be {row}, not “{line.strip()[:60]}”")
        rows.append(row)
    return rows


def fields(line: str) -> list[str]:
    """Cut a line at tabs or semicolons, or else at blanks, or else at commas.

    Quotes around a field go, and so do empty ones at the end, as a table's copy may have them.
    """
    line = line.strip("\ufeff \r\n")
    for separator in ("\t", ";", None, ","):
        parts = [part.strip() for part in line.split(separator)]
        if len(parts) > 1:
            break
    parts = [part.strip(", \"'") for part in parts]
    while len(parts) > 1 and not parts[-1]:
        parts.pop()
    return parts


def _three_words(line: str) -> tuple[str, str, str] | str:
    parts = [part.casefold() for part in fields(line)]
    if len(parts) != 3 or not all(parts):
        return "three words: what is right, system 1, system 2"
    return parts[0], parts[1], parts[2]


def _without_names(rows: list[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """Leave out a first line that names a table's columns: it is no item."""
    first, *items = rows
    words = {word for row in items for word in row}
    return items if items and first[0] in _GOLD and words.isdisjoint(first) else rows


def two_scores(line: str) -> tuple[float, float] | str:
    """Read the scores of two runs, perhaps after a topic's name."""
    parts = fields(line)
    numbers = [read_number(part) for part in parts[-2:]]
    if len(parts) not in (2, 3) or None in numbers or len(numbers) != 2:
        return "two numbers: the scores of a and of b"
    return float(numbers[0] or 0), float(numbers[1] or 0)


def pasted_field(example: str) -> Textarea:
    """Make a field to paste data into, with an example of them to begin with."""
    field = Textarea(example, tooltip="pasted data", rows=4, layout=Layout(width="auto"))
    field.continuous_update = False
    return field


def source_controls() -> Controls:
    """Make the controls that say where counts come from."""
    systems = {
        f"system_{number}": scale(str(number), system_names(), start)
        for number, start in enumerate(PAIR, 1)
    }
    return {"data": choice("data", SOURCES), **systems, "pasted": pasted_field(PREDICTIONS)}


def show_only(controls: Controls, **shown: bool) -> None:
    """Show controls, or take them away from the page."""
    for name, here in shown.items():
        if here:
            controls[name].remove_class("labkit-away")
        else:
            controls[name].add_class("labkit-away")


def follow_source(
    controls: Controls, counted: Callable[[str, str, str, str], Mapping[str, int]]
) -> None:
    """Show the controls that the source of the data needs, and set those of the counts to them.

    `counted` takes the values of `source_controls`. Where it finds no data, the counts stay.
    """
    source = controls["data"].value
    systems = source == SYSTEMS
    show_only(controls, system_1=systems, system_2=systems, pasted=source == PASTED)
    if source == COUNTS:
        return
    with suppress(ValueError):  # whoever shows the numbers meets it, too, and says so
        counts = counted(source, *(controls[n].value for n in ("system_1", "system_2", "pasted")))
        for name, count in counts.items():
            controls[name].value = count
