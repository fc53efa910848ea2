"""What a text's claims are held against: the pairs of systems that were tested, and their names."""

import math
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Self, TypeAlias

import pandas as pd

from labkit.arguments import as_count, as_fraction, check_columns
from labkit.report.comparing import MASK
from labkit.significance import Result

#: "a majority baseline" is not the system called baseline.
_OF_ITS_KIND = re.compile(r"(?i)\b(?:an?|another)\s+[\w-]+\s+$")

#: What was tested: pairs of systems with their results or p-values, or a table of pairs.
Comparisons: TypeAlias = Mapping[tuple[str, str], Result | float] | pd.DataFrame


@dataclass(frozen=True)
class Outcome:
    """What the test of a pair says."""

    p: float
    ahead: str | None  # in lower case, if it is known
    too_few: bool = False  # whether there are too few data for anything to be significant

    def significant(self, level: float) -> bool:
        """Tell whether p is at most a level, of data enough for the test."""
        return self.p <= level and not self.too_few


@dataclass(frozen=True)
class Tested:
    """The pairs that were tested, by their names in lower case, if these differ."""

    results: dict[frozenset[str], Outcome]
    names: dict[str, str]  # name in lower case -> as it is written
    n: int | None
    alpha: float

    @classmethod
    def of(cls, comparisons: Comparisons, n: int | None, alpha: float) -> Self:
        """Read what was tested, in any of its forms."""
        if isinstance(comparisons, pd.DataFrame):
            check_columns(comparisons, "comparisons", "system_a", "system_b", "pvalue")
            gains = comparisons.get("gain", [0.0] * len(comparisons))
            columns = [comparisons[name] for name in ("system_a", "system_b", "pvalue")]
            rows = [(*row, False) for row in zip(*columns, gains, strict=True)]
        elif isinstance(comparisons, Mapping):
            rows = [_row(pair, outcome) for pair, outcome in comparisons.items()]
            sizes = [outcome.n for outcome in comparisons.values() if isinstance(outcome, Result)]
            n = sizes[0] if n is None and sizes else n
        else:
            wanted = "comparisons must be a dictionary of pairs, or a table"
            raise TypeError(f"{wanted}, not of type {type(comparisons).__name__}")
        written = dict.fromkeys(str(name) for row in rows for name in row[:2])
        # "A" and "a" are two systems.
        key = str.lower if len({*map(str.lower, written)}) == len(written) else str
        names = {key(name): name for name in written}
        results: dict[frozenset[str], Outcome] = {}
        for first, second, p, gain, too_few in rows:
            a, b = key(str(first)), key(str(second))
            unknown = gain == 0 or math.isnan(gain)
            ahead = None if unknown else a if gain > 0 else b
            results[frozenset((a, b))] = Outcome(as_fraction(p, "pvalue"), ahead, too_few)
        return cls(results, names, None if n is None else as_count(n, "n", least=1), alpha)

    def mentions(self, clause: str) -> tuple[str, list[tuple[int, str]]]:
        """Return a clause with its systems' names masked, and the (position, name) of each of them."""
        masked, found = clause, []
        plain = _plain(clause)
        # Longer names first, so that "magnitude lexicon" is not read as "lexicon".
        for name in sorted(self.names, key=len, reverse=True):
            exact = len(name) == 1 or any(key != key.lower() for key in self.names)
            for start, end in _named(self.names[name] if exact else name, plain, exact):
                found.append((start, name))
                mask = MASK * (end - start)
                masked, plain = (text[:start] + mask + text[end:] for text in (masked, plain))
        return masked, sorted(found)


def _named(name: str, clause: str, exact: bool) -> Iterator[tuple[int, int]]:
    """Find a system's name: neither part of a longer one, nor that of another of its kind.

    "BERT-large" is not BERT, "a majority baseline" not the baseline, and the article not system A.
    """
    words = r"[\s-]+".join(map(re.escape, _plain(name).split()))
    flags = re.NOFLAG if exact else re.IGNORECASE
    for match in re.finditer(rf"(?<![\w-]){words}(?!\w|-\w)", clause, flags):
        if not _OF_ITS_KIND.search(clause, 0, match.start()):
            yield match.span()


def _plain(text: str) -> str:
    """Write each letter without its accents: naïve Bayes is naive Bayes."""
    return "".join(unicodedata.normalize("NFKD", letter)[0] for letter in text)


def _row(pair: object, outcome: Result | float) -> tuple[str, str, float, float, bool]:
    """Return the two names, p, by how much the first is ahead (0: not known), and if there are too few data."""
    if not isinstance(pair, tuple) or len(pair) != 2:
        raise ValueError(f"comparisons must have pairs of systems as keys, not {pair!r}")
    if isinstance(outcome, Result):
        gain = {"a": 1.0, "b": -1.0}.get(outcome.better or "", 0.0)
        return *pair, outcome.pvalue, gain, outcome.better is None
    return *pair, outcome, 0.0, False
