from .compare import compare_systems
from .measures import Scored, score_predictions, score_statistics
from .read import Loaded, read_predictions
from .records import Agreement, Comparison, Measure, PairComparison, Settings, Step, SystemScore
from .rendering import render
from .wording import review

__all__ = [
    "Agreement",
    "Comparison",
    "Loaded",
    "Measure",
    "PairComparison",
    "Scored",
    "Settings",
    "Step",
    "SystemScore",
    "compare_systems",
    "read_predictions",
    "render",
    "review",
    "score_predictions",
    "score_statistics",
]
