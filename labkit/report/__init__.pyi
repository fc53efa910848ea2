from .claims import SINS, Finding, review_claims
from .digits import meaningful_digits, rounded, smallest_significant_difference
from .reproduction import reproduction_table
from .triangle import Triangle, significance_triangle

__all__ = [
    "SINS",
    "Finding",
    "Triangle",
    "meaningful_digits",
    "reproduction_table",
    "review_claims",
    "rounded",
    "significance_triangle",
    "smallest_significant_difference",
]
