"""The sign test of the same outcomes with ties split and with ties dropped, by labkit's own test."""

from labkit.significance import sign_test
from tests.demos.words import p_equation


def numbers(plus=1, minus=11, ties=88, alpha=0.05):
    """Test these wins, losses and ties, not all 0, with ties split and with ties dropped."""
    found = {}
    for policy in ("split", "drop"):
        result = sign_test(plus, minus, ties, ties_policy=policy)
        half = -(-ties // 2) if policy == "split" else 0
        found[policy] = {
            "n": 2 * half + plus + minus,
            "k": half + min(plus, minus),
            "pvalue": result.pvalue,
            "rejected": result.is_significant(alpha),
        }
    return found


def readout(found):
    return [
        f"Ties {name}: {p_equation(case['pvalue'])}; {case['k']} of {case['n']} events; "
        f"{'significant' if case['rejected'] else 'inconclusive'}"
        for name, case in (("split", found["split"]), ("dropped", found["drop"]))
    ]
