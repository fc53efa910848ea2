"""Strategies for plain values of every kind, as students' answers give them."""

import math

from hypothesis import strategies as st

ATOMS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3)
ODD = ["POS", "NEG", 0.5, 1, 10**400, -(10**400), math.nan, math.inf]
KEYS = st.recursive(
    ATOMS, lambda inner: st.tuples(inner, inner) | st.frozensets(inner, max_size=3), max_leaves=4
)
VALUES = st.sampled_from(ODD) | st.recursive(
    ATOMS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.sets(KEYS, max_size=3)
        | st.dictionaries(st.sampled_from(["POS", "NEG", 1, 4]) | KEYS, inner, max_size=4)
    ),
    max_leaves=8,
)
