"""The words of claims: how comparisons, denials, equality and numbers are written.

Each is a pattern to search a clause for. They are of the language, not of one
text: what a clause says about which systems is read in `claims`.
"""

import re

#: One system is said to be better or worse.
COMPARES = re.compile(
    r"\b(?:better|best|outperform\w*|beat\w*|superior|surpass\w*|improve\w*|improvement|"
    r"(?:more|less) accurate|worse|worst|inferior|underperform\w*)\b",
    re.IGNORECASE,
)
#: ... and it is the first that is worse.
DOWN = re.compile(r"\b(?:less accurate|worse|worst|inferior|underperform\w*)\b", re.IGNORECASE)
#: What follows a comparison names somebody: not the system that the text was about.
OF_ANOTHER = re.compile(
    r"(?:\s+(?:\w+\s+)?(?:than|over)|(?<=outperforms)|(?<=outperform)|(?<=outperformed)|(?<=beats)|(?<=beat)|"
    r"(?<=surpasses)|(?<=surpass))\s+"
    r"(?!(?:it|them|this|that|these|those|both|all|any|each|every|by|expected|before|ever|one|"
    r"the\s+(?:others?|former|latter|first|second|rest))\b)\w",
    re.IGNORECASE,
)
#: Better or worse than all the others.
SUPERLATIVE = re.compile(r"\b(?:best|worst)\b", re.IGNORECASE)
#: The claim of a test, but no significant digit.
SIGNIFICANT = re.compile(r"\bsignificant(?:ly)?\b(?!\s+digit)", re.IGNORECASE)
#: Two systems are said to be equally good.
EQUAL = re.compile(
    r"\b(?:equally (?:good|well|accurate)|as (?:good|accurate) as|just as (?:good|well)|"
    r"performs? as well as|no (?:real )?difference|equivalent|on a par|perform(?:s|ed)? the same)\b",
    re.IGNORECASE,
)
#: The clause takes back, or leaves open, what it mentions, or only supposes it.
DENIES = re.compile(
    r"\b(?:not|no|nor|neither|never|cannot|fail\w*|unable|inconclusive|insignificant|whether|if|"
    r"unclear|which (?:system|one|of)|assum\w+|suppos\w+|imagin\w+|hypothes\w+|were (?:really |truly |just )?(?:as|equal\w*))\b"
    r"|n['’]t\b",
    re.IGNORECASE,
)
_BETTER = r"(?:better|outperform\w*|beat\w*|superior|surpass\w*|improve\w*|(?:more|less)\s+accurate|worse|inferior)\b"
_SIGNIFICANT = r"significan(?:t|tly|ce)\b(?!\s+digit)"
_NOT = r"(?:\b(?:not|nor|never|cannot|fail\w*|lacks?|lacking|hardly)\b|n['’]t\b)"
# What may stand between "not" and what is denied: no other clause, and no "not only".
_BETWEEN = (
    r"(?!(?:only|just|merely|all|every|each|both|mean\w*|imply|implies|is|are|was|were|if|whether|that|"
    r"because|since|which|who|where|when)\b)[\w.’'-]+\s+"
)
#: A difference, or its significance, is denied or left open.
DENIED = re.compile(
    rf"{_NOT}\s+(?:{_BETWEEN}){{0,5}}?{_SIGNIFICANT}"
    rf"|\b(?:no|without|neither)\s+(?:{_BETWEEN}){{0,2}}?{_SIGNIFICANT}"
    r"|\b(?:in|non-?\s?)significant(?:ly)?\b|\b(?:inconclusive|undecided|unclear)\b"
    rf"|(?:\bnot|\bcannot|n['’]t)\s+(?:be\s+)?(?:tell|told|distinguish\w*)\b"
    r"|(?:\bcannot|\b(?:can|could)(?:\s+not|n['’]t)|\bunable\s+to)\s+"
    r"(?:say|claim|conclude|decide|show)\b(?!\s+(?:how|why|by)\b)"
    r"|\b(?:do|does|did)(?:\s+not|n['’]t)\s+(?:know|show)\b(?!\s+(?:how|why|by)\b)"
    rf"|{_NOT}\s+(?:{_BETWEEN}){{0,4}}?{_BETTER}|\bno\s+(?:{_BETWEEN})?{_BETTER}"
    rf"|\bneither\b[^,;]*?\b(?:{_SIGNIFICANT}|{_BETTER})"
    r"|^not\s+significantly\b",
    re.IGNORECASE,
)
#: ... but only supposed, asked, or denied in turn.
ONLY_SUPPOSED = re.compile(
    r"\b(?:if|assum\w+|suppos\w+|imagin\w+|hypothes\w+|would|before|were\s+(?:really\s+|truly\s+)?(?:equal\w*|as))\b"
    r"|\bnot\s+(?:\w+\s+)?(?:inconclusive|insignificant|non-?\s?significant|undecided|unclear)\b"
    r"|\bnot\s+true\b|\balways\b|\bno\s+(?:doubt|longer)\b",
    re.IGNORECASE,
)
#: A denial that begins so is about the systems of the clause before, in the same sentence.
DENIES_BEFORE = re.compile(
    r"^(?:not|it|this|(?:the|this|that|their|its)\s+(?:\w+\s+)?(?:test|comparison|difference|result|gain|"
    r"improvement|advantage))\b",
    re.IGNORECASE,
)
#: The clause is about the systems of the one before.
REFERS_BACK = re.compile(
    r"\b(?:it|its|they|their|this|that|these|both|differences?|gains?|former|latter)\b",
    re.IGNORECASE,
)
_PERCENTAGE = r"\s?%|[\s-](?:per\s?cent|percentage|points?|pp)\b"
#: A number with digits after the point, and perhaps what makes it a percentage. The point may be a
#: comma: in 0,815 and 81,5 %, where it cannot part thousands.
NUMBER = re.compile(
    rf"(?<![\w.,])(?:\d*\.|0,|\d+,(?=\d+(?:{_PERCENTAGE})))(\d+)({_PERCENTAGE})?", re.IGNORECASE
)
#: What precedes a number that is no score: p-values, parameters, and levels such as "at the 0.05 level".
NO_SCORE = re.compile(
    r"(?:\bp|\balpha|α|\bbeta|β|\bomega|ω|\blambda|λ|\bq|\bC|\blevels?|\bsmoothing|\bweights?)"
    r"(?:[- ]?values?)?(?:\s*(?:[:=<>≤≥≈~,(]|\d*[.,]\d+|(?:is|was|are|were|of|at|with|to|and|or|both|"
    r"from|between|about|around|roughly|approximately|only|just|equals?|equal|below|under|above|over|"
    r"near|less|greater|smaller|larger|more|than|most|least|respectively|here|constant)\b))*\s*$",
    re.IGNORECASE,
)
#: The same at a distance: "the probability of so many wins is 0.045".
NO_SHARE = re.compile(
    r"\b(?:probability|chance|power|threshold)\b[^;]{0,90}$|^not\s+(?:even\s+)?at\s+$",
    re.IGNORECASE,
)
_LEVEL_OF = r"((?:\d*[.,])?\d+\s?%|\d*\.\d+|0,\d+)"
#: The significance level that a clause states.
AT_LEVEL = re.compile(
    rf"(?:\balpha|α)\s*(?:=|:|of|is|was)?\s*{_LEVEL_OF}"
    rf"|{_LEVEL_OF}\s*(?:significance\s+)?level\b"
    rf"|\blevel\s+(?:of\s+)?{_LEVEL_OF}"
    rf"|\bsignifican\w+\b[^,;(]*?\bat\s+(?:the\s+)?{_LEVEL_OF}",
    re.IGNORECASE,
)
#: What follows a number that is a significance level.
LEVEL = re.compile(r"\s*(?:significance\s+)?level\b", re.IGNORECASE)
#: "is outperformed by": the systems change places.
PASSIVE = re.compile(r"\s*by\b", re.IGNORECASE)
#: "Compared with A, B ...": the systems change places.
COMPARED_WITH = re.compile(r"^\s*(?:compared|relative)\s+(?:with|to)\b", re.IGNORECASE)
#: Between two sentences.
SENTENCE = re.compile(r"(?<=[.!?])\s+")
#: Between two clauses of a sentence.
CLAUSE = re.compile(
    r";\s+|:\s+(?![\d.])|(?<!not)(?<!n't),?\s+\b(?:but|although|though|while|whereas|however|yet)\b\s+|,\s+(?:and|so)\s+"
    # "..., as B is, too": what holds of B is another clause.
    r"|,\s+(?:just\s+)?as\s+(?=[^,;]*\b(?:is|are|was|were|do|does|did)\b(?:,?\s+(?:too|as\s+well))?[\s.!]*$)"
)
