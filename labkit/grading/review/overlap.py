"""How much of one sequence of words is in another, for many of them at once.

Each sequence becomes the set of its *shingles*: all runs of k words. The overlap of two is the
share of the shorter one's shingles that are in the longer one too, so that a paragraph is found
within a page.
"""

import re
import unicodedata
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
from scipy.sparse import csr_array

#: Words of a text that are compared; an answer of a tick has some hundred.
MOST_WORDS = 2_000

#: Characters of a text that are looked at.
MOST_TEXT = 40_000

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


@dataclass(frozen=True)
class Overlap:
    """Two sequences that share a part of their shingles."""

    first: int
    second: int
    share: float


def words_of(text: str) -> list[str]:
    """Give the words of a text, without capitals and punctuation.

    Parameters
    ----------
    text : str
        Anything; only its first `MOST_TEXT` characters count.

    Returns
    -------
    list of str
        At most `MOST_WORDS`.

    Examples
    --------
    >>> words_of("It *isn't* so: p = 0.04!")
    ['it', "isn't", 'so', 'p', '0', '04']
    """
    found = pieces(text[:MOST_TEXT])
    return [word for word, _, _ in islice(found, MOST_WORDS)]


def pieces(text: str) -> Iterator[tuple[str, int, int]]:
    """Find the words of a text, and where they stand.

    Parameters
    ----------
    text : str
        Anything.

    Yields
    ------
    tuple
        A word as `words_of` gives it, its beginning and its end in the text.
    """
    for match in _WORD.finditer(text):
        word = unicodedata.normalize("NFKC", match.group()).casefold().replace("’", "'")
        yield word, match.start(), match.end()


def shingles(words: Sequence[Hashable], length: int) -> set[tuple[Hashable, ...]]:
    """Give all runs of `length` words.

    Parameters
    ----------
    words : sequence
        Of words of any kind.
    length : int
        Of a run.

    Returns
    -------
    set of tuple
        Empty if there are fewer words.
    """
    return {tuple(words[i : i + length]) for i in range(len(words) - length + 1)}


def overlaps(sets: Sequence[set[tuple[Hashable, ...]]], least: float, fewest: int) -> list[Overlap]:
    """Find all pairs that share much.

    Parameters
    ----------
    sets : sequence of sets
        The shingles of each sequence.
    least : float
        The smallest share that is found.
    fewest : int
        Shingles that both must have.

    Returns
    -------
    list of Overlap
        Largest share first.
    """
    kept = [i for i, each in enumerate(sets) if len(each) >= fewest]
    column: dict[Hashable, int] = {}
    places: list[int] = []
    starts = [0]
    for i in kept:
        places += [column.setdefault(shingle, len(column)) for shingle in sets[i]]
        starts.append(len(places))
    if len(kept) < 2:
        return []
    ones = np.ones(len(places), dtype=np.int32)
    table = csr_array((ones, places, starts), shape=(len(kept), len(column)))
    shared = (table @ table.T).tocoo()
    sizes = np.diff(starts)
    found = []
    for row, other, count in zip(*shared.coords, shared.data, strict=True):
        share = count / min(sizes[row], sizes[other])
        if row < other and share >= least:
            found.append(Overlap(kept[row], kept[other], float(share)))
    return sorted(found, key=lambda pair: (-pair.share, pair.first, pair.second))


def in_groups(pairs: Iterable[Overlap]) -> list[list[int]]:
    """Join pairs that have a member in common.

    Parameters
    ----------
    pairs : iterable of Overlap
        As `overlaps` gives them.

    Returns
    -------
    list of lists of int
        Each group in order; the groups in the order of their first members.

    Examples
    --------
    >>> in_groups([Overlap(1, 4, 1.0), Overlap(2, 3, 1.0), Overlap(4, 7, 0.9)])
    [[1, 4, 7], [2, 3]]
    """
    group: dict[int, list[int]] = {}
    for pair in pairs:
        one, other = (group.setdefault(i, [i]) for i in (pair.first, pair.second))
        if one is not other:
            one += other
            group.update(dict.fromkeys(other, one))
    return sorted({id(each): sorted(each) for each in group.values()}.values())
