"""How probable is it that one system is better? The Bayesian sign test, with room for ties.

A p-value is not the probability that the systems are equal, or that one is better. Who
wants one must say what was known before: here, very little, as much as one item tells.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.integrate import quad
from scipy.special import gammainc, gammaincinv

from labkit import arguments
from labkit.significance.engine.statistics import NOISE, differences, noise_of

#: Where the prior may be put.
PRIOR_PLACES = ("rope", "a", "b")


@dataclass(frozen=True, repr=False)
class BayesianSigns:
    """Probabilities that a is better, b is, or neither by more than matters: of `bayesian_sign_test`.

    Parameters
    ----------
    a_better, equivalent, b_better : float
        The posterior probabilities; their sum is 1.
    n_a, n_equivalent, n_b : int
        Items on which a is better, neither by more than the rope, and b.
    rope : float
        The largest difference on an item that does not matter.
    prior : float
        How many items the prior counts for.
    prior_place : {"rope", "a", "b"}
        Where these items are put.

    See Also
    --------
    bayesian_sign_test : Find them.

    Examples
    --------
    >>> bayesian_sign_test([.9, .8, .7, .9], [.6, .5, .7, .5], rope=.01)
    <Bayesian sign test: a better 0.687, equivalent 0.312, b better 0; 3, 1 and 0 of 4 items, rope 0.01, prior 1 in the rope>
    """

    a_better: float
    equivalent: float
    b_better: float
    n_a: int
    n_equivalent: int
    n_b: int
    rope: float
    prior: float
    prior_place: str

    def __repr__(self) -> str:
        """Put all facts on one line."""
        n = self.n_a + self.n_equivalent + self.n_b
        place = "in the rope" if self.prior_place == "rope" else f"for {self.prior_place}"
        return (
            f"<Bayesian sign test: a better {self.a_better:.3g}, equivalent {self.equivalent:.3g}, "
            f"b better {self.b_better:.3g}; {self.n_a}, {self.n_equivalent} and {self.n_b} of "
            f"{n} items, rope {self.rope:g}, prior {self.prior:g} {place}>"
        )


def bayesian_sign_test(
    a: ArrayLike, b: ArrayLike, rope: float, *, prior: float = 1.0, prior_place: str = "rope"
) -> BayesianSigns:
    """Find how probable it is that a is better, that b is, and that the difference does not matter.

    Each item's difference is above the region of practical equivalence (the rope), inside or
    below. The three shares of *all* such items have a Dirichlet posterior, and the answer is how
    probable it is that each share is the largest one.

    Parameters
    ----------
    a, b : array of shape (n,)
        Scores of the two systems on the same items. In the paper an item is a data set,
        with a mean score. Of right and wrong answers, all ties are in the rope.
    rope : float
        The largest difference on an item that does not matter, 0 or more; it is in the rope.
    prior : float, default 1
        How many items the prior counts for, 0 or more.
    prior_place : {"rope", "a", "b"}, optional
        Where the prior puts them.

    Returns
    -------
    BayesianSigns
        Probabilities, computed to 1e-8 and not sampled.

    See Also
    --------
    sign_test, equivalence_test : What a p-value answers.

    References
    ----------
    Benavoli, Corani, Demsar & Zaffalon (2017), *Time for a change: a tutorial for comparing
    multiple classifiers through Bayesian analysis*, JMLR 18(77), section 4.2.1.

    Examples
    --------
    >>> found = bayesian_sign_test([.9, .8, .7, .9, .6], [.6, .5, .7, .5, .5], rope=.01)
    >>> round(found.a_better, 3), round(found.equivalent, 3), round(found.b_better, 3)
    (0.813, 0.187, 0.0)
    """
    a, b = arguments.as_paired_scores(a, b)
    rope, prior = arguments.as_number(rope, "rope", 0), arguments.as_number(prior, "prior", 0)
    arguments.as_option(prior_place, "prior_place", PRIOR_PLACES)
    gains = differences(a, b)
    edge = rope + NOISE * rope + (noise_of(a, b) if rope else 0)
    n_a, n_b = int((gains > edge).sum()), int((gains < -edge).sum())
    counts = n_a, len(gains) - n_a - n_b, n_b
    strengths = [float(count) for count in counts]
    strengths[("a", "rope", "b").index(prior_place)] += prior
    a_better, equivalent, b_better = (_largest(strengths, i) for i in range(3))
    return BayesianSigns(a_better, equivalent, b_better, *counts, rope, prior, prior_place)


def _largest(strengths: list[float], i: int) -> float:
    """Find how probable it is that share i of a Dirichlet law is the largest.

    The shares are as gamma variables are: those of the others are below the quantiles of this one.
    """
    own, others = strengths[i], [s for j, s in enumerate(strengths) if j != i and s > 0]
    if own == 0 or not others:
        return float(own > 0)

    def all_below(u: float) -> float:
        return float(np.prod(gammainc(others, gammaincinv(own, u))))

    value, _ = quad(all_below, 0, 1, epsabs=1e-10, epsrel=1e-10, limit=500)
    return float(np.clip(value, 0, 1))
