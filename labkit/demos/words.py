"""Numbers as the demonstrations write them; `js/parts/numbers.js` writes them alike."""

from typing import Any

from labkit.report.digits import WHOLE_PERCENT, rounded
from labkit.text import equation, write_p


def p_equation(p: float, n_resamples: int | None = None) -> str:
    """Return what p is: "p = 0.0352", or "p < 1e-300"."""
    return equation("p", write_p(p, n_resamples))


def lines_of_draws(
    found: dict[str, Any], observed: str, drawn: str, done: str, every: str
) -> list[str]:
    """Return what was observed, that nothing was drawn so far, and p of all draws where it is shown."""
    nothing = [] if found[drawn] else [f"Nothing {done} so far"]
    exact = [f"{every}: {p_equation(found['pvalue'])}"] if found["exact"] else []
    return [observed, *nothing, *exact]


def show_score(score: float, digits: int = WHOLE_PERCENT, *, signed: bool = False) -> str:
    """Return a score, or a difference of two: in whole per cents, as the lectures say it should be."""
    text = rounded(score, digits, signed=signed)
    return text.lstrip("+-") if float(text) == 0 else text.replace("-", "−")
