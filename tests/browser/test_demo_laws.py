"""The laws in JavaScript agree with SciPy on 1,000 settings each, and experiments with Python's."""

import random
import re

import numpy as np
import pytest
from scipy import special, stats

from labkit.demos import program
from labkit.demos._error_types import critical_lines, rejection
from labkit.significance.result import monte_carlo_interval
from tests.demos.drawn import experiments_of

#: Powers below this are 0 in any picture.
LEAST = 1e-12
SETTINGS = 1000

#: Law -> its arguments at random, JavaScript of them, and the same by SciPy.
LAWS = {
    "normal": (
        lambda draw: [draw.uniform(-37, 8)],
        "(x) => normalBelow(x)",
        special.ndtr,
    ),
    "t": (
        lambda draw: [draw.choice([draw.gauss(0, 2), draw.uniform(-80, 80)]), draw.randint(1, 600)],
        "(t, degrees) => pOfT(t, degrees)",
        lambda t, degrees: 2 * special.stdtr(degrees, -abs(t)),
    ),
    "density of t": (
        lambda draw: [draw.uniform(-80, 80), draw.randint(1, 600)],
        "(t, degrees) => densityOfT(t, degrees)",
        stats.t.pdf,
    ),
    "edge of t": (
        lambda draw: [draw.choice([0.05, 0.001, 1e-9, draw.uniform(0.001, 0.999)]), draw.randint(1, 600)],
        "(alpha, degrees) => edgeOfT(alpha, degrees)",
        lambda alpha, degrees: -special.stdtrit(degrees, alpha / 2),
    ),
    "limits of a share": (
        lambda draw: [draw.randint(0, n := draw.randint(1, 2000)), n],
        "(k, n) => limitsOfShare(k, n)",
        monte_carlo_interval,
    ),
    "lines of the sign test": (
        lambda draw: [draw.randint(2, 200), draw.choice([0.05, 0.001, 0.03125, draw.random()])],
        "(n, alpha) => edgesOfSigns(n, alpha)",
        lambda n, alpha: critical_lines("sign test", n, alpha),
    ),
}  # fmt: skip

POWERS = {
    "sign test": "powerOfSigns(n, normalBelow(effect / sd), alpha)",
    "matched-pair t": "powerOfT(spreadOfT(true, n, r), shift, edgeOfT(alpha, n - 1))",
    "two-sample t": "powerOfT(spreadOfT(false, n, r), shift, edgeOfT(alpha, 2 * n - 2))",
}


@pytest.fixture(scope="module")
def compute(browser):
    """Compute with the demonstrations' laws, in a browser: a function on many lists of arguments."""
    page = browser.new_page()
    laws = program.read("js/laws.js") + program.read("js/tests_laws.js")
    yield lambda function, settings: page.evaluate(
        f"(settings) => {{ {laws}\nreturn settings.map((each) => ({function})(...each)); }}", settings
    )  # fmt: skip
    page.close()


@pytest.mark.parametrize("law", LAWS)
def test_a_law_is_scipys(compute, law):
    arguments, function, expected = LAWS[law]
    draw = random.Random(law)
    settings = [arguments(draw) for _ in range(SETTINGS)]
    found = np.array(compute(function, settings))
    wanted = np.array([expected(*each) for each in settings])
    np.testing.assert_allclose(found, wanted, rtol=1e-9, atol=1e-300)


@pytest.mark.parametrize("test", POWERS)
def test_a_power_is_scipys(compute, test):
    draw = random.Random(test)
    settings = [
        [
            draw.randint(2, draw.choice([10, 200, 200, 200])),
            draw.choice([0, 1.5, draw.uniform(0, 1.5)]),
            draw.choice([0, -0.9, 0.95, draw.uniform(-0.9, 0.95)]),
            draw.choice([0.05, 0.001, draw.uniform(0.001, 0.999)]),
        ]
        for _ in range(SETTINGS)
    ]
    function = f"""(n, effect, r, alpha) => {{
        const sd = Math.sqrt(2 - 2 * r), shift = (effect / sd) * Math.sqrt(n);
        return {POWERS[test]};
    }}"""
    wanted = [rejection(test, *each) for each in settings]
    np.testing.assert_allclose(compute(function, settings), wanted, rtol=1e-9, atol=LEAST)


@pytest.mark.slow
@pytest.mark.parametrize("test", POWERS)
def test_experiments_are_pythons_and_each_is_a_dot(browser, test):
    settings = {"test": test, "n": 10, "effect": 0.8, "correlation": 0.4, "alpha": 0.05}
    settings |= {"experiments": 300, "seed": 4}
    statistics, rejected = experiments_of(**settings)
    page = browser.new_page()
    page.add_script_tag(content=program.join("error_types"))
    found, picture = page.evaluate(
        """(settings) => {
            const { numbers, picture } = defined("error_types"), found = numbers(settings);
            const { critical, intervals, without, with_effect } = found;
            return [{ critical, intervals, halves: [without, with_effect] }, picture(found, settings, 900, 600)];
        }""",
        settings,
    )
    page.close()
    for half, expected, count in zip(found["halves"], statistics, rejected, strict=True):
        np.testing.assert_allclose(half["statistics"], expected, rtol=1e-9, atol=1e-12)
        assert half["rejected_count"] == count
    np.testing.assert_allclose(found["critical"], critical_lines(test, 10, 0.05), rtol=1e-9)
    limits = [monte_carlo_interval(count, 300) for count in rejected]
    np.testing.assert_allclose(found["intervals"], limits, rtol=1e-9)
    dots, squares = (
        re.findall(r'class="labkit-dots"[^>]*', picture),
        re.findall(r'class="red-orange" d="[^"]*', picture),
    )
    assert sum(path.count("h0") for path in dots) == 600 - sum(rejected)
    assert sum(path.count("M") for path in squares) == sum(rejected) > 0
    assert picture.count("<circle") == 2  # the latest of each half
