"""How often does a test err? Type I error and power, by simulation.

A test can err in two ways (MLRD lecture 4, "Specificity and Power of a Test"): it declares a
difference that is not there (Type I; a proper test does so in at most alpha of all cases), or it
misses one that is there (Type II; its power is how often it does not). Both are found by letting
the test judge pairs of systems whose true difference is known, because they were made up.

`rejection_rate` answers it for one case, `power_table` for a grid of test sizes, effects, tie
rates and correlations, `sample_size` finds how many items a wanted power takes. Two questions
that the papers leave open get their own functions: `ties_table` (does dropping ties make the sign
test reject too often?) and `clusters_table` (what do dependent items do?).
"""

from labkit.power.assumptions import clusters_table, ties_table
from labkit.power.simulation import (
    RejectionRate,
    power_table,
    rejection_rate,
    sample_size,
    sign_test_of_scores,
    simulate_scores,
)

__all__ = [
    "RejectionRate",
    "clusters_table",
    "power_table",
    "rejection_rate",
    "sample_size",
    "sign_test_of_scores",
    "simulate_scores",
    "ties_table",
]
