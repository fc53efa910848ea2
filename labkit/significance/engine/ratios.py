"""Limits of p for ratios of sums (precision, F1, ...) without drawing: a linear part, and a correction.

A resampled ratio is N/W with two sums N and W. With F the observed ratio, w what W is
on the test set, e = (N - F W)/w and u = W/w - 1, it is F + e/(1 + u): so, for any u0,
system a gains more than twice the observed gain, F_a - F_b, if

    S + R > 0,  S = e_a - e_b - (F_a - F_b)(1 + u0),  R = e_b d_b/(1 + u_b) - e_a d_a/(1 + u_a),

where d = u - u0. S is a sum of independent draws, whose law `inversion` locks between
proven limits, lattice or not. With u0 the u of all systems on average, R is small:
it is not there if all have the same denominator, and else about the standard error of d times
that of e. It moves p by

    f(0) E[R | S = 0]  -  1/2 d/ds (f(s) E[R^2 | S = s]) at s = 0  +  ...,

f being the density of S. These terms come from the joint cumulants of e, d and S, up to those
of order 1/n (Hall 1992, *The Bootstrap and Edgeworth Expansion*, section 2.3): with
Hermite polynomials He, (it)^j in a characteristic function becomes He_j(z) / sd^j.
What is left out is of order n^-1.5. As a limit of it, all terms of order 1/n are added
up without their signs, and what a grid of sums can do. That limit is not proven: it was held
against up to 10^8 draws (`tests/benchmarks/many_draws.py`), and against lists of all resamples.

All pairs share the work: a joint cumulant of two systems is an entry of a matrix product.
"""

import math
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

import numpy as np
from scipy.special import eval_hermitenorm, ndtr

from labkit.significance.engine.cells import on_lattice
from labkit.significance.engine.inversion import tail_limits
from labkit.significance.engine.statistics import NOISE
from labkit.significance.engine.systems import Systems

#: Largest standard error of a denominator, relative to it: beyond, it could be near 0 in a resample.
LARGEST_SPREAD = 0.1

#: Highest order of a Hermite polynomial among the terms of order 1/n.
HIGHEST_ORDER = 5

#: R squared, (e_a d_a)^2 + (e_b d_b)^2 - 2 e_a d_a e_b d_b: sides of the factors, and how often.
PRODUCTS = ((0, 0, 1), (1, 1, 1), (0, 1, -2))

#: How much larger the error of a grid may be than if sums fell on either side at random.
CAUTION = 2.0

#: Share of resamples times chance of equal ones that no million of draws would notice.
NEGLIGIBLE = 1e-12

#: Floating-point operations a second, roughly, of the products of the inversion.
SPEED = 3e10


def ratio_limits(
    systems: Systems, first: np.ndarray, second: np.ndarray, n_steps: int, progress: bool = False
) -> tuple[np.ndarray, np.ndarray]:
    """Put p of the first row over the second of each pair between limits, `n_steps` as in `tail_limits`.

    nan for metrics that are no ratio of sums, and where a denominator varies too much.

    Examples
    --------
    >>> from labkit.metrics import f1
    >>> gold = np.random.default_rng(1).integers(5, 20, (400, 1))
    >>> counts = np.stack([gold * [0.8, 1, 1], gold * [0.78, 1.1, 1]])
    >>> low, high = ratio_limits(Systems(counts.round(), f1), np.array([0]), np.array([1]), 1000)
    >>> bool(0 <= low[0] <= high[0] < 1e-6)
    True
    """
    parts = _parts(systems)
    if parts is None:
        return np.full(len(first), np.nan), np.full(len(first), np.nan)
    low, high = tail_limits(parts.terms, first, second, n_steps, progress)
    joint = _Joint(parts, first, second)
    moved, error = _correction(joint, (low + high) / 2)
    error += _of_the_grid(joint, parts)
    unlike = ~np.isfinite(error)
    unlike[unlike] = (systems.statistics[first[unlike]] != systems.statistics[second[unlike]]).any(
        axis=(1, 2)
    )
    moved, error = np.where(np.isfinite(error), (moved, error), 0.0)
    low, high = np.clip(low + moved - error, 0, 1), np.clip(high + moved + error, 0, 1)
    return np.where(unlike, np.nan, low), np.where(unlike, np.nan, high)


def seconds(systems: Systems, n_pairs: int, n_steps: int) -> float:
    """Guess the time that `ratio_limits` takes, roughly."""
    m, n, _ = systems.statistics.shape
    return min(6 * m**2, 20 * n_pairs) * n * n_steps / SPEED


class _Parts(NamedTuple):
    """What each item adds to e, u and d, and to the system's part of S: arrays (m, n)."""

    numerators: np.ndarray  # e
    denominators: np.ndarray  # u
    beyond: np.ndarray  # d
    terms: np.ndarray  # of S
    units: np.ndarray  # (2, m) of the grid of e and of u, infinite without one
    marks: np.ndarray  # a number that tells different items apart


def _parts(systems: Systems) -> _Parts | None:
    """Split the ratios, oriented so that S + R > 0 is what counts; None if they are none."""
    ratio = getattr(systems.metric, "ratio", None)
    if ratio is None:
        return None
    statistics, n = systems.statistics.astype(float), systems.n
    constant = np.stack(ratio(np.zeros(statistics.shape[2])))[:, None, None]
    sums = np.stack(ratio(statistics)) - constant
    upper, lower = sums + constant / n
    whole = lower.sum(axis=1, keepdims=True)
    if (lower < 0).any() or (whole <= 0).any():
        return None
    score = systems.direction * upper.sum(axis=1, keepdims=True) / whole
    u = lower / whole - 1 / n
    if (u**2).sum(axis=1).max() > LARGEST_SPREAD**2:
        return None
    residual = (systems.direction * upper - score * lower) / whole
    if systems.variant == "below-zero":
        residual = -residual
    shared = u.mean(axis=0)
    # What all systems have cancels, and so does its rounding.
    terms = residual - (score - score.mean()) * (1 / n + shared)
    units = np.array([[_unit(part)] for part in sums]) / whole[:, 0]
    marks = statistics @ np.sqrt(np.arange(2.0, 2 + statistics.shape[2]))
    return _Parts(residual, u, u - shared, terms, units, marks / abs(marks).max())


def _unit(values: np.ndarray) -> float:
    """Find the number of which all values are whole multiples; infinity if there is none."""
    largest = abs(values).max()
    if largest < 2**53 and (values == np.rint(values)).all():
        values = values.astype(np.int64)
    whole = on_lattice(values.ravel(), NOISE * largest)
    return math.inf if whole is None else float(largest / max(1, abs(whole).max()))


def _chance_of_the_same(marks: np.ndarray) -> float:
    """Find the chance that two resamples hold all kinds of items equally often, by Stirling's formula."""
    _, counts = np.unique(marks, return_counts=True)
    return float(np.sqrt(4 * np.pi * len(marks)) * np.prod((4 * np.pi * counts) ** -0.5))


class _Joint:
    """Joint cumulants of what two systems, side 0 and side 1, add to resamples: each (pairs,).

    Variables are called "e", "d", "u" and "v" (the part of S, centred), and their products
    item by item "ed", "vv" and so on.
    """

    def __init__(self, parts: _Parts, first: np.ndarray, second: np.ndarray) -> None:
        """Keep the parts, and which rows are on which side."""
        terms = parts.terms
        self.variables = {
            "e": parts.numerators,
            "u": parts.denominators,
            "d": parts.beyond,
            "v": terms - terms.mean(axis=1, keepdims=True),
        }
        self.rows = first, second
        self.products: dict[tuple[str, str], np.ndarray] = {}
        self.mean = terms.sum(axis=1)[first] - terms.sum(axis=1)[second]
        self.variance = self.with_s("v", 0) - self.with_s("v", 1)
        with np.errstate(divide="ignore", invalid="ignore"):
            self.sd = np.sqrt(self.variance)
            self.z = -self.mean / self.sd
            self.density = np.exp(-(self.z**2) / 2) / np.sqrt(2 * np.pi) / self.sd  # of S at 0
        self.third = self.with_s_twice("v", 0) - self.with_s_twice("v", 1)

    def of(self, x: str, side: int, y: str, other: int) -> np.ndarray:
        """Find that of x of one side and y of another (or the same)."""
        if (x, y) not in self.products:
            self.products[x, y] = self._by_item(x) @ self._by_item(y).T
        return np.asarray(self.products[x, y][self.rows[side], self.rows[other]])

    def with_s(self, x: str, side: int) -> np.ndarray:
        """Find that of x and S; if x is a product of two, of these two and S."""
        return self.of(x, side, "v", 0) - self.of(x, side, "v", 1)

    def with_s_twice(self, x: str, side: int) -> np.ndarray:
        """Find that of x, S and S."""
        other = 1 - side
        mixed = self.of(x + "v", side, "v", other)
        return self.of(x + "v", side, "v", side) - 2 * mixed + self.of(x, side, "vv", other)

    def _by_item(self, name: str) -> np.ndarray:
        return np.asarray(math.prod((self.variables[letter] for letter in name), start=1.0))


class _Term(NamedTuple):
    """(it)^power times `factor` in a characteristic function, times (it)^3 more if it is `skewed`."""

    factor: np.ndarray
    power: int
    skewed: bool = False


def _correction(joint: _Joint, linear: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Find what R moves p by, and a limit of what is left out; `linear` is P(S > 0)."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        sd, z = joint.sd, joint.z
        hermite = [eval_hermitenorm(order, z) * joint.density for order in range(HIGHEST_ORDER + 1)]

        def value(term: _Term) -> np.ndarray:
            order = term.power + 3 * term.skewed
            factor = term.factor * (joint.third / sd**3 / 6 if term.skewed else 1.0)
            return np.asarray(factor / sd**term.power * hermite[order])

        moved = np.sum([value(term) for term in _of_leading_order(joint)], axis=0)
        small = np.array([value(term) for term in _of_order_1_over_n(joint)])
        # In a tail that is heavier than the normal one, so is all that is left out.
        heavier = np.maximum(1, linear / np.maximum(ndtr(-z), 1e-300))
        return moved + small.sum(axis=0), abs(small).sum(axis=0) * heavier


def _of_the_grid(joint: _Joint, parts: _Parts) -> np.ndarray:
    """Find what it can do to p that sums lie on a grid, which an expansion does not see.

    Of the resamples with S as close to 0 as R is large, a share b of all, R decides. If q is
    the chance that two resamples have the same sums, these are b/q different ones, each
    of which may fall on the wrong side: an error of about sqrt(b q), here times `CAUTION`.
    """
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        square = np.zeros(len(joint.z))
        for one, other, factor in PRODUCTS:
            variables = [("e", one), ("d", one), ("e", other), ("d", other)]
            for power, moment in zip((0, 2, 4), _fourth_moments(joint, variables), strict=True):
                square += (
                    abs(factor * moment) * abs(eval_hermitenorm(power, joint.z)) / joint.sd**power
                )
        near = np.minimum(2 * joint.density * np.sqrt(square), 1)
        columns = [("e", 0), ("u", 0), ("e", 1), ("u", 1)]
        units = np.stack(
            [parts.units[int(name == "u"), joint.rows[side]] for name, side in columns]
        )
        covariance = np.array([[joint.of(*x, *y) for x in columns] for y in columns])
        covariance = np.moveaxis(covariance / units[:, None] / units, 2, 0)
    spread = np.linalg.eigvalsh(np.nan_to_num(covariance, nan=0, posinf=0, neginf=0))
    on_grid = np.prod(np.maximum(4 * np.pi * spread, 1) ** -0.5, axis=1)
    on_grid[~np.isfinite(units).all(axis=0)] = 0
    of_one = np.array([_chance_of_the_same(row) for row in parts.marks])
    same = np.minimum(of_one[joint.rows[0]], of_one[joint.rows[1]])
    for pair in np.flatnonzero(near * same > NEGLIGIBLE):  # the items of both are of more kinds
        one, other = (parts.marks[rows[pair]] for rows in joint.rows)
        same[pair] = _chance_of_the_same(one + np.e * other)
    return np.minimum(near, CAUTION * np.sqrt(near * np.maximum(on_grid, same)))


def _of_leading_order(joint: _Joint) -> Iterator[_Term]:
    """Give the terms of R = e_b d_b - e_a d_a as if all were normal."""
    for side, sign in ((0, -1), (1, 1)):
        yield _Term(sign * joint.of("e", side, "d", side), 0)
        yield _Term(sign * joint.with_s("e", side) * joint.with_s("d", side), 2)


def _of_order_1_over_n(joint: _Joint) -> Iterator[_Term]:
    """Give the terms that come with skewness, with the next term of R, and with R squared."""
    for side, sign in ((0, -1), (1, 1)):
        es, us, ds = (joint.with_s(x, side) for x in "eud")
        ed, eu, du = (joint.of(x, side, y, side) for x, y in ("ed", "eu", "du"))
        yield _Term(sign * joint.with_s("ed", side), 1)
        ess, dss = (joint.with_s_twice(x, side) for x in "ed")
        yield _Term(sign * (es * dss + ds * ess) / 2, 3)
        yield _Term(sign * ed, 0, skewed=True)
        yield _Term(sign * es * ds, 2, skewed=True)
        # R goes on with e_a d_a u_a - e_b d_b u_b.
        yield _Term(-sign * (ed * us + eu * ds + du * es), 1)
        yield _Term(-sign * es * ds * us, 3)
    for one, other, factor in PRODUCTS:
        variables = [("e", one), ("d", one), ("e", other), ("d", other)]
        for power, moment in zip((0, 2, 4), _fourth_moments(joint, variables), strict=True):
            yield _Term(factor * moment / 2, power + 1)


def _fourth_moments(
    joint: _Joint, variables: list[tuple[str, int]]
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Find the coefficients of (it)^0, (it)^2, (it)^4 in E[p q r w exp(itS)] of normal p, q, r, w."""
    with_s = [joint.with_s(x, side) for x, side in variables]
    splits = [(i, j, *sorted({0, 1, 2, 3} - {i, j})) for i, j in combinations(range(4), 2)]
    among = {(i, j): joint.of(*variables[i], *variables[j]) for i, j, *_ in splits}
    none = [among[i, j] * among[k, other] for i, j, k, other in splits[:3]]  # the rest repeats them
    two = [among[i, j] * with_s[k] * with_s[other] for i, j, k, other in splits]
    return np.sum(none, axis=0), np.sum(two, axis=0), np.prod(with_s, axis=0)
