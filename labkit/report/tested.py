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


class PairOutcome(NamedTuple):
    """What the test of a pair says: p, which is ahead and by how much, as far as it is known."""

    p: float
    ahead: str | None
    gain: float
    too_few: bool  # for anything to be significant

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
                p = as_fraction(row["pvalue"], "pvalue")
                outcomes[frozenset((a, b))] = PairOutcome(p, ahead, abs(gain), False)
                scores |= {a: row["score_a"], b: row["score_b"]} if "score_a" in row else {}
        elif isinstance(comparisons, Mapping):
            for pair, result in comparisons.items():
                if not isinstance(pair, tuple) or len(pair) != 2:
                    raise ValueError(
                        f"comparisons must have pairs of systems as keys, not {pair!r}"
                    )
                if isinstance(result, Result):
                    ahead, n = {"a": pair[0], "b": pair[1]}.get(result.better or ""), n or result.n
                    outcome = PairOutcome(result.pvalue, ahead, math.nan, ahead is None)
                else:
                    outcome = PairOutcome(as_fraction(result, "pvalue"), None, math.nan, False)
                outcomes[frozenset(pair)] = outcome
        else:
            kind = type(comparisons).__name__
            raise TypeError(f"comparisons must be a dictionary of pairs, or a table, not {kind}")
        # "magnitude lexicon" is not to be read as "lexicon".
        names = sorted(sorted({name for pair in outcomes for name in pair}), key=len, reverse=True)
        size = None if n is None else as_count(n, "n", least=1)
        return cls(outcomes, scores, names, size, as_level(alpha))

    def told(self, pairs: list[tuple[str, str]]) -> str:
        """Write what the tests of some pairs say."""
        said = []
        for a, b in pairs[:4]:
            if (one := self.outcomes.get(frozenset((a, b)))) is None:
                said.append(f"there is no test of {a} and {b}")
                continue
            a, b, link = (
                (b, a, "over") if one.ahead == b else (a, b, "over" if one.ahead else "and")
            )
            gain = "" if math.isnan(one.gain) else f" +{rounded(one.gain)},"
            verdict = "significant" if one.significant(self.alpha) else "inconclusive"
            said.append(f"{a} {link} {b}:{gain} {equation('p', round_p(one.p))}, {verdict}")
        return f"the tests say: {'; '.join(said)}."

    def read(self, text: str, named: tuple[str, ...] = ()) -> tuple[str, list[Word]]:
        """Find the words of a text, and their letters; the former and the latter are of those `named`."""
        pattern, names = self._pattern
        names = names | ({"f": named[:1], "l": named[-1:]} if named else {})
        found = [(match.lastgroup or "c", match.span()) for match in pattern.finditer(text)]
        tags = "".join("N" if tag in names else tag[0] for tag, _ in found)
        return tags, [Word(names.get(tag, ()), *place) for tag, place in found]

    @cached_property
    def _pattern(self) -> tuple[re.Pattern[str], dict[str, tuple[str, ...]]]:
        """Find names that are no part of others (BERT-large is not BERT), kinds of them, and words."""
        exact = len({*map(str.lower, self.names)}) < len(self.names)
        named = {"a": tuple(self.names)} | {f"N{i}": (name,) for i, name in enumerate(self.names)}
        case = ["-i" if exact or len(name) == 1 else "" for name in self.names]
        parts = [f"(?P<N{i}>(?{case[i]}:{pattern_of(n)}))" for i, n in enumerate(self.names)]
        # "the lexicons" and "Bayes classifiers" are all whose names end so.
        for i, last in enumerate(sorted({name.split()[-1] for name in self.names if " " in name})):
            named[f"K{i}"] = tuple(name for name in self.names if name.split()[-1] == last)
            kind = rf"{re.escape(last)}(?:s|\s(?:classifier|system|model|variant)s)"
            parts.append(f"(?P<K{i}>{kind}|every {re.escape(last)})")
        parts += [f"(?P<{tag}>{pattern_of(phrases)})" for tag, phrases in WORDS.items()]
        every = rf"(?<![\w-])(?:{'|'.join(parts)})(?!\w|-\w)|(?P<not>\b\w+n['’]t)\b|(?P<k>:)|[,()]"
        return re.compile(every, re.IGNORECASE), named
