"""Demonstration of the report check: a paragraph read for claims that its tests do not support."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, groupby, pairwise
from typing import Any

from ipywidgets import Button, Layout, Textarea

from labkit.classifiers import LexiconClassifier, NaiveBayes
from labkit.corpora import course_split
from labkit.demos.controls import BUTTON, level
from labkit.demos.frame import Controls, Demonstration, Numbers
from labkit.demos.words import render
from labkit.report import FOUR_SINS, SINS, Finding, review_claims
from labkit.significance import Result, count_outcomes, sign_test

#: Two systems, the better one first -> their test's result, or its p-value.
Comparisons = Mapping[tuple[str, str], Result | float]

#: Kind of sin -> what it is called; the four of lecture and tick by their numbers.
NAMED_SINS = {
    **{sin: f"Sin {number}: {SINS[sin]}" for number, sin in enumerate(FOUR_SINS, 1)},
    **{sin: title for sin, title in SINS.items() if sin not in FOUR_SINS},
}

#: Test reviews: the first of those that the course's parts leave over.
REVIEWS = 1000

#: Paragraphs to begin with: the four sins in their order, a report without any, and other faults.
EXAMPLES = {
    "Sins": (
        "Add-one Bayes outperforms logistic regression. The magnitude lexicon is better than the "
        "simple lexicon. A linear SVM is significantly better still. With p = 0.17, the null hypothesis "
        "is true with a probability of 17 %."
    ),
    "Honest": (
        "On 1,000 reviews, add-one Bayes is significantly better than the simple lexicon and the "
        "magnitude lexicon (sign test, ties split, alpha = 0.05). The comparison of the magnitude "
        "lexicon with the simple lexicon is inconclusive."
    ),
    "Other faults": (
        "The simple lexicon and the magnitude lexicon are equally good. Add-one Bayes has an accuracy "
        "of 0.8090. It is not significantly better than the simple lexicon."
    ),
}


@cache
def course_comparisons() -> dict[tuple[str, str], Result]:
    """Test all pairs of three of the course's classifiers on 1,000 reviews by the sign test.

    Names and settings are those of the lecture and of the ticks; so many reviews that some of the
    differences are significant.
    """
    split = course_split()
    test = split.pool.iloc[:REVIEWS]
    systems: dict[str, LexiconClassifier | NaiveBayes] = {
        "simple lexicon": LexiconClassifier(),
        "magnitude lexicon": LexiconClassifier(strong_weight=5),
        "add-one Bayes": NaiveBayes(1),
    }
    right = {
        name: system.fit(split.train["text"], split.train["label"]).predict(test["text"])
        == test["label"].to_numpy()
        for name, system in systems.items()
    }
    ranked = combinations(sorted(right, key=lambda name: right[name].mean()), 2)
    return {(b, a): sign_test(*count_outcomes(right[b], right[a])) for a, b in ranked}


def report_check_numbers(
    text: str = EXAMPLES["Sins"], alpha: float = 0.05, comparisons: Comparisons | None = None
) -> Numbers:
    """Say what the report check objects to in a paragraph, and what was tested.

    Parameters
    ----------
    text : str
        The paragraph.
    alpha : float
        Significance level.
    comparisons : dict, optional
        ``(system_a, system_b) -> Result`` or p-value; by default
        `course_comparisons`.

    Returns
    -------
    dict
        `text` (white space aside), `alpha`, `findings` (of
        `labkit.report.review_claims`) and `tested`: for each pair its names,
        p-value, and whether it is significant.

    See Also
    --------
    report_check, labkit.report.review_claims : The widget, and the check itself.

    Examples
    --------
    >>> numbers = report_check_numbers("The magnitude lexicon outperforms the simple lexicon.")
    >>> [finding.sin for finding in numbers["findings"]]
    ['insignificant']
    """
    comparisons = course_comparisons() if comparisons is None else comparisons
    findings = review_claims(text, comparisons, alpha=alpha)
    return {
        "text": " ".join(text.split()),
        "alpha": alpha,
        "findings": findings,
        "tested": [_row(*pair, outcome, alpha) for pair, outcome in comparisons.items()],
    }


def _row(
    a: object, b: object, outcome: Result | float, alpha: float
) -> tuple[str, str, float, bool]:
    """Give two systems' names, p, and whether it is significant."""
    if isinstance(outcome, Result):
        return str(a), str(b), outcome.pvalue, outcome.is_significant(alpha)
    return str(a), str(b), float(outcome), bool(outcome <= alpha)


def report_check(comparisons: Comparisons | None = None, **initial: object) -> Demonstration:
    """Show a paragraph with the claims marked that its significance tests do not support.

    The first call trains and tests three classifiers: a few seconds.
    Source: MLRD lecture 4, "Significance Reporting - the three deadly sins".

    Parameters
    ----------
    comparisons : dict, optional
        ``(system_a, system_b) -> Result`` or p-value; by default
        `course_comparisons`.
    **initial
        Settings to begin with: arguments of `report_check_numbers`.

    Returns
    -------
    Demonstration
        A widget, which follows its controls.

    See Also
    --------
    report_check_numbers : What its readout says.

    Examples
    --------
    >>> report_check(text="A outperforms B.", comparisons={("A", "B"): 0.2})
    Demonstration(alpha=0.05, text='A outperforms B.')
    """
    text = Textarea(
        EXAMPLES["Sins"], rows=7, tooltip="report", layout=Layout(width="auto", height="auto")
    )
    controls: Controls = {"alpha": level("alpha", 0.05), "text": text}
    for name, example in EXAMPLES.items():
        button = Button(description=name, tooltip=f"Example: {name}", layout=BUTTON)
        button.on_click(lambda _, example=example: setattr(text, "value", example))
        controls[name.split()[0].lower()] = button

    def numbers(**settings: Any) -> Numbers:
        return {**report_check_numbers(**settings, comparisons=comparisons), "sins": NAMED_SINS}

    return Demonstration("report_check", controls, initial, numbers, _picture)


def _picture(numbers: Numbers) -> str:
    return render("report_check.html", **numbers, runs=_runs(numbers["text"], numbers["findings"]))


def _runs(text: str, findings: Sequence[Finding]) -> Iterator[tuple[bool, list[tuple[str, str]]]]:
    """Cut the text into runs that are objected to or not, and these where an objection ends.

    Each run is whether it is objected to, and its parts: words, and the numbers
    of the objections that end with them.
    """
    ends: dict[int, list[str]] = {}
    covered, start = [False] * len(text), 0
    for number, finding in enumerate(findings, 1):
        place = text.find(finding.phrase, start)
        if place < 0:
            continue
        start, end = place, place + len(finding.phrase)
        covered[start:end] = [True] * (end - start)
        ends.setdefault(end, []).append(str(number))
    changes = {place for place in range(1, len(text)) if covered[place] != covered[place - 1]}
    cuts = pairwise(sorted({0, len(text), *ends, *changes}))
    for marked, parts in groupby(cuts, key=lambda cut: covered[cut[0]]):
        yield marked, [(text[start:end], ", ".join(ends.get(end, []))) for start, end in parts]
