"""Claims that their significance tests do not support."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Self

from labkit.arguments import as_level, as_text
from labkit.report import wording
from labkit.report.comparing import Comparison, find_comparison
from labkit.report.digits import needless_digits
from labkit.report.markup import blocks
from labkit.report.probable import SUPPOSES, misreads_p
from labkit.report.tested import Comparisons, Outcome, Tested

#: Letters of a word, unless a system's name is longer, and of a sentence that are read as one: the
#: time to read one grows with the square of its length.
LONGEST_WORD, LONGEST_SENTENCE = 200, 2_000

_Pairs = list[tuple[str, str]]

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

#: The four sins that lecture and tick name, in their order: the first three are MLRD's.
FOUR_SINS = ("untested", "insignificant", "significant-untested", "null")

MEANING_OF_P = (
    "p says how often chance alone does what was seen, or more, if the null hypothesis is true; "
    "how probable that hypothesis is, or its opposite, no p tells."
)


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
    clause, for words such as "better", "outperforms" and "significant", finds the systems that
    they compare, and looks the pair up. A fourth sin is to take p for the probability that the
    null hypothesis is true (`FOUR_SINS`). It objects as well where a difference is denied that was
    found. It reads words, not meaning: no objection is not yet a good report.

    Parameters
    ----------
    text : str
        The paragraph, or more than one: plain, in Markdown or LaTeX, or copied out of a PDF.
    comparisons : dict or DataFrame
        What was tested: ``(system_a, system_b) -> Result`` or p-value, or a table with the
        columns `system_a`, `system_b`, `pvalue` and perhaps `gain` (score of a minus score of b).
        The text should use these names.
    n, alpha : int and float, optional
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
    tested = Tested.of(comparisons, n, as_level(alpha))
    text = _of_words(as_text(text), tested)
    findings: list[Finding] = []
    context = _Context()
    for block, in_table in blocks(text):
        if in_table:
            digits = needless_digits(block, tested.n, alpha)
            findings += [Finding("digits", *each) for each in digits]
            continue
        for sentence in _sentences(block):
            context.begin(sentence)
            for clause in _clauses(sentence, tested):
                main, relative = _without_relative(clause, tested)
                findings += _review_clause(main.strip(" \n\t.!?,"), tested, context)
                if relative:
                    about = replace(context, subject=tested.mentions(main)[1][-1][1])
                    findings += _review_clause(relative.strip(" \n\t.!?,"), tested, about)
    return [finding for finding in findings if id(finding) not in context.taken_back]


def _of_words(text: str, tested: Tested) -> str:
    """Cut what is too long for a word or a name, such as a picture in base 64."""
    longest = max([LONGEST_WORD, *map(len, tested.names)])
    return re.sub(rf"(\S{{{longest}}})\S+", r"\1", text)


def _sentences(block: str) -> Iterator[str]:
    """Part a block into sentences, and what never ends into parts of a bounded length."""
    for sentence in wording.SENTENCE.split(block):
        parts = re.findall(rf".{{1,{LONGEST_SENTENCE}}}(?!\S)", sentence, re.DOTALL)
        yield from parts or [sentence]


def _clauses(sentence: str, tested: Tested) -> Iterator[str]:
    first = wording.FIRST_CLAUSE.match(sentence)
    clauses = wording.CLAUSE.split(sentence[first.end() :] if first else sentence)
    for clause in [first[0], *clauses] if first else clauses:
        links = list(wording.LINK.finditer(tested.mentions(clause)[0]))
        # "A > B > C" says as much of B and C as of A and B.
        begins = [0, *(link.end() for link in links[:-1])]
        ends = [*(link.start() for link in links[1:]), len(clause)]
        yield from (clause[start:end] for start, end in zip(begins, ends, strict=True))


def _without_relative(clause: str, tested: Tested) -> tuple[str, str]:
    """Part "A beats B" from what "..., which beats C" says of B."""
    main, *relative = wording.RELATIVE.split(clause, maxsplit=1)
    if relative and tested.mentions(main)[1]:
        masked, mentioned = tested.mentions(relative[0])
        if mentioned and wording.COMPARES.search(masked):
            return main, relative[0]
    return clause, ""


@dataclass
class _Context:
    """What the clauses before were about: "it" means their subject."""

    subject: str | None = None
    asks: bool = False  # the sentence is a question
    pairs: _Pairs = field(default_factory=list)
    in_sentence: _Pairs = field(default_factory=list)
    claimed: list[tuple[set[str], Finding]] = field(default_factory=list)
    before: list[tuple[set[str], Finding]] = field(default_factory=list)  # in the last sentence
    taken_back: set[int] = field(default_factory=set)

    def begin(self, sentence: str) -> None:
        """Forget what a new sentence does not refer to."""
        self.before, self.claimed = self.claimed, []
        self.in_sentence = self.in_sentence if wording.GOES_ON.match(sentence) else []
        self.asks = sentence.rstrip('"”’)').endswith("?")


@dataclass(frozen=True)
class _Clause:
    """A clause, the same without the names of systems, and what is found in it."""

    text: str
    masked: str
    mentioned: list[tuple[int, str]]
    compares: Comparison | None
    marginal: bool

    @classmethod
    def of(cls, text: str, tested: Tested) -> Self:
        """Read a clause."""
        masked, mentioned = tested.mentions(text)
        marginal = wording.MARGINAL.search(masked) is not None
        return cls(text, masked, mentioned, find_comparison(masked), marginal)

    @property
    def significant(self) -> bool:
        found = wording.SIGNIFICANT.search(self.masked) or wording.REJECTS_NULL.search(self.masked)
        return self.marginal or found is not None

    @property
    def denies(self) -> bool:
        return wording.DENIES.search(wording.NEUTRAL.sub(" ", self.masked)) is not None

    @property
    def denied(self) -> bool:
        left = wording.NEUTRAL.sub(" ", self.masked)
        if not wording.NEGATIONS.search(left) or wording.ONLY_SUPPOSED.search(self.masked):
            return False
        return wording.DENIED.search(left) is not None


def _review_clause(text: str, tested: Tested, context: _Context) -> list[Finding]:
    clause = _Clause.of(text, tested)
    pairs = _pairs(clause, tested, context)
    findings: list[Finding] = []
    equal = wording.EQUAL.search(wording.NEGATIVES.sub(" ", clause.masked))
    # What has a probability, or is asked, is not claimed.
    misread = misreads_p(text)
    if misread:
        findings.append(Finding("null", text, MEANING_OF_P))
        equal = None
    asks = context.asks or any(one.search(clause.masked) for one in wording.NO_CLAIMS)
    if asks:
        pass
    elif wording.ACCEPTS_NULL.search(text) and not wording.ACCEPTS_NOTHING.search(text):
        findings.append(Finding("equality", text, _instead_of_equal(pairs, tested)))
    elif wording.REJECTS_NULL.search(clause.masked):
        findings += _of_null(clause, pairs, tested)
    elif equal:
        denied = clause.denies and not equal[0].lower().startswith("no")
        if not (denied or SUPPOSES.search(clause.text)):
            findings.append(Finding("equality", text, _instead_of_equal(pairs, tested)))
    elif clause.denied and not misread:
        before = wording.DENIES_BEFORE.match(clause.masked) and not clause.mentioned
        about = context.in_sentence if before else pairs
        findings += _denials(clause, about, tested)
        # "A is better than B, but not significantly": what is taken back is not claimed.
        claimed = [*context.before, *context.claimed]
        context.taken_back |= {id(one) for pair, one in claimed if pair in map(set, about)}
    elif (clause.compares or clause.significant) and not clause.denies:
        for pair in [[pair] for pair in pairs] or [[]]:
            findings += (found := list(_claims(clause, pair, tested)))
            if not clause.significant:
                context.claimed += [(set(*pair), f) for f in found if f.sin == "insignificant"]
    if not findings and not asks:
        findings += _against_stated_p(clause, pairs, tested)
    if clause.mentioned:
        context.subject, context.pairs, context.in_sentence = clause.mentioned[0][1], pairs, pairs
    if zero := wording.ZERO_P.search(clause.masked):
        findings.append(Finding("zero", zero[0], "write p < 0.001, or p as it is."))
    digits = needless_digits(clause.masked, tested.n, tested.alpha)
    return findings + [Finding("digits", *each) for each in digits]


def _of_null(clause: _Clause, pairs: _Pairs, tested: Tested) -> Iterator[Finding]:
    """Object where a null hypothesis is rejected against its test, or is not."""
    if wording.REJECTS_NOT.search(clause.masked):
        yield from _denials(clause, pairs, tested)
    elif pairs and not wording.MAY_REJECT.search(clause.masked):
        yield from _claims(clause, pairs, tested)


def _pairs(clause: _Clause, tested: Tested, context: _Context) -> _Pairs:
    """List the pairs (claimed better, claimed worse) that a clause is about."""
    compares, masked = clause.compares, clause.masked
    names = [name for _, name in clause.mentioned]
    if compares and compares.record:
        return []  # better than all that there is, which nobody has tested
    another = compares is not None and wording.OF_ANOTHER.match(masked, compares.end)
    if not names:
        refers = wording.REFERS_BACK.search(masked) and not another
        return context.pairs if refers else []
    others = compares is not None and wording.OF_OTHERS.match(masked, compares.end)
    best = compares and compares.superlative and not (clause.denied and len(names) > 1)
    if best or (others and len(names) == 1):
        pairs = [(names[0], other) for other in tested.names if other != names[0]]
    elif len(names) == 1 and compares and wording.OF_ALL.search(masked, 0, compares.start):
        pairs = [(other, names[0]) for other in tested.names if other != names[0]]
    else:
        pairs = _sides(clause, bool(another), context)
    if compares is None:
        return pairs
    turns = (
        compares.down,  # "A is worse than B"
        compares.participle
        and wording.PASSIVE.match(masked, compares.end),  # "A is outperformed by B"
        wording.COMPARED_WITH.match(masked) and len(names) == 2,  # "compared with A, B is better"
    )
    return [(b, a) for a, b in pairs] if sum(map(bool, turns)) % 2 else pairs


def _sides(clause: _Clause, another: bool, context: _Context) -> _Pairs:
    """Pair each system before the comparison with each behind it."""
    compares, mentioned = clause.compares, clause.mentioned
    split = compares.start if compares else mentioned[0][0] + 1
    left = [name for position, name in mentioned if position < split]
    right = [name for position, name in mentioned if position >= split]
    if not right:
        left, right = left[:1], left[1:]
    if another and not right:
        return []  # "better than a linear SVM", which nobody tested
    if compares and not left and not another and _one_and_other(clause, compares.end):
        left, right = right[:1], right[1:]
    if compares and not left and wording.FROM_TO.search(clause.masked, compares.end):
        left, right = right[1:], right[:1]
    own = compares and len(left) == 1 and not wording.REFERS_TO_SUBJECT.search(clause.masked)
    if context.subject and own and not right:  # "while A reaches 81, B reaches 84, an improvement"
        right = [context.subject]
    if context.subject and not right:  # "the difference from the lexicon"
        left, right = [context.subject], left
    elif context.subject and not left:  # "it outperforms the lexicon"
        left = [context.subject]
    return [(a, b) for a in left for b in right if a != b]


def _one_and_other(clause: _Clause, end: int) -> bool:
    """Whether the systems behind a comparison are its two: "superiority of A over B", "with A than with B"."""
    if wording.OF_ONE.match(clause.masked, end):
        return True
    places = [position for position, _ in clause.mentioned if position >= end]
    return len(places) == 2 and bool(wording.THAN.search(clause.masked, *places))


def _claims(clause: _Clause, pairs: _Pairs, tested: Tested) -> Iterator[Finding]:
    """Object to each pair's claim that its test does not support."""
    sin, text = "significant-untested" if clause.significant else "untested", clause.text
    if not pairs:
        yield Finding(sin, text, "say which two systems you compare, and test them.")
    level = wording.stated_level(text, tested.alpha)
    for better, worse in pairs:
        outcome = tested.results.get(frozenset((better, worse)))
        names = f"{tested.names[better]} and {tested.names[worse]}"
        if outcome is None:
            yield Finding(sin, text, f"there is no test of {names}.")
        elif not outcome.significant(level):
            above = f"above {level:g}" if outcome.p > level else "but too few data"
            found = f"{_found(better, worse, outcome, tested)}, {above}"
            instead = "p" if outcome.significant(tested.alpha) else "that it is inconclusive"
            yield Finding("insignificant", text, f"{found}; write {instead}.")
        elif clause.compares and outcome.ahead is not None and outcome.ahead != better:
            advice = f"of {names}, {tested.names[outcome.ahead]} is ahead."
            yield Finding("direction", text, advice)


def _denials(clause: _Clause, pairs: _Pairs, tested: Tested) -> Iterator[Finding]:
    """Object where a clause denies, or leaves open, a difference that was found significant.

    "A is not better than B" is right where B is: so the system that is ahead must be the one
    that the clause denies to be.
    """
    level, ranked = wording.stated_level(clause.text, tested.alpha), clause.compares
    for better, worse in pairs:
        outcome = tested.results.get(frozenset((better, worse)))
        if outcome is None or not outcome.significant(level):
            continue
        either = ranked is None or wording.OF_EITHER.search(clause.masked)
        if either or outcome.ahead in (better, None):
            advice = f"{_found(better, worse, outcome, tested)}, not above {level:g}."
            yield Finding("denied", clause.text, advice)


def _against_stated_p(clause: _Clause, pairs: _Pairs, tested: Tested) -> Iterator[Finding]:
    """Object to "not significant (p = 0.01)", to "significant (p = 0.2)", and to a p that no test found."""
    every = [*wording.STATED_P.finditer(clause.masked)]
    if not every or wording.CORRECTED.search(clause.masked):
        return
    p, sign = float(every[0]["p"].replace(",", ".")), every[0]["sign"] or "="
    level = wording.stated_level(clause.text, tested.alpha)
    if not (wording.SIGNIFICANT.search(clause.masked) or clause.marginal):
        alone = len(pairs) == len(every) == 1 and len(clause.mentioned) == 2 and not clause.denies
        outcome = tested.results.get(frozenset(pairs[0])) if alone and p <= level else None
        if outcome and sign in ("<", "=") and outcome.p > level:
            advice = f"{_found(*pairs[0], outcome, tested)}, not {sign} {p:g}; write p."
            yield Finding("insignificant", clause.text, advice)
    elif clause.denied and p <= level and not sign.startswith((">", "≥")):
        yield Finding("denied", clause.text, f"p {sign} {p:g} is not above {level:g}.")
    elif not clause.denies and (p > level or (p == level and sign == ">")) and sign[0] not in "<≤":
        advice = f"p {sign} {p:g} is above {level:g}; write that it is inconclusive."
        yield Finding("insignificant", clause.text, advice)


def _found(better: str, worse: str, outcome: Outcome, tested: Tested) -> str:
    return f"for {tested.names[better]} and {tested.names[worse]} p {f'= {outcome.p:.2g}' if outcome.p else '< 0.001'}"


def _instead_of_equal(pairs: _Pairs, tested: Tested) -> str:
    """Say what to write in place of "equally good": what the test of the pair found."""
    for better, worse in pairs:
        outcome = tested.results.get(frozenset((better, worse)))
        if outcome and outcome.significant(tested.alpha):
            return f"{_found(better, worse, outcome, tested)}: the test does show a difference."
    return "write that the test was inconclusive."
