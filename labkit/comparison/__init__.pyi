from .compare import compare_systems
from .read import read_predictions
from .records import Comparison, PairComparison
from .rendering import render
from .wording import review

__all__ = [
    "Comparison",
    "PairComparison",
    "compare_systems",
    "read_predictions",
    "render",
    "review",
]
