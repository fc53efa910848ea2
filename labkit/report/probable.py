"""How p is misread: as the probability of a hypothesis.

A p-value is the probability of the data on a supposition, and a text misreads it when it gives the
supposition, or its opposite, a probability. So there are three kinds of words to look for: what
can be true or not (a hypothesis), what gives a probability, and what makes a supposition of it.
"""

import re

_PERCENT = r"\d+(?:[.,]\d+)?\s?(?:%|per\s?cent\b)"
_SHARE = rf"(?:{_PERCENT}|\d*[.,]\d+)"
_FEW = r"(?:(?!not\b|rejected\b)[\w.’'-]+\s+){0,3}?"  # of other words

# What can be true or not. The null hypothesis, or the alternative, by its name ...
_NAMED = r"(?:(?:the|this|that|our|a)\s+)?(?:null(?:\s+hypothesis)?|alternative(?:\s+hypothesis)?|hypothesis|H_?[01]|H[₀₁])(?!\w)"
# ... that one system is better, or none ...
_BETTER = (
    r"(?:better|best|worse|worst|superior|inferior|stronger|weaker|(?:more|less)\s+accurate)\b"
)
_SAME = r"(?:equal\w*|equivalent|the\s+same|alike|identical|as\s+good\s+as)\b|(?:do|does|did)(?:\s+not|n['’]t)\s+differ\b"
_RANKED = (
    rf"(?:[\w.’'-]+\s+){{0,9}}?(?:(?:is|are|was|were|be|being)\s+(?:not\s+)?{_FEW}(?:{_BETTER}|{_SAME})|"
    rf"(?:outperform|beat|surpass)\w*|{_SAME})"
)
_DIFFERS = r"there\s+(?:is|being)\s+(?:an?|no|not\s+an?)\s+(?:\w+\s+)?(?:difference|effect|improvement)\b|no\s+(?:real\s+|true\s+)?(?:difference|effect)\b"
# ... that it was chance, or is real, or that we are wrong.
_OUTCOME = (
    r"(?:(?:the|this|that|our|these|its|their|(?:[\w.-]+\s+){0,3}?[\w.-]+['’]s?)\s+(?:\w+\s+)?(?:differences?|"
    r"results?|gains?|improvements?|findings?|claims?|conclusions?|effects?|outcomes?|wins?|lead|"
    r"advantage)(?:\s+(?:between|of|from|over|against|on|in)(?:\s+[\w.’'-]+){1,6}?)?|it|this|we)"
)
_CHANCE = (
    r"(?:due\s+to|by|caused\s+by|down\s+to|from|because\s+of)\s+(?:pure\s+|mere\s+|sheer\s+|"
    r"random\s+)?(?:chance|luck|accident|coincidence|noise)\b|(?:random|accidental|lucky|spurious)\b|"
    r"a\s+(?:coincidence|fluke)\b|(?:luck|noise|chance)\b"
)
_TRUTH = r"(?:real|genuine|true|false|wrong|correct|right|mistaken)\b"
_HAPPENED = rf"{_OUTCOME}\s+{_FEW}(?:{_CHANCE}|{_TRUTH})|being\s+(?:wrong|right|mistaken)\b"

# What gives a probability: before what has it ...
_NOUN = r"(?:probability|chances?|likelihood|odds|risk)\b"
_LIKELY = r"(?:probable|likely|unlikely|improbable|certain|sure|confident)\b"
_THE_PROBABILITY_THAT = (
    rf"{_NOUN}(?:,?\s+(?:of|is|at)\s+{_SHARE})?,?(?:\s+(?:that|of|for|against)\b)*\s+(?!(?:the|this|a|"
    r"our)\s+(?:\w+\s+)?test\b)"
)
# ... or behind it.
_WITH_PROBABILITY = (
    r"(?:with|at)\s+(?:an?\s+|only\s+|the\s+)*(?:(?:probability|likelihood|certainty|chance)\b|"
    rf"{_PERCENT}\s+(?:probability|likelihood|certainty|chance))"
)

_STATEMENTS = "|".join(f"(?:{one})" for one in (_NAMED, _DIFFERS, _HAPPENED, _RANKED))
_PATTERNS = [
    rf"\b{_THE_PROBABILITY_THAT}(?:{_STATEMENTS})",
    rf"{_PERCENT}\s+{_LIKELY}",
    rf"\b{_LIKELY}\s+that\s+{_NAMED}",
    rf"{_NAMED}(?:,[^,]{{1,60}},)?(?:['’]s\s+|\s+has\s+{_FEW}(?:{_PERCENT}\s+)?){_NOUN}",
    rf"{_NAMED}\s+(?:is|are|was|has|holds?|becomes?|seems?|looks?|can|must|may)\s+{_FEW}"
    rf"(?:{_WITH_PROBABILITY}|{_PERCENT}\s+{_LIKELY}|{_LIKELY}|probably|(?:almost|nearly)\s+certainly)",
    rf"{_NAMED}\s+(?:is|holds)\s+(?:\w+\s+)?(?:with|at|in)\s+{_PERCENT}",
    rf"{_NAMED}\s+(?:is\s+)?(?:true|false|correct)\s+(?:with|at)\s+(?:p\b|{_PERCENT})",
    rf"{_OUTCOME}\s+has\s+{_FEW}(?:{_PERCENT}\s+)?{_NOUN}\s+(?:of\s+(?:{_PERCENT}\s+)?(?:of\s+)?)?"
    rf"(?:being\s+)?(?:{_CHANCE}|{_TRUTH})",
    rf"(?:{_HAPPENED})\s+{_FEW}{_WITH_PROBABILITY}",
    rf"makes?\s+{_NAMED}\s+(?:\w+\s+)?{_LIKELY}",
    r"\bP\s?\(\s?H_?[01₀₁][^)]*\)",
    rf"(?:{_BETTER}|{_SAME})(?:\s+[\w.’'-]+){{0,6}}?,?\s+{_WITH_PROBABILITY}",
    rf"{_WITH_PROBABILITY}(?:\s+of)?(?:\s+{_SHARE})?,?(?:\s+that)?\s+(?:{_RANKED})",
    rf"{_PERCENT}\s+{_NOUN}\s+(?:of\s+being|to\s+be)\s+(?:\w+\s+)?{_BETTER}",
]
_PROBABLE = re.compile("|".join(f"(?:{one})" for one in _PATTERNS), re.IGNORECASE)

#: What is before or behind such words takes them back.
_NOT = re.compile(
    r"(?i)\b(?:not|nor|never|neither|nothing|nobody|cannot|without|rather than|instead of|wrong to|"
    r"wrongly|mistake\w*|misread\w*|misunder\w*|misinterpret\w*|confus\w*|fallacy|myth|unknown|how|"
    r"avoid\w*|whoever|what\s+is)\b|n['’]t\b"
)
_NOT_KNOWN = re.compile(
    r"(?i)[^.;]{0,40}?\b(?:(?:is|are|remains?|stays?)\s+(?:not\b|unknown|another|something\s+else)|"
    r"(?:cannot|do\s+not|does\s+not)\b|(?:does|is|do)n['’]t\b)"
)
#: A hypothesis is only supposed ...
SUPPOSES = re.compile(
    r"(?i)\b(?:if|under|when|where|assum\w+|suppos\w+|given|were|"
    r"provided)\b(?:\W+\w+){0,5}?\W+(?:null\b(?!\s+hypothesis\s+(?:is|was|has)\s+(?:\w+ly\s+)?(?:probab|"
    r"likel|unlik|improb))|H_?0|H₀|neither|no\s|both\b|equal\w*|chance|luck|same|alike|fair|"
    r"do(?:es)?\s+not\s+differ|truly|really)"
)
#: ... and the probability is that of the data: of so much, or more.
_EXTREME = re.compile(
    r"(?i)\bwould\b|\bsuch\s+an?\b|\bat\s+least\s+(?:as|so)\b|\bas\s+(?:large|extreme|great)\b|"
    r"\bor\s+(?:more|larger)\b|\b(?:so|this)\s+(?:large|great|extreme)\b|\bq\s?="
)


def misreads_p(clause: str) -> bool:
    """Say whether a clause gives a hypothesis a probability, and does not take it back.

    Examples
    --------
    >>> misreads_p("There is a 3 % chance that the null hypothesis is true")
    True
    >>> misreads_p("If the null hypothesis is true, so large a difference has probability 0.03")
    False
    """
    found = _PROBABLE.search(clause)
    if found is None or _NOT.search(clause[: found.start()]):
        return False
    after = _NOT_KNOWN.match(clause, found.end())
    return not (after or SUPPOSES.search(clause) or _EXTREME.search(clause))
