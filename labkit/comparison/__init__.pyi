from .compare import compare_systems
from .read import read_predictions
from .records import About, Comparison, Settings
from .rendering import render
from .wording import review

__all__ = [
    "About",
    "Comparison",
    "Settings",
    "compare_systems",
    "read_predictions",
    "render",
    "review",
]
