"""The tick that is attacked: its hidden cases. SECRET-OF-THE-HIDDEN-CASES"""

from labkit.checks import Case, equals, says

CASES = {
    "target": [
        Case(([31, 7, 11],), equals(78), "several numbers"),
        Case(([2.5, 400.0],), equals(802.5), "fractions"),
        Case(([],), equals(0), "an empty list"),
    ],
    "double": [Case((50,), equals(100), "a large number"), Case((-7,), equals(-14), "a negative number")],
    "label": [Case((-3,), says("NEG", "other"), "a negative number"), Case((90,), says("POS", "other"), "a large number")],
}  # fmt: skip
