"""Are two systems as good as each other? A question that no large p-value answers.

A test of a difference that finds none has not shown that there is none. To show that two
systems are as good as each other, say beforehand which difference would not matter, the
margin, and test the hypothesis that the true one is at least as large: two tests, one for each
side, both of which must reject (Schuirmann 1987).

There is no randomization test here: shuffling who said what supposes that the systems do
not differ at all, and what is to be rejected is that they differ by the margin.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import stdtr, stdtrit

from labkit import arguments
from labkit.significance.items import differences
from labkit.significance.matched import moments_of
from labkit.significance.result import LEAST_DIFFERING
from labkit.text import equation, write_interval, write_number, write_p

#: The interval that lies inside of the margin where both tests are significant at 0.05.
LEVEL = 0.9


@dataclass(frozen=True)
class Equivalence:
    """The outcome of `equivalence_test`: how far two systems' scores differ, and the margin.

    Parameters
    ----------
    difference : float
        Score of a minus score of b.
    margin : float
        The difference from which on the systems do not count as equivalent, either way.
    pvalue : float
        The larger one of the two tests': small if the systems are equivalent.
    interval : (float, float)
        The 90 % confidence interval of the difference. It lies inside of the margin where
        both tests are significant at 0.05.
    n : int
        Number of items.

    See Also
    --------
    equivalence_test : Find out.

    Examples
    --------
    >>> equivalence_test([.71, .64, .80, .55, .62], [.70, .66, .79, .56, .61], margin=0.05)
    <two one-sided t tests: difference = 0, 90 % interval -0.0135 to 0.0135, margin = 0.05, p = 0.000692, n = 5 items>
    """

    difference: float
    margin: float
    pvalue: float
    interval: tuple[float, float]
    n: int

    def is_equivalent(self, alpha: float = 0.05) -> bool:
        """Tell whether both tests are significant at `alpha`, chosen beforehand as the margin is.

        Parameters
        ----------
        alpha : float, default 0.05
            Significance level, between 0 and 1.

        Returns
        -------
        bool
            True if both do, and so show a difference smaller than the margin.
        """
        return self.pvalue <= arguments.as_level(alpha)

    def __repr__(self) -> str:
        """Return all facts on one line."""
        return (
            f"<two one-sided t tests: difference = {write_number(self.difference)}, "
            f"{100 * LEVEL:g} % interval {write_interval(*self.interval)}, margin = {self.margin:g}, "
            f"{equation('p', write_p(self.pvalue))}, n = {self.n} items>"
        )


def equivalence_test(a: ArrayLike, b: ArrayLike, margin: float) -> Equivalence:
    """Test whether two systems' mean scores differ by less than a margin: two one-sided t tests.

    Parameters
    ----------
    a, b : array of shape (n,)
        Scores of the two systems on the same items, whose mean difference is taken to be normal.
    margin : float
        The smallest difference that would matter, above 0, in units of the score. To be
        chosen before looking.

    Returns
    -------
    Equivalence
        ``pvalue`` is the larger one of the two tests. It is 1 where the differences show too
        little of their spread: if fewer than six of many items differ, or all differ alike.

    See Also
    --------
    bootstrap_interval : See how large the difference may be.

    Notes
    -----
    Assumes independent items, and differences that are normal or many. The margin must be chosen before
    the data are seen.

    References
    ----------
    Schuirmann (1987), *Journal of Pharmacokinetics and Biopharmaceutics* 15, 657-680. Lakens
    (2017), *Social Psychological and Personality Science* 8, 355-362.

    Examples
    --------
    Of 2000 reviews, 60 are right with system a only and 58 with b only:

    >>> a, b = [1] * 60 + [0] * 58 + [1] * 1882, [0] * 60 + [1] * 58 + [1] * 1882
    >>> found = equivalence_test(a, b, margin=0.01)
    >>> found.is_equivalent(), round(found.pvalue, 3), [round(x, 4) for x in found.interval]
    (True, 0.049, [-0.0079, 0.0099])
    """
    margin = arguments.as_positive(margin, "margin")
    scores = arguments.as_paired_scores(a, b, least=2)
    if margin >= 1 and np.isin(scores, (0, 1)).all():
        raise ValueError(
            f"margin must be below 1 for scores of 0 and 1, not {margin:g}: no two systems differ by more"
        )
    gain, deviation, n = moments_of(*scores)
    error = deviation / math.sqrt(n)
    pvalue = 1.0
    if deviation and np.count_nonzero(differences(*scores)) >= min(n, LEAST_DIFFERING):
        # The nearer limit of the margin has the larger p.
        pvalue = float(stdtr(n - 1, (abs(gain) - margin) / error))
    half = float(stdtrit(n - 1, (1 + LEVEL) / 2)) * error
    interval = gain - half, gain + half
    return Equivalence(gain, margin, pvalue, interval, n)
