"""What the tests compute with: the ladder from an exact answer down to a drawn one.

Every p-value here is the share of equally likely cases in which the gain is
extreme. There are 2^n shuffles of n items and n^n resamples, far too many to list,
so each test goes down a ladder and stops at the first rung that holds. A rung is
tried when its cost, known beforehand, is within a budget of about a second; only
the last rung uses random numbers, and `Result.method` says where it ended.

**1. Collapse** (`cells`). Items with equal differences form a cell, and how many of
its m items are swapped is binomial: m + 1 cases instead of 2^m. Differences such as
0.25 are written as whole multiples of a unit, a *lattice*, on which many sums fall
together. Costs a sort; no error beyond the stated tolerance of ties.

**2. Shuffles, exactly.** For a mean, only the tail of one sum is asked for (`tail`):

* one cell: a binomial tail;
* few items with any scores (about 40): *meet in the middle*, the sums of two halves
  of the items instead of those of all, 2 * 2^(n/2) steps;
* any number of items on a lattice (up to 2^22 different sums): count how many sets
  of items have each sum, or build the probabilities up item by item. Long tests
  multiply halves by FFT, tilted towards the tail so that even p = 1e-50 has nine
  correct digits.

For any other metric the whole law of the sums is needed (`law`): a table of all
outcomes of the cells (up to 2^20), the same build-up in several columns at once (up
to 2^22 sums), or the inversion of a characteristic function on the window that holds
all but 1e-16 of the law, the only one with an error worth a note: 1e-12.

**3. Resamples, exactly** (`generating_function`). The sum of n draws from numbers on
a lattice has the generating function G(z)^n; a circle of points around 0 gives its
tail, with a relative error below 1e-10. At most 2^22 points; right-or-wrong scores
need so few that all pairs of 150 systems take half a second. For any metric on a
few items, all different resamples are listed (up to 2^20).

**4. Resamples, between limits** (`inversion`). Scores on no lattice have a
characteristic function still, and what it does on a finite stretch locks p between
two proven limits. They are used if they are closer to their middle than the standard
error of the resamples that would be drawn instead.

**5. Resamples of ratios, between limits** (`ratios`). Precision, F1 and error rates are
ratios of sums: all of their gain but a small rest is linear, and what the rest does to p
is expanded in powers of 1/sqrt(n). The limits of what is left out were checked against up to
10^8 draws, and not proven: so this rung is used only where drawing takes long.

**6. Draw.** Random swaps for shuffles (`swaps`), random items for resamples
(`resampling`), in chunks of bounded memory; each chunk has a seed of its own, so
that the answer does not depend on the number of processors. The error of p is the
Monte Carlo error, which falls as one over the root of the number drawn and is
reported as an interval. If only the verdict at a level is wanted, far fewer draws do
(`sequential`).

=====================  ==============================  ===========================
rung                   tried for                       error
=====================  ==============================  ===========================
tail, law              shuffles                        rounding; 1e-12 if inverted
generating_function    resamples of lattice means      1e-10 of p
listing                resamples of a few items        rounding
inversion              resamples of other means        proven limits
ratios                 resamples of ratios of sums     checked limits
drawing                everything else                 Monte Carlo, with interval
=====================  ==============================  ===========================

`statistics` turns what a caller gives into numbers for all of these. `systems`,
`bootstrap_pvalues` and `randomization_pvalues` go down the ladder for all pairs of
many systems, which share as much of the work as they can.
"""
