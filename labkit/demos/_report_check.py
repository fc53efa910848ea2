"""Demonstration of the report check: a paragraph read for claims that its tests do not support."""

from collections.abc import Mapping
from functools import cache, partial
from itertools import combinations, product
from typing import Any

from labkit.arguments import as_level, as_option, as_text
from labkit.classifiers import LexiconClassifier, NaiveBayes
from labkit.corpora import course_split
from labkit.demos.demonstration import Demonstration, Numbers
from labkit.report import FOUR_SINS, SINS, review_claims
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


#: Significance levels at which the prepared paragraphs are read.
LEVELS = (0.05, 0.01, 0.001)


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
    paragraph: str = "Sins",
    text: str = "",
    alpha: float = 0.05,
    reveal: bool = False,
    comparisons: Comparisons | None = None,
) -> Numbers:
    """Return what the report check objects to in a paragraph, and what was tested.

    Parameters
    ----------
    paragraph : str
        One of `EXAMPLES`, or "own".
    text : str
        One's own paragraph.
    alpha, reveal : float, bool
        Significance level, and whether the objections are shown; they are given in any case.
    comparisons : dict, optional
        ``(system_a, system_b) -> Result`` or p-value; by default `course_comparisons`.

    Returns
    -------
    dict
        `text` (white space aside), `alpha`, `reveal`, `findings` (of
        `labkit.report.review_claims`), `objections` (their number) and `tested`: for each
        pair its names, p-value, and whether it is significant.

    See Also
    --------
    report_check, labkit.report.review_claims : The demonstration, and the check itself.

    Examples
    --------
    >>> text = "The magnitude lexicon outperforms the simple lexicon."
    >>> numbers = report_check_numbers("own", text)
    >>> [finding.sin for finding in numbers["findings"]]
    ['insignificant']
    """
    as_option(paragraph, "paragraph", [*EXAMPLES, "own"])
    read = EXAMPLES.get(paragraph, as_text(text))
    alpha = as_level(alpha)
    comparisons = course_comparisons() if comparisons is None else comparisons
    findings = review_claims(read, comparisons, alpha=alpha)
    return {
        "text": " ".join(read.split()),
        "alpha": alpha,
        "reveal": bool(reveal),
        "objections": len(findings),
        "findings": findings,
        "tested": [(a, b, p, enough and p <= alpha) for a, b, p, enough in _as_rows(comparisons)],
    }


def report_check(comparisons: Comparisons | None = None, **settings: Any) -> Demonstration:
    """Show a paragraph and, on demand, its claims that the significance tests do not support.

    The first call trains and tests three classifiers: a few seconds. One's own paragraph is
    read by Python, so a page without it has the prepared ones.
    Source: MLRD lecture 4, "Significance Reporting - the three deadly sins".

    Parameters
    ----------
    comparisons : dict, optional
        As `report_check_numbers` takes it.
    **settings
        Settings to begin with: arguments of `report_check_numbers`. A `text` is one's own paragraph.

    Returns
    -------
    Demonstration
        It follows its controls.

    See Also
    --------
    report_check_numbers : What its readout says.

    Examples
    --------
    >>> report_check({("A", "B"): 0.2}, text="A outperforms B.")
    Demonstration(report_check, paragraph='own', text='A outperforms B.', alpha=0.05, reveal=False)
    """
    tested = course_comparisons() if comparisons is None else comparisons
    if "text" in settings:
        settings = {"paragraph": "own", **settings}
    numbers = partial(report_check_numbers, comparisons=tested)
    demo = Demonstration("report_check", numbers, _readout, settings)
    text, alpha = demo.settings["text"], demo.settings["alpha"]
    levels = sorted({*LEVELS, alpha}, reverse=True)
    given = [*EXAMPLES.values(), *([text] if text else [])]
    demo.data = {
        "examples": EXAMPLES,
        "levels": levels,
        "tested": _as_rows(tested),
        "reviews": [_review(*each, tested) for each in product(given, levels)],
    }
    demo.on_msg(
        lambda _, asked, __: demo.send({"data": {"own": _review(**asked, comparisons=tested)}})
    )
    return demo


def _as_rows(comparisons: Comparisons) -> list[tuple[str, str, float, bool]]:
    """Return each pair's names, its p, and whether it had data enough for any p to be significant."""
    return [
        (str(a), str(b), outcome.pvalue, outcome.better is not None)
        if isinstance(outcome, Result)
        else (str(a), str(b), float(outcome), True)
        for (a, b), outcome in comparisons.items()
    ]


def _review(text: str, alpha: float, comparisons: Comparisons) -> dict[str, Any]:
    """Return what the page needs of a review."""
    findings = review_claims(text, comparisons, alpha=alpha)
    objections = [
        {"sin": NAMED_SINS[each.sin], "phrase": each.phrase, "advice": each.advice}
        for each in findings
    ]
    return {"given": text, "alpha": alpha, "text": " ".join(text.split()), "findings": objections}


def _readout(numbers: Numbers) -> str:
    if not numbers["text"]:
        return "No report yet"
    if not numbers["reveal"]:
        return "What would you object to?\nDecide first, then choose “Show objections”."
    count, sins = numbers["objections"], [finding.sin for finding in numbers["findings"]]
    head = f"{count} objection{'s' if count > 1 else ''}" if count else "No objection"
    return "\n".join([head, *dict.fromkeys(NAMED_SINS[sin] for sin in sins)])
