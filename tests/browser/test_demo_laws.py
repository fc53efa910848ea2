"""The laws in JavaScript agree with SciPy on 1,000 settings each, and experiments with Python's."""

import random
import re
from functools import partial, reduce

import numpy as np
import pytest
from scipy import special, stats

from labkit.significance.result import monte_carlo_interval
from tests.demos.oracles.error_types import critical_lines, experiments_of, rejection

#: Powers below this are 0 in any picture.
LEAST = 1e-12
SETTINGS = 1000

#: Law -> its arguments at random, JavaScript of them, and the same by SciPy.
LAWS = {
    "normal": (lambda draw: [draw.uniform(-37, 8)], "(x) => normalBelow(x)", special.ndtr),
    "t": (
        lambda draw: [draw.choice([draw.gauss(0, 2), draw.uniform(-80, 80)]), draw.randint(1, 600)],
        "(t, degrees) => pOfT(t, degrees)", lambda t, degrees: 2 * special.stdtr(degrees, -abs(t)),
    ),
    "density of t": (
        lambda draw: [draw.uniform(-80, 80), draw.randint(1, 600)],
        "(t, degrees) => densityOfT(t, degrees)", stats.t.pdf,
    ),
    "edge of t": (
        lambda draw: [draw.choice([0.05, 0.001, 1e-9, draw.uniform(0.001, 0.999)]), draw.randint(1, 600)],
        "(alpha, degrees) => edgeOfT(alpha, degrees)", lambda alpha, degrees: -special.stdtrit(degrees, alpha / 2),
    ),
    "limits of a share": (
        lambda draw: [draw.randint(0, n := draw.randint(1, 2000)), n],
        "(k, n) => limitsOfShare(k, n)", monte_carlo_interval,
    ),
    "lines of the sign test": (
        lambda draw: [draw.randint(2, 200), draw.choice([0.05, 0.001, 0.03125, draw.random()])],
        "(n, alpha) => edgesOfSigns(n, alpha)", lambda n, alpha: critical_lines("sign test", n, alpha),
    ),
    "binomial": (
        lambda draw: [n := draw.randint(1, 2000), q := draw.choice([0.5, draw.uniform(0.01, 0.99)]),
                      min(n, max(0, round(draw.gauss(n * q, 0.1 * n))))],
        "(n, q, k) => binomialLaw(n, q)[k]", lambda n, q, k: stats.binom.pmf(k, n, q),
    ),
    "tails of a fair coin": (
        lambda draw: [n := draw.randint(1, 2000), min(n, max(0, round(draw.gauss(n / 2, 0.1 * n))))],
        "(n, k) => { const { lower, upper } = tailsOfAll(n, true); return [lower[k], upper[k]]; }",
        lambda n, k: [stats.binom.cdf(k, n, 0.5), stats.binom.sf(k - 1, n, 0.5)],
    ),
}  # fmt: skip

#: Of effect, correlation and alpha.
ENDS = (0, 1.5), (-0.9, 0.95), (0.001, 0.999)
POWERS = {
    "sign test": "powerOfSigns(n, normalBelow(effect / sd), alpha)",
    "matched-pair t": "powerOfT(spreadOfT(true, n, r), shift, edgeOfT(alpha, n - 1))",
    "two-sample t": "powerOfT(spreadOfT(false, n, r), shift, edgeOfT(alpha, 2 * n - 2))",
}
for name, power in POWERS.items():
    LAWS[f"power of the {name}"] = (
        lambda draw: [draw.randint(2, draw.choice([10, 200])),
                      *(draw.choice([*both, draw.uniform(*both)]) for both in ENDS)],
        f"""(n, effect, r, alpha) => {{
            const sd = Math.sqrt(2 - 2 * r), shift = (effect / sd) * Math.sqrt(n);
            return {power};
        }}""",
        partial(rejection, name),
    )  # fmt: skip


def compute(page, function, settings):
    """Compute with the demonstrations' laws, in a browser: a function on many lists of arguments."""
    return page.evaluate(f"(settings) => settings.map((each) => ({function})(...each))", settings)


@pytest.mark.parametrize("law", LAWS)
def test_a_law_is_scipys(functions, law):
    arguments, function, expected = LAWS[law]
    draw = random.Random(law)
    settings = [arguments(draw) for _ in range(SETTINGS)]
    wanted = np.array([expected(*each) for each in settings])
    found = compute(functions, function, settings)
    least = LEAST if law.startswith("power") else 1e-290
    np.testing.assert_allclose(found, wanted, rtol=1e-9, atol=least)


def test_the_laws_of_gains_and_of_signs_are_those_of_their_sums(functions):
    draw = random.Random(2)
    ns = draw.choices(range(1, 40), k=SETTINGS)
    gains = [(n, p := draw.randint(0, n), draw.randint(0, n - p)) for n in ns]
    laws = compute(functions, "(...all) => [...lawOfGains(...all)]", gains)
    for (n, plus, minus), law in zip(gains, laws, strict=True):
        one = np.array([minus, n - plus - minus, plus]) / n  # the law of one draw
        np.testing.assert_allclose(law, reduce(np.convolve, [one] * n), rtol=1e-9, atol=1e-290)
    signs = [[draw.choices(range(-9, 10), k=draw.randint(1, 11))] for _ in range(SETTINGS)]
    law = "(sizes) => { const { values, probable } = lawOfSigns(sizes); return [[...values], [...probable]]; }"
    for (sizes,), (values, probable) in zip(signs, compute(functions, law, signs), strict=True):
        sums = np.zeros(1, dtype=int)
        for size in sizes:
            sums = np.concatenate([sums + size, sums - size])
        expected = [np.mean(sums == value) for value in values]
        np.testing.assert_allclose(probable, expected, rtol=1e-9, atol=1e-290)


@pytest.mark.parametrize("test", POWERS)
def test_each_experiment_is_a_dot_and_a_square_if_it_is_rejected(functions, test):
    settings = {"test": test, "n": 10, "effect": 0.8, "correlation": 0.4, "alpha": 0.05}
    settings |= {"experiments": 300, "seed": 4}
    _, rejected = experiments_of(**settings)
    picture = functions.evaluate(
        """(settings) => { const { numbers, picture } = defined("error_types");
            return picture(numbers(settings), settings, 900, 600); }""",
        settings,
    )
    dots = re.findall(r'class="labkit-dots"[^>]*', picture)
    squares = re.findall(r'class="red-orange" d="[^"]*', picture)
    assert sum(path.count("h0") for path in dots) == 600 - sum(rejected)
    assert sum(path.count("M") for path in squares) == sum(rejected) > 0
    assert picture.count("<circle") == 2  # the latest of each half
