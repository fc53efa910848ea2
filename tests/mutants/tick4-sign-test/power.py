# %% wrong: type_2 - the probability of an error
def power(n, q, alpha):
    missed = 0.0
    for k in range(n + 1):
        if sign_test_p(n - k, k, 0) > alpha:
            missed += math.comb(n, k) * q**k * (1 - q) ** (n - k)
    return missed

# %% wrong: one_side - only few negative events reject
def power(n, q, alpha):
    rejected = 0.0
    for k in range(n // 2):
        if sign_test_p(n - k, k, 0) <= alpha:
            rejected += math.comb(n, k) * q**k * (1 - q) ** (n - k)
    return rejected

# %% wrong: under_null - outcomes are as probable as under the null hypothesis
def power(n, q, alpha):
    rejected = [k for k in range(n + 1) if sign_test_p(n - k, k, 0) <= alpha]
    return sum(math.comb(n, k) for k in rejected) / 2**n

# %% wrong: alpha - a test at alpha rejects with probability alpha
def power(n, q, alpha):
    return alpha

# %% wrong: p_value_tail - an outcome rejects if its tail is at most alpha
def power(n, q, alpha):
    rejected = 0.0
    for k in range(n + 1):
        if tail_probability(min(k, n - k), n) <= alpha:
            rejected += math.comb(n, k) * q**k * (1 - q) ** (n - k)
    return rejected

# %% wrong: boundary - an outcome rejects if its p is below alpha
def power(n, q, alpha):
    rejected = 0.0
    for k in range(n + 1):
        if sign_test_p(n - k, k, 0) < alpha:
            rejected += math.comb(n, k) * q**k * (1 - q) ** (n - k)
    return rejected

# %% wrong: missing_n - range(n) goes up to n
def power(n, q, alpha):
    rejected = 0.0
    for k in range(n):
        if sign_test_p(n - k, k, 0) <= alpha:
            rejected += math.comb(n, k) * q**k * (1 - q) ** (n - k)
    return rejected

# %% wrong: p_value - the power is the p-value of the expected outcome
def power(n, q, alpha):
    k = round(n * q)
    return sign_test_p(n - k, k, 0)

# %% wrong: simulated - many trials are as good as the sum
import numpy as np

def power(n, q, alpha):
    drawn = np.random.default_rng(1).binomial(n, q, size=2_000)
    return np.mean([sign_test_p(n - int(k), int(k), 0) <= alpha for k in drawn])

# %% wrong: TypeError - ^ is a power, as on paper
def power(n, q, alpha):
    rejected = 0.0
    for k in range(n + 1):
        if sign_test_p(n - k, k, 0) <= alpha:
            rejected += math.comb(n, k) * q ^ k * (1 - q) ^ (n - k)
    return rejected

# %% right: scipy's probabilities, summed over the rejected outcomes
from scipy import stats

def power(n, q, alpha):
    return sum(stats.binom.pmf(k, n, q) for k in range(n + 1) if sign_test_p(k, n - k, 0) <= alpha)

# %% right: the largest tail that rejects, on both sides
from scipy.stats import binom

def power(n, q, alpha):
    k = -1
    while k + 1 < n / 2 and sign_test_p(n - k - 1, k + 1, 0) <= alpha:
        k += 1
    return binom.cdf(k, n, q) + binom.sf(n - k - 1, n, q)

# %% right: one less the probability of missing it
def power(n, q, alpha):
    kept = [k for k in range(n + 1) if sign_test_p(n - k, k, 0) > alpha]
    return 1 - math.fsum(math.comb(n, k) * (1 - q) ** (n - k) * q**k for k in kept)
