"""Many systems at once: their outputs, and how confidence depends on gain, test size and domain.

`training` makes systems by resampling training sets (``labkit data
make-systems``), `outputs` loads these or a class's own, `comparisons` runs the
experiments of Berg-Kirkpatrick, Burkett & Klein (2012) on them.
"""

from labkit.experiments.comparisons import (
    AROUND_05,
    TABLE_1_BINS,
    calibrate_across,
    calibrate_within,
    compare_each,
    threshold_table,
)
from labkit.experiments.outputs import DATA, load_system_outputs, system_kinds, take_items

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
