"""The binomial distribution in fractions."""

from fractions import Fraction
from math import comb


def law(n, q=Fraction(1, 2)):
    return [comb(n, i) * q**i * (1 - q) ** (n - i) for i in range(n + 1)]


def tails(n, k, q=Fraction(1, 2)):
    p = law(n, q)
    return sum(p[: k + 1]), sum(p[k:])
