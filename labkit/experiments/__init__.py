"""Many systems at once: their outputs, and how confidence depends on gain, test size and domain.

`outputs` loads the lab's systems or a class's own, `comparisons` runs the
experiments of Berg-Kirkpatrick, Burkett & Klein (2012) on them.
"""

from pathlib import Path

from labkit.experiments.comparisons import (
    AROUND_05,
    TABLE_1_BINS,
    calibrate_across,
    calibrate_within,
    compare_each,
    threshold_table,
)
from labkit.experiments.outputs import system_kinds, take_items
from labkit.sources import data_folder
from labkit.tables import load_system_outputs

__all__ = [
    "AROUND_05",
    "DATA",
    "TABLE_1_BINS",
    "calibrate_across",
    "calibrate_within",
    "compare_each",
    "load_system_outputs",
    "system_kinds",
    "take_items",
    "threshold_table",
]

#: The lab's own files: ``systems/imdb.npz``, ``shared-task`` and others.
DATA: Path


def __getattr__(name: str) -> Path:
    """Look for the data where they are first asked for: the rest works without them."""
    if name == "DATA":
        return data_folder()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
