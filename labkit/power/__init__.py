"""How often does a test err? Type I error and power, by simulation.

A test can err in two ways (MLRD lecture 4, "Specificity and Power of a Test"): it declares a
difference that is not there (Type I; a proper test does so in at most alpha of all cases), or it
misses one that is there (Type II; its power is how often it does not). Both are found by letting
the test judge pairs of systems whose true difference is known, because they were made up:
`rejection_rate` for one case, `power_table` for many, `sample_size` for the items that a power
takes. What two systems have done on the items that there are says how many more it takes
(`items_needed`) and what these could have found (`detectable_gain`); what two published accuracies
say of it has bounds (`published_items`, `published_power`, `published_pvalue`). `ties_table` (does dropping ties make the sign test reject too often?) and `clusters_table`
(what do dependent items do?) answer what the papers leave open.
"""

from labkit.power.assumptions import clusters_table, ties_table
from labkit.power.pilot import ItemsNeeded, detectable_gain, items_needed
from labkit.power.published import (
    PublishedBounds,
    published_items,
    published_power,
    published_pvalue,
)
from labkit.power.simulation import (
    RejectionRate,
    power_table,
    rejection_rate,
    sample_size,
    sign_test_of_scores,
    simulate_scores,
)

__all__ = [
    "ItemsNeeded",
    "PublishedBounds",
    "RejectionRate",
    "clusters_table",
    "detectable_gain",
    "items_needed",
    "power_table",
    "published_items",
    "published_power",
    "published_pvalue",
    "rejection_rate",
    "sample_size",
    "sign_test_of_scores",
    "simulate_scores",
    "ties_table",
]
