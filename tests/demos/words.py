"""Numbers as the demonstrations' oracles write them; `js/parts/numbers.js` writes them alike."""

from labkit.report.digits import WHOLE_PERCENT, rounded
from labkit.text import equation, write_p

#: Draws from which on their share is called p.
ENOUGH = 100


def p_equation(p, n_resamples=None):
    """Return what p is: "p = 0.0352", or "p < 1e-300"."""
    return equation("p", write_p(p, n_resamples))


def show_score(score, digits=WHOLE_PERCENT, *, signed=False):
    """Return a score, or a difference of two: in whole per cents, as the lectures say it should be."""
    text = rounded(score, digits, signed=signed)
    return text.lstrip("+-") if float(text) == 0 else text.replace("-", "−")


def count_shuffles(values, large, look):
    """Tell how many shuffles are as large as observed, and what the one that is looked at gives."""
    shuffles, shown = len(values), look or len(values)
    return {
        "shown": shown,
        "extreme": int(large.sum()),
        "here": float(values[shown - 1]) if shuffles else None,
        "sampled": (int(large.sum()) + 1) / (shuffles + 1) if shuffles else None,
    }


def lines_of_shuffles(found, observed, large, done, every):
    """Return what was observed, the shuffle that is looked at, p so far, and p of all."""
    shuffles, extreme = found["shuffles"], found["extreme"]
    lines = [observed, f"Nothing {done} so far"]
    if shuffles:
        here = show_score(found["here"], signed=True)
        lines[1] = f"Shuffle {found['shown']:,}: {here}; {extreme:,} of {shuffles:,} {large}"
    if shuffles >= ENOUGH:
        lines.append(f"{p_equation(found['sampled'])} = ({extreme:,} + 1) / ({shuffles:,} + 1)")
    return lines + [f"All {every}: {p_equation(found['pvalue'])}"] * found["exact"]
