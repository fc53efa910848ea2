"""What a text's claims are held against: the pairs of systems that were tested, and their names."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Self, TypeAlias

import pandas as pd

from labkit.arguments import as_count, as_fraction, as_level, check_columns
from labkit.report.digits import rounded
from labkit.report.words import WORDS, Word, pattern_of
from labkit.significance import Result
from labkit.text import equation, round_p

#: What was tested: pairs of systems with their results or p-values, or a table of pairs.
Comparisons: TypeAlias = Mapping[tuple[str, str], Result | float] | pd.DataFrame


class Outcome(NamedTuple):
    """What the test of a pair says: p, which is ahead and by how much, as far as it is known."""

    p: float
    ahead: str | None
    gain: float | None
    too_few: bool  # for anything to be significant

    def significant(self, level: float) -> bool:
        """Tell whether p is at most a level, of data enough for the test."""
        return self.p <= level and not self.too_few


@dataclass(frozen=True)
class Tested:
    """The pairs that were tested, the scores that are known, and the names, the longest first."""

    outcomes: dict[frozenset[str], Outcome]
    scores: dict[str, float]
    names: list[str]
    n: int | None
    alpha: float

    @classmethod
    def of(cls, comparisons: Comparisons, n: int | None, alpha: float) -> Self:
        """Read what was tested, in any of its forms."""
        scores: dict[str, float] = {}
        if isinstance(comparisons, pd.DataFrame):
            check_columns(comparisons, "comparisons", "system_a", "system_b", "pvalue")
            rows = comparisons.assign(gain=comparisons.get("gain", math.nan))
            columns = rows[["system_a", "system_b", "pvalue", "gain"]]
            found = [_outcome((str(a), str(b)), p, gain) for a, b, p, gain in columns.to_numpy()]
            for side in "ab" if "score_a" in rows and "score_b" in rows else "":
                scores |= dict(zip(rows[f"system_{side}"], rows[f"score_{side}"], strict=True))
        elif isinstance(comparisons, Mapping):
            found = [_outcome(pair, result) for pair, result in comparisons.items()]
            sizes = [result.n for result in comparisons.values() if isinstance(result, Result)]
            n = sizes[0] if n is None and sizes else n
        else:
            kind = type(comparisons).__name__
            raise TypeError(f"comparisons must be a dictionary of pairs, or a table, not {kind}")
        outcomes = dict(found)
        # "magnitude lexicon" is not to be read as "lexicon".
        names = sorted(sorted({name for pair in outcomes for name in pair}), key=len, reverse=True)
        size = None if n is None else as_count(n, "n", least=1)
        return cls(outcomes, scores, names, size, as_level(alpha))

    def told(self, a: str, b: str) -> str:
        """Write what the test of a pair says."""
        if (outcome := self.outcomes.get(frozenset((a, b)))) is None:
            return f"there is no test of {a} and {b}"
        a, b = (b, a) if outcome.ahead == b else (a, b)
        gain = "" if outcome.gain is None else f" +{rounded(outcome.gain)},"
        verdict = "significant" if outcome.significant(self.alpha) else "inconclusive"
        p, link = equation("p", round_p(outcome.p)), "over" if outcome.ahead else "and"
        return f"{a} {link} {b}:{gain} {p}, {verdict}"

    def read(self, text: str) -> list[Word]:
        """Find the systems in a text, and the words that say something of them."""
        pattern, named = self._pattern
        tags = ((match.lastgroup or "c", match.span()) for match in pattern.finditer(text))
        return [Word("N" if tag in named else tag, named.get(tag, ()), *at) for tag, at in tags]

    @cached_property
    def _pattern(self) -> tuple[re.Pattern[str], dict[str, tuple[str, ...]]]:
        """Find names that are no part of others (BERT-large is not BERT), kinds of them, and words."""
        exact = len({*map(str.lower, self.names)}) < len(self.names)
        named, parts = {"a": tuple(self.names)}, []
        for i, name in enumerate(self.names):
            case = "-i" if exact or len(name) == 1 else ""
            parts.append(f"(?P<N{i}>(?{case}:{pattern_of(name)}))")
            named[f"N{i}"] = (name,)
        # "the lexicons" and "Bayes classifiers" are all whose names end so.
        for i, last in enumerate(sorted({name.split()[-1] for name in self.names if " " in name})):
            named[f"K{i}"] = tuple(name for name in self.names if name.split()[-1] == last)
            kind = rf"{re.escape(last)}(?:s|\s(?:classifier|system|model|variant)s)"
            parts.append(f"(?P<K{i}>{kind}|every {re.escape(last)})")
        parts += [f"(?P<{tag}>{pattern_of(phrases)})" for tag, phrases in WORDS.items()]
        every = rf"(?<![\w-])(?:{'|'.join(parts)})(?!\w|-\w)|(?P<not>\w+n['’]t)\b|(?P<k>:)|[,()]"
        return re.compile(every, re.IGNORECASE), named


def _outcome(
    pair: tuple[str, str], result: Result | float, gain: float = math.nan
) -> tuple[frozenset[str], Outcome]:
    """Return a pair, and what its test says."""
    if not isinstance(pair, tuple) or len(pair) != 2:
        raise ValueError(f"comparisons must have pairs of systems as keys, not {pair!r}")
    if isinstance(result, Result):
        ahead = {"a": pair[0], "b": pair[1]}.get(result.better or "")
        return frozenset(pair), Outcome(result.pvalue, ahead, None, result.better is None)
    ahead = pair[0] if gain > 0 else pair[1] if gain < 0 else None
    size = None if math.isnan(gain) else abs(gain)
    return frozenset(pair), Outcome(as_fraction(result, "pvalue"), ahead, size, False)
