"""Why this test: the questions that decide it, with their answers for these data."""

from numpy.typing import ArrayLike

from labkit.comparison.figures import count
from labkit.comparison.measures import Scored
from labkit.comparison.records import PairComparison, Settings, Step

DROR = "Dror, Baumer, Shlomov and Reichart (2018), The Hitchhiker’s Guide to Testing Statistical Significance in NLP, ACL"
MLRD = "Machine Learning and Real-world Data (Cambridge), lecture 4"
YEH = (
    "Yeh (2000), More accurate tests for the statistical significance of result differences, COLING"
)
HOLM = "Holm (1979), A simple sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6"
HOCHBERG = "Benjamini and Hochberg (1995), Controlling the false discovery rate, Journal of the Royal Statistical Society B 57"

#: Test -> what it is called.
TESTS = {
    "randomization": "randomization test",
    "bootstrap": "paired bootstrap",
    "sign": "sign test",
    "matched-t": "matched-pair t test",
    "wilcoxon": "Wilcoxon signed-rank test",
}
#: Test -> what it asks, or takes for granted.
WHAT = {
    "randomization": "could chance have given whose answer is whose? It assumes no distribution.",
    "bootstrap": "would another test set of this kind show the gain again?",
    "sign": "who wins more items? By how much does not count.",
    "matched-t": "is the mean difference 0, if it is normally distributed?",
    "wilcoxon": "are gains ranked above losses? It assumes differences that are symmetric.",
}
CORRECTIONS = {
    "holm": ("Holm’s correction", HOLM),
    "bonferroni": ("Bonferroni’s correction", HOLM),
    "benjamini-hochberg": ("Benjamini and Hochberg’s correction", HOCHBERG),
    "none": ("no correction", HOLM),
}


def path_of(
    scored: Scored,
    groups: ArrayLike | None,
    n_groups: int | None,
    settings: Settings,
    pairs: tuple[PairComparison, ...],
) -> tuple[Step, ...]:
    """Give the questions in their order, from the data to the test."""
    n, measure = scored.values.shape[1], scored.measure
    steps = [
        Step(
            "Were the systems tested on the same items?",
            f"Yes, all on the same {count(n)}.",
            "A matched test: it compares item by item, and takes the systems’ correlation into account.",
            f"{YEH}, section 3.1",
        )
    ]
    if measure.linear:
        answer = f"Yes: {measure.described} is their mean."
        so = "Any matched test of a mean would do: randomization, bootstrap, sign, t, Wilcoxon."
    else:
        answer = f"No: {measure.described} is computed from counts of the whole test set."
        so = "The t, sign and Wilcoxon tests are of means: shuffling or resampling remains."
    steps.append(
        Step(
            "Is the score a mean of the items’ scores?", answer, so, f"{YEH}, sections 3.2 and 3.3"
        )
    )
    if n_groups is None:
        answer = "Taken for granted: no groups of items were given."
        so = "Items are shuffled one by one. Sentences of one document would need --groups."
    else:
        answer = f"No: they come in {count(n_groups)} groups, which were given."
        so = "Whole groups are shuffled and resampled."
    steps.append(Step("Are the items independent of one another?", answer, so, f"{YEH}, section 4"))
    steps.append(_size(n, settings, pairs))
    sides = "No: which system is better was to be seen."
    steps.append(
        Step(
            "Was a direction fixed beforehand?",
            sides,
            "A two-sided test.",
            f"{MLRD}, Two-Tailed vs. One-Tailed Tests",
        )
    )
    if len(pairs) > 1:
        words, source = CORRECTIONS[settings.adjust]
        so = f"p is given after {words}, for {count(len(pairs))} comparisons."
        if settings.adjust == "none":
            so = "No correction, as asked for: some of so many would be small by chance."
        steps.append(Step("How many comparisons?", f"{count(len(pairs))}.", so, source))
    return tuple(steps)


def _size(n: int, settings: Settings, pairs: tuple[PairComparison, ...]) -> Step:
    name = TESTS[settings.test]
    methods = {pair.method for pair in pairs}
    drawn_at_all = "monte-carlo" in methods
    differ = [n - pair.ties for pair in pairs]
    spread = (
        f"{count(min(differ))} to {count(max(differ))}"
        if min(differ) < max(differ)
        else count(differ[0])
    )
    answer = f"{count(n)} items; two systems differ on {spread} of them."
    drawn = "shuffles" if settings.test == "randomization" else "resamples"
    if settings.test not in ("randomization", "bootstrap"):
        so = f"The {name}, as asked for."
    elif not drawn_at_all:
        how = "exactly" if methods == {"exact"} else "between narrow limits"
        so = f"The {name}; p is computed {how}, without drawing."
    else:
        sampled = sum(pair.method == "monte-carlo" for pair in pairs)
        so = f"The {name} with {count(settings.n_resamples)} random {drawn} ({count(sampled)} of {count(len(pairs))} pairs; the others without drawing)."
        if sampled == len(pairs):
            so = f"The {name} with {count(settings.n_resamples)} random {drawn}: no law of the scores is assumed."
    return Step("How large is the test set?", answer, so, DROR)
