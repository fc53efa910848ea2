"""Demonstration of ties: the sign test of the same outcomes with ties split and with ties dropped."""

from labkit import arguments
from labkit.demos.demonstration import Numbers, opener
from labkit.demos.words import p_equation
from labkit.significance import sign_test
from labkit.significance.sign import TIES_POLICIES


def ties_numbers(plus: int = 1, minus: int = 11, ties: int = 88, alpha: float = 0.05) -> Numbers:
    """Test these wins, losses and ties, not all 0, with ties split and with ties dropped."""
    plus = arguments.as_count(plus, "plus", most=100)
    minus = arguments.as_count(minus, "minus", most=100)
    ties = arguments.as_count(ties, "ties", most=400)
    numbers: Numbers = {}
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


def _readout(found: Numbers) -> list[str]:
    return [
        f"Ties {name}: {p_equation(case['pvalue'])}; {case['k']} of {case['n']} events; "
        f"{'significant' if case['rejected'] else 'inconclusive'}"
        for name, case in (("split", found["split"]), ("dropped", found["drop"]))
    ]


ties = opener(
    ties_numbers,
    _readout,
    """Show the sign test of the same outcomes with ties split and with ties dropped.

    Source: MLRD lecture 4, "Treatment of Ties".""",
)
