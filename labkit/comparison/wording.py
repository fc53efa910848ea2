"""What a comparison says in words: numbers with the digits that mean something, and a paragraph."""

import math
from collections.abc import Iterator, Sequence

import pandas as pd

from labkit.comparison.records import (
    CORRECTION_SOURCES,
    REPORTED_TESTS,
    Comparison,
    PairComparison,
    SystemScore,
)
from labkit.report.claims import Finding, review_claims
from labkit.report.digits import WHOLE_PERCENT, meaningful_digits, rounded
from labkit.text import equation, join_words, plain, round_p

#: Of so many systems each is named with its score; of more, the first and the last.
MOST_NAMED = 6
#: So many pairs have their gains, intervals and p each; of more, their ranges are told.
MOST_DETAILS = 3


def digits_of(comparison: Comparison) -> int:
    """Count the digits of a score that mean something, by the gain that these items could show."""
    most = max(WHOLE_PERCENT, meaningful_digits(comparison.n))
    least = min((pair.detectable for pair in comparison.pairs if pair.detectable), default=0)
    if comparison.measure.share or not least:
        return most
    return min(max(0, 1 + math.floor(math.log10(5 / least))), most)


def write_score(value: float, digits: int) -> str:
    """Write a score, or a difference; where it is huge or tiny, with a power of ten."""
    usual = not value or 1e-3 * 10.0**-digits <= abs(value) < 1e6
    text = rounded(value, digits) if usual else f"{value:.2e}"
    return (text if float(text) else text.lstrip("-")).replace("-", "−")


def write_limits(one: SystemScore | PairComparison, digits: int) -> str:
    """Write the limits of an interval; it never seems to begin or end at 0 where it does not."""
    if one.low is None or one.high is None:
        return "none"
    limits = []
    for limit in (one.low, one.high):
        text = write_score(limit, digits)
        near = limit and not float(text.replace("−", "-"))
        limits.append(f"just {'above' if limit > 0 else 'below'} 0" if near else text)
    return " to ".join(limits)


def write_level(level: float) -> str:
    """Write the level of an interval with the digits that tell it from 100 %: 99.88 %."""
    digits = 1 - math.floor(math.log10(100 * (1 - level)))
    return f"{round(100 * level, digits):.12g} %"


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
        Each quotes a phrase, and says what the tests say; it is `sure`, or asks to look.

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
    rows = [(plain(q.better), plain(q.worse), q.adjusted, q.gain) for q in comparison.pairs]
    table = pd.DataFrame(rows, columns=["system_a", "system_b", "pvalue", "gain"])
    n = comparison.n if comparison.measure.share else None
    return review_claims(text, table, n, comparison.settings.alpha)


def paragraph_of(comparison: Comparison) -> str:
    """Write the paragraph for a paper: what was tested, what was found, and no more than that."""
    groups = f" in {_count(comparison.n_groups, 'group')}" if comparison.n_groups else ""
    parts = [
        f"We compared {_count(len(comparison.systems), 'system')} on "
        f"{_count(comparison.n, 'test item')}{groups} by {comparison.measure.described} "
        f"({comparison.measure.direction}) with labkit {comparison.settings.version}.",
        _scores(comparison),
    ]
    if comparison.pairs:
        parts += [_how(comparison), *_verdicts(comparison)]
    if gains := [pair.detectable for pair in comparison.pairs if pair.detectable]:
        digits = digits_of(comparison)
        ends = (write_score(gain, digits) for gain in (min(gains), max(gains)))
        about = " to ".join(dict.fromkeys(ends))
        parts.append(f"A true gain of {about} would be found with power 80 %.")
    return " ".join(parts)


def remarks_on(comparison: Comparison) -> tuple[str, ...]:
    """Return the notes, and what a reader could misread in the paragraph."""
    found = review(comparison, paragraph_of(comparison))
    return (*comparison.notes, *(f"The paragraph may be misread: {each}" for each in found[:1]))


def _count(count: int, what: str) -> str:
    """Write a number of things."""
    return f"{count:,} {what}{'s' * (count != 1)}"


def _scores(comparison: Comparison) -> str:
    """Tell the score of each system with its interval, or of many those of the best and the worst."""
    systems, digits = comparison.systems, digits_of(comparison)
    many = len(systems) > MOST_NAMED
    shown = [
        f"{write_score(one.score, digits)} ({write_limits(one, digits)}) for {plain(one.name)}"
        for one in ((systems[-1], systems[0]) if many else systems)
    ]
    what, level = comparison.measure.described, write_level(1 - comparison.settings.alpha)
    scores = f"ranges from {' to '.join(shown)}" if many else f"is {join_words(shown)}"
    return f"{what[:1].upper()}{what[1:]} {scores}, with {level} confidence intervals."


def _how(comparison: Comparison) -> str:
    """Tell which test and which correction were used, with their sources."""
    settings, count = comparison.settings, len(comparison.pairs)
    methods, test = {pair.method for pair in comparison.pairs}, REPORTED_TESTS[settings.test]
    text = f"We tested {_count(count, 'pair')}"
    if settings.baseline is not None:
        text += f", each with {plain(settings.baseline)},"
    kind = "an exact" if methods == {"exact"} else "a"
    text += f" by {kind} two-sided {test.name} ({test.source})"
    if "monte-carlo" in methods:
        text += f" with {settings.n_resamples:,} draws (seed {settings.seed})"
    intervals = f"gains have {write_level(comparison.gain_level)} confidence intervals"
    if count > 1 and settings.adjust != "none":
        text += f", corrected for {count:,} comparisons ({CORRECTION_SOURCES[settings.adjust]})"
        together = write_level(1 - settings.alpha)
        intervals += f" (Bonferroni: {together} for all of them together)"
    return f"{text}; alpha = {settings.alpha:g}; {intervals}."


def _verdicts(comparison: Comparison) -> Iterator[str]:
    """Tell which pairs the test supports; of many systems, those of the best, or of the baseline."""
    pairs, won = comparison.pairs, comparison.significant
    if len(comparison.systems) > MOST_NAMED:
        yield f"{len(won):,} of {len(pairs):,} pairs differ significantly."
        chief = comparison.settings.baseline or comparison.systems[0].name
        won = tuple(pair for pair in won if chief in (pair.better, pair.worse))
    for better in dict.fromkeys(pair.better for pair in won):
        some = [pair for pair in won if pair.better == better]
        yield f"{plain(better)} is significantly better than {_worse(comparison, some)}."
    lost = [pair for pair in pairs if not pair.significant]
    if len(lost) > MOST_DETAILS:
        yield f"Inconclusive: {len(lost):,} of {len(pairs):,} pairs ({_details(comparison, lost)})."
    else:
        for pair in lost:
            details = _details(comparison, [pair])
            yield f"{plain(pair.better)} against {plain(pair.worse)} is inconclusive ({details})."


def _worse(comparison: Comparison, pairs: Sequence[PairComparison]) -> str:
    """Name the worse systems of pairs, with the details of each if they are few."""
    if len(pairs) > MOST_DETAILS:
        names = join_words(plain(pair.worse) for pair in pairs)
        return f"{names} ({_details(comparison, pairs)})"
    return join_words(f"{plain(pair.worse)} ({_details(comparison, [pair])})" for pair in pairs)


def _details(comparison: Comparison, pairs: Sequence[PairComparison]) -> str:
    """Write the gain of a pair with its interval and p; of several, their ranges."""
    digits, (pair, *others) = digits_of(comparison), pairs
    if not others:
        p = equation("p", round_p(pair.adjusted))
        return f"gain {write_score(pair.gain, digits)}, {write_limits(pair, digits)}, {p}"
    gains = [write_score(gain, digits) for gain in sorted(pair.gain for pair in pairs)]
    values = sorted(pair.adjusted for pair in pairs)
    end, pvalue = ("most", max(values[-1], 0.001)) if pair.significant else ("least", values[0])
    return f"gains from {gains[0]} to {gains[-1]}, each p at {end} {round_p(pvalue)}"
