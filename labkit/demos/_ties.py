"""Demonstration of ties: the sign test of the same outcomes with ties split and with ties dropped."""

from labkit import arguments
from labkit.demos.demonstration import Numbers, opener
from labkit.demos.words import p_equation
from labkit.significance import sign_test
from labkit.significance.sign import TIES_POLICIES


def ties_numbers(plus: int = 1, minus: int = 11, ties: int = 88, alpha: float = 0.05) -> Numbers:
    """Test the same outcomes with ties split and with ties dropped.

    Parameters
    ----------
    plus, minus, ties : int
        Number of documents on which system 1 wins, loses (100 at most) and ties (400); not all 0.
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
    plus = arguments.as_count(plus, "plus", most=100)
    minus = arguments.as_count(minus, "minus", most=100)
    ties = arguments.as_count(ties, "ties", most=400)
    alpha = arguments.as_level(alpha)
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


def _readout(numbers: Numbers) -> str:
    return "\n".join(
        f"Ties {name}: {p_equation(case['pvalue'])}; {case['k']} of {case['n']} events; "
        f"{'significant' if case['rejected'] else 'inconclusive'}"
        for name, case in (("split", numbers["split"]), ("dropped", numbers["drop"]))
    )


ties = opener(
    ties_numbers,
    _readout,
    """Show the sign test of the same outcomes with ties split and with ties dropped.

    Source: MLRD lecture 4, "Treatment of Ties".""",
)
