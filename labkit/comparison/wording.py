"""The paragraph for a paper: what was tested, what was found, and no more than that."""

import re
from collections.abc import Mapping

import pandas as pd

from labkit.comparison import figures
from labkit.comparison.path import TESTS
from labkit.comparison.records import Comparison, PairComparison
from labkit.report.claims import Finding, review_claims
from labkit.text import join_words, plain, round_p

#: Of so many systems each is named with its score; of more, the ends of the range.
MOST_NAMED = 6
#: So many names in a sentence can still be read.
MOST_IN_A_SENTENCE = 12
#: Ends a paragraph in which a name would be misread.
BY_PLACE = "Systems are named by their place in the table of scores"
#: What a correction is called in a bracket.
CORRECTED = {
    "holm": "Holm",
    "bonferroni": "Bonferroni",
    "benjamini-hochberg": "Benjamini-Hochberg",
}


def pairs_table(comparison: Comparison, names: Mapping[str, str]) -> pd.DataFrame:
    """Give what `review_claims` looks up: the pairs, so called, with their corrected p and gain."""
    rows = [
        (names[one.better], names[one.worse], 1.0 if one.too_few else one.adjusted, one.gain)
        for one in comparison.pairs
    ]
    return pd.DataFrame(rows, columns=["system_a", "system_b", "pvalue", "gain"])


def review(comparison: Comparison, text: str) -> list[Finding]:
    """Read a text for claims that a comparison does not support.

    Parameters
    ----------
    comparison : Comparison
        What was tested; p is corrected as there.
    text : str
        A paragraph, or a whole paper as text, that names the systems as the comparison does.

    Returns
    -------
    list of Finding
        In the order of the text, each quoting the phrase it objects to.

    See Also
    --------
    labkit.report.review_claims : Does the reading.

    Examples
    --------
    >>> from labkit.comparison import compare_systems
    >>> found = compare_systems({"lexicon": [1, 0, 1, 0], "Naive Bayes": [1, 1, 1, 0]}, higher_is_better=True)
    >>> [finding.sin for finding in review(found, "Naive Bayes outperforms the lexicon.")]
    ['insignificant']
    """
    by_place = BY_PLACE in " ".join(text.split())
    table = pairs_table(comparison, called(comparison, by_place))
    n = comparison.n if comparison.measure.share else None
    return review_claims(text, table, n, comparison.settings.alpha)


def called(comparison: Comparison, by_place: bool = False) -> dict[str, str]:
    """Say what each system is called in a text: by its name in one line, or by its place."""
    systems = enumerate(comparison.systems, 1)
    return {one.name: f"system {i}" if by_place else plain(one.name) for i, one in systems}


def paragraph_of(comparison: Comparison) -> str:
    """Write the paragraph, and read it as a critic would before it is handed out.

    A name that reads as a claim, or as another word of the paragraph ("better", "a"), stands in it
    as its place in the table: "system 3".
    """
    text = _paragraph(comparison, called(comparison))
    if len(comparison.pairs) and not _is_sound(comparison, text):
        text = f"{_paragraph(comparison, called(comparison, by_place=True))} {BY_PLACE}."
        return re.sub(r"(?<=\. )system (?=\d)", "System ", text)
    return text


def _is_sound(comparison: Comparison, text: str) -> bool:
    """Say whether nobody can take the name of a system for something else, and no claim is false."""
    names = called(comparison)
    # Names that are other words of the paragraph, too, would be read where none was meant.
    words = _paragraph(comparison, dict.fromkeys(names, "0")).split()
    others = {word.strip(".,;()") for word in words}
    unclear = any(
        len(name) > figures.LONGEST or name in others or _reads_as_a_claim(name)
        for name in names.values()
    )
    if unclear or len({name.lower() for name in names.values()}) < len(names):
        return False
    return not review_claims(
        text, pairs_table(comparison, names), comparison.n, comparison.settings.alpha
    )


def _reads_as_a_claim(name: str) -> bool:
    nothing = {("one that nobody names", "another that nobody names"): 0.5}
    return bool(review_claims(f"We looked at {name}.", nothing))


def _paragraph(comparison: Comparison, names: Mapping[str, str]) -> str:
    if not comparison.pairs:
        return f"{_scores(comparison, names)} It was not compared with another system."
    parts = [
        _what(comparison),
        _scores(comparison, names),
        _how(comparison),
        *_verdicts(comparison, names),
        _power(comparison),
        _others(comparison),
    ]
    return " ".join(filter(None, parts))


def _what(comparison: Comparison) -> str:
    systems = "two" if len(comparison.systems) == 2 else figures.count(len(comparison.systems))
    n = comparison.n
    items = f"the same {figures.count(n)} test items" if n > 1 else "one test item"
    clusters = f" in {figures.count(comparison.n_groups)} groups" if comparison.n_groups else ""
    clusters = " in one group" if comparison.n_groups == 1 else clusters
    by = f"{comparison.measure.described} ({comparison.measure.direction})"
    return f"We compared {systems} systems on {items}{clusters} by {by}."


def _scores(comparison: Comparison, names: Mapping[str, str]) -> str:
    digits, level = comparison.digits, f"{100 * comparison.settings.level:g} %"
    described = comparison.measure.described
    if len(comparison.systems) > MOST_NAMED:
        first, last = comparison.systems[0], comparison.systems[-1]
        ends = [f"{figures.score(one.score, digits)} ({names[one.name]})" for one in (first, last)]
        return f"{_capital(described)} ranges from {ends[0]} to {ends[1]}."
    shown, said = [], f"{level} confidence interval "
    for one in comparison.systems:
        limits = ""
        if one.low is not None:
            limits = (
                f" ({said}{figures.score(one.low, digits)} to {figures.score(one.high, digits)})"
            )
            said = ""
        shown.append(f"{figures.score(one.score, digits)}{limits} for {names[one.name]}")
    return f"{_capital(described)} is {join_words(shown)}."


def _how(comparison: Comparison) -> str:
    settings, pairs = comparison.settings, comparison.pairs
    sampled = any(pair.method == "monte-carlo" for pair in pairs)
    exact = all(pair.method == "exact" for pair in pairs)
    drawn = "shuffles" if settings.test == "randomization" else "resamples"
    how = f" with {figures.count(settings.n_resamples)} {drawn}" if sampled else ""
    kind = "exact two-sided" if exact else "two-sided"
    of = "the pair" if len(pairs) == 1 else f"all {figures.count(len(pairs))} pairs"
    if settings.baseline is not None and len(pairs) > 1:
        of = f"{figures.count(len(pairs))} pairs, each with the baseline,"
    said = f"We tested {of} by a{'n' if kind[0] == 'e' else ''} {kind} {TESTS[settings.test]}{how}"
    if len(pairs) > 1 and settings.adjust in CORRECTED:
        count = figures.count(len(pairs))
        said += f", p corrected for {count} comparisons ({CORRECTED[settings.adjust]})"
    return f"{said}; alpha = {settings.alpha:g}."


def _verdicts(comparison: Comparison, names: Mapping[str, str]) -> list[str]:
    """Say of which pairs the test supports what; of many, about the best system, or the baseline."""
    pairs, few = comparison.pairs, f"too few {'groups' if comparison.n_groups else 'items'} differ"
    sentences = []
    if len(comparison.systems) > MOST_NAMED:
        reached = figures.count(len(comparison.significant))
        level = f"{comparison.settings.alpha:g}"
        are = "is" if reached == "1" else "are"
        sentences.append(
            f"Of {figures.count(len(pairs))} values of p, {reached} {are} at most {level}."
        )
        chief = comparison.settings.baseline or comparison.systems[0].name
        pairs = tuple(pair for pair in pairs if chief in (pair.better, pair.worse))
    for better in dict.fromkeys(pair.better for pair in pairs):
        won = [pair for pair in pairs if pair.better == better and pair.significant]
        for start in range(0, len(won), MOST_IN_A_SENTENCE):
            some = won[start : start + MOST_IN_A_SENTENCE]
            losers = join_words(names[pair.worse] for pair in some)
            sentences.append(
                f"{names[better]} is significantly better than {losers} ({_ps(some, few)})."
            )
    for better in dict.fromkeys(pair.better for pair in pairs):
        open_ = [pair for pair in pairs if pair.better == better and not pair.significant]
        for start in range(0, len(open_), MOST_IN_A_SENTENCE):
            some = open_[start : start + MOST_IN_A_SENTENCE]
            others = join_words(names[pair.worse] for pair in some)
            is_ = "comparison" if len(some) == 1 else "comparisons"
            are = "is" if len(some) == 1 else "are"
            sentences.append(
                f"The {is_} of {names[better]} with {others} {are} inconclusive ({_ps(some, few)})."
            )
    return sentences


def _ps(pairs: list[PairComparison], few: str) -> str:
    """Write the p-values of a sentence, or that too `few` differ: each of a few, else their range."""
    written = [few if pair.too_few else figures.p_equals(pair.adjusted) for pair in pairs]
    if len(written) > 1 and len(set(written)) == 1:
        return f"each {written[0]}"
    if len(pairs) <= 3:
        return join_words(written)
    if all(pair.significant for pair in pairs):
        largest = max(pair.adjusted for pair in pairs)
        return f"each p ≤ {round_p(largest)}" if largest >= 0.001 else "each p < 0.001"
    some = [pair.adjusted for pair in pairs if not pair.too_few]
    return f"each p ≥ {round_p(min(some))}" + (f", or {few}" if len(some) < len(pairs) else "")


def _power(comparison: Comparison) -> str:
    gains = sorted(pair.detectable for pair in comparison.pairs if pair.detectable)
    if not gains:
        return ""
    digits = comparison.digits
    low, high = (figures.score(gain, digits) for gain in (gains[0], gains[-1]))
    about = low if low == high else f"{low} to {high}"
    return f"With so many items, a gain of {about} is found with power 80 %, before correction."


def _others(comparison: Comparison) -> str:
    """Say which other tests come to the same verdicts, and on how many pairs the rest do."""
    count = len(comparison.pairs)
    by_count: dict[int, list[str]] = {}
    for one in sorted(comparison.agreement, key=lambda one: -one.same):
        by_count.setdefault(one.same, []).append(f"the {TESTS[one.test]}")
    if not by_count:
        return ""
    verdicts = "verdict" if count == 1 else "verdicts"
    said = []
    for same, tests in by_count.items():
        agree = "agrees" if len(tests) == 1 else "agree"
        if same == count:
            said.append(f"{join_words(tests)} {agree} with the {verdicts}")
        elif count == 1:
            said.append(f"{join_words(tests)} {'does' if len(tests) == 1 else 'do'} not")
        else:
            said.append(
                f"{join_words(tests)} {agree} on {figures.count(same)} of {figures.count(count)} pairs"
            )
    return f"{_capital('; '.join(said))}."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
