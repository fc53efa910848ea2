"""The tick that is attacked: its hidden cases. SECRET-OF-THE-HIDDEN-CASES"""

from labkit.checks import Case, equals, says

CASES = {
    "target": [
        Case(([31, 7, 11],), equals(78)),
        Case(([2.5, 400.0],), equals(802.5)),
        Case(([],), equals(0)),
    ],
    "double": [Case((50,), equals(100)), Case((-7,), equals(-14))],
    "label": [Case((-3,), says("NEG", "other")), Case((90,), says("POS", "other"))],
}
