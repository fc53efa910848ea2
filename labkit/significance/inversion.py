"""The tails of sums of independent parts, computed from their characteristic functions.

The characteristic function of a sum S, psi(w) = E exp(iwS), is the product of those of its parts:
of n draws from differences d with replacement (a bootstrap) it is mean(exp(iwd))^n, of differences
with fair signs (shuffles) the product of cos(wd). Wound round a circle so large that what overlaps
is below e^-40, the law of S has the frequencies pi k / reach alone, and its tail is a sum over them
(Gil-Pelaez 1951; Bohmann 1975). That sum ends where psi has died out, often after fifty
frequencies: real scores need no grid, and nothing is drawn. Sums on a lattice have a tail between
two of its points, and one factor a frequency makes that exact (Davies 1973).

psi comes back for ever where many sums meet, as those of few different differences do. If each size
of a difference turns with a phase of its own, the mean of |psi|^2 far out, the `returns`, is known
beforehand, and so is how much the frequencies that are left out may add. Sizes near a coarse
lattice turn together.
"""

import math
from collections.abc import Iterator

import numpy as np

from labkit.significance.items import Array, Pairs

#: What a circle wraps round, as a power of e.
WRAPPED = 40
#: How far off a computed tail may be; for how many standard deviations what is left out is taken.
TOLERANCE, DEVIATIONS = 1e-5, 5
#: Size of a block of frequencies that adds nothing; and what a number's last digit may be off.
NEGLIGIBLE, ROUNDING = 1e-13, 2e-16
#: Most values that are tried on lattices, and the multiples of a unit that one of them may be.
MOST_SAMPLED, MULTIPLES = 24, np.arange(1, 257)
#: Most frequencies, and most numbers that are turned for them: about a second of work.
MOST_FREQUENCIES, MOST_TURNS = 2**16, 2**28
#: Frequencies in a block, and the numbers that stay in the memory close to the processor.
BLOCK, NUMBERS_IN_BLOCK = 64, 2**19


def reach_of(deviation: float, jump: float) -> float:
    """Return how far a sum may be from its mean, but for a chance of e^-WRAPPED (Bernstein)."""
    jump = WRAPPED / 3 * jump
    return jump + math.sqrt(jump**2 + 2 * WRAPPED * deviation**2)


def invert(
    blocks: Iterator[Array], reach: float, thresholds: Array, units: Array, returns: Array
) -> tuple[Array, Array]:
    """Compute P(S > threshold) of centred sums (cases,) and its error; nan if psi does not die out.

    `blocks` yield psi (frequencies, cases) at pi / reach, 2 pi / reach, ... to the last one. A sum
    on a lattice has a unit, and its threshold is half of it off the lattice; a real one has unit 0.
    """
    tails = 0.5 - thresholds / (2 * reach)
    met, quiet = 0, np.zeros(len(thresholds), int)
    for psi in blocks:
        k = np.arange(met + 1, met + len(psi) + 1)[:, None]
        half = k * units / (2 * reach)  # of a turn: from 1/2 on, a lattice has no frequency
        weights = np.where(half < 0.5, 1, 0) / (np.pi * k * np.sinc(np.minimum(half, 0.5)))
        turned = (-1.0) ** k - np.exp(-1j * np.pi / reach * k * thresholds)
        tails = tails + (weights * (1j * psi * turned).real).sum(axis=0)
        met += len(psi)
        left = _left_out(returns, met / reach)
        silent = (weights * abs(psi)).sum(axis=0) <= np.maximum(left, NEGLIGIBLE)
        quiet = np.where(silent, quiet + 1, 0)
        done = (quiet > 1) & (left <= TOLERANCE)
        if done.all():
            break
    else:
        whole = half[-1] + units / (2 * reach) > 0.5
        done, left = done | whole, np.where(whole, 0, left)
    tails = np.where(abs(thresholds) < reach, tails, thresholds < 0)
    return np.where(done, tails, np.nan), left


def _left_out(returns: Array, frequency: Array | float) -> Array:
    """Return what frequencies above may add to a tail: psi comes back in peaks."""
    return DEVIATIONS * np.sqrt(returns / frequency) / np.pi


def _turns(angles: Array, most: int = MOST_FREQUENCIES) -> Iterator[Array]:
    """Yield exp(i k angles), k = 1, ..., most, in blocks: by multiplication, ten times as fast."""
    block = np.exp(1j * angles)[None]
    while 2 * block.size <= NUMBERS_IN_BLOCK and (len(block) < BLOCK or block.size < 2**13):
        block = np.concatenate([block, block * block[-1]])
    turn = block[-1].copy()
    for first in range(0, min(most, MOST_TURNS // angles.size), len(block)):
        yield block[: most - first]
        block *= turn


def _free_phases(values: Array, counts: Array, step: float) -> Array:
    """Return the counts of values that turn each alone: of those off a lattice most are near."""
    few = slice(None, None, math.ceil(len(values) / MOST_SAMPLED))
    some, weights = values[few], counts[few]
    quartiles = some[[len(some) // 4, 3 * len(some) // 4]]
    scales = np.divide.outer(MULTIPLES, abs(quartiles)).ravel()
    multiples = some[:, None] * scales
    # One as fine as the sum's own does not count: the frequencies end before it comes back.
    off = weights @ abs(multiples - np.rint(multiples))
    multiples = values * scales[np.where(scales * step < 0.51, off, np.inf).argmin()]
    free = counts[abs(multiples - np.rint(multiples)) > 0.04]
    return free if 2 * free.sum() < counts.sum() else counts


def law_of_draws(values: Array, whole: Array | None, noise: float) -> tuple[float, ...]:
    """Return reach, threshold, unit (or 0) and returns of a sum of draws, which counts above 0."""
    n, threshold, unit, step = len(values), -values.sum(), 0.0, 0
    ordered = np.sort(values if whole is None else whole)
    if whole is not None:
        lowest, size = int(ordered[0]), np.ptp(values) / np.ptp(ordered)
        step = int(np.gcd.reduce(ordered - lowest))
        # Half a step above the last point of the lattice that does not count.
        threshold += (n * lowest + (-n * lowest // step + 0.5) * step) * size
        unit, noise = step * size, 0
    starts = np.flatnonzero(np.append(True, np.diff(ordered) > noise))
    counts = np.diff(starts, append=n)
    # Only differences between values turn: from the one that is met most often.
    most = counts.argmax()
    others, free = np.delete([ordered[starts] - ordered[starts[most]], counts], most, axis=1)
    deviation = math.sqrt(n) * values.std()
    if not len(free):
        return 1, threshold, unit, math.inf
    reach = reach_of(deviation, abs(values - values.mean()).max())
    returns = _mean_square(n, _free_phases(others, free, step))
    return reach, threshold, unit, returns / deviation


def _mean_square(n: int, free: Array) -> float:
    """Estimate the mean of |1 - sum of f (1 - exp(i phase)) / n|^2n, f the `free`, by its peak."""
    together, spread = n - int(free.sum()), max(1.0, float((free**2).sum()))
    farthest = min(n - together, (math.sqrt(together**2 + 4 * n * spread) - together) / 2)
    size = 2 * n * math.log((together + farthest) / n) - farthest**2 / spread
    return min(1.0, math.sqrt(2 * math.pi * n) * math.exp(size))


def tails_of_draws(
    values: Array, pairs: Pairs | Array, laws: list[tuple[float, ...]]
) -> tuple[Array, Array]:
    """Compute P(S > 0) and its error for sums of draws from differences of rows of `values`."""
    tails, errors = np.full((2, len(laws)), np.nan)
    n = values.shape[1]
    values = values - values.mean(axis=1, keepdims=True)
    reaches, thresholds, units, returns = np.array(laws).T
    # Pairs that reach about as far share their frequencies, and so one product of all systems.
    octaves = np.floor(np.log2(reaches))
    octaves[_left_out(returns, MOST_FREQUENCIES / reaches) > TOLERANCE] = np.nan
    for octave in np.unique(octaves[~np.isnan(octaves)]):
        some = np.flatnonzero(octaves == octave)
        rows, (a, b) = np.unique(np.asarray(pairs)[:, some], return_inverse=True)
        reach, systems = reaches[some].max(), values[rows]
        turns = _turns(np.pi / reach * systems)
        psi = ((each @ each.conj().swapaxes(1, 2) / n)[:, a, b] ** n for each in turns)
        tails[some], left = invert(psi, reach, thresholds[some], units[some], returns[some])
        errors[some] = np.maximum(left, n * ROUNDING)
    return np.clip(tails, errors, 1), errors


def tail_of_signs(steps: Array, counts: Array, threshold: float) -> tuple[float, float]:
    """Compute P(S >= threshold) and its error for a sum of `counts` of `steps` with fair signs."""
    deviation = math.sqrt(float(counts @ np.square(steps, dtype=float)))
    reach = math.sqrt(2 * WRAPPED) * deviation  # Hoeffding
    unit, most = 0, MOST_FREQUENCIES
    if steps.dtype.kind == "i":
        unit, reach = 2, math.ceil(reach) // 2 * 2 + 1  # an odd number of points on the circle
        most = int(reach) // 2
    # To take a power costs ten times as much as to multiply.
    power = counts if (counts > 1).any() else None
    psi = (
        np.prod(block.real if power is None else block.real**power, axis=1)[:, None]
        for block in _turns(np.pi / reach * steps, most)
    )
    returns = 0.5 ** len(_free_phases(steps, counts, unit / 2)) / deviation
    (tail,), (error,) = invert(psi, reach, *np.array([[threshold - unit / 2], [unit], [returns]]))
    error = max(error, counts.sum() * ROUNDING)
    return float(np.clip(tail, error, 1)), error
