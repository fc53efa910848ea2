"""Demonstration of the report check: a paragraph read for claims that its tests do not support."""

import html
from functools import cache
from itertools import combinations

from ipywidgets import Button, Layout, Textarea

from labkit.classifiers import LexiconClassifier, NaiveBayes
from labkit.corpora import course_split
from labkit.demos.frame import LEVELS, Demonstration, scale, show_p
from labkit.report import SINS, review_claims
from labkit.significance import Result, count_outcomes, sign_test

REVIEWS = 1000
"""Test reviews: the first of those that the course's parts leave over."""

EXAMPLES = {
    "Sins": (
        "Naive Bayes is significantly better than a linear model. The magnitude lexicon has an "
        "accuracy of 0.680 and outperforms the lexicon. The two lexicons are equally good."
    ),
    "Honest": (
        "On 1,000 reviews, Naive Bayes is significantly better than the lexicon and the magnitude "
        "lexicon (sign test, ties split, alpha = 0.05). The comparison of the magnitude lexicon "
        "with the lexicon is inconclusive."
    ),
}


@cache
def course_comparisons():
    """The course's three classifiers, all pairs of them tested on 1,000 reviews by the sign test.

    Returns
    -------
    dict
        ``(system_a, system_b) -> Result``, the better system first.

    Examples
    --------
    >>> for pair, result in course_comparisons().items():
    ...     print(*pair, result.n, round(result.pvalue, 6), sep=" | ")
    magnitude lexicon | lexicon | 1000 | 0.411214
    Naive Bayes | lexicon | 1000 | 1e-06
    Naive Bayes | magnitude lexicon | 1000 | 5.1e-05
    """
    split = course_split()
    test = split.pool.iloc[:REVIEWS]
    systems = {
        "lexicon": LexiconClassifier(),
        "magnitude lexicon": LexiconClassifier(strong_weight=2),
        "Naive Bayes": NaiveBayes(),
    }
    right = {
        name: system.fit(split.train["text"], split.train["label"]).predict(test["text"])
        == test["label"].to_numpy()
        for name, system in systems.items()
    }
    ranked = combinations(sorted(right, key=lambda name: right[name].mean()), 2)
    return {(b, a): sign_test(*count_outcomes(right[b], right[a])) for a, b in ranked}


def report_check_numbers(text=EXAMPLES["Sins"], alpha=0.05, comparisons=None):
    """What the report check objects to in a paragraph, and what was tested.

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

    Raises
    ------
    ValueError
        As `labkit.report.review_claims`.

    References
    ----------
    MLRD lecture 4, "Significance Reporting - the three deadly sins".

    Examples
    --------
    >>> numbers = report_check_numbers("The magnitude lexicon outperforms the lexicon.")
    >>> [finding.sin for finding in numbers["findings"]]
    ['insignificant']
    """
    comparisons = course_comparisons() if comparisons is None else comparisons
    findings = review_claims(text, comparisons, alpha=alpha)
    pvalues = {
        pair: outcome.pvalue if isinstance(outcome, Result) else float(outcome)
        for pair, outcome in comparisons.items()
    }
    return {
        "text": " ".join(text.split()),
        "alpha": alpha,
        "findings": findings,
        "tested": [(*map(str, pair), p, p <= alpha) for pair, p in pvalues.items()],
    }


def report_check(comparisons=None, **initial):
    """Show a paragraph with the claims marked that its significance tests do not support.

    The first call trains and tests three classifiers: a few seconds.

    Parameters
    ----------
    comparisons : dict, optional
        ``(system_a, system_b) -> Result`` or p-value; by default
        `course_comparisons`.
    **initial
        Settings to begin with: text, alpha, as in `report_check_numbers`.

    Returns
    -------
    Demonstration

    Raises
    ------
    ValueError
        If a setting is unknown or out of the range of its control.

    References
    ----------
    MLRD lecture 4, "Significance Reporting - the three deadly sins".

    Examples
    --------
    >>> report_check(text="A outperforms B.", comparisons={("A", "B"): 0.2})
    Demonstration(alpha=0.05, text='A outperforms B.')
    """
    text = Textarea(EXAMPLES["Sins"], rows=8, layout=Layout(width="auto", height="auto"))
    controls = {"alpha": scale("alpha", LEVELS, 0.05), "text": text}
    for name, example in EXAMPLES.items():
        button = Button(description=name, tooltip="Show this example", layout=Layout(width="auto"))
        button.on_click(lambda _, example=example: setattr(text, "value", example))
        controls[name.lower()] = button
    return Demonstration(
        "report_check",
        controls,
        initial,
        numbers=lambda **settings: report_check_numbers(**settings, comparisons=comparisons),
        say=_say,
        picture=_picture,
        caption=(
            "<p><b>What to notice.</b> Three sins: “better” without a test, “better” against the "
            "test, “significant” without a test. Type your own sentences over the text. The check "
            "reads words, not meaning: no objection is not yet a good report. Source: MLRD lecture "
            "4, “Significance Reporting – the three deadly sins”.</p>"
        ),
    )


def _say(numbers):
    found = len(numbers["findings"])
    names = sorted({SINS[finding.sin] for finding in numbers["findings"]})
    count = "No objection" if not found else f"{found} objection{'s' * (found > 1)}"
    return f"<p><b>{count}</b></p>" + "".join(f"<p>{html.escape(name)}</p>" for name in names)


def _picture(numbers):
    advice = "".join(
        f"<li><b>{html.escape(SINS[finding.sin])}:</b> {html.escape(finding.advice)}</li>"
        for finding in numbers["findings"]
    )
    tests = "".join(
        f"<tr><td>{html.escape(a)}</td><td>{html.escape(b)}</td><td>{show_p(p)}</td>"
        f"<td>{'significant' if significant else 'inconclusive'}</td></tr>"
        for a, b, p, significant in numbers["tested"]
    )
    return (
        f"<p>{_marked(numbers['text'], numbers['findings'])}</p><ol>{advice}</ol>"
        '<table class="labkit-table"><tr><th scope="col">tested</th><th scope="col">against</th>'
        f'<th scope="col">p</th><th scope="col">at alpha = {numbers["alpha"]:g}</th></tr>'
        f"{tests}</table>"
    )


def _marked(text, findings):
    """The text with the phrases objected to marked, and the objections' numbers behind them."""
    ends, covered, start = {}, [False] * len(text), 0
    for number, finding in enumerate(findings, 1):
        place = text.find(finding.phrase, start)
        if place < 0:
            continue
        start, end = place, place + len(finding.phrase)
        covered[start:end] = [True] * (end - start)
        ends.setdefault(end, []).append(str(number))
    pieces, inside = [], False
    for place in range(len(text) + 1):
        if place in ends:
            pieces.append(f"<sup>{', '.join(ends[place])}</sup>")
        now = place < len(text) and covered[place]
        if now != inside:
            pieces.append("<mark>" if now else "</mark>")
            inside = now
        pieces.append(html.escape(text[place : place + 1]))
    return "".join(pieces)
