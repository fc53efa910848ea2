"""The same outcomes shuffled and resampled: labkit's exact test, a power of a polynomial, and the page's draws."""

import numpy as np

from labkit.significance import randomization_test
from tests.demos.chance import random_items, random_tosses
from tests.demos.words import ENOUGH, p_equation, show_score


def numbers(n=20, plus=7, minus=2, draws=0, seed=290, look=0, exact=False):
    """Test n items, of which each system alone has some right, by coins and by other items, and draw."""
    items = np.repeat([1, -1, 0], [plus, minus, n - plus - minus])
    coins = randomization_test(items, 0 * items, alternative="greater", method="exact")
    law = np.polynomial.polynomial.polypow(np.array([minus, n - plus - minus, plus]) / n, n)
    law = np.pad(law, (0, 2 * n + 1 - len(law)))  # without zeros at its end
    above = float(law[n + 2 * (plus - minus) + 1 :].sum())
    swapped = np.where(random_tosses(seed, draws, n), -items, items).sum(axis=1)
    drawn = items[random_items(seed, draws, n)].sum(axis=1)
    at_least, shown = int((swapped >= plus - minus).sum()), look or draws
    more = int((drawn > 2 * (plus - minus)).sum())
    return {
        "delta": (plus - minus) / n,
        "shown": shown,
        "shuffled": {
            "pvalue": coins.pvalue,
            "extreme": at_least,
            "here": int(swapped[shown - 1]) / n if draws else None,
            "sampled": (at_least + 1) / (draws + 1) if draws else None,
        },
        "resampled": {
            "pvalue": above if plus else 1.0,  # nothing differs
            "extreme": more,
            "here": int(drawn[shown - 1]) / n if draws else None,
            "sampled": more / draws if draws else None,
        },
    }


def readout(found):
    shuffled, resampled, draws = found["shuffled"], found["resampled"], found["draws"]
    never = "" if found["plus"] else ": the systems never differ, there is nothing to test"
    lines = [f"δ = {show_score(found['delta'])}{never}", "Nothing drawn so far"]
    if draws:
        here = [show_score(each["here"], signed=True) for each in (shuffled, resampled)]
        p_shuffled = p_resampled = ""
        if draws >= ENOUGH and found["plus"]:
            p_shuffled = f": {p_equation(shuffled['sampled'])}"
            p_shuffled += f" = ({shuffled['extreme']:,} + 1) / ({draws:,} + 1)"
            p_resampled = f": {p_equation(resampled['sampled'], draws)}"
        lines[1:] = [
            f"Draw {found['shown']:,}: {here[0]} and {here[1]}",
            f"{shuffled['extreme']:,} of {draws:,} shuffles at least δ{p_shuffled}",
            f"{resampled['extreme']:,} of {draws:,} resamples above 2δ{p_resampled}",
        ]
    if found["exact"]:
        lines.append(f"All: {p_equation(shuffled['pvalue'])} and {p_equation(resampled['pvalue'])}")
    return lines
