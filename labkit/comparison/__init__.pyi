from .compare import compare_systems
from .measures import Scored, score_predictions, score_statistics
from .read import Loaded, read_predictions
from .records import Comparison, Measure, PairComparison, Settings, SystemScore
from .rendering import render
from .wording import review

__all__ = [
    "Comparison",
    "Loaded",
    "Measure",
    "PairComparison",
    "Scored",
    "Settings",
    "SystemScore",
    "compare_systems",
    "read_predictions",
    "render",
    "review",
    "score_predictions",
    "score_statistics",
]
