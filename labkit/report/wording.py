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
#: The clause is about the systems of the one before.
REFERS_BACK = re.compile(
    r"\b(?:it|its|they|their|this|that|these|both|differences?|gains?|former|latter)\b",
    re.IGNORECASE,
)
#: A number with digits after the point, and perhaps what makes it a percentage.
NUMBER = re.compile(
    r"(?<![\w.])\d*\.(\d+)(\s?%|[\s-](?:per\s?cent|percentage|points?|pp)\b)?", re.IGNORECASE
)
#: What precedes a number that is no score: p-values, parameters, and levels such as "at the 0.05 level".
NO_SCORE = re.compile(
    r"(?:\bp|\balpha|α|\bbeta|β|\bomega|ω|\blambda|λ|\bq|\bC|\blevels?|\bsmoothing|\bweights?)"
    r"(?:[- ]?values?)?(?:\s*(?:[:=<>≤≥≈~,(]|\d*\.\d+|(?:is|was|are|were|of|at|with|to|and|or|both|"
    r"from|between|about|around|roughly|approximately|only|just|equals?|equal|below|under|above|over|"
    r"near|less|greater|smaller|larger|more|than|most|least|respectively|here|constant)\b))*\s*$",
    re.IGNORECASE,
)
#: The same at a distance: "the probability of so many wins is 0.045".
NO_SHARE = re.compile(r"\b(?:probability|chance|power|threshold)\b[^;]{0,90}$", re.IGNORECASE)
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
)
