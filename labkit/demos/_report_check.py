"""Demonstration of the report check: a paragraph read for claims that its tests do not support."""

from functools import cache
from itertools import combinations, product

from labkit.arguments import as_option, as_text
from labkit.classifiers import LexiconClassifier, NaiveBayes
from labkit.corpora import course_split
from labkit.demos.demonstration import Numbers, opener
from labkit.report import FOUR_SINS, SINS, review_claims
from labkit.significance import Result, count_outcomes, sign_test

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
    """Test all pairs of three classifiers of lecture and ticks by the sign test: the better one first."""
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


def report_check_numbers(paragraph: str = "Sins", text: str = "", alpha: float = 0.05) -> Numbers:
    """Return what the report check objects to in a paragraph of `EXAMPLES`, or in one's "own" text."""
    as_option(paragraph, "paragraph", [*EXAMPLES, "own"])
    as_option(alpha, "alpha", LEVELS)
    return review(EXAMPLES.get(paragraph, as_text(text)), alpha)


def review(text: str, alpha: float) -> Numbers:
    """Return the objections to a text, as the page shows them."""
    found = review_claims(text, course_comparisons(), alpha=alpha)
    findings = [
        {"sin": NAMED_SINS[each.sin], "phrase": each.phrase, "advice": each.advice}
        for each in found
    ]
    return {"text": " ".join(text.split()), "findings": findings}


def _answer(text: str, alpha: float) -> Numbers:
    return {"given": text, "alpha": alpha, **review(text, alpha)}


def _data_for(settings: Numbers) -> Numbers:
    """Return what the page needs: the tests, and the reviews of the paragraphs that it can show."""
    paragraphs = [*EXAMPLES.values(), *filter(None, [settings["text"]])]
    return {
        "examples": EXAMPLES,
        "levels": LEVELS,
        "tested": [(a, b, test.pvalue) for (a, b), test in course_comparisons().items()],
        "reviews": [_answer(*each) for each in product(paragraphs, LEVELS)],
    }


def _readout(found: Numbers) -> list[str]:
    if not found["text"]:
        return ["No report yet"]
    if not found["reveal"]:
        return ["What would you object to?", "Decide first, then choose “Show objections”."]
    count, sins = len(found["findings"]), [each["sin"] for each in found["findings"]]
    head = f"{count} objection{'s' if count > 1 else ''}" if count else "No objection"
    return [head, *dict.fromkeys(sins)]


report_check = opener(
    report_check_numbers,
    _readout,
    """Show a paragraph and, on demand, its claims that the significance tests do not support.

    The first call trains and tests three classifiers: a few seconds. One's own paragraph is
    read by Python, so a page without it has the prepared ones.
    Source: MLRD lecture 4, "Significance Reporting - the three deadly sins".""",
    {"reveal": False},
    _data_for,
    _answer,
)
