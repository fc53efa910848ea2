"""From p-values to honest words and tables.

Three things go wrong in reports again and again, and lecture 4 of Cambridge's *Machine Learning
and Real-world Data* names them: differences claimed without a test, insignificant ones claimed
all the same, and the word "significant" used where nothing was tested. `significance_triangle`
prints what may be claimed, `meaningful_digits` how precisely; `review_claims` reads for the three.
"""

from labkit.report.claims import SINS, Finding, review_claims
from labkit.report.digits import meaningful_digits, smallest_significant_difference
from labkit.report.reproduction import reproduction_table
from labkit.report.triangle import Triangle, significance_triangle

__all__ = [
    "SINS",
    "Finding",
    "Triangle",
    "meaningful_digits",
    "reproduction_table",
    "review_claims",
    "significance_triangle",
    "smallest_significant_difference",
]
