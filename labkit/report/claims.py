"""Claims that their significance tests do not support."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from labkit.arguments import as_text
from labkit.report.digits import needless_digits
from labkit.report.tested import Comparisons, Tested
from labkit.report.words import Clause, clauses, sentences
from labkit.text import equation, round_p

Pairs = list[tuple[str, str]]

#: Kind of sin -> what it is called where it is shown.
SINS = {
    "untested": "Nothing was tested here",
    "insignificant": "The test does not support this",
    "significant-untested": '"Significant" needs a test',
    "direction": "The scores say the opposite",
    "denied": "The test does show a difference",
    "equality": "A failed test does not show equality",
    "null": "p is not the probability of a hypothesis",
    "digits": "Too many digits",
    "zero": "No p is 0",
}

MEANING_OF_P = (
    "p says how often chance alone does what was seen, or more, if the null hypothesis is true; "
    "it does not say how probable the hypothesis is."
)

_LEVEL = r"((?:\d*[.,])?\d+\s?%|\d*[.,]\d+)"
_STATED_LEVEL = re.compile(
    rf"(?i)(?:alpha|α|\blevel)\s*(?:=|:|of|is|was)?\s*{_LEVEL}|(?<![\d.,]){_LEVEL}\s*(?:significance\s+)?level|\bat\s+(?:p\s*<\s*)?{_LEVEL}"
)
_ZERO_P = re.compile(
    r"(?i)\bp(?:-values?)?\s*(?:[:=<≤]|is|was|of|equals)?\s*(?:0?[.,]0+|(?<=[=<≤])\s*0|(?<=equals )0)(?![\w.,]*\d|\s?%)"
)

# Patterns of tags; `labkit.report.words` says what each stands for.
_TO_ANOTHER = re.compile(r"[^cN]{0,4}t(?![^c]*[NOr])|(?<=[UD])x{1,3}(?:[cq]|$)")
_TO_ALL = re.compile(r"[^cN]{0,4}O")
_BY = re.compile(r"[^cN]{0,2}bx?N")
_TURNED = re.compile(r"[xc]?t[^cN]{0,3}N.*N")


@dataclass(frozen=True)
class Finding:
    """A phrase that claims more than was shown.

    Parameters
    ----------
    sin, phrase, advice : str
        One of the `SINS`; the words objected to, as they stand in the text (white space
        and markup aside); what is wrong, and what could be written.

    See Also
    --------
    review_claims : Finds these in a paragraph.

    Examples
    --------
    >>> print(Finding("equality", "A and B are equally good", "write that it was inconclusive."))
    “A and B are equally good” – A failed test does not show equality: write that it was inconclusive.
    """

    sin: str
    phrase: str
    advice: str

    def __str__(self) -> str:
        """Quote the phrase, and say what is wrong with it."""
        return f"“{self.phrase}” – {SINS[self.sin]}: {self.advice}"


def review_claims(
    text: str, comparisons: Comparisons, n: int | None = None, alpha: float = 0.05
) -> list[Finding]:
    """Read a paragraph for claims that its significance tests do not support.

    Source: MLRD lecture 4, "Significance Reporting - the three deadly sins". It looks, clause by
    clause, for words such as "better", "outperforms" and "significant", and looks up the systems
    that they compare. A fourth sin is to take p for the probability of the null
    hypothesis. It reads words, not meaning, and is silent where it is not sure: no objection is
    not yet a good report.

    Parameters
    ----------
    text : str
        The paragraph, or more than one, in plain sentences; the tables of Markdown are left out.
    comparisons : dict or DataFrame
        What was tested: ``(system_a, system_b) -> Result`` or p-value, or a table with the
        columns `system_a`, `system_b`, `pvalue` and perhaps `gain` (score of a minus score of b).
        The text should use these names.
    n, alpha : int and float, default None and 0.05
        Number of test items (that of a Result if there is one), and significance level.

    Returns
    -------
    list of Finding
        In the order of the text, each quoting the phrase it objects to.

    See Also
    --------
    labkit.significance.Result.claim : The sentence that one test supports.

    Examples
    --------
    >>> from labkit.significance import sign_test
    >>> tested = {("Naive Bayes", "lexicon"): sign_test(30, 24, 146)}
    >>> [finding.sin for finding in review_claims("Naive Bayes outperforms the lexicon.", tested)]
    ['insignificant']
    """
    reader = _Reader(Tested.of(comparisons, n, alpha))
    for sentence in sentences(as_text(text)):
        reader.read(sentence)
    return reader.findings


class _Reader:
    """Reads sentence by sentence, and remembers which systems the clauses before were about."""

    def __init__(self, tested: Tested) -> None:
        self.tested = tested
        self.findings: list[Finding] = []
        self.systems: list[str] = []
        self.pairs: Pairs | None = []
        self.claimed: list[tuple[set[str], Finding]] = []

    def read(self, sentence: str) -> None:
        """Add what is wrong with a sentence."""
        earlier, self.claimed = self.claimed, []
        for number, text in enumerate(clauses(sentence)):
            clause = self.tested.read(text)
            # "A beats B, which beats C" says the latter of B.
            subject = self.systems[-1:] if text.startswith("which") else self.systems[:1]
            pairs = self._pairs(clause, subject, later=number > 0)
            level = _stated_level(text, self.tested.alpha)
            if not sentence.rstrip('"”’)').endswith("?"):
                found = [*self._review(clause, pairs, level)]
                if clause.meaning == "denied":
                    # "A is better than B, but not significantly": what is taken back is not claimed.
                    about = [{*pair} for pair in pairs or []]
                    back = [one for pair, one in earlier + self.claimed if pair in about]
                    self.findings = [one for one in self.findings if one not in back]
                self.findings += found
            if zero := _ZERO_P.search(text):
                self.findings.append(Finding("zero", zero[0], "write p < 0.001, or p as it is."))
            outcomes = [self.tested.outcome(*pair) for pair in pairs or []]
            sized = bool(outcomes) and all(one and one.significant(level) for one in outcomes)
            digits = needless_digits(clause, self.tested.n, self.tested.alpha, sized)
            self.findings += [Finding("digits", *each) for each in digits]
            if clause.systems:
                self.systems, self.pairs = [*clause.systems.values()], pairs

    def _review(self, clause: Clause, pairs: Pairs | None, level: float) -> Iterator[Finding]:
        """Yield what is wrong with a clause about these pairs; None if they cannot be told."""
        text, meaning = clause.text, clause.meaning
        if meaning == "null":
            yield Finding("null", text, MEANING_OF_P)
        elif meaning == "equal":
            yield Finding("equality", text, self._instead_of_equal(pairs or []))
        elif meaning == "denied":
            yield from self._denials(clause, pairs or [], level)
        elif meaning == "claimed" and pairs is not None:
            yield from self._claims(clause, pairs, level)

    def _pairs(self, clause: Clause, subject: list[str], later: bool) -> Pairs | None:
        """List the pairs (claimed better, claimed worse) of a clause; None if they cannot be told."""
        tags, systems, comparison = clause.tags, clause.systems, clause.comparison
        start, end = comparison[:2] if comparison else (next(iter(systems), len(tags)) + 1,) * 2
        # "Better than a linear SVM", which nobody has tested, is not better than the system before.
        another = comparison and _TO_ANOTHER.match(tags, end)
        subject = [] if another else subject
        left = [name for place, name in systems.items() if place < start]
        right = [name for place, name in systems.items() if place >= start]
        places = [*systems]
        if comparison and left and (comparison.of_all or _TO_ALL.match(tags, end)):
            # "Not the best" may still be better than one of the others.
            others = [name for name in self.tested.names if name not in left]
            right = [] if clause.meaning == "denied" else others
        elif comparison and systems and "A" in tags and not (left and right):
            return None  # "all three systems are better than A"
        elif not systems:
            return self.pairs if not another and (later or re.search("[rd]", tags[:start])) else []
        elif len(left or right) > 1 and not (left and right):
            if comparison and not (_TURNED.match(tags) or "t" in tags[places[0] : places[1]]):
                return None  # "A and B are better"
            left, right = (left or right)[:1], (left or right)[1:]
        elif not left:  # "it outperforms the lexicon"
            left = subject if start < 2 or "r" in tags[:start] else []
        elif not right:  # "A is better", or "the difference from the lexicon"
            right = subject
            left, right = (left, right) if comparison else (right, left)
        pairs = [(a, b) for a in dict.fromkeys(left) for b in dict.fromkeys(right) if a != b]
        turns = comparison and comparison.down, _BY.match(tags, end), _TURNED.match(tags)
        return [(b, a) for a, b in pairs] if sum(map(bool, turns)) % 2 else pairs

    def _claims(self, clause: Clause, pairs: Pairs, level: float) -> Iterator[Finding]:
        """Object to each pair's claim that its test does not support."""
        sin, text = "significant-untested" if clause.significant else "untested", clause.text
        if not pairs and "R" not in clause.tags:
            yield Finding(sin, text, "say which two systems you compare, and test them.")
        for better, worse in pairs:
            outcome, names = self.tested.outcome(better, worse), f"{better} and {worse}"
            if outcome is None:
                yield Finding(sin, text, f"there is no test of {names}.")
            elif not outcome.significant(level):
                above = f"above {level:g}" if outcome.p > level else "but too few data"
                words = "p" if outcome.significant(self.tested.alpha) else "that it is inconclusive"
                advice = f"{self._found(better, worse)}, {above}; write {words}."
                finding = Finding("insignificant", text, advice)
                if not clause.significant:
                    self.claimed.append(({better, worse}, finding))
                yield finding
            elif clause.comparison and outcome.ahead not in (better, None):
                yield Finding("direction", text, f"of {names}, {outcome.ahead} is ahead.")

    def _denials(self, clause: Clause, pairs: Pairs, level: float) -> Iterator[Finding]:
        """Object where a difference is denied that was found; "A is not better than B" is right where B is."""
        for better, worse in pairs:
            outcome = self.tested.outcome(better, worse)
            right = clause.comparison and outcome and outcome.ahead == worse
            if outcome and outcome.significant(level) and not right:
                advice = f"{self._found(better, worse)}, not above {level:g}."
                yield Finding("denied", clause.text, advice)

    def _instead_of_equal(self, pairs: Pairs) -> str:
        """Describe what to write in place of "equally good": what the test of the pair found."""
        for a, b in pairs:
            outcome = self.tested.outcome(a, b)
            if outcome and outcome.significant(self.tested.alpha):
                return f"{self._found(a, b)}: the test does show a difference."
        return "write that the test was inconclusive."

    def _found(self, a: str, b: str) -> str:
        """Write the p that was found for a pair."""
        p = self.tested.outcomes[frozenset((a, b))].p
        return f"for {a} and {b} {equation('p', round_p(p))}"


def _stated_level(clause: str, alpha: float) -> float:
    """Return the significance level of a clause: its own, if that is stricter than `alpha`."""
    stated = [next(filter(None, match)) for match in _STATED_LEVEL.findall(clause)]
    numbers = [(n.rstrip(" %").replace(",", "."), 100 if "%" in n else 1) for n in stated]
    levels = [float(number) / unit for number, unit in numbers]
    return min([alpha, *filter(None, levels)])
