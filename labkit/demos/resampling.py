"""What the demonstrations of resampling share: how far they go, and what they say of shuffles."""

from typing import Any

import numpy as np

from labkit.arguments import as_count
from labkit.demos.words import p_equation, show_score

#: Resamples that a demonstration draws at most.
MOST = 10_000

#: Resamples from which on their share is shown as a p: of a few, it would be a guess.
ENOUGH = 100

#: Largest seed: the generator takes 32 bits.
LARGEST_SEED = 2**32 - 1

#: Scores closer than this are the same.
SAME = 4e-12


def check_draws(drawn: int, name: str, seed: int, look: int) -> tuple[int, int, int]:
    """Return how many are drawn, the seed, and which is looked at: counted from 1, 0 for none."""
    drawn = as_count(drawn, name, most=MOST)
    seed = as_count(seed, "seed", most=LARGEST_SEED)
    return drawn, seed, as_count(look, "look", most=drawn) or drawn


def count_shuffles(
    values: np.ndarray, large: np.ndarray, shown: int, exact: bool
) -> dict[str, Any]:
    """Return what is known of shuffles with these values, of which some are large."""
    shuffles, extreme = len(values), int(large.sum())
    return {
        "shuffles": shuffles,
        "shown": shown,
        "here": float(values[shown - 1]) if shown else None,
        "extreme": extreme,
        "sampled": (extreme + 1) / (shuffles + 1) if shuffles else None,
        "exact": bool(exact),
    }


def write_shuffles(
    numbers: dict[str, Any], observed: str, large: str, done: str, every: str
) -> str:
    """Write the readout of shuffles: what was observed, the one that is shown, p, and p of all."""
    shuffles, extreme = numbers["shuffles"], numbers["extreme"]
    lines = [observed, f"Nothing {done} so far"]
    if shuffles:
        here = show_score(numbers["here"], signed=True)
        lines[1] = f"Shuffle {numbers['shown']:,}: {here}; {extreme:,} of {shuffles:,} {large}"
    if shuffles >= ENOUGH:
        p = p_equation(numbers["sampled"])
        lines.append(f"{p} = ({extreme:,} + 1) / ({shuffles:,} + 1)")
    if numbers["exact"]:
        lines.append(f"All {every}: {p_equation(numbers['pvalue'])}")
    return "\n".join(lines)
