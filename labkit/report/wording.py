"""The words of claims: how comparisons, denials, equality and numbers are written."""

import re

COMPARES = re.compile(
    r"\b(?:better|best|outperform\w*|beat\w*|superior|surpass\w*|improve\w*|improvement|"
    r"(?:more|less) accurate|worse|worst|inferior|underperform\w*)\b",
    re.IGNORECASE,
)
DOWN = re.compile(r"\b(?:less accurate|worse|worst|inferior|underperform\w*)\b", re.IGNORECASE)
SUPERLATIVE = re.compile(r"\b(?:best|worst)\b", re.IGNORECASE)
SIGNIFICANT = re.compile(r"\bsignificant(?:ly)?\b(?!\s+digit)", re.IGNORECASE)
EQUAL = re.compile(
    r"\b(?:equally (?:good|well|accurate)|as (?:good|accurate) as|just as (?:good|well)|"
    r"performs? as well as|no (?:real )?difference|equivalent|on a par|perform(?:s|ed)? the same)\b",
    re.IGNORECASE,
)
DENIES = re.compile(
    r"\b(?:not|no|nor|neither|never|cannot|fail\w*|unable|inconclusive|insignificant|whether|if|"
    r"unclear)\b|n't\b",
    re.IGNORECASE,
)
REFERS_BACK = re.compile(
    r"\b(?:it|its|they|their|this|that|these|both|differences?|gains?|former|latter)\b",
    re.IGNORECASE,
)
NUMBER = re.compile(r"(?<![\w.])\d*\.(\d+)(\s?%)?")
# Not scores: p-values, parameters, and levels such as "at the 0.05 level".
NO_SCORE = re.compile(
    r"(?:\bp|\balpha|α|\bomega|ω|\blevels?)(?:-?values?)?\s*(?:is|of|was|[:=<>≤≥])+"
    r"\s*(?:\d*\.\d+\s*(?:,|and|or)\s*)*$",
    re.IGNORECASE,
)
LEVEL = re.compile(r"\s*(?:significance\s+)?level\b", re.IGNORECASE)
PASSIVE = re.compile(r"\s*by\b", re.IGNORECASE)
COMPARED_WITH = re.compile(r"^\s*(?:compared|relative)\s+(?:with|to)\b", re.IGNORECASE)
SENTENCE = re.compile(r"(?<=[.!?])\s+")
CLAUSE = re.compile(
    r";\s+|:\s+(?![\d.])|,?\s+\b(?:but|although|though|while|whereas|however|yet)\b\s+|,\s+(?:and|so)\s+"
)
