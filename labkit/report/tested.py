"""What a text's claims are held against: the pairs of systems that were tested, and their names."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Self, TypeAlias

import pandas as pd

from labkit.arguments import as_count, as_fraction, as_level, check_columns
from labkit.report.words import MASK, Clause, tag
from labkit.significance import Result

#: What was tested: pairs of systems with their results or p-values, or a table of pairs.
Comparisons: TypeAlias = Mapping[tuple[str, str], Result | float] | pd.DataFrame

#: "a majority baseline" is not the system called baseline.
_OF_ITS_KIND = re.compile(r"(?i)\b(an?|another)\s+[\w-]+\s+$")


class PairOutcome(NamedTuple):
    """What the test of a pair says."""

    p: float
    ahead: str | None  # if it is known
    too_few: bool  # whether the data are too few for anything to be significant

    def significant(self, level: float) -> bool:
        """Tell whether p is at most a level, of data enough for the test."""
        return self.p <= level and not self.too_few


@dataclass(frozen=True)
class Tested:
    """The pairs that were tested, and the names of their systems, the longest first."""

    outcomes: dict[frozenset[str], PairOutcome]
    names: list[str]
    n: int | None
    alpha: float

    @classmethod
    def of(cls, comparisons: Comparisons, n: int | None, alpha: float) -> Self:
        """Read what was tested, in any of its forms."""
        if isinstance(comparisons, pd.DataFrame):
            check_columns(comparisons, "comparisons", "system_a", "system_b", "pvalue")
            table = comparisons.assign(gain=comparisons.get("gain", 0.0), too_few=False)
            columns = ["system_a", "system_b", "pvalue", "gain", "too_few"]
            rows = [*table[columns].itertuples(index=False)]
        elif isinstance(comparisons, Mapping):
            rows = [_row(pair, outcome) for pair, outcome in comparisons.items()]
            sizes = [outcome.n for outcome in comparisons.values() if isinstance(outcome, Result)]
            n = sizes[0] if n is None and sizes else n
        else:
            kind = type(comparisons).__name__
            raise TypeError(f"comparisons must be a dictionary of pairs, or a table, not {kind}")
        outcomes: dict[frozenset[str], PairOutcome] = {}
        for first, second, p, gain, too_few in rows:
            a, b = str(first), str(second)
            ahead = None if gain == 0 or math.isnan(gain) else a if gain > 0 else b
            outcomes[frozenset((a, b))] = PairOutcome(as_fraction(p, "pvalue"), ahead, too_few)
        # "magnitude lexicon" is not to be read as "lexicon".
        names = sorted(sorted({name for pair in outcomes for name in pair}), key=len, reverse=True)
        size = None if n is None else as_count(n, "n", least=1)
        return cls(outcomes, names, size, as_level(alpha))

    def outcome(self, a: str, b: str) -> PairOutcome | None:
        """Return what the test of a pair says, or None if nobody has tested it."""
        return self.outcomes.get(frozenset((a, b)))

    def read(self, text: str) -> Clause:
        """Tag the words of a clause, and find the systems in it."""
        found: list[str] = []

        def mask(match: re.Match[str]) -> str:
            another = _OF_ITS_KIND.search(text, max(0, match.start() - 50), match.start())
            if another and another[1] not in self.names:
                return match[0]
            found.append(self.names[(match.lastindex or 0) - 1])
            return MASK[0] + MASK[1] * (len(match[0]) - 1)

        return tag(text, self._pattern.sub(mask, text), found)

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        """Find a name that is no part of another: BERT-large is not BERT, nor the article system A."""
        exact = len({*map(str.lower, self.names)}) < len(self.names)
        each = []
        for name in self.names:
            words = r"[\s-]+".join(map(re.escape, name.split()))
            each.append(f"({words})" if exact or len(name) == 1 else f"((?i:{words}))")
        return re.compile(rf"(?<![\w-])(?:{'|'.join(each) or '(?!)'})(?!\w|-\w)")


def _row(pair: object, outcome: Result | float) -> tuple[str, str, float, float, bool]:
    """Return two names, p, by how much the first is ahead (0: not known), and if there are too few data."""
    if not isinstance(pair, tuple) or len(pair) != 2:
        raise ValueError(f"comparisons must have pairs of systems as keys, not {pair!r}")
    if isinstance(outcome, Result):
        gain = {"a": 1.0, "b": -1.0}.get(outcome.better or "", 0.0)
        return *pair, outcome.pvalue, gain, outcome.better is None
    return *pair, outcome, 0.0, False
