"""Exact law of signed sums in several columns: for precision, F1 and every other metric.

The score is not proportional to V, the sum of the signed differences, so the
whole distribution of V is needed, to be scored and added up: from a table, from
the inversion of its characteristic function, or from a recursion, where a vector of
whole numbers is one whole number in a mixed radix (Zmigrod, Vieira & Cotterell
2022, *Exact paired-permutation testing for structured test statistics*, NAACL).
"""

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from scipy import fft
from tqdm.auto import tqdm

from labkit.significance.engine.cells import (
    LARGEST_LATTICE,
    LARGEST_TABLE,
    binomial_pmf,
    table_size,
    toss_by_toss,
)

#: Most numbers that the recursion touches, about half a second's work.
LARGEST_RECURSION = 2**28
#: Most cosines that the inversion multiplies, about a second's work.
LARGEST_TRANSFORM = 2**27
#: Bound of the error of the inversion: rounding, and what leaves the window.
FOURIER_ERROR = 1e-12


class Law(NamedTuple):
    """The distribution of V, in pieces: sums ``(s, k)`` and their probabilities ``(s,)``.

    `error` bounds what an added-up probability can be wrong by, if that is more
    than rounding.
    """

    pieces: Iterator[tuple[np.ndarray, np.ndarray]]
    error: float = 0.0


def law_of_signed_sums(
    steps: np.ndarray, counts: np.ndarray, piece: int, progress: bool | None = None
) -> Law | None:
    """Find the law of V, the sum of fair signs times `steps` ``(c, k)``, in the cheapest way.

    None if all ways are too long. A bar of `progress` is shown by default if it takes
    over a second.
    """
    table, lattice, window = table_size(counts), math.inf, math.inf
    if steps.dtype.kind == "i":
        full, likely = _widths(steps, counts)
        lattice, window = float(np.prod(full.astype(float))), float(np.prod(likely.astype(float)))
    recursion_fits = lattice <= LARGEST_LATTICE and lattice * counts.sum() <= LARGEST_RECURSION
    if table <= LARGEST_TABLE and (table <= lattice or not recursion_fits):
        return Law(in_pieces(*enumerate_cells(steps, counts), piece))
    if recursion_fits:
        return Law(_enumerate_lattice(steps, counts, piece))
    if window <= LARGEST_LATTICE and window * len(counts) <= LARGEST_TRANSFORM:
        return Law(_invert_on_window(steps, counts, piece, progress), error=FOURIER_ERROR)
    return None


def in_pieces(
    sums: np.ndarray, weights: np.ndarray, piece: int
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Cut into slices of at most `piece` sums and their weights."""
    for start in range(0, len(sums), piece):
        yield sums[start : start + piece], weights[start : start + piece]


def enumerate_cells(steps: np.ndarray, counts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """List all prod(m + 1) sums V ``(s, k)`` of the cells, with their probabilities ``(s,)``."""
    sums, probabilities = np.zeros((1, steps.shape[1]), steps.dtype), np.ones(1)
    for step, count in zip(steps, counts, strict=True):
        signs = np.arange(-count, count + 1, 2)
        sums = (sums[:, None] + signs[:, None] * step).reshape(-1, steps.shape[1])
        probabilities = np.multiply.outer(probabilities, binomial_pmf(count)).ravel()
    return sums, probabilities


def _widths(steps: np.ndarray, counts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Find the room that the columns of U, the sum of the steps that keep their sign, need.

    First the room that they can need, then what they nearly always need: a window
    around the mean that U, half of V and a constant, leaves with a probability below
    1e-16 (Hoeffding: |V| > h has at most 2 exp(-h^2 / (2 sum of d^2))).
    """
    full = counts @ abs(steps) + 1
    reach = np.sqrt(2 * math.log(2e16) * (counts @ steps.astype(float) ** 2))
    return full, np.minimum(full, np.ceil(reach).astype(np.int64) + 2)


def _enumerate_lattice(
    steps: np.ndarray, counts: np.ndarray, piece: int
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Build up the law of whole-numbered V by the recursion, in several columns at once.

    With a digit for each column, wide enough never to overflow, a vector of
    whole numbers is one whole number: its code.
    """
    widths, _ = _widths(steps, counts)
    place_values = _place_values(widths)
    codes = steps @ place_values
    steps = steps * np.where(codes < 0, -1, 1)[:, None]  # a fair sign does not mind
    pmf = toss_by_toss(np.repeat(abs(codes), counts))
    yield from _decode(
        pmf, steps, counts, widths, lowest=counts @ np.minimum(steps, 0), piece=piece
    )


def _invert_on_window(
    steps: np.ndarray, counts: np.ndarray, piece: int, progress: bool | None = None
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Find the law of whole-numbered V from its characteristic function, on the window of `_widths`.

    The code of U, the sum of coins b times steps, has the Fourier transform
    prod of ((1 + exp(-2 pi i f code / N)) / 2)^m over the N codes of the window,
    which is exp(-pi i f (sum of codes) / N) prod of cos(pi f code / N)^m. What
    falls outside the window comes back elsewhere, less than 1e-16 of it.
    """
    _, widths = _widths(steps, counts)
    size = int(np.prod(widths))
    codes = steps @ _place_values(widths)
    frequencies = np.arange(size // 2 + 1)
    cosines = np.cos(np.pi / size * np.arange(2 * size))
    transform = np.ones(len(frequencies))
    cells = zip(codes.tolist(), counts.tolist(), strict=True)
    shown = {"delay": 0 if progress else 1, "disable": progress is False}
    for code, count in tqdm(
        cells, total=len(codes), desc="exact distribution", unit="cell", **shown
    ):
        transform *= cosines[frequencies * (code % (2 * size)) % (2 * size)] ** count
    turns = frequencies * (int(counts @ codes) % (2 * size)) % (2 * size)
    pmf = np.maximum(fft.irfft(transform * np.exp(-1j * np.pi / size * turns), size), 0)
    yield from _decode(
        pmf, steps, counts, widths, lowest=(counts @ steps - widths) // 2 + 1, piece=piece
    )


def _place_values(widths: np.ndarray) -> np.ndarray:
    """Give the values of the digits of a number in mixed radix, the last one 1."""
    return np.concatenate([np.cumprod(widths[:0:-1])[::-1], [1]])


def _decode(
    pmf: np.ndarray,
    steps: np.ndarray,
    counts: np.ndarray,
    widths: np.ndarray,
    lowest: np.ndarray,
    piece: int,
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Turn codes of U, whose columns start at `lowest`, into sums V = 2 U - (sum of steps)."""
    place_values = _place_values(widths)
    size = int(np.prod(widths))
    for start in range(0, len(pmf), piece):
        probabilities = pmf[start : start + piece]
        codes = (np.flatnonzero(probabilities) + start - lowest @ place_values) % size
        digits = codes[:, None] // place_values % widths
        yield 2 * (digits + lowest) - counts @ steps, probabilities[probabilities > 0]
