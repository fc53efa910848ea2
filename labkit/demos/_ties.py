"""Demonstration of ties: the sign test of the same outcomes with ties split and with ties dropped."""

from labkit.demos._binomial_tails import TWO, tails_of_all
from labkit.demos.controls import level, whole
from labkit.demos.frame import Demonstration, Numbers
from labkit.demos.words import p_equation
from labkit.plots import demonstrations
from labkit.significance import sign_test
from labkit.significance.sign import TIES_POLICIES


def ties_numbers(plus: int = 1, minus: int = 11, ties: int = 88, alpha: float = 0.05) -> Numbers:
    """Test the same outcomes with ties split and with ties dropped.

    Parameters
    ----------
    plus, minus, ties : int
        Number of documents on which system 1 wins, loses and ties; not all 0.
    alpha : float
        Significance level.

    Returns
    -------
    dict
        The settings, and ``split`` and ``drop``: for each policy a dict of `n`
        (events), `k` (the rarer ones), `pvalue` (two-sided; `sign_test`) and
        `rejected` (whether p <= alpha).

    See Also
    --------
    ties, labkit.sign_test : The widget, and the test itself.

    Examples
    --------
    >>> numbers = ties_numbers(plus=1, minus=11, ties=88)
    >>> {policy: round(numbers[policy]["pvalue"], 4) for policy in ("split", "drop")}
    {'split': 0.3682, 'drop': 0.0063}
    """
    numbers: Numbers = {"plus": plus, "minus": minus, "ties": ties, "alpha": alpha}
    for policy in TIES_POLICIES:
        result = sign_test(plus, minus, ties, ties_policy=policy)
        half = -(-ties // 2) if policy == "split" else 0
        numbers[policy] = {
            "n": 2 * half + plus + minus,
            "k": half + min(plus, minus),
            "pvalue": result.pvalue,
            "rejected": result.is_significant(alpha),
        }
    return numbers


def ties(**initial: object) -> Demonstration:
    """Show the sign test of the same outcomes with ties split and with ties dropped.

    Source: MLRD lecture 4, "Treatment of Ties".

    Parameters
    ----------
    **initial
        Settings to begin with: arguments of `ties_numbers`.

    Returns
    -------
    Demonstration
        A widget, which follows its controls.

    See Also
    --------
    ties_numbers : What its readout says.

    Examples
    --------
    >>> ties(ties=20)
    Demonstration(plus=1, minus=11, ties=20, alpha=0.05)
    """
    controls = {
        "plus": whole("plus", 1, 0, 100),
        "minus": whole("minus", 11, 0, 100),
        "ties": whole("ties", 88, 0, 400),
        "alpha": level("alpha", 0.05),
    }
    return Demonstration("ties", controls, initial, ties_numbers, _picture)


def _picture(numbers: Numbers) -> str:
    named = {"ties split": numbers["split"], "ties dropped": numbers["drop"]}
    cases = {
        name: (case["k"], tails_of_all(case["n"], 0.5, TWO)[2]) for name, case in named.items()
    }
    each = "; ".join(
        f"{name}: {case['k']} of {case['n']} events, {p_equation(case['pvalue'])}"
        for name, case in named.items()
    )
    alt = f"Two binomial distributions with the outcomes at least as extreme filled. {each}."
    return demonstrations.as_svg(lambda: demonstrations.ties(cases), alt)
