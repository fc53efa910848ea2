"""How often does a test err? Type I error and power, by simulation.

A test can err in two ways (MLRD lecture 4, "Specificity and Power of a Test"): it declares a
difference that is not there (Type I; a proper test does so in at most alpha of all cases), or it
misses one that is there (Type II; its power is how often it does not). `rejection_rate` finds both
by letting the test judge pairs of systems whose true difference is known, because they were made up.
`ties_table` (does dropping ties make the sign test reject too often?) and `clusters_table` (what do
dependent items do?) answer what the papers leave open.
"""

from labkit.power.assumptions import clusters_table, ties_table
from labkit.power.simulation import (
    RejectionRate,
    rejection_rate,
    sign_test_of_scores,
    simulate_scores,
)

__all__ = [
    "RejectionRate",
    "clusters_table",
    "rejection_rate",
    "sign_test_of_scores",
    "simulate_scores",
    "ties_table",
]
