"""What a text's claims are held against: the pairs of systems that were tested, and their names."""

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Self, TypeAlias

import pandas as pd

from labkit.arguments import as_count, as_fraction, as_level, check_columns
from labkit.report.words import WORDS, Word, listed
from labkit.significance import Result
from labkit.text import equation, round_p

#: What was tested: pairs of systems with their results or p-values, or a table of pairs.
Comparisons: TypeAlias = Mapping[tuple[str, str], Result | float] | pd.DataFrame


class PairOutcome(NamedTuple):
    """What the test of a pair says."""

    p: float
    ahead: str | None  # if it is known
    gain: float | None  # if it is known, above 0
    too_few: bool  # whether the data are too few for anything to be significant

    def significant(self, level: float) -> bool:
        """Tell whether p is at most a level, of data enough for the test."""
        return self.p <= level and not self.too_few


@dataclass(frozen=True)
class Tested:
    """The pairs that were tested, the scores that are known, and the names, the longest first."""

    outcomes: dict[frozenset[str], PairOutcome]
    scores: dict[str, float]
    names: list[str]
    n: int | None
    alpha: float

    @classmethod
    def of(cls, comparisons: Comparisons, n: int | None, alpha: float) -> Self:
        """Read what was tested, in any of its forms."""
        outcomes: dict[frozenset[str], PairOutcome] = {}
        scores: dict[str, float] = {}
        if isinstance(comparisons, pd.DataFrame):
            check_columns(comparisons, "comparisons", "system_a", "system_b", "pvalue")
            for row in comparisons.to_dict("records"):
                a, b, gain = str(row["system_a"]), str(row["system_b"]), row.get("gain", math.nan)
                ahead = a if gain > 0 else b if gain < 0 else None
                size = None if math.isnan(gain) else abs(gain)
                p = as_fraction(row["pvalue"], "pvalue")
                outcomes[frozenset((a, b))] = PairOutcome(p, ahead, size, False)
                if "score_a" in row:
                    scores |= {a: row["score_a"], b: row["score_b"]}
        elif isinstance(comparisons, Mapping):
            for pair, result in comparisons.items():
                if not isinstance(pair, tuple) or len(pair) != 2:
                    raise ValueError(f"comparisons must have pairs of systems as keys, not {pair!r}")
                outcomes[frozenset(pair)] = _outcome(pair, result)
                n = result.n if n is None and isinstance(result, Result) else n
        else:
            kind = type(comparisons).__name__
            raise TypeError(f"comparisons must be a dictionary of pairs, or a table, not {kind}")
        # "magnitude lexicon" is not to be read as "lexicon".
        names = sorted(sorted({name for pair in outcomes for name in pair}), key=len, reverse=True)
        size = None if n is None else as_count(n, "n", least=1)
        return cls(outcomes, scores, names, size, as_level(alpha))

    def outcome(self, a: str, b: str) -> PairOutcome | None:
        """Return what the test of a pair says, or None if nobody has tested it."""
        return self.outcomes.get(frozenset((a, b)))

    def told(self, a: str, b: str) -> str:
        """Write what the test of a pair says."""
        if (outcome := self.outcome(a, b)) is None:
            return f"there is no test of {a} and {b}"
        if outcome.ahead == b:
            a, b = b, a
        gain = "" if outcome.gain is None else f" {outcome.gain:+.2f},"
        verdict = "significant" if outcome.significant(self.alpha) else "inconclusive"
        link = "over" if outcome.ahead else "and"
        return f"{a} {link} {b}:{gain} {equation('p', round_p(outcome.p))}, {verdict}"

    def words(self, text: str) -> list[Word]:
        """Find the systems in a text, and the words that say something of them."""
        found = []
        for match in self._pattern.finditer(text):
            kind = match.lastgroup or ""
            named = self._groups.get(kind, ()) if kind != "all" else tuple(self.names)
            found.append(Word("name" if named else kind, named, *match.span()))
        return found

    @cached_property
    def _groups(self) -> dict[str, tuple[str, ...]]:
        """Give each name a key, and each word that ends several names: "lexicons"."""
        single = {f"n{i}": (name,) for i, name in enumerate(self.names)}
        return single | {f"g{i}": some for i, some in enumerate(self._kinds.values())}

    @cached_property
    def _kinds(self) -> dict[str, tuple[str, ...]]:
        """Find the last words that several names share."""
        words = {name.split()[-1] for name in self.names if " " in name}
        each = {word: tuple(n for n in self.names if n.split()[-1] == word) for word in words}
        return {word: some for word, some in each.items() if len(some) > 1}

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        """Find a name that is no part of another: BERT-large is not BERT, nor the article system A."""
        exact = len({*map(str.lower, self.names)}) < len(self.names)
        patterns = []
        for i, name in enumerate(self.names):
            case = "-i:" if exact or len(name) == 1 else ":"
            patterns.append(rf"(?P<n{i}>(?{case}{listed(name)}))")
        for i, word in enumerate(self._kinds):
            kinds = r"(?:classifier|system|model|variant|version)s"
            patterns.append(rf"(?P<g{i}>{re.escape(word)}(?:s|\s{kinds}))")
        known = (f"(?P<{kind}>{listed(words)})" for kind, words in WORDS.items())
        every = "|".join([*patterns, *known])
        extra = r"(?P<neg>\w+n['’]t)(?!\w)|(?P<stop>[,:()])"
        return re.compile(rf"(?<![\w-])(?:{every})(?!\w|-\w)|{extra}", re.IGNORECASE)


def _outcome(pair: tuple[str, str], result: Result | float) -> PairOutcome:
    """Return what is known of a pair."""
    if isinstance(result, Result):
        ahead = {"a": pair[0], "b": pair[1]}.get(result.better or "")
        return PairOutcome(result.pvalue, ahead, None, result.better is None)
    return PairOutcome(as_fraction(result, "pvalue"), None, None, False)
