"""What a shuffle is made of: cells of equal differences, on a lattice if they can be.

Swapping two systems' rows on item i flips the sign of their difference d_i, so
every shuffle is a vector V = sum of e_i d_i with fair signs e_i = +1 or -1.
`tail` and `law` compute its exact distribution from the cells.
"""

import numpy as np
from numpy.typing import ArrayLike

#: Most outcomes that are enumerated: 2^20, as in Yeh (2000), section 3.3.
LARGEST_TABLE = 2**20
#: Most different sums of a lattice that are kept.
LARGEST_LATTICE = 2**22


def on_lattice(values: np.ndarray, noise: float | np.ndarray) -> np.ndarray | None:
    """Write `values` as whole multiples of a common unit; None if none is found.

    Tried are fixed decimals (up to nine) and fractions with denominators up to
    64. A value may be `noise` (one number, or one a value) away from its multiple.
    """
    if values.dtype.kind == "f":
        noise = np.broadcast_to(noise, values.shape)
        # The first values rule out most units, so that few have to be tried on all of them.
        suits = _near_multiples(values[:8, None], noise[:8, None])
        suits &= noise.max(initial=0) * _SCALES <= 0.01
        scales = [
            scale
            for scale in _SCALES[suits.all(axis=0)]
            if _near_multiples(values, noise, scale).all()
        ]
        if not scales:
            return None
        values = np.rint(values * scales[0]).astype(np.int64)
    return values // max(1, np.gcd.reduce(values))


#: One over the units that are tried.
_SCALES = np.concatenate([10.0 ** np.arange(10), np.arange(3.0, 65.0)])


def _near_multiples(
    values: np.ndarray, noise: np.ndarray, scales: np.ndarray | float = _SCALES
) -> np.ndarray:
    """Say which values are whole multiples of 1 / scale, but for `noise` and rounding."""
    with np.errstate(over="ignore", invalid="ignore"):  # what is beyond all floats is no multiple
        scaled = values * scales
        return np.asarray(abs(scaled - np.rint(scaled)) <= noise * scales + 1e-15 * abs(scaled))


def merge_near(values: np.ndarray, noise: float | np.ndarray) -> np.ndarray:
    """Make `values` equal in size that differ by no more than `noise`, and those near 0 zero.

    The noise is one number, or one a value. Each takes the size of the smallest that it is
    near to: a chain of values, each near the next, does not become one value.
    """
    order = np.argsort(abs(values))
    sizes, slack = abs(values)[order], np.broadcast_to(noise, values.shape)[order]
    new = np.diff(sizes, prepend=0) > slack
    smallest = np.concatenate([[0.0], sizes[new]])[np.cumsum(new)]
    if (sizes - smallest > slack).any():
        first, smallest = 0.0, np.empty_like(sizes)
        for i, (size, near) in enumerate(zip(sizes.tolist(), slack.tolist(), strict=True)):
            first = size if size - first > near else first
            smallest[i] = first
    merged = np.empty_like(values)
    merged[order] = smallest
    return np.copysign(merged, values)


def collapse(differences: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Put items with equal differences into cells: steps ``(c, k)`` and counts ``(c,)``.

    A fair sign makes d and -d the same thing; items without a difference drop out.
    """
    rows = differences[differences.any(axis=1)]
    codes = rows[:, 0]
    # The ranks are digits: equal rows get equal codes, opposite rows opposite ones.
    for column in rows.T[1:]:
        codes = _signed_ranks(codes) * (2 * len(rows) + 1) + _signed_ranks(column)
    _, first, counts = np.unique(abs(codes), return_index=True, return_counts=True)
    return rows[first] * np.sign(codes[first])[:, None] + 0, counts


def _signed_ranks(values: np.ndarray) -> np.ndarray:
    """Give 0 for 0, and for others the rank of their size, 1, 2, ..., with their sign."""
    _, ranks = np.unique(abs(values), return_inverse=True)
    return np.sign(values).astype(np.int64) * (ranks + 1)


def table_size(counts: np.ndarray) -> float:
    """Count the outcomes of the cells, prod(m + 1)."""
    with np.errstate(over="ignore"):
        return float(np.prod(counts + 1.0))


def toss_by_toss(steps: np.ndarray, heads: np.ndarray | None = None) -> np.ndarray:
    """Build up the law of the total step of coins that show heads, on 0, 1, ..., sum(steps).

    Coin i moves by the whole number ``steps[i] >= 0`` with probability
    ``heads[i]``, one half by default. Only positive numbers are added, so every
    probability, however small, has the full relative accuracy.
    """
    heads = np.full(len(steps), 0.5) if heads is None else heads
    pmf = np.zeros(int(steps.sum()) + 1)
    moved, reached = np.empty_like(pmf), 1
    pmf[0] = 1
    for step, p in zip(steps.tolist(), heads.tolist(), strict=True):
        np.multiply(pmf[:reached], p, out=moved[:reached])
        pmf[:reached] *= 1 - p
        pmf[step : step + reached] += moved[:reached]
        reached += step
    return pmf


def binomial_upper_tail(k: ArrayLike, n: ArrayLike) -> np.ndarray:
    """Compute P(X >= k) for X ~ Bin(n, 1/2): any n, no overflow, many k and n at once.

    It is an incomplete beta function.
    """
    from scipy.special import betainc  # imported late: twice the time of numpy

    k, n = np.asarray(k), np.asarray(n)
    tail = betainc(np.maximum(k, 1), np.maximum(n - k, 0) + 1, 0.5)
    return np.where(k <= 0, 1.0, np.where(k <= n, tail, 0.0))[()]


def binomial_pmf(n: int) -> np.ndarray:
    """Compute P(X = 0), ..., P(X = n) for X ~ Bin(n, 1/2)."""
    k = np.arange(-(-n // 2), n)
    # Relative to the middle: cannot overflow.
    right = np.concatenate([[1.0], np.cumprod((n - k) / (k + 1))])
    pmf = np.concatenate([right[:0:-1] if n % 2 == 0 else right[::-1], right])
    return pmf / pmf.sum()
