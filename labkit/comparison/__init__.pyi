from .compare import compare_systems
from .read import read_predictions
from .records import Comparison
from .rendering import render
from .wording import review

__all__ = ["Comparison", "compare_systems", "read_predictions", "render", "review"]
